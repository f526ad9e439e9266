"""Pictures of numbers: a chart as data, and that data as SVG or PNG."""
