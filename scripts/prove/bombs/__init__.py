"""Files that are made to break who reads them, byte by byte."""
