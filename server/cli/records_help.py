"""The help of the commands that work on records, assembled from what each game says of its own."""

from __future__ import annotations

from server.records.registry import RECORDS, fallback


def replay() -> str:
    """Return the paragraphs of `kibitz replay --help`: the formats, and the fields of each game's rows."""
    reads = [each.reads for each in RECORDS.values()]
    fields = "; ".join(
        f"{_of(each.title, each.noun)}: {', '.join(each.row_type.__struct_fields__)}{each.row_note}"
        for each in RECORDS.values()
    )
    return (
        f"{_listed(reads)}: the content tells which.\n\n"
        f"The fields {fields}.\n\n"
        "Exit code 1 if any record is refused; `error` says where in the file which rule is broken."
    )


def replay_dd() -> str:
    """Return the help of `kibitz replay --dd`."""
    return " ".join(each.analysing.about for each in RECORDS.values() if each.analysing)


def convert() -> str:
    """Return the paragraphs of `kibitz convert --help`."""
    games = " ".join(each.conversion.about for each in RECORDS.values() if each.conversion)
    others = " ".join(
        f"{each.not_converted[0].upper()}{each.not_converted[1:]}."
        for each in RECORDS.values()
        if each.conversion is None
    )
    return (
        f"{games} {others}\n\n"
        "Exit code 1 if a record is left out; stderr says where it stands and why. What else was not read, or"
        " not as the format has it, is said there with its line."
    )


def convert_to() -> str:
    """Return the help of `kibitz convert --to`: each game's formats, and the endings that tell one."""
    games, endings = [], []
    for each in RECORDS.values():
        if each.conversion is None:
            continue
        forms = list(each.formats.values())
        games.append(f"{_listed([form.name for form in forms], 'or')} for {each.many}")
        endings += [(suffix, form.name) for form in forms for suffix in form.suffixes]
    meant: dict[str, list[str]] = {}
    for suffix, name in endings:
        meant.setdefault(suffix, []).append(name)
    told = ", ".join(f"{suffix} for {' or '.join(names)}" for suffix, names in meant.items())
    return f"{'; '.join(games)}; without it OUT's ending tells: {told}."


def convert_dd() -> str:
    """Return the help of `kibitz convert --dd`."""
    return " ".join(
        f"Add {each.analysing.added} to {each.many}." for each in RECORDS.values() if each.analysing
    )


def deal() -> str:
    """Return the paragraphs of `kibitz deal --help`."""
    return "\n\n".join(each.dealing.about for each in RECORDS.values() if each.dealing)


def default_game() -> str:
    """Return the game that `kibitz deal` deals where none is named."""
    return fallback().game


def _of(title: str, noun: str) -> str:
    return f"of a {noun} of {title}"


def _listed(words: list[str], last: str = "and") -> str:
    return f" {last} ".join((", ".join(words[:-1]), words[-1])) if len(words) > 1 else words[0]
