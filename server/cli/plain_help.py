"""Help texts that name the values of options in words: a number, seconds, a file, an address."""

from __future__ import annotations

from copy import copy
from pathlib import Path
from typing import Any

from typer.core import TyperCommand, TyperGroup


class PlainCommand(TyperCommand):
    """A command with a help text in words, without the names of Python types, such as `<str>`."""

    def format_help(self, ctx: Any, formatter: Any) -> None:
        """Write the help text of this command."""
        shown = self.as_shown()
        params = [self.shown_param(param) for param in self.get_params(ctx)]
        shown.get_params = lambda _: params
        super(PlainCommand, shown).format_help(ctx, formatter)

    def as_shown(self) -> Any:
        """Return a copy of this command from which its help text is written.

        In the copy, each paragraph of the help text is one line, so that only the width of the terminal
        breaks lines.
        """
        shown = copy(self)
        shown.help = in_whole_paragraphs(self.help)
        return shown

    def shown_param(self, param: Any) -> Any:
        """Return a copy of a parameter of this command, as it is shown in the help."""
        return in_words(param)


class PlainGroup(TyperGroup):
    """A group of commands with a help text in words, like that of a `PlainCommand`."""

    def format_help(self, ctx: Any, formatter: Any) -> None:
        """Write the help text of this group of commands."""
        shown: Any = copy(self)
        shown.help = in_whole_paragraphs(self.help)
        params = [in_words(param) for param in self.get_params(ctx)]
        shown.get_params = lambda _: params
        super(PlainGroup, shown).format_help(ctx, formatter)


def in_whole_paragraphs(text: str | None) -> str:
    """Return a help text with each paragraph as one line, which only the width of the terminal breaks."""
    return "\n\n".join(" ".join(paragraph.split()) for paragraph in (text or "").split("\n\n"))


def in_words(param: Any) -> Any:
    """Return a copy of a parameter that the help shows with the kind of its values in words."""
    shown, kind = copy(param), kind_of(param)
    shown.display_type_rich = lambda ctx: kind
    return shown


def kind_of(param: Any) -> str | None:
    """Return the words for the kind of a parameter's values, None for a switch and for a plain text.

    For an option, the words for its values are its `metavar`. The `metavar` of an argument is its name, and
    the name and the help of an argument say what it is.
    """
    if param.param_type_name == "argument":
        return "file" if _is_file(param) else None
    if param.metavar is None and _is_file(param):
        return "file"
    return None if param.is_flag else param.metavar


def _is_file(param: Any) -> bool:
    return Path in (
        param.type_descriptor.annotation,
        *getattr(param.type_descriptor.annotation, "__args__", ()),
    )
