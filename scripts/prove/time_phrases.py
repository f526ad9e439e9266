"""Scores the date parser against public test suites kept in a folder: right, no answer, wrong, answers where none is due.

Usage: python -m scripts.prove.time_phrases FOLDER [--show wrong|missed|noise] [--only NAME]

Three parts: phrases to times (recognizers, duckling, chrono, parsedatetime, dateparser), phrases to rules, rules to
dates. The suites follow their own conventions, so the columns are read apart: a wrong answer is the worst outcome, and
"twin" is the coming reading of a phrase whose suite wants the one gone by.
"""

import argparse
import json
import re
import sys
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from datetime import UTC, date, datetime, time, timedelta
from itertools import islice
from pathlib import Path
from zoneinfo import ZoneInfo

from dateutil.parser import parse as parse_moment
from dateutil.relativedelta import relativedelta
from dateutil.rrule import rrulestr

from app.language.time.phrases import find_time
from app.language.time.recurrence import RuleMatch, find_rule
from app.schedule.occurrences import occurrences
from app.schedule.refusals import ScheduleError
from app.schedule.rules import parse_rule

_UTC = ZoneInfo("UTC")
_CHECKED_DATES = 25
# Chrono writes noon for a bare day, so only these words make noon a time.
_NOON = re.compile(r"\b12(?::\d\d|\s?[ap]\.?m)|noon|midday|\bhours?\b|\bmin", re.IGNORECASE)


@dataclass(frozen=True)
class Case:
    """One phrase with every answer its suite admits; `exact` says how much of the answer counts."""

    group: str
    text: str
    ref: datetime
    expected: tuple[datetime, ...]
    exact: str
    month_first: bool = True


def _rows(folder: Path, name: str) -> Iterator[dict]:
    path = folder / name
    if path.exists():
        with path.open(encoding="utf-8") as lines:
            # A row without its moment cannot be judged.
            yield from (row for row in map(json.loads, lines) if "ref" not in row or _is_moment(row["ref"] or ""))


def _is_moment(text: str) -> bool:
    try:
        return bool(text and parse_moment(text))
    except ValueError:
        return False


def _ref(text: str) -> datetime:
    return parse_moment(text).replace(tzinfo=_UTC)


def _when(text: str) -> datetime:
    return datetime.fromisoformat(text.replace(" ", "T")).replace(tzinfo=None)


_RECOGNIZED = {"date": "day", "datetime": "minute", "time": "clock"}
_RANGES = {"daterange": "day", "datetimerange": "minute", "timerange": "clock"}


def recognizers(folder: Path) -> Iterator[Case]:
    """Recognizers-Text: one result a row; the coming values count where there are any."""
    for row in _rows(folder, "recognizers_en.jsonl"):
        ref, kind = _ref(row["ref"]), row["kind"]
        if kind == "none":
            yield Case("recognizers none", row["text"], ref, (), "none")
            continue
        exact = _RECOGNIZED.get(kind) or _RANGES.get(kind)
        if not exact:
            continue
        if any("timezone" in value for value in row["results"][0]["values"]):
            continue  # these values stay in the zone that was said, ours are in the user's
        values = [value.get("value") or value.get("start") for value in row["results"][0]["values"]]
        times = [_value(value, ref) for value in values if value and value != "not resolved"]
        label = "points" if kind in _RECOGNIZED else "ranges"
        if times:
            yield Case(f"recognizers {label}", row["text"], ref, _coming(times, ref), exact)


def _value(value: str, ref: datetime) -> datetime:
    return _when(f"{ref:%Y-%m-%d}T{value}") if len(value) == len("16:00:00") else _when(value)


def _coming(times: list[datetime], ref: datetime) -> tuple[datetime, ...]:
    ahead = [when for when in times if when.date() >= ref.date()]
    return tuple(ahead or times)


def duckling(folder: Path) -> Iterator[Case]:
    """Duckling: grain tells what counts; guesses (latent) and holidays are groups of their own."""
    for row in _rows(folder, "duckling_en.jsonl"):
        ref = parse_moment(row["ref"])
        if row["kind"] == "none":
            yield Case("duckling none", row["text"], ref, (), "none")
        elif row["kind"] in {"point", "interval"}:
            kind = "points" if row["kind"] == "point" else "ranges"
            group = "holidays" if row.get("holiday") else "latent" if row["set"] == "latentCorpus" else kind
            exact = row["grain"] if row["grain"] in {"hour", "minute", "second"} else "day"
            yield Case(f"duckling {group}", row["text"], ref, (_when(row.get("value") or row["start"]),), exact)


