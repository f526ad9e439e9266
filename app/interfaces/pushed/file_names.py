"""What a file that came with a message is called and what it says it is: a stranger's words, made safe to show."""

import re
import unicodedata

_MEDIA_TYPE = re.compile(r"[\w.+-]+/[\w.+-]+")
_LONGEST_NAME = 120


def clean_name(name: str) -> str:
    """A file's own name: no folders, nothing invisible, its ending kept when it is long."""
    last = re.split(r"[\\/]", name)[-1]
    shown = "".join(each for each in last if unicodedata.category(each) not in {"Cc", "Cf", "Cs", "Zl", "Zp"}).strip(
        " ."
    )
    if len(shown) <= _LONGEST_NAME:
        return shown
    stem, dot, ending = shown.rpartition(".")
    kept = dot + ending if stem and len(ending) < 10 else ""
    return shown[: _LONGEST_NAME - len(kept)] + kept


def media_type_of(declared: str, otherwise: str) -> str:
    """The type that the sender claims, without parameters; `otherwise` where it is none."""
    bare = declared.partition(";")[0].strip().casefold()
    return bare if _MEDIA_TYPE.fullmatch(bare) else otherwise
