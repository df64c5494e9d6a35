#!/usr/bin/env python3
"""Checks lassos from the JSON of `clew check --json` alone, sharing no line with Clew.

  clew check model.pml -p 'ltl: G F done' --json | tests/lasso_check.py -
  tests/lasso_check.py report.json ...
  tests/lasso_check.py --run build/clew tests/lasso_questions.txt

Of each trace: `changed` is what differs between two states, every step but those that stutter has
an action, processes go from where they were to where they are, and a lasso comes back to the state
where its loop begins.  Of each violated LTL property, where the steps tell the truth of its
propositions: the formula, read by a parser of its own (docs/formulas.md has the grammar), is false
on the infinite word.  Where the trace is a path, it is false however the path goes on; that is tried
with all short words, so here an error may be missed.

--run asks the program the questions of a file, one a line: `file [options] | formula`, with every
algorithm; then it spoils each report in several ways, and expects that every one is noticed.

Exit codes: 0 nothing is wrong, 1 something is, 2 the input cannot be read.
"""

import copy
import itertools
import json
import re
import shlex
import subprocess
import sys

# --- formulas -------------------------------------------------------------------------------------

TOKEN = re.compile(
    r"""\s*(?:
      (?P<braced>\{)
    | (?P<word>[A-Za-z_][A-Za-z_0-9]*)
    | (?P<number>[0-9]+)
    | (?P<symbol><->|->|<>|\[\]|&&|\|\||/\\|\\/|==|!=|<=|>=|<<|>>|\S)
    )""",
    re.VERBOSE,
)

SPELLINGS = {
    "!": "!", "~": "!", "not": "!",
    "X": "X", "next": "X",
    "F": "F", "<>": "F", "finally": "F", "eventually": "F",
    "G": "G", "[]": "G", "globally": "G", "always": "G",
    "U": "U", "until": "U", "stronguntil": "U",
    "R": "R", "V": "R", "release": "R",
    "W": "W", "weakuntil": "W",
    "M": "M",
    "&&": "&&", "/\\": "&&", "and": "&&",
    "||": "||", "\\/": "||", "or": "||",
    "->": "->", "implies": "->", "imply": "->",
    "<->": "<->", "iff": "<->", "equivalent": "<->",
    "xor": "xor",
}
CONSTANTS = {"true": True, "1": True, "false": False, "0": False}
PREFIX = ("!", "X", "F", "G")
# Loosest first; True: groups to the right.
LEVELS = [
    (("<->", "xor"), False),
    (("->",), True),
    (("||",), False),
    (("&&",), False),
    (("U", "R", "W", "M"), True),
]


class FormulaError(Exception):
    pass


def tokens_of(text):
    """Words, numbers and symbols; `{...}` is one token, a tuple of those inside."""
    found = []
    at = 0
    while at < len(text.rstrip()):
        match = TOKEN.match(text, at)
        at = match.end()
        if match.group("braced"):
            depth, begin = 1, at
            while depth and at < len(text):
                depth += {"{": 1, "}": -1}.get(text[at], 0)
                at += 1
            if depth:
                raise FormulaError("a brace is never closed")
            found.append(tuple(tokens_of(text[begin : at - 1])))
        else:
            found.append(match.group(match.lastgroup))
    return found


