"""The languages that there are, by their names, and which one a person asks for."""

import os
import re

from spanish21.sentences.english import ENGLISH
from spanish21.sentences.language import Language
from spanish21.sentences.spanish import SPANISH

LANGUAGES = {language.code: language for language in (ENGLISH, SPANISH)}


def language_of_terminal() -> str:
    """The terminal's language setting, such as es_ES.UTF-8."""
    return next(filter(None, (os.environ.get(name, "") for name in ("LC_ALL", "LC_MESSAGES", "LANG"))), "")


def language_of(asked: str) -> Language:
    """The first language of a list that there is: of a browser's Accept-Language, or of a terminal's LANG.

    >>> [language_of(text).code for text in ("es-MX,es;q=0.9,en;q=0.8", "es_ES.UTF-8", "de, es", "C", "")]
    ['es', 'es', 'es', 'en', 'en']
    """
    for one in re.split(r"[,:]", asked.lower()):
        found = LANGUAGES.get(re.split(r"[-_.;@]", one.strip())[0])
        if found is not None:
            return found
    return ENGLISH
