"""Which letters beyond ASCII a language writes, and the older charsets its texts come in.

Data for `charset`. The order is the order of preference in a draw: western first.
"""

# Typographic signs that every region's text may hold; they tell nothing.
NEUTRAL = frozenset("‘’“”‚„–—…•·°§©®™€£«»‹›¿¡ºª\u00a0´×÷±½¼²№、。，：；！？「」『』（）《》“”・")

_WESTERN = {
    "en": "éèêëïôöüçñàáíóúâî",
    "fr": "àâæçéèêëîïôùûüÿœ",
    "de": "äöüßé",
    "es": "áéíñóúü",
    "it": "àèéìòùî",
    "pt": "áâãàçéêíóôõúü",
    "nl": "éëïöüèáó",
    "sv": "åäöé",
    "da": "æøåé",
}
_CENTRAL = {
    "pl": "ąćęłńóśźż",
    "cs": "áčďéěíňóřšťúůýž",
    "sk": "áäčďéíĺľňóôŕšťúýž",
    "hu": "áéíóöőúüű",
    "hr": "čćđšž",
    "ro": "ăâîşţșț",
}
_CYRILLIC = {
    "ru": "абвгдежзийклмнопрстуфхцчшщъыьэюяё",
    "uk": "абвгґдеєжзиіїйклмнопрстуфхцчшщьюя",
    "bg": "абвгдежзийклмнопрстуфхцчшщъьюя",
    "sr": "абвгдђежзијклљмнњопрстћуфхцчџш",
}
_GREEK = "αβγδεζηθικλμνξοπρσςτυφχψωάέήίόύώϊϋΐΰ΄"
_HEBREW = "אבגדהוזחטיךכלםמןנסעףפץצקרשת"
_ARABIC = "ءآأؤإئابةتثجحخدذرزسشصضطظعغفقكلمنهوىيـًٌٍَُِّْ،؛؟"
_THAI = "".join(map(chr, (*range(0x0E01, 0x0E3B), *range(0x0E3F, 0x0E5C))))

ALPHABETS: dict[tuple[str, str], frozenset[str]] = {
    **{("cp1252", language): frozenset(letters) for language, letters in _WESTERN.items()},
    **{("cp1250", language): frozenset(letters) for language, letters in _CENTRAL.items()},
    ("cp1254", "tr"): frozenset("çğıöşüâîûi̇"),
    **{("cp1251", language): frozenset(letters) for language, letters in _CYRILLIC.items()},
    ("koi8_r", "ru"): frozenset(_CYRILLIC["ru"]),
    # The characters of these are too many to list: see LEVEL_ONE.
    ("cp932", "ja"): frozenset(),
    ("euc_jp", "ja"): frozenset(),
    ("gb18030", "zh"): frozenset(),
    ("big5", "zh"): frozenset(),
    ("euc_kr", "ko"): frozenset(),
    ("cp1253", "el"): frozenset(_GREEK),
    ("cp1255", "he"): frozenset(_HEBREW),
    ("cp1256", "ar"): frozenset(_ARABIC),
    ("cp1257", "lt"): frozenset("ąčęėįšųūž"),
    ("cp1257", "lv"): frozenset("āčēģīķļņšūž"),
    ("cp1257", "et"): frozenset("äõöüšž"),
    ("cp1252", "is"): frozenset("áðéíóúýþæö"),
    ("cp866", "ru"): frozenset(_CYRILLIC["ru"]),
    ("cp874", "th"): frozenset(_THAI),
}
LEVEL_ONE = frozenset({"ja", "zh", "ko"})

# Letters of another script than ours don't stand in one word with ours.
OTHER_SCRIPT = frozenset({"ru", "uk", "bg", "sr", "el", "he", "ar", "th"})

# The commonest characters of each: a third of any text or more is made of them.
COMMON = {
    "fr": frozenset("éèà"),
    "de": frozenset("äüö"),
    "es": frozenset("óáí"),
    "it": frozenset("èàù"),
    "pt": frozenset("ãçé"),
    "nl": frozenset("éëï"),
    "sv": frozenset("äåö"),
    "da": frozenset("øåæ"),
    "pl": frozenset("ąęłż"),
    "cs": frozenset("áíěč"),
    "sk": frozenset("áíčž"),
    "hu": frozenset("áéöő"),
    "hr": frozenset("čšž"),
    "ro": frozenset("ăîţș"),
    "tr": frozenset("ıüş"),
    "lt": frozenset("ėšž"),
    "lv": frozenset("āīē"),
    "et": frozenset("äõü"),
    "ru": frozenset("оеаинтсрвл"),
    "uk": frozenset("оаинітеврс"),
    "bg": frozenset("аеоитнсрвл"),
    "sr": frozenset("аоеинртсју"),
    "el": frozenset("αοιετσνηυρ"),
    "he": frozenset("יוהלאמרתבש"),
    "ar": frozenset("اليمونرتبة"),
    "th": frozenset("านรอกเงมยล"),
    "zh": frozenset(
        "的一是不了在人有我他这这個个们们中来來上大为為和国國地到以说說时時要就出会會可也你对對生能而子那得于於着著下自之年过過发發后後作里"
        "用道行所然家种種事成方多经經么麼去法学學如都同现現当當没沒动動面起看定天分还還进進好小部其些主样樣理心她本前开開但因只从從想"
        "实實日军軍者意无無力它与與长長把机機十民第公此已工使情明性知全三又关關点點正业業外将將两兩高间間由问問很最重并並物手应應月请請"
    ),
    "ja": frozenset(
        "のにはをたがでとしてれさいなるあっらくまもうかりこきすよだんそつけせじどえめちょゃゅンースルトリアイクシドレラタテプ"
    ),
    "ko": frozenset(
        "이다는에의을를가고하지한기로사은도리해자어인대있시나서아일그으니라게습과만제정전여주부오보수장스구었요면내안세들거"
    ),
}