def chrono(folder: Path) -> Iterator[Case]:
    """Chrono: noon without a time in the text means the day alone; strict mode and options are left out."""
    for row in _rows(folder, "chrono_en.jsonl"):
        parser = row["parser"] or ""
        if "strict" in parser or parser.endswith(".fr") or row["options"] or not row.get("ref"):
            continue
        ref = _ref(row["ref"])
        if row["kind"] == "none":
            yield Case("chrono none", row["text"], ref, (), "none")
            continue
        fields = row.get("start_fields") or {}
        start = _chrono_start(row, ref)
        if start is None:
            continue
        hour = (fields.get("hour", 12), fields.get("minute", 0)) if fields else (start.hour, start.minute)
        timed = hour != (12, 0) or _NOON.search(row["text"])
        label = "points" if row["kind"] == "point" else "ranges"
        case = Case(f"chrono {label}", row["text"], ref, (start,), "minute" if timed else "day")
        yield replace(case, month_first=not parser.endswith(".GB"))


def _chrono_start(row: dict, ref: datetime) -> datetime | None:
    if row.get("start"):
        return _when(row["start"])
    fields = dict(row.get("start_fields") or {})
    if not {"year", "month", "day"} <= fields.keys() or fields["year"] < 1:
        return None
    offset = fields.get("timezoneOffset") or fields.get("timezoneOffset", 0) or 0
    day = date(fields["year"], fields["month"], fields["day"])
    start = datetime.combine(day, time(fields.get("hour", 12), fields.get("minute", 0)))
    return start - timedelta(minutes=offset)


def parsedatetime(folder: Path) -> Iterator[Case]:
    """Parsedatetime's own recorded answers; flag 1 is a date, 2 a time, 3 both."""
    exact = {1: "day", 2: "minute", 3: "minute"}
    for row in _rows(folder, "parsedatetime_recorded.jsonl"):
        ref, expected = _ref(row["ref"]), row["expected"]
        if not (isinstance(expected, list) and len(expected) == 2 and isinstance(expected[1], int)):
            continue
        if expected[1] == 0:
            yield Case("parsedatetime none", row["text"], ref, (), "none")
        else:
            yield Case("parsedatetime points", row["text"], ref, (_when(expected[0]),), exact[expected[1]])


def dateparser(folder: Path) -> Iterator[Case]:
    """Dateparser's relative dates in English."""
    for row in _rows(folder, "dateparser_params.jsonl"):
        if row["lang"] != "English" or row["kind"] not in {"ago", "in"}:
            continue
        parts = row["kwargs"].get("ago") or row["kwargs"].get("in_future") or {}
        ref = _ref(row["ref"])
        try:
            delta = relativedelta(**{name: int(count) for name, count in parts.items()})
        except TypeError:
            continue
        when = ref.replace(tzinfo=None) + (delta if row["kind"] == "in" else -delta)
        timed = {"hours", "minutes", "seconds"} & parts.keys()
        yield Case("dateparser relative", row["text"], ref, (when,), "minute" if timed else "day")


def phrase_times(folder: Path) -> Iterator[Case]:
    """The dated rows of the recurrence suite: sentences that are no repetition."""
    for row in _rows(folder, "recurrence_phrases.jsonl"):
        if isinstance(row["expected"], str) and "FREQ" not in row["expected"]:
            exact = "day" if len(row["expected"]) == 10 or row["expected"].endswith("00:00:00") else "minute"
            yield Case("recurrent points", row["text"], _ref(row["ref"]), (_when(row["expected"]),), exact)


def judge(case: Case) -> str:
    """One of: right, missed, wrong, twin; quiet or noise for rows with nothing to find."""
    found = find_time(case.text, case.ref, month_first=case.month_first)
    if case.exact == "none":
        return "noise" if found else "quiet"
    if found is None:
        return "missed"
    when = found.when.replace(tzinfo=None)
    starts = {when, found.window()[0].replace(tzinfo=None)} if "ranges" in case.group else {when}
    exact = "day" if not found.has_time and _keeps_the_hour(case) else case.exact
    if any(_same(start, expected, exact) for expected in case.expected for start in starts):
        return "right"
    return "twin" if _is_twin(when, case) else "wrong"


def _keeps_the_hour(case: Case) -> bool:
    """Whether the suite fills a bare day with the hour at which it was asked, or with noon."""
    now = case.ref.replace(tzinfo=None)
    return all(expected.hour in {now.hour, 12} and expected.date() != now.date() for expected in case.expected)


def _same(found: datetime, expected: datetime, exact: str) -> bool:
    if exact == "clock":
        return (found.hour, found.minute) == (expected.hour, expected.minute)
    if found.date() != expected.date():
        return False
    if exact == "hour":
        return found.hour == expected.hour
    return exact == "day" or (found.hour, found.minute) == (expected.hour, expected.minute)


