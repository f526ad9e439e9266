"""What can be wrong with an archive or a row of it, as codes, and the sentence for each. Data only: the process that reads tells codes, never
sentences."""

from collections.abc import Mapping

# The whole archive.
ARCHIVE: Mapping[str, str] = {
    "not_a_zip": "That file isn't a zip archive. Choose the .zip made of the folder that Samsung Health wrote.",
    "truncated": "The archive ends in the middle, so it was not copied wholly. Copy it again and start the import anew.",
    "encrypted": "The archive is locked with a password. Make one without a password and import that.",
    "bomb": "The archive unpacks to far more than any Samsung Health export, so I stopped. Make it anew with Samsung Health.",
    "damaged": "The archive is damaged. Make or copy it again and start the import anew.",
    "nothing": "There is nothing from Samsung Health in that archive. In Samsung Health: Settings, Download personal data; then zip that folder.",
    "gone": "The archive isn't where it was any more. Put it back, or start the import anew.",
    "changed": "The archive has changed since the import began. Start the import anew: what was kept stays and comes only once.",
    "missing": "There is no such file. Check its path and try again.",
    "folder": "That is a folder. Make a zip archive of it and import that.",
    "unreadable": "I'm not allowed to read that file. Change its permissions and start the import anew.",
    "stopped": "Reading the archive failed again and again, so I stopped. What was kept stays. Make the archive anew and start the import again.",
}

# Rows and files of it. A detail is the file that holds a row's values minute by minute.
ROWS: Mapping[str, str] = {
    "no_time": "there is no time, or none that can be read",
    "no_value": "there is no value",
    "not_a_number": "the value is not a number",
    "out_of_range": "the value can't be right",
    "ends_before_start": "it ends before it starts",
    "too_long": "it lasts too long",
    "too_old": "it is from before 1990",
    "in_the_future": "it is from the future",
    "deleted": "it was deleted here before",
    "unreadable": "the line can't be read",
    "too_large": "the file or line is far larger than Samsung Health writes them",
    "too_many": "there are more of them than Samsung Health writes",
    "no_columns": "the columns that tell the measurement are missing",
    "detail_missing": "the file with the values by the minute is not in the archive; where the row has a value of its own, that was taken",
    "detail_unreadable": "the file with the values by the minute can't be read; where the row has a value of its own, that was taken",
    "no_night": "these sleep stages belong to no night in the archive",
    "damaged": "the file is damaged; what came before the damage was taken",
    "name": "the file's name leads out of the archive",
    "link": "it is a link to another file",
    "twice": "the archive has another file of that name",
    "packed": "the file is packed in a way I don't read",
    "not_measured": "holds no measurements of the body",
    "not_used": "says again what other files say, or what isn't measured here yet",
    "not_known": "I don't know what it holds",
}
