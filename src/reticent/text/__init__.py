"""Texts and the places in them."""

from reticent.language import DEFAULT_LANGUAGE, Tagger
from reticent.text.analysis import Analysis, analyze, analyze_text, forget_texts
from reticent.text.contexts import Context, contexts
from reticent.text.document import Cell, Document, Mention, Span, merge_spans
from reticent.text.sentences import normal_form, normal_words, paragraphs, sentences
from reticent.text.terms import Term, terms
from reticent.text.tokens import TOKENIZER_VERSION, Token, tokenize

default_tagger = DEFAULT_LANGUAGE.tagger
"""The tagger that ships with the package, loaded once."""

__all__ = [
    "TOKENIZER_VERSION",
    "Analysis",
    "Cell",
    "Context",
    "Document",
    "Mention",
    "Span",
    "Tagger",
    "Term",
    "Token",
    "analyze",
    "analyze_text",
    "contexts",
    "default_tagger",
    "forget_texts",
    "merge_spans",
    "normal_form",
    "normal_words",
    "paragraphs",
    "sentences",
    "terms",
    "tokenize",
]