def _is_twin(found: datetime, case: Case) -> bool:
    """The same phrase read forward: a day, a week, half a day or a year after an answer that had gone by."""
    now = case.ref.replace(tzinfo=None)
    steps = (timedelta(hours=12), timedelta(days=1), timedelta(days=7), relativedelta(months=1), relativedelta(years=1))
    return any(
        expected <= now < found and _same(found, expected + step, case.exact)
        for expected in case.expected
        for step in steps
    )


def rule_results(folder: Path) -> Iterator[tuple[str, str, str]]:
    """Phrases to rules, compared by the dates both rules give."""
    for row in _rows(folder, "recurrence_phrases.jsonl"):
        if isinstance(row["expected"], str) and "FREQ" not in row["expected"]:
            continue
        now = _ref(row.get("ref", "2006-01-01T00:00:00"))
        if isinstance(row["expected"], str):
            row["expected"] = _rule_parts(row["expected"])
        found = find_rule(row["text"], now, month_first=True)
        detail = f"{row['text']!r} -> {found and (found.rule, *found.without)} expected {row['expected']}"
        if row["expected"] is None:
            yield ("noise" if found else "quiet"), "phrase to rule, none", detail
            continue
        group = "exceptions" if {"exrule", "exdate"} & set(row["expected"]) else "rules"
        if found is None:
            yield "missed", f"phrase to rule, {group}", detail
        else:
            same = _same_dates(found, row["expected"], now)
            yield ("right" if same else "wrong"), f"phrase to rule, {group}", detail


def _rule_parts(text: str) -> dict[str, str]:
    return {
        name.lower(): value.rstrip("Z")
        for name, value in (p.split("=") for p in text.removeprefix("RRULE:").split(";"))
    }


def _same_dates(found: RuleMatch, expected: dict, now: datetime) -> bool:
    parts = [f"{name}={value}" for name, value in expected.items() if name not in {"dtstart", "exrule", "exdate"}]
    first = found.first.replace(tzinfo=None)
    start = _compact(expected["dtstart"]) if "dtstart" in expected else first
    kept = (when for when in rrulestr(";".join(parts).upper(), dtstart=start) if not _left_out(when, expected))
    theirs = list(islice(kept, _CHECKED_DATES))
    # One more than theirs, so that a rule that should have ended is seen to go on.
    wanted = len(theirs) + (_ends(expected) and len(theirs) < _CHECKED_DATES)
    ours = occurrences(found.rule, first, _UTC, now - timedelta(days=1), wanted or 1, without=found.without)
    if "HOURLY" in found.rule or "MINUTELY" in found.rule:
        return len(ours) == len(theirs)
    days, shared = [when.date() for when in theirs], [when.date() for when in ours]
    # Suites differ by whether the moment of asking, or the last day itself, still counts.
    return shared in (days, days[1:], days[:-1]) or shared[:-1] == days[1:]


def _left_out(when: datetime, expected: dict) -> bool:
    """Whether the suite's exceptions take out this date: days, moments, months of a year, or the days of a rule."""
    if "exrule" in expected:
        return when.strftime("%a")[:2].upper() in _rule_parts(expected["exrule"])["byday"].split(",")
    dates = expected.get("exdate", ())
    return [when.month, when.year] in dates or f"{when:%Y-%m-%d}" in dates or f"{when:%Y-%m-%d %H:%M:%S}" in dates


def _ends(expected: dict) -> bool:
    return "count" in expected or "until" in expected


def date_results(folder: Path) -> Iterator[tuple[str, str, str]]:
    """Rules to dates, with the engine alone; what `parse_rule` refuses is counted apart."""
    for row in _rows(folder, "rrule_dateutil.jsonl"):
        unfolded = row["rule"] if not (row.get("kwargs") or {}).get("unfold") else row["rule"].replace("\n ", "")
        text = "\n".join(line.strip() for line in unfolded.strip().splitlines())
        start = re.search(r"DTSTART[^:]*:(\d{8}T\d{6})", text)
        rules = re.findall(r"(?:RRULE:)?(FREQ=\S+)", text)
        given = (row.get("kwargs") or {}).get("dtstart")
        if (
            len(rules) == 1
            and (start or given)
            and "RDATE" not in text
            and "EXDATE" not in text
            and "EXRULE" not in text
        ):
            when = _compact(start.group(1)) if start else _when(given)
            yield _dates("dateutil", rules[0], when, [_when(value) for value in row["expected"]])
    for row in _rows(folder, "rrule_libical.jsonl"):
        if row["error"] or row["start_at"] or row["from_"] or row["to"]:
            continue
        expected = [_compact(value) for value in row["expected"]]
        yield _dates("libical", row["rrule"], _compact(row["dtstart"]), expected)
    for row in _rows(folder, "rrule_js.jsonl"):
        rule, start = _from_js(row["options"])
        if rule and start:
            yield _dates("rrule.js", rule, start, [_when(value) for value in row["expected"]])


