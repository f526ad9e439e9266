"""Pages: a web page, a PDF or a transcript as readable text."""
