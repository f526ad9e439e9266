"""Words of people are read in `app/language` and by the offline model, from tables: nowhere else do they stand in expressions.

What stands elsewhere from before is counted here, and may only become less.
"""

import ast
import re
from pathlib import Path

APP = Path(__file__).resolve().parents[2] / "app"
_WORDS = re.compile(r"[a-zà-ÿ]{2,}(?:\|[a-zà-ÿ][a-zà-ÿ ']*){3,}")  # four words or more, any of which will do
_READERS = ("language/", "models/offline/")
BEFORE = {
    "briefings/dates.py": 4,
    "briefings/faithful.py": 2,
    "learning/answers.py": 10,
    "learning/dates.py": 3,
    "learning/offering.py": 3,
    "learning/running/checking.py": 1,
    "learning/running/rules.py": 9,
    "loops/intentions.py": 5,
    "memory/sanitised.py": 5,
    "models/manners.py": 9,
    "schedule/cron.py": 1,
    "schedule/zones.py": 1,
    "tools/amending.py": 8,
    "tools/forgetting.py": 2,
    "tools/past.py": 3,
    "tools/past_days.py": 4,
    "tools/quiet.py": 4,
    "tools/routines.py": 4,
    "tools/schedules.py": 1,
    "tools/standing.py": 3,
    "tools/tasks.py": 1,
    "tools/when.py": 2,
    "watching/amounts.py": 2,
    "watching/reading.py": 1,
    "watching/tasks.py": 1,
    "workers/follow_up.py": 1,
}


def _alternations(file: Path) -> int:
    tree = ast.parse(file.read_text(encoding="utf-8"))
    with_docstring = (ast.Module, ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef)
    docstrings = {
        id(node.body[0].value)
        for node in ast.walk(tree)
        if isinstance(node, with_docstring) and node.body and isinstance(node.body[0], ast.Expr)
    }
    texts = (node for node in ast.walk(tree) if isinstance(node, ast.Constant) and isinstance(node.value, str))
    return sum(bool(_WORDS.search(str(node.value))) for node in texts if id(node) not in docstrings)


def test_words_of_people_stand_in_tables() -> None:
    found = {
        name: count
        for file in APP.rglob("*.py")
        if not (name := file.relative_to(APP).as_posix()).startswith(_READERS) and (count := _alternations(file))
    }
    more = {name: count for name, count in found.items() if count > BEFORE.get(name, 0)}
    assert more == {}
    fewer = {name: count for name, count in BEFORE.items() if found.get(name, 0) < count}
    assert fewer == {}, "take it off the count"
