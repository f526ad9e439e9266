"""A chart as PNG, for channels that show no SVG: the same picture by day, drawn by resvg with a font that is brought along.

No system font is looked for, so the picture is the same on every machine. The size is fixed and a chart is bounded, and with them time and
memory. The library is loaded when a picture is first asked for.
"""

import logging
from pathlib import Path

from app.charts.chart import Chart
from app.charts.layout import Frame
from app.charts.svg import svg

log = logging.getLogger(__name__)
MEDIA_TYPE = "image/png"
FRAME = Frame(640, 360, "light")
SCALE = 2
_ASSETS = Path(__file__).parent / "assets"
_FONTS = [str(_ASSETS / "Inter-Regular.ttf"), str(_ASSETS / "Inter-SemiBold.ttf")]
_FAMILY = "Inter"


def png(chart: Chart) -> bytes | None:
    """The picture, or None where it can't be drawn here. Takes about a tenth of a second of one processor, in which nothing else of
    the process runs; call it in a thread all the same, for a library that lets go."""
    try:
        import resvg_py  # here: 3 MB of machine code that only a picture needs
    except ImportError:
        log.warning("no picture", extra={"event": "charts.renderer_missing"})
        return None
    try:
        return resvg_py.svg_to_bytes(
            svg_string=svg(chart, FRAME),
            width=FRAME.width * SCALE,
            height=FRAME.height * SCALE,
            skip_system_fonts=True,
            font_files=_FONTS,
            font_family=_FAMILY,
            sans_serif_family=_FAMILY,
        )
    except ValueError:
        log.warning("no picture", extra={"event": "charts.not_drawn"}, exc_info=True)
        return None
