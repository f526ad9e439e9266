"""Compares a reply's claims with what ran, and puts right what nothing backs.

Invariant: a reply without a false claim comes back byte for byte. A call that was held, refused or failed backs nothing. Knows no
model and no channel; what was done earlier comes in as ledger rows.
"""

from collections.abc import Sequence
from dataclasses import dataclass

from app.deps import CallNote
from app.gate.claims.correction import corrected_reply
from app.gate.claims.tools import reach
from app.language.claims import plain, reading
from app.language.claims.reading import Claim
from app.language.claims.request import Request, read_request
from app.language.claims.sentences import Sentence, sentences
from app.language.words.verbs import ANY, OUTWARD, Acts
from app.memory.records import LedgerEntry

READ_AT_MOST = 20_000  # characters
_EFFECTIVE = frozenset(("done", "replayed"))
_TEXT_WORK = frozenset("keep change delete complete".split())


@dataclass(frozen=True, slots=True)
class Checked:
    """`reply` as it may go out; `claims` are the ones that nothing backs (empty: the reply is the one that came in)."""

    reply: str
    corrected: bool
    claims: tuple[Claim, ...] = ()


@dataclass(frozen=True, slots=True)
class _Evidence:
    """What is known of this turn and of those before it."""

    request: Request
    hands_over: bool  # the reply holds a piece of code or text
    was_so: bool  # the reply says that it was so already
    explains: bool  # the reply asks what is meant, or says that it can't be done
    talks_of_text: bool  # the reply speaks of a text, so it is not the text itself
    plays_from: int  # where the reply begins to play a part; its end where it never does
    calls: Sequence[CallNote]
    earlier: Sequence[LedgerEntry]

    @property
    def effective(self) -> list[str]:
        return [call.tool for call in self.calls if call.outcome in _EFFECTIVE]

    @property
    def has_read(self) -> bool:
        return any(call.outcome == "read" for call in self.calls)

    @property
    def has_failed(self) -> bool:
        return any(call.outcome in ("failed", "unknown") for call in self.calls)

    @property
    def has_held(self) -> bool:
        return any(call.outcome == "held" for call in self.calls)


def check_claims(
    reply: str, calls: Sequence[CallNote], *, asked: str = "", earlier: Sequence[LedgerEntry] = ()
) -> Checked:
    """The reply, corrected where it claims what is not so. `asked`: the user's words. `earlier`: ledger rows of turns before."""
    request = read_request(asked)
    said = sentences(reply[:READ_AT_MOST], drafted=request.text_work)
    explains = plain.asks_back(said) or plain.says(said, "declines")
    talks, plays_from = plain.says(said, "talks_of_text"), plain.plays_from(said, len(reply))
    evidence = _Evidence(request, "```" in reply, "already" in reply, explains, talks, plays_from, calls, earlier)
    false = _without_excused(_all_false(said, evidence), said, evidence)
    if not false:
        return Checked(reply, corrected=False)
    return Checked(corrected_reply(reply, false, calls), corrected=True, claims=false)


def _all_false(said: list[Sentence], evidence: _Evidence) -> tuple[Claim, ...]:
    """The false claims, and what else turns out to be one once those are taken out."""
    false = _false_claims(said, evidence) or _closing(said, evidence)
    found = false
    while found:
        taken = {claim.sentence for claim in false}
        found = _false_claims([sentence for sentence in said if sentence not in taken], evidence)
        false = [*false, *found]
    return tuple(false)


def _false_claims(said: list[Sentence], evidence: _Evidence) -> list[Claim]:
    """All that is claimed and nothing backs. Who has claimed one act of their own falsely is not thought to report the next."""
    found = [claim for sentence in said for claim in _claims(sentence, evidence)]
    unbacked = [claim for claim in found if not _is_backed(claim, evidence)]
    false = [claim for claim in unbacked if _counts(claim, evidence)]
    if any(claim.manner == "said" for claim in false):
        return unbacked
    return false or _plain_assertions(said, evidence)


def _plain_assertions(said: list[Sentence], evidence: _Evidence) -> list[Claim]:
    """Where nothing at all ran, every statement of a deed is a claim, whatever its verb: of any deed after an order, of the
    assistant's own where it was asked for them."""
    own_only = _may_report(said, evidence) or not _came_to_nothing(evidence)
    if own_only and not (_came_to_nothing(evidence) or _is_asked_for_deeds(evidence)):
        return []
    own_words = [sentence for sentence in said if not (sentence.is_item and evidence.has_read)]
    found = [claim for sentence in own_words for claim in plain.find(sentence, own_only=own_only)]
    return [claim for claim in found if not (_is_backed(claim, evidence) or _is_retold(claim, evidence.request))]


def _is_asked_for_deeds(evidence: _Evidence) -> bool:
    return evidence.request.asks_us and not (evidence.calls or evidence.request.text_work)


