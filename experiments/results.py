"""Which experiment makes which figures of the documentation."""

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
        "tagger, WordNet, patterns, importing the package",
        "measurements.md",
        json="ground-floor.json",
    ),
    Result(
        "languages",
        "finding identifiers in other languages than English: cross-validation and speed",
        "measurements.md",
        json="languages.json",
        one_thread=True,
    ),
    Result(
        "speed",
        "processor time for tickets, court cases, a protected name and start-up, compared with an older version",
        "measurements.md",
        json="speed.json",
        by_hand="it compares with the sources of an older version (--before)",
    ),
    Result(
        "house",
        "the code itself: modules, lines, names, numbers, and the code that one note runs through, compared with an older version",
        "measurements.md",
        json="house.json",
        by_hand="it compares with the sources of an older version (--before)",
    ),
    Result(
        "review",
        "a review: processor time for a check and a hint, whether the light agrees with apply's exit code, undo",
        "measurements.md",
        json="review.json",
    ),
    Result(
        "review_page",
        "the review page in a browser: time until it is usable, answers a key, shows a leak, switches the light",
        "../how-to/review-in-the-browser.md",
        json="review-page.json",
    ),
    Result(
        "scale",
        "ten thousand to a million notes on processes and on Spark: notes per second and core, memory; an index over them",
        "scale.md",
        json="scale.json",
        by_hand="it needs Spark, and a million notes take hours",
    ),
    Result(
        "shards",
        "an index in shards over a million documents: cost of building and querying, and whether the counts add up",
        "scale.md",
        json="shards.json",
    ),
    Result(
        "gateway",
        "the gateway to a language model: how much it delays the first word",
        "measurements.md",
        json="gateway.json",
    ),
    Result(
        "service",
        "the service under 64 clients: status codes, /livez, documents per second, memory",
        "measurements.md",
        json="service.json",
    ),
    Result(
        "service_rival",
        "the service compared with Presidio's: requests per second, times, memory",
        "measurements.md",
        json="service-rival.json",
        by_hand="it needs another environment with Presidio (--presidio)",
    ),
    Result("tagger", "the tagger alone", "measurements.md"),
    Result("wordnet", "WordNet alone", "measurements.md"),
    Result("patterns", "the patterns alone", "measurements.md"),
    Result(
        "layouts",
        "every kind of value in every layout, and findings in ordinary text",
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
        "what whole releases remove that is not a name",
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
        "reticent compared with Presidio on every public data set",
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
        "demographic words found in web texts",
        "detection.md",
        json="demographics.json",
    ),
    Result(
        "national_numbers",
        "false national numbers in texts that contain none",
        "detection.md",
        json="national-numbers.json",
    ),
    Result("tripwire", "what the second matcher removes in addition", "promises.md", json="tripwire.json"),
    Result(
        "files_tables",
        "removing words that binary tables hold several times; time, memory and size for long tables and workbooks",
        "../how-to/release-a-table.md",
        json="files-tables.json",
    ),
    Result(
        "counting",
        "counting, compared with a search engine",
        "knowledge.md",
        ("counting-growth.svg",),
        "counting.json",
        one_thread=True,
    ),
    Result(
        "real_notes",
        "how many real notes and transcriptions are released with default options, and how many of their words are removed as never seen",
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
        "(C, g(C))-sanitization compared with lists of telling terms: twelve articles, including the paper's two",
        "cg-sanitization.md",
        json="cg-articles.json",
    ),
    Result(
        "giveaways",
        "150 texts with words that give a secret away: how many of these are removed, how much else is kept, and the choice of the cap",
        "cg-sanitization.md",
        json="giveaways.json",
    ),
    Result(
        "other_secrets",
        "60 texts with secrets other than diseases: how many telling words are removed, the cost, and the verdict",
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
        "who guesses a hidden condition: readers that planners used, readers that no planner used, blind language models",
        "readers.md",
        ("readers.svg",),
        "readers.json",
        one_thread=True,
    ),
    Result(
        "inference",
        "how likely a language model is to name what a release hides, predicted without asking one",
        "readers.md",
        ("inference.svg",),
        "inference.json",
    ),
    Result(
        "indistinct",
        "readers of the whole text: words kept and rank of the hidden disease at three values of k, plans compared with the bound, speed",
        "indistinct.md",
        ("indistinct.svg",),
        "indistinct.json",
    ),
    Result(
        "linkage",
        "masked court cases that a search for unchanged words still finds, and the cost of preventing this",
        "no-linkage.md",
        json="linkage.json",
        one_thread=True,
    ),
    Result(
        "assess_speed",
        "the figures of a dossier for ten thousand notes: seconds with two processes, and whether Spark gives the same",
        "../how-to/decide-on-a-release.md",
        by_hand="seconds mean something only on a machine that does nothing else",
        one_thread=True,
    ),
    Result(
        "biographies_search",
        "352 biographies: how often search engines over public texts find the right person, by the share of words kept",
        "indistinct.md",
        json="biographies-search.json",
        one_thread=True,
    ),
    Result(
        "dossiers",
        "five prepared collections, two of which should not go out, with their dossiers, for readers who see only these",
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
        "correlations: the paper's worked example, with the shipped indexes",
        "correlations.md",
        json="correlations-example.json",
    ),
    Result(
        "k_safety_effort",
        "K-safety: for how many documents the fewest deletions are proven, by the steps of the search",
        "k-safety.md",
        json="k-safety-effort.json",
    ),
    Result(
        "excerpts",
        "(C, g(C))-sanitization: whether excerpts of a release keep its promise, and the cost of making all of them do so",
        "cg-sanitization.md",
        json="excerpts.json",
    ),
    Result(
        "correlation_rules",
        "correlations: which threshold keeps the most words against an attacker who has read about everybody",
        "correlations.md",
        json="correlation-rules.json",
    ),
    Result(
        "t_plausibility_bounds",
        "t-plausibility: the cost of leaving no sensitive word unchanged",
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
        "removing words from real PDF files: what moved, time for a page and for a long file",
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
        "invisible text of a PDF, hidden in 29 ways: how much is removed, how much visible text stays, real files",
        "../how-to/release-a-pdf.md",
        ("files-covered.png",),
        json="files-covered.json",
    ),
    Result(
        "files",
        "286 files of all formats, twenty words removed from each: words left over, files refused, files that open",
        "measurements.md",
        json="files.json",
    ),
    Result(
        "files_scans",
        "scans of invented letters: places covered, words that a second reading still finds, seconds per page",
        "../how-to/release-a-scan.md",
        json="files-scans.json",
    ),
    Result(
        "files_readers",
        "office and PDF files that other programs open, before and after",
        "measurements.md",
        json="files-readers.json",
    ),
    Result("extras", "the size of the core and what each extra adds", "measurements.md", json="extras.json"),
    Result(
        "greedy_taggers",
        "GreedySanitize: what is left, how much of that a pretrained tagger finds, whether the upper bound holds",
        "greedy-sanitize.md",
        json="greedy-taggers.json",
    ),
    Result(
        "greedy_updates",
        "GreedySanitize: a model trained in parts compared with one trained at once",
        "greedy-sanitize.md",
        json="greedy-updates.json",
    ),
    Result("greedy_speed", "GreedySanitize: speed alone", "greedy-sanitize.md"),
)