class Parser:
    """Makes nested tuples: ("U", left, right), ("G", operand), ("p", text), ("c", bool)."""

    def __init__(self, text, propositions):
        self.tokens = tokens_of(text)
        self.at = 0
        self.propositions = {tuple(tokens_of(known)): known for known in propositions}

    def parse(self):
        formula = self.binary(0)
        if self.at < len(self.tokens):
            raise FormulaError(f"what is {self.tokens[self.at]!r} doing there")
        return formula

    def operator(self):
        """The operator that stands here, or None."""
        if self.at == len(self.tokens) or isinstance(self.tokens[self.at], tuple):
            return None
        return SPELLINGS.get(self.tokens[self.at])

    def binary(self, level):
        if level == len(LEVELS):
            return self.unary()
        operators, to_the_right = LEVELS[level]
        left = self.binary(level + 1)
        while self.operator() in operators:
            operator = self.operator()
            self.at += 1
            right = self.binary(level if to_the_right else level + 1)
            left = (operator, left, right)
        return left

    def unary(self):
        known = self.proposition()
        if known is not None:
            return ("p", known)
        if self.at == len(self.tokens):
            raise FormulaError("it ends too early")
        token = self.tokens[self.at]
        self.at += 1
        if token == "(":
            inner = self.binary(0)
            if self.at == len(self.tokens) or self.tokens[self.at] != ")":
                raise FormulaError("a parenthesis is never closed")
            self.at += 1
            return inner
        if isinstance(token, str):
            if SPELLINGS.get(token) in PREFIX:
                return (SPELLINGS[token], self.unary())
            if re.fullmatch("[XFG]{2,}", token):  # GF a
                inner = self.unary()
                for letter in reversed(token):
                    inner = (letter, inner)
                return inner
            if token in CONSTANTS:
                return ("c", CONSTANTS[token])
        raise FormulaError(f"no truth is given for {self.shown(token)!r}")

    @staticmethod
    def shown(token):
        return "{" + " ".join(map(str, token)) + "}" if isinstance(token, tuple) else token

    def proposition(self):
        """The longest of the known propositions that stands here."""
        if self.at < len(self.tokens) and isinstance(self.tokens[self.at], tuple):
            known = self.propositions.get(self.tokens[self.at])
            self.at += known is not None
            return known
        best = ()
        for words in self.propositions:
            here = tuple(self.tokens[self.at : self.at + len(words)])
            if here == words and len(words) > len(best) and self.stands_alone(words):
                best = words
        if not best:
            return None
        self.at += len(best)
        return self.propositions[best]

    def stands_alone(self, words):
        """Without braces, an expression has no operators of logic outside of parentheses, and does
        not go on behind its end."""
        depth = 0
        for word in words:
            depth += {"(": 1, "[": 1, ")": -1, "]": -1}.get(word, 0)
            if depth == 0 and word in SPELLINGS:
                return False
        behind = self.at + len(words)
        if behind == len(self.tokens):
            return True
        after = self.tokens[behind]
        return after == ")" or after == "]" or (isinstance(after, str) and after in SPELLINGS)


def evaluate(formula, letters, loop_start):
    """The truth of a formula at each position of a word that goes on at `loop_start` behind its
    last letter: a list of bools."""
    count = len(letters)

    def after(truth):
        return truth[1:] + [truth[loop_start]]

    def solution(now, meanwhile, first):
        """The least (first=False) or greatest x with x == now or (meanwhile and X x)."""
        x = [first] * count
        while True:
            following = after(x)
            y = [now[i] or (meanwhile[i] and following[i]) for i in range(count)]
            if y == x:
                return x
            x = y

    def truth(f):
        if f[0] == "c":
            return [f[1]] * count
        if f[0] == "p":
            return [letter[f[1]] for letter in letters]
        a = truth(f[1])
        b = truth(f[2]) if len(f) > 2 else a
        both = [p and q for p, q in zip(a, b)]
        return {
            "!": lambda: [not p for p in a],
            "X": lambda: after(a),
            "F": lambda: solution(a, [True] * count, False),
            "G": lambda: solution([False] * count, a, True),
            "U": lambda: solution(b, a, False),
            "W": lambda: solution(b, a, True),
            "R": lambda: solution(both, b, True),
            "M": lambda: solution(both, b, False),
            "&&": lambda: both,
            "||": lambda: [p or q for p, q in zip(a, b)],
            "->": lambda: [not p or q for p, q in zip(a, b)],
            "<->": lambda: [p == q for p, q in zip(a, b)],
            "xor": lambda: [p != q for p, q in zip(a, b)],
        }[f[0]]()

    return truth(formula)


# --- traces ---------------------------------------------------------------------------------------


def differences(before, after):
    absent = object()
    return {
        name
        for name in before.keys() | after.keys()
        if before.get(name, absent) != after.get(name, absent)
    }


def flaws_of_step(number, before, step):
    def flaw(text):
        return f"step {number}: {text}"

    differing = differences(before["state"], step["state"])
    if set(step["changed"]) != differing:
        wrong = sorted(set(step["changed"]) ^ differing)
        yield flaw(f"`changed` is wrong about {', '.join(wrong)}")
    if len(step["changed"]) != len(set(step["changed"])):
        yield flaw("`changed` names something twice")
    if "action" not in step:
        if differing:
            yield flaw("there is no action, but the state changes")
        return
    if step.get("stutters"):
        yield flaw("it stutters, and has an action")
    action = step["action"]
    if not action["text"] or not action["who"] or not action["firings"]:
        yield flaw("the action says nothing")
    yield from map(flaw, flaws_of_firings(action["firings"], before["state"], step["state"]))


