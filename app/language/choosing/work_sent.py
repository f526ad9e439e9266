"""Whether what is to be saved is a file that was sent here: "save this pdf to Receipts", "overwrite pricing.csv with the one I attached". Pure."""

import re
from collections.abc import Mapping

# A file that was sent here: "this pdf", "the scan I just sent", "… with the one I attached".
_SENT = re.compile(
    r"\b(?:this|that|ce|cet|cette) (?:pdf|file|scan|photo|picture|image|document|doc|spreadsheet|sheet|screenshot|attachment|recording|fichier|document|capture|pièce jointe)\b"
    r"|\b(?:i(?:['’]ve| have)?|we) (?:just |have )?(?:sent|attached|shared|uploaded|forwarded)\b|\bi['’]m (?:attaching|sending)\b|\b(?:the|my) attach(?:ed|ment)\b|\battached\b"
    r"|\b(?:que )?je (?:viens d(?:e |['’])|t['’]ai |vous ai )?(?:envoyer|envoyé|joint|transmis)\w*\b|\bci-joint\w*|\bla pièce jointe\b",
    re.IGNORECASE,
)
_OVER = re.compile(r"\b(?:overwrite|replace|new version|update|écrase|remplace|nouvelle version)\b", re.IGNORECASE)


def with_sent(tool: str, arguments: Mapping[str, object], text: str) -> dict[str, object]:
    """The arguments of `save_file`: the file that was sent last where nothing is dictated and one is spoken of, over that of its name where that is
    said; a text needs a name. Those of any other tool as they are."""
    given = dict(arguments)
    if tool != "save_file":
        return given
    if "text" in given:
        return given if "name" in given else {name: one for name, one in given.items() if name != "text"}
    if not _SENT.search(text):
        return given
    return {**given, "sent": "last", **({"new_version": True} if "name" in given and _OVER.search(text) else {})}