def _compact(value: str) -> datetime:
    return datetime.fromisoformat(value.rstrip("Z"))


_JS_NAMES = {"byweekday": "BYDAY", "byweekno": "BYWEEKNO", "bynweekday": "BYDAY"}


def _from_js(options: str) -> tuple[str | None, datetime | None]:
    """The options of rrule.js, a JavaScript literal, as rule text; None for what is not a plain rule."""
    start = re.search(r"dtstart: parse\('(\d{8}T\d{6})'\)", options)
    parts: list[str] = []
    for name, value in re.findall(r"(\w+): (\[[^\]]*\]|[\w.()'-]+)", options):
        if name == "dtstart":
            continue
        if name == "byeaster" or ("parse" in value and name != "until"):
            return None, None
        plain = re.sub(r"RRule\.(\w\w)\.nth\((-?\d+)\)", r"\2\1", value)
        plain = re.sub(r"RRule\.", "", plain).strip("[]").replace(" ", "")
        until = re.search(r"parse\('(\d{8}T\d{6})'\)", plain)
        parts.append(f"{_JS_NAMES.get(name, name.upper())}={until.group(1) if until else plain}")
    return ";".join(parts), _compact(start.group(1)) if start else None


def _dates(suite: str, rule: str, start: datetime, expected: list[datetime]) -> tuple[str, str, str]:
    detail = f"{rule} from {start} expected {expected[:3]}"
    try:
        found = occurrences(rule, start, _UTC, start.replace(tzinfo=UTC) - timedelta(seconds=1), len(expected) or 1)
    except ScheduleError:
        return "refused" if expected else "right", f"rule to dates, {suite}", detail
    ours = [when.replace(tzinfo=None) for when in found]
    outcome = "right" if ours == expected else "wrong"
    return outcome, f"rule to dates, {suite}", f"{detail} got {ours[:3]}"


def refused(folder: Path) -> int:
    """How many rules of the suites the product would not run (floods and parts of other standards)."""
    count = 0
    for row in _rows(folder, "rrule_dateutil.jsonl"):
        for rule in re.findall(r"(FREQ=\S+)", row["rule"]):
            try:
                parse_rule(rule)
            except ScheduleError:
                count += 1
    return count


SUITES: tuple[Callable[[Path], Iterator[Case]], ...] = (
    recognizers,
    duckling,
    chrono,
    parsedatetime,
    dateparser,
    phrase_times,
)
_COLUMNS = ("right", "missed", "wrong", "twin", "refused", "quiet", "noise")


def _phrase_results(folder: Path) -> Iterator[tuple[str, str, str]]:
    for suite in SUITES:
        for case in suite(folder):
            outcome = judge(case)
            found = find_time(case.text, case.ref, month_first=case.month_first)
            said = f"{found.text!r} {found.when:%a %Y-%m-%d %H:%M}" if found else "nothing"
            wanted = ", ".join(f"{when:%a %Y-%m-%d %H:%M}" for when in case.expected[:2])
            yield (
                outcome,
                case.group,
                f"{case.text!r} ({case.ref:%a %Y-%m-%d %H:%M}) {said}; wanted {wanted} [{case.exact}]",
            )


def main() -> int:
    """Scores every suite in the folder and prints one line a group."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else "")
    parser.add_argument("folder", type=Path)
    parser.add_argument("--show", default="")
    parser.add_argument("--only", default="")
    options = parser.parse_args()
    totals: dict[str, Counter[str]] = {}
    for results in (_phrase_results, rule_results, date_results):
        for outcome, group, detail in results(options.folder):
            totals.setdefault(group, Counter())[outcome] += 1
            if outcome == options.show and options.only in group:
                sys.stdout.write(f"{group}: {detail}\n")
    sys.stdout.write(_table(totals))
    sys.stdout.write(f"rules the product refuses to run: {refused(options.folder)}\n")
    return 0


def _table(totals: dict[str, Counter[str]]) -> str:
    lines = [f"{'':34}{'rows':>6}" + "".join(f"{name:>9}" for name in _COLUMNS)]
    for group, counts in totals.items():
        cells = "".join(f"{counts[name] or '':>9}" for name in _COLUMNS)
        share = f"{100 * (counts['right'] + counts['twin']) / counts.total():>7.0f} %" if "none" not in group else ""
        lines.append(f"{group:34}{counts.total():>6}{cells}{share}")
    return "\n".join(lines) + "\n"


if __name__ == "__main__":
    sys.exit(main())
