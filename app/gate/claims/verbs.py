"""The verbs that name an action, in the forms a claim and a request take, with the actions they may stand for.

English rows are "base/past" (or "base/past/participle"); one row's words mean the same kinds of action. A word that means little
by itself ("made", "put", "set") is kept out of here and read with its object in english.py.
"""

from collections.abc import Iterator, Mapping

from app.gate.claims.actions import Actions, spread

_ENGLISH: Mapping[str, str] = {
    "send/sent resend/resent email/emailed e-mail/e-mailed mail/mailed message/messaged text/texted dm/dmed dm/dm'd forward/forwarded "
    "reply/replied respond/responded answer/answered notify/notified inform/informed tell/told ask/asked contact/contacted "
    "deliver/delivered dispatch/dispatched convey/conveyed relay/relayed ping/pinged poke/poked tweet/tweeted fax/faxed "
    "announce/announced transmit/transmitted circulate/circulated loop/looped chase/chased nudge/nudged announce/announced broadcast/broadcast post/posted publish/published share/shared comment/commented complain/complained": "send",
    "submit/submitted apply/applied request/requested report/reported file/filed": "send keep change",
    "invite/invited rsvp/rsvped rsvp/rsvp'd": "send schedule answer",
    "call/called phone/phoned ring/rang dial/dialled dial/dialed": "call",
    "book/booked reserve/reserved order/ordered buy/bought purchase/purchased pay/paid transfer/transferred repay/repaid refund/refunded "
    "hire/hired rent/rented tip/tipped donate/donated wire/wired top/topped settle/settled finalise/finalised finalize/finalized reload/reloaded": "book",
    "renew/renewed": "book change",
    "arrange/arranged organise/organised organize/organized": "book schedule",
    "schedule/scheduled": "schedule remind send",
    "reschedule/rescheduled postpone/postponed shift/shifted extend/extended snooze/snoozed swap/swapped prolong/prolonged push/pushed": "schedule change remind",
    "save/saved store/stored note/noted bookmark/bookmarked log/logged record/recorded jot/jotted memorise/memorised memorize/memorized "
    "insert/inserted pencil/penciled pencil/pencilled commit/committed enter/entered remember/remembered": "keep",
    "add/added": "keep change schedule remind send",
    "create/created": "keep schedule remind send book",
    "upload/uploaded download/downloaded open/opened attach/attached register/registered subscribe/subscribed pin/pinned "
    "install/installed import/imported": "keep change send",
    "update/updated edit/edited change/changed rename/renamed correct/corrected adjust/adjusted replace/replaced fix/fixed "
    "modify/modified assign/assigned label/labelled label/labeled tag/tagged flag/flagged star/starred sync/synced reorganise/reorganised "
    "convert/converted merge/merged": "change keep complete answer",
    "move/moved": "change schedule complete keep",
    "program/programmed activate/activated enable/enabled disable/disabled mute/muted unmute/unmuted lock/locked unlock/unlocked "
    "switch/switched turn/turned start/started play/played pause/paused": "switch change keep remind",
    "block/blocked": "schedule change delete",
    "delete/deleted remove/removed clear/cleared erase/erased forget/forgotten forget/forgot trash/trashed archive/archived "
    "empty/emptied scrap/scrapped wipe/wiped toss/tossed discard/discarded drop/dropped": "delete change",
    "unsubscribe/unsubscribed": "delete change send",
    "cancel/cancelled cancel/canceled": "delete change send book",
    "complete/completed finish/finished tick/ticked check/checked close/closed resolve/resolved cross/crossed knock/knocked": "complete change",
    "mark/marked": "complete change keep schedule",
    "approve/approved accept/accepted decline/declined confirm/confirmed": "answer complete send book schedule",
    "undo/undid undo/undone restore/restored revert/reverted reopen/reopened": "undo change",
    "tidy/tidied clean/cleaned process/processed arrange/arranged": "change delete complete book",
    "print/printed": "switch",
}
# Only asked for, never claimed in one word.
_ASKED: Mapping[str, str] = {
    "let write": "send",
    "made": "book change keep call",
    "remind wake nudge alert": "remind",
    "set put make get": "keep schedule remind change book switch",
    "keep": "keep",
    "water": "switch remind",
    "sign": "book send",
    "vote": "answer send",
    "bring": "undo",
    "take": "delete keep",
    "give": "change send",
    "stop": "delete switch",
    "fill restart reboot deploy run reset refresh launch lock handle sort fix finish do organise organize prep arrange": "send book schedule remind keep change delete complete answer",
    "top": "book",
}
# Words that begin a request in German, French and Spanish.
_ABROAD: Mapping[str, str] = {
    "ruf rufe llama appelle schick schicke sende maile antworte leite poste teile sag envoie réponds transfère publie partage dis envía envia responde reenvía "
    "publica comparte dile manda": "send",
    "buch buche reservier reserviere bestell bestelle bezahl bezahle überweis überweise réserve commande paie achète reserva agenda pide compra "
    "paga transfiere": "book schedule",
    "erinnere erinner rappelle rappelle-moi recuérdame recuerdame": "remind",
    "verschieb verschiebe déplace reporte mueve pospón aplaza cambia ändere ändre change": "schedule change",
    "setz setze trag trage füg füge notier notiere speicher speichere merk ajoute note enregistre mets crée añade agrega pon anota guarda "
    "crea erstell erstelle leg": "keep schedule remind change",
    "lösch lösche entfern entferne streich storniere sag-ab supprime efface annule retire borra elimina cancela quita": "delete change",
    "hak markier schließ coche marque ferme marca cierra": "complete change",
}


def _rows() -> Iterator[tuple[tuple[str, ...], str]]:
    return ((tuple(entry.split("/")), meaning) for words, meaning in _ENGLISH.items() for entry in words.split())


def _by_form(forms: Iterator[tuple[str, str]]) -> dict[str, Actions]:
    table: dict[str, Actions] = {}
    for word, meaning in forms:
        table[word] = table.get(word, frozenset()) | frozenset(meaning.split())
    return table


_DOUBLED = frozenset(
    "swap transmit commit ship tag pin log trim program tip cancel submit refer label dial transfer forget stop rsvp".split()
)


def _going_on(base: str) -> str:
    """ "send" -> "sending", "move" -> "moving", "submit" -> "submitting"."""
    if base in _DOUBLED:
        return f"{base}{base[-1]}ing"
    return f"{base.removesuffix('e')}ing"


PASTS: Mapping[str, Actions] = _by_form((form, meaning) for forms, meaning in _rows() for form in forms[1:])
GOING_ON: Mapping[str, Actions] = _by_form((_going_on(forms[0]), meaning) for forms, meaning in _rows())
BASES: Mapping[str, Actions] = {**_by_form((forms[0], meaning) for forms, meaning in _rows()), **spread(_ASKED)}
ABROAD_ORDERS: Mapping[str, Actions] = spread(_ABROAD)