def _closing(said: list[Sentence], evidence: _Evidence) -> list[Claim]:
    """A short answer to such an order that neither asks nor offers nor declines says that it is done, in whatever words."""
    asks = any(sentence.is_question for sentence in said)
    # What was looked up is what was wanted.
    told = evidence.has_read and (not evidence.request.orders or any(sentence.is_item for sentence in said))
    if not _came_to_nothing(evidence) or not evidence.request.firm or asks or told:
        return []
    return list(plain.closing(said, evidence.request.said))


def _came_to_nothing(evidence: _Evidence) -> bool:
    failed = evidence.has_failed and (evidence.explains or evidence.was_so)
    return _is_ordered(evidence) and not (evidence.effective or failed or evidence.hands_over)


def _may_report(said: list[Sentence], evidence: _Evidence) -> bool:
    return evidence.has_read or any(sentence.is_question for sentence in said)


def _claims(sentence: Sentence, evidence: _Evidence) -> list[Claim]:
    """What one sentence may claim; a tick counts where something was ordered."""
    found = list(reading.find(sentence))
    if not found and reading.has_mark(sentence) and _is_ordered(evidence):
        return [reading.marked(sentence)]
    if evidence.request.about and not found:
        found = list(reading.affirmed(sentence, evidence.request.about))
    return found


def _is_ordered(evidence: _Evidence) -> bool:
    return evidence.request.kind == "order" and not evidence.request.text_work


def _counts(claim: Claim, evidence: _Evidence) -> bool:
    """Whether these words claim something of us."""
    if evidence.request.pure_text or _is_text_work(claim, evidence):
        return False
    if _is_retold(claim, evidence.request) or _is_played(claim, evidence):
        return False
    if claim.manner == "said":
        return not (claim.sentence.is_item and evidence.has_read)  # a line of a list that was read
    return not _is_told(claim, evidence)


def _is_text_work(claim: Claim, evidence: _Evidence) -> bool:
    """Whether it speaks of a text that stands in the conversation: "I've added a total"."""
    request = evidence.request
    works = (request.text_work or evidence.hands_over) and not claim.places and not claim.actions & request.orders
    if works and request.writes and not (request.orders or evidence.talks_of_text):
        return True  # the reply is the text
    return works and (claim.manner == "whole" or bool(claim.actions & _TEXT_WORK))


def _is_retold(claim: Claim, request: Request) -> bool:
    """Whether it answers a question with what was on another day: an act on our own shelves that is long over."""
    asks = request.retells or (request.kind == "question" and claim.manner == "shown")
    return asks and not request.orders and claim.earlier_day and not claim.is_outward


def _is_played(claim: Claim, evidence: _Evidence) -> bool:
    """Whether a part in a game says it ("I'm the captain and I've set the sails"); what is on our shelves is no game."""
    promised = claim.actions == {"remind"}
    ours = promised or claim.places or evidence.calls or evidence.request.orders or evidence.request.about
    return claim.sentence.start >= evidence.plays_from and not ours


def _is_told(claim: Claim, evidence: _Evidence) -> bool:
    """Whether a state of things is only told: as it was read, as the user said or did it, or to explain something."""
    request, text = evidence.request, claim.sentence.text
    if any(_fits(claim, call.tool, request) for call in evidence.calls if call.outcome == "failed"):
        return "already" in text  # it was tried and came to nothing
    if "already" in text and (evidence.has_read or evidence.has_failed):
        return True
    kept = text.partition(":")[2].strip(" .!")  # "Noted: sent the letter"
    if _is_echo(claim.words, request) or (claim.words in kept and _is_echo(kept, request)):
        return True
    if request.kind == "order":
        is_other = bool(request.orders) and not claim.actions & request.orders
        return evidence.explains or (evidence.has_read and is_other)
    if claim.actions != ANY and claim.actions & request.deeds:
        return True
    if request.kind == "question":
        return evidence.has_read or not claim.actions & request.about
    return evidence.has_read


def _is_echo(words: str, request: Request) -> bool:
    """Whether these are words of the user's own."""
    return " " in words and words.casefold() in request.words


def _is_backed(claim: Claim, evidence: _Evidence) -> bool:
    """Whether something that ran can be what the claim is about."""
    if any(_fits(claim, tool, evidence.request) for tool in evidence.effective):
        return True
    request = evidence.request
    if request.kind == "question" and evidence.has_read:
        return True
    if claim.past or request.kind != "order":
        return any(row.status == "done" and _fits(claim, row.tool, request) for row in evidence.earlier)
    return False


def _fits(claim: Claim, tool: str, request: Request) -> bool:
    """Whether a call of that tool is what such a claim speaks of."""
    does = reach(tool)
    if claim.places and does.places and not claim.places & does.places:
        return False
    if claim.manner == "whole":
        wanted: Acts = request.orders & OUTWARD
        return not wanted or not request.orders <= OUTWARD or bool(does.actions & request.orders)
    return bool(claim.actions & does.actions)


def _without_excused(false: tuple[Claim, ...], said: list[Sentence], evidence: _Evidence) -> tuple[Claim, ...]:
    """ "Done! It waits for your OK" says how things stand: a bare "done" beside that is no lie."""
    if not (evidence.has_held and plain.says(said, "waits")):
        return false
    return tuple(claim for claim in false if claim.manner != "whole")