def flaws_of_firings(firings, before, after):
    """Each process goes from where it was, firing by firing, to where it is."""
    places = {}
    for firing in firings:
        process = firing["process"]
        place = places.get(process, before.get(process))
        if place is not None and firing["from"] != place:
            yield f"{process} is at {place}, and its action leaves {firing['from']}"
        places[process] = firing["to"]
    for process, place in places.items():
        if process in after and after[process] != place:
            yield f"{process} goes to {place}, and is at {after[process]}"


def flaws_of_trace(trace):
    steps = trace["steps"]
    if not steps:
        yield "there are no steps"
        return
    if "action" in steps[0] or steps[0]["changed"]:
        yield "step 0: nothing has happened yet"
    for number in range(1, len(steps)):
        yield from flaws_of_step(number, steps[number - 1], steps[number])
    stutters = [number for number, step in enumerate(steps) if number and "action" not in step]
    if stutters and stutters != list(range(stutters[0], len(steps))):
        yield f"step {stutters[0]} stutters, and yet somebody moves later"
    if trace["kind"] == "path":
        if trace["loop_start"] is not None:
            yield "a path has no loop"
    elif trace["kind"] == "lasso":
        start = trace["loop_start"]
        if not isinstance(start, int) or not 0 <= start < len(steps) - 1:
            yield f"the loop is empty: it begins at {start}, the last step is {len(steps) - 1}"
        elif steps[-1]["state"] != steps[start]["state"]:
            names = sorted(differences(steps[start]["state"], steps[-1]["state"]))
            yield f"the loop does not close: {', '.join(names)} differ"
    else:
        yield f"what is a {trace['kind']}"
    for branch in trace.get("branches", []):  # of formulas over trees
        where = f"branch at step {branch['step']}"
        if branch["step"] >= len(steps):
            yield f"{where}: there is no such step"
        elif branch["trace"]["steps"][:1] and differences(
            branch["trace"]["steps"][0]["state"], steps[branch["step"]]["state"]
        ):
            yield f"{where}: it begins in another state"
        yield from (f"{where}: {flaw}" for flaw in flaws_of_trace(branch["trace"]))


def continuations(names):
    """Lasso words over all truths of the propositions: all of up to three letters, or of fewer when
    they would be too many."""
    alphabet = [
        dict(zip(names, truths)) for truths in itertools.product((False, True), repeat=len(names))
    ]
    for length in (1, 2, 3):
        if len(alphabet) ** length > 1000:
            return
        for letters in itertools.product(alphabet, repeat=length):
            for start in range(length):
                yield list(letters), start


def flaws_of_truth(prop, trace):
    """The formula has to be false on the word of a lasso, and on all that a path can become."""
    letters = [step.get("propositions", {}) for step in trace["steps"]]
    names = sorted(letters[0])
    if any(set(letter) != set(names) for letter in letters):
        yield "not every step tells the truth of every proposition"
        return
    missing = [name for name in names if any(letter[name] is None for letter in letters)]
    if missing:
        yield f"there is a step where {missing[0]} has no value"
        return
    try:
        formula = Parser(prop["text"], names).parse()
    except FormulaError as error:
        yield f"the formula cannot be read: {error}"
        return
    if trace["kind"] == "lasso":
        start = trace["loop_start"]
        if letters[-1] != letters[start]:
            yield "the propositions differ where the loop closes"
        if evaluate(formula, letters[:-1], start)[0]:
            yield "the lasso satisfies the formula"
        return
    for more, start in continuations(names):
        if evaluate(formula, letters + more, len(letters) + start)[0]:
            yield "the path can go on so that it satisfies the formula"
            return


def has_truths(prop, trace):
    """A formula without propositions needs none."""
    if any("propositions" in step for step in trace["steps"]):
        return True
    try:
        Parser(prop["text"], []).parse()
        return True
    except FormulaError:
        return False


