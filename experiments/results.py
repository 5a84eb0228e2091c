"""Which experiment stands behind which figures of the documentation."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Result:
    """What one command measures, the page that shows it, and the files that it writes into `docs/figures`.

    `by_hand` says why it can't run by itself among all the others: it wants an older version, another tool or readers.
    """

    module: str
    shows: str
    page: str
    pictures: tuple[str, ...] = ()
    json: str = ""
    one_thread: bool = False
    by_hand: str = ""

    @property
    def command(self) -> str:
        """What to type in the project's root."""
        threads = "OPENBLAS_NUM_THREADS=1 " if self.one_thread else ""
        json = f" --json docs/figures/{self.json}" if self.json else ""
        return f"{threads}python -m experiments.{self.module}{json}"


RESULTS = (
    Result(
        "all", "all of these, one after the other, with a stamp in each file", "../reference/reproduce.md"
    ),
    Result(
        "ground_floor",
        "tagger, WordNet, patterns, import of the package",
        "measurements.md",
        json="ground-floor.json",
    ),
    Result(
        "languages",
        "identifiers in languages besides English by cross-validation, and the speed",
        "measurements.md",
        json="languages.json",
        one_thread=True,
    ),
    Result(
        "speed",
        "processor time of tickets, court cases, a protected name and starting, against an older version",
        "measurements.md",
        json="speed.json",
        by_hand="it compares with the sources of an older version (--before)",
    ),
    Result(
        "house",
        "the code itself: modules, lines, names and numbers, and the road of one note through it, against an older version",
        "measurements.md",
        json="house.json",
        by_hand="it compares with the sources of an older version (--before)",
    ),
    Result(
        "review",
        "a review: processor time of a check and a hint, the light against apply's exit code, undo",
        "measurements.md",
        json="review.json",
    ),
    Result(
        "review_page",
        "the review page in a browser: until it can be used, a key is answered, a leak is shown, the light turns",
        "../how-to/review-in-the-browser.md",
        json="review-page.json",
    ),
    Result(
        "scale",
        "from ten thousand to a million notes on processes and on Spark: notes a second a core, memory; an index over them",
        "scale.md",
        json="scale.json",
        by_hand="it needs Spark, and a million notes take hours",
    ),
    Result(
        "shards",
        "an index in shards over a million documents: what it costs to build and to ask, and whether counts add up",
        "scale.md",
        json="shards.json",
    ),
    Result(
        "gateway",
        "the gateway before a language model: by how much later the first word comes",
        "measurements.md",
        json="gateway.json",
    ),
    Result(
        "service",
        "the service under 64 clients: statuses, /livez, documents a second, memory",
        "measurements.md",
        json="service.json",
    ),
    Result(
        "service_rival",
        "the service beside Presidio's: requests a second, times, memory",
        "measurements.md",
        json="service-rival.json",
        by_hand="it needs another environment with Presidio (--presidio)",
    ),
    Result("tagger", "the tagger alone", "measurements.md"),
    Result("wordnet", "WordNet alone", "measurements.md"),
    Result("patterns", "the patterns alone", "measurements.md"),
    Result(
        "layouts",
        "every kind of value in every layout, findings in ordinary text",
        "detection.md",
        json="layouts.json",
    ),
    Result(
        "protected_names",
        "protected names in every context, with each model, and releases that change when sanitized twice",
        "detection.md",
        json="protected-names.json",
    ),
    Result(
        "disguises",
        "names in disguise, lone surnames in letters, code and logs",
        "detection.md",
        json="disguises.json",
    ),
    Result(
        "whole_document",
        "what whole releases take that is no name",
        "detection.md",
        json="whole-document.json",
    ),
    Result(
        "careful",
        "thresholds of the careful setting",
        "detection.md",
        json="careful.json",
    ),
    Result(
        "peers",
        "reticent beside Presidio on every public set",
        "detection.md",
        json="peers.json",
    ),
    Result(
        "passes",
        "what each pass after the name tagger's CRF is worth",
        "detection.md",
        json="passes.json",
    ),
    Result(
        "demographics",
        "words that say what somebody is, found in web texts",
        "detection.md",
        json="demographics.json",
    ),
    Result(
        "national_numbers",
        "what is found of national numbers in texts without any",
        "detection.md",
        json="national-numbers.json",
    ),
    Result("tripwire", "what the second matcher makes go", "promises.md", json="tripwire.json"),
    Result(
        "files_tables",
        "words removed from binary tables that hold each several times; time, memory and size of long tables and workbooks",
        "../how-to/release-a-table.md",
        json="files-tables.json",
    ),
    Result(
        "counting",
        "counting against a search engine",
        "knowledge.md",
        ("counting-growth.svg",),
        "counting.json",
        one_thread=True,
    ),
    Result(
        "real_notes",
        "how many real notes and transcriptions are released with default options, and how many words go as never seen",
        "measurements.md",
        json="real-notes.json",
    ),
    Result(
        "conditions",
        "which of a hundred conditions of general practice can be protected, with which knowledge",
        "knowledge.md",
        json="conditions.json",
    ),
    Result(
        "names",
        "the name tagger by cross-validation: court cases, WikiGold, invented documents of eight writers",
        "detection.md",
        json="names.json",
        one_thread=True,
    ),
    Result(
        "detection",
        "the name tagger that ships: mails, transcriptions, biographies, Presidio, speed",
        "detection.md",
        json="detection.json",
        one_thread=True,
    ),
    Result(
        "cg_articles",
        "(C, g(C))-sanitization against lists of telling terms: twelve articles, the paper's two among them",
        "cg-sanitization.md",
        json="cg-articles.json",
    ),
    Result(
        "giveaways",
        "150 texts with what gives a secret away: how much goes, how much else stays, and which cap was chosen",
        "cg-sanitization.md",
        json="giveaways.json",
    ),
    Result(
        "other_secrets",
        "60 texts with secrets that are no diseases: how much of what tells goes, at which cost, and what the verdict says",
        "cg-sanitization.md",
        json="secrets.json",
    ),
    Result(
        "cg_sanitization",
        "(C, g(C))-sanitization: case study, attack, speed, greedy gap",
        "cg-sanitization.md",
        ("cg-attack.png", "cg-speed.png"),
        "cg-sanitization.json",
    ),
    Result(
        "readers",
        "who guesses a hidden condition: readers that planners used, readers that none used, blind language models",
        "readers.md",
        ("readers.svg",),
        "readers.json",
        one_thread=True,
    ),
    Result(
        "inference",
        "how likely a language model names what a release hides, predicted without asking one",
        "readers.md",
        ("inference.svg",),
        "inference.json",
    ),
    Result(
        "indistinct",
        "readers of the whole text: words kept and place of the hidden disease at three k, plans beside the bound, speed",
        "indistinct.md",
        ("indistinct.svg",),
        "indistinct.json",
    ),
    Result(
        "linkage",
        "court cases that a search for unchanged words leads back to, after masking, and what it costs that there are none",
        "no-linkage.md",
        json="linkage.json",
        one_thread=True,
    ),
    Result(
        "assess_speed",
        "the figures of a dossier for ten thousand notes: seconds on two processes, and whether Spark gives the same",
        "../how-to/decide-on-a-release.md",
        by_hand="seconds mean something only on a machine that does nothing else",
        one_thread=True,
    ),
    Result(
        "biographies_search",
        "352 biographies: how often search engines over public texts find the right person, against the words that are kept",
        "indistinct.md",
        json="biographies-search.json",
        one_thread=True,
    ),
    Result(
        "dossiers",
        "five prepared collections with their dossiers, two of which should not go out, for readers who see nothing else",
        "../how-to/decide-on-a-release.md",
        by_hand="readers decide on what it prepares, in a folder that it is given",
    ),
    Result(
        "correlations",
        "correlations: masks, attack, cost",
        "correlations.md",
        ("correlations-attack.svg", "correlations-precision-recall.svg"),
        "correlations.json",
        one_thread=True,
    ),
    Result(
        "k_safety",
        "K-safety: Figures 5 to 10 of the paper, larger documents and databases",
        "k-safety.md",
        tuple(f"k-safety-figure-{number}.png" for number in range(5, 11)),
        "k-safety.json",
        by_hand="its exact searches take more than an hour",
    ),
    Result("k_safety_real", "K-safety: a letter, 10,760 diseases", "k-safety.md", json="k-safety-real.json"),
    Result(
        "k_safety_use",
        "K-safety: pooled notes, generalizing, terms as people write them, companions",
        "k-safety.md",
        json="k-safety-use.json",
    ),
    Result(
        "k_safety_departures",
        "K-safety: where figures differ from the paper's",
        "k-safety.md",
        json="k-safety-departures.json",
    ),
    Result(
        "replacements",
        "(C, g(C))-sanitization: 500 replacements on real texts, for a reader to judge",
        "replacements.md",
        json="replacements.json",
    ),
    Result(
        "marks",
        "(C, g(C))-sanitization: words, typed marks and gaps in clinical notes, and the information kept",
        "replacements.md",
        json="marks.json",
    ),
    Result(
        "t_plausibility_reading",
        "t-plausibility: replacements on real paragraphs, for a reader to judge",
        "t-plausibility.md",
        json="t-plausibility-reading.json",
    ),
    Result(
        "correlations_example",
        "correlations: the worked text of the paper by the indices that ship",
        "correlations.md",
        json="correlations-example.json",
    ),
    Result(
        "k_safety_effort",
        "K-safety: documents whose fewest deletions are proven, by the steps of the search",
        "k-safety.md",
        json="k-safety-effort.json",
    ),
    Result(
        "excerpts",
        "(C, g(C))-sanitization: whether excerpts of a release keep its promise, and what it costs that all do",
        "cg-sanitization.md",
        json="excerpts.json",
    ),
    Result(
        "correlation_rules",
        "correlations: which threshold keeps most words against an attacker who has read about everybody",
        "correlations.md",
        json="correlation-rules.json",
    ),
    Result(
        "t_plausibility_bounds",
        "t-plausibility: what it costs that no sensitive word stands as it was",
        "t-plausibility.md",
        json="t-plausibility-bounds.json",
    ),
    Result(
        "t_plausibility",
        "t-plausibility: Figures 4 to 6 of the paper, growth, utility",
        "t-plausibility.md",
        tuple(
            f"t-plausibility-{name}.png" for name in ("figure-4", "figure-5", "figure-6", "growth", "utility")
        ),
        "t-plausibility.json",
    ),
    Result(
        "greedy_sanitize",
        "GreedySanitize: Figures 3 to 5 of the paper, iterations, speed",
        "greedy-sanitize.md",
        ("greedy-residual.svg", "greedy-published.svg", "greedy-budget.svg"),
        "greedy-sanitize.json",
    ),
    Result(
        "files_pdf",
        "words removed from real PDF files: what moved, how long a page and a long file take",
        "../how-to/release-a-pdf.md",
        json="files-pdf.json",
    ),
    Result(
        "files_widths",
        "150 surnames in 23 layouts of a PDF: how many releases of a layout differ",
        "../how-to/release-a-pdf.md",
        ("files-widths.png",),
        json="files-widths.json",
    ),
    Result(
        "files_covered",
        "text of a PDF that nobody sees, hidden in 29 ways: what leaves, what stays of text that is seen, real files",
        "../how-to/release-a-pdf.md",
        ("files-covered.png",),
        json="files-covered.json",
    ),
    Result(
        "files",
        "286 files of all formats: twenty words removed from each, what is left, refused and opened",
        "measurements.md",
        json="files.json",
    ),
    Result(
        "files_scans",
        "scans of invented letters: places that are covered, words that another reading still finds, seconds a page",
        "../how-to/release-a-scan.md",
        json="files-scans.json",
    ),
    Result(
        "files_readers",
        "office files and PDF files that other people's readers open, before and after",
        "measurements.md",
        json="files-readers.json",
    ),
    Result(
        "extras", "the size of the core and of what each extra adds", "measurements.md", json="extras.json"
    ),
    Result(
        "greedy_taggers",
        "GreedySanitize: what is left, what a pretrained tagger finds of it, whether the upper bound holds",
        "greedy-sanitize.md",
        json="greedy-taggers.json",
    ),
    Result(
        "greedy_updates",
        "GreedySanitize: a model that learned in parts against one that learned at once",
        "greedy-sanitize.md",
        json="greedy-updates.json",
    ),
    Result("greedy_speed", "GreedySanitize: speed alone", "greedy-sanitize.md"),
)
