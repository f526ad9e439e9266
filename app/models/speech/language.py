"""Which language a text is in, well enough to choose a voice: by its script, then by its most common little words.

Pure. Short or mixed texts are taken to be in the language their reader usually speaks.
"""

import re
import unicodedata

# Scripts that mean one language, by the first word of a character's Unicode name.
_SCRIPTS = {
    "HIRAGANA": "ja",
    "KATAKANA": "ja",
    "HANGUL": "ko",
    "CYRILLIC": "ru",
    "GREEK": "el",
    "ARABIC": "ar",
    "HEBREW": "he",
    "DEVANAGARI": "hi",
    "BENGALI": "bn",
    "TAMIL": "ta",
    "THAI": "th",
    "GEORGIAN": "ka",
    "ARMENIAN": "hy",
}
_SAME_SCRIPT = {
    "CYRILLIC": ("ru", "uk", "bg", "sr", "mk", "be", "kk"),
    "ARABIC": ("ar", "fa", "ur"),
    "DEVANAGARI": ("hi", "mr", "ne"),
}
_LITTLE_WORDS = {
    "en": "the and is are to of you your it that this for with have has at on was will not what i",
    "fr": "le la les des une est et vous pour pas dans que qui avec sur je tu il nous votre ce cette au du",
    "de": "der die das und ist ein eine nicht ich du sie wir mit auf für den dem im um zu von hast habe",
    "es": "el los las una es y que para con por no del al tu su se lo como está tienes",
    "it": "il lo gli una è e che per con non di del della sono hai tuo questo alle nel",
    "pt": "o os as uma é e que para com não do da em você seu está às no na",
    "nl": "de het een en is van je niet met voor op dat ik zijn heb hebt aan om te",
    "sv": "och är att det en ett för på du inte med som har jag till av den",
    "da": "og er at det en et for på du ikke med som har jeg til af den",
    "pl": "i w na się nie jest z do że o to masz dla jak po",
    "tr": "ve bir bu için ile de da ne var değil çok mi",
}
_TABLE = {language: frozenset(words.split()) for language, words in _LITTLE_WORDS.items()}
_WORD = re.compile(r"[^\W\d_]+")
_ENOUGH = 2
_SAMPLE = 2_000


def language_of(text: str, usual: str) -> str:
    """A code such as "en"; `usual` where the text doesn't say."""
    sample = text[:_SAMPLE]
    script = _script(sample)
    if script == "CJK":
        return usual if usual in ("zh", "ja", "yue") else "zh"
    if script in _SCRIPTS:
        return usual if usual in _SAME_SCRIPT.get(script, ()) else _SCRIPTS[script]
    words = [word.lower() for word in _WORD.findall(sample)]
    counts = {language: sum(word in known for word in words) for language, known in _TABLE.items()}
    best = max(counts, key=lambda language: (counts[language], language == usual))
    if counts[best] < _ENOUGH or (usual in counts and counts[best] < counts[usual] + _ENOUGH):
        return usual
    return best


def _script(text: str) -> str:
    """The script of at least a third of the letters, other than Latin; Japanese is known by its syllables."""
    letters = [unicodedata.name(letter, "LATIN").split(" ")[0] for letter in text if letter.isalpha()]
    if any(letter in ("HIRAGANA", "KATAKANA") for letter in letters):
        return "HIRAGANA"
    for script in ("CJK", *_SCRIPTS):
        if 3 * letters.count(script) > len(letters):
            return script
    return "LATIN"