def check_report(report):
    """A list of (sentence about a trace, flaws)."""
    found = []
    for prop in report["properties"]:
        traces = prop.get("traces") or ([prop["trace"]] if prop.get("trace") else [])
        if prop["kind"] in ("ltl", "claim") and prop["verdict"] == "violated" and not traces:
            found.append((prop["name"], ["it is violated, and there is no trace"]))
        for trace in traces:
            flaws = list(flaws_of_trace(trace))
            what = f"a path of {len(trace['steps']) - 1} steps"
            if trace["kind"] == "lasso" and not flaws:
                loop = len(trace["steps"]) - 1 - trace["loop_start"]
                what = f"a lasso of {trace['loop_start']} and {loop} steps"
            if prop["kind"] == "ltl" and prop["verdict"] == "violated" and not flaws:
                if has_truths(prop, trace):
                    flaws += flaws_of_truth(prop, trace)
                    what += ", on which the formula is false"
                else:
                    what += "; the truth of its propositions is not given"
            found.append((f"{prop['name']}: {what}", flaws))
    return found


# --- asking the program ----------------------------------------------------------------------------

ALGORITHMS = ("auto", "scc", "ndfs", "cndfs", "owcty", "map")


def spoiled(report):
    """(how, report) for reports with one thing wrong."""
    for index, prop in enumerate(report["properties"]):
        trace = prop.get("trace")
        if not trace:
            continue

        def spoil(change):
            copied = copy.deepcopy(report)
            change(copied["properties"][index]["trace"])
            return copied

        name = next(iter(trace["steps"][0]["state"]))
        yield "changed", spoil(lambda t: t["steps"][-1]["changed"].append("nobody"))
        if trace["kind"] == "lasso" or len(trace["steps"]) > 1:
            yield "last state", spoil(lambda t: t["steps"][-1]["state"].update({name: "elsewhere"}))
        if trace["kind"] == "lasso":
            yield "loop", spoil(lambda t: t.update(loop_start=len(t["steps"]) - 1))
        yield "first step", spoil(lambda t: t["steps"].pop(0))
        moves = [i for i, step in enumerate(trace["steps"]) if step["changed"]]
        if moves:
            yield "action", spoil(lambda t: t["steps"][moves[-1]].pop("action"))
        if prop["kind"] == "ltl" and has_truths(prop, trace):
            copied = copy.deepcopy(report)
            copied["properties"][index]["text"] = f"!({prop['text']})"
            yield "formula", copied


def run(program, questions):
    """Prints what is wrong; returns whether all is well."""
    well = True
    told = False  # some step tells the truth of propositions: then all have to
    counts = {"reports": 0, "lassos": 0, "formulas": 0, "without truths": 0, "spoiled": 0}
    for line in open(questions, encoding="utf-8"):
        if not line.strip() or line.startswith("#"):
            continue
        options, formula = (part.strip() for part in line.split("|", 1))
        for algorithm in ALGORITHMS:
            command = [program, "check", *shlex.split(options), "-p", formula]
            command += ["--algorithm", algorithm, "--json"]
            done = subprocess.run(command, capture_output=True, text=True, check=False)
            if done.returncode != 1:  # the questions are those whose answer is a lasso
                print(f"{shlex.join(command)}: exit code {done.returncode}\n{done.stderr}")
                well = False
                continue
            report = json.loads(done.stdout)
            counts["reports"] += 1
            told = told or '"propositions": {' in done.stdout
            for sentence, flaws in check_report(report):
                counts["lassos"] += "lasso" in sentence
                counts["formulas"] += "formula is false" in sentence
                counts["without truths"] += "is not given" in sentence
                for flaw in flaws:
                    print(f"{shlex.join(command)}: {sentence}: {flaw}")
                    well = False
            for how, bad in spoiled(report):
                counts["spoiled"] += 1
                if not any(flaws for _, flaws in check_report(bad)):
                    print(f"{shlex.join(command)}: nobody noticed the spoiled {how}")
                    well = False
    print(", ".join(f"{count} {name}" for name, count in counts.items()))
    if told and counts["without truths"]:
        print("some lassos do not tell the truth of their propositions")
        well = False
    return well and counts["formulas"] > 0


def main(arguments):
    if len(arguments) == 3 and arguments[0] == "--run":
        return 0 if run(arguments[1], arguments[2]) else 1
    if not arguments or arguments[0].startswith("--"):
        print(__doc__, file=sys.stderr)
        return 2
    exit_code = 0
    for path in arguments:
        try:
            text = sys.stdin.read() if path == "-" else open(path, encoding="utf-8").read()
            report = json.loads(text)
        except (OSError, ValueError) as error:
            print(f"{path}: error: {error}", file=sys.stderr)
            return 2
        for sentence, flaws in check_report(report):
            print(sentence)
            for flaw in flaws:
                print(f"  wrong: {flaw}")
                exit_code = 1
    return exit_code


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
