#!/usr/bin/env python3
"""A small, strict reader of the part of the SMV language that Clew writes, with an explicit search.

    smv_check.py FILE.smv [--states N] [--as-nusmv]

prints the number of reachable states and, for every named specification, true, false or unknown; or what
NuSMV would print, counterexamples to invariants and to `F p` included.  It
follows the grammar, the precedences and the types of the NuSMV 2.6 manual, and was written without
a look at how Clew makes its text: where both agree, NuSMV is likely to agree too.  Whatever NuSMV would
object to is an error (exit code 2): undeclared names, numbers for truths, inputs where there are none,
reserved words as names, a division by zero, a state without a successor.
"""

import itertools
import re
import sys

sys.setrecursionlimit(100000)

RESERVED = set(
    """MODULE DEFINE MDEFINE CONSTANTS VAR IVAR FROZENVAR INIT TRANS INVAR SPEC CTLSPEC LTLSPEC PSLSPEC
    COMPUTE NAME INVARSPEC FAIRNESS JUSTICE COMPASSION ISA ASSIGN CONSTRAINT SIMPWFF CTLWFF LTLWFF PSLWFF
    COMPWFF IN MIN MAX MIRROR PRED PREDICATES process array of boolean integer real word word1 bool signed
    unsigned extend resize sizeof uwconst swconst EX AX EF AF EG AG E F O G H X Y Z A U S V T BU EBF ABF EBG
    ABG case esac mod next init union in xor xnor self TRUE FALSE count abs max min""".split()
)
SECTIONS = {"VAR", "IVAR", "DEFINE", "INIT", "TRANS", "INVARSPEC", "LTLSPEC", "CTLSPEC", "MODULE"}
TOKEN = re.compile(
    r"(?P<blank>\s+|--[^\n]*)|(?P<number>\d+)|(?P<name>[A-Za-z_][A-Za-z0-9_$#\\-]*)"
    r"|(?P<sign><->|->|:=|\.\.|!=|<=|>=|<<|>>|::|[-+*/&|!=<>()\[\]{};:,?])"
)


class Wrong(Exception):
    pass


def tokens_of(text):
    at, found = 0, []
    while at < len(text):
        match = TOKEN.match(text, at)
        if not match:
            raise Wrong("unreadable at %r" % text[at : at + 20])
        at = match.end()
        if match.lastgroup != "blank":
            found.append((match.lastgroup, match.group()))
    found.append(("end", ""))
    return found


class Parser:
    """Expressions are tuples: (operator, operands...)."""

    BINARY = [  # from the weakest to the strongest
        (["->"], "right"),
        (["<->"], "left"),
        (["|", "xor", "xnor"], "left"),
        (["&"], "left"),
        (["U", "V"], "left"),
        (["=", "!=", "<", ">", "<=", ">="], "left"),
        (["+", "-"], "left"),
        (["*", "/", "mod"], "left"),
    ]

    def __init__(self, text):
        self.tokens = tokens_of(text)
        self.at = 0

    def peek(self):
        return self.tokens[self.at][1]

    def take(self, wanted=None):
        kind, text = self.tokens[self.at]
        if wanted is not None and text != wanted:
            raise Wrong("expected %r, found %r" % (wanted, text))
        self.at += 1
        return text

    def name(self):
        kind, text = self.tokens[self.at]
        if kind != "name" or text in RESERVED:
            raise Wrong("expected a name, found %r" % text)
        self.at += 1
        return text

    def number(self):
        sign = -1 if self.peek() == "-" else 1
        if sign < 0:
            self.take()
        kind, text = self.tokens[self.at]
        if kind != "number":
            raise Wrong("expected a number, found %r" % text)
        self.at += 1
        value = sign * int(text)
        if not -(2**31) < value < 2**31:
            raise Wrong("number %d is too large" % value)
        return value

    def expression(self, level=0):
        if level == len(self.BINARY):
            return self.unary()
        signs, side = self.BINARY[level]
        left = self.expression(level + 1)
        while self.peek() in signs:
            sign = self.take()
            if side == "right":
                return (sign, left, self.expression(level))
            left = (sign, left, self.expression(level + 1))
        return left

    def unary(self):
        text = self.peek()
        if text in ("!", "X", "F", "G", "EX", "EF", "EG", "AX", "AF", "AG"):
            self.take()
            return (text, self.unary())
        if text == "-":
            self.take()
            return ("minus", self.unary())
        if text in ("E", "A"):
            self.take()
            self.take("[")
            until = self.expression()
            self.take("]")
            if until[0] != "U":
                raise Wrong("expected U within brackets")
            return (text + "U", until[1], until[2])
        return self.basic()

    def basic(self):
        kind, text = self.tokens[self.at]
        if kind == "number":
            return ("number", self.number())
        if text == "(":
            self.take()
            inner = self.expression()
            self.take(")")
            return inner
        if text in ("TRUE", "FALSE"):
            self.take()
            return ("truth", text == "TRUE")
        if text == "next":
            self.take()
            self.take("(")
            name = self.name()
            self.take(")")
            return ("next", name)
        if text == "case":
            self.take()
            branches = []
            while self.peek() != "esac":
                condition = self.expression()
                self.take(":")
                branches.append((condition, self.expression()))
                self.take(";")
            self.take()
            if not branches or branches[-1][0] != ("truth", True):
                raise Wrong("a case distinction without a last TRUE")
            return ("case", tuple(branches))
        return ("name", self.name())


class Module:
    def __init__(self, text):
        parser = Parser(text)
        self.variables, self.inputs, self.defines, self.specs = {}, {}, {}, []
        self.initial, self.trans = [], []
        parser.take("MODULE")
        parser.take("main")
        while parser.peek() != "":
            section = parser.take()
            if section in ("VAR", "IVAR"):
                while parser.peek() not in SECTIONS and parser.peek() != "":
                    self.declare(parser, self.variables if section == "VAR" else self.inputs)
            elif section == "DEFINE":
                while parser.peek() not in SECTIONS and parser.peek() != "":
                    name = parser.name()
                    parser.take(":=")
                    self.fresh(name)
                    self.defines[name] = parser.expression()
                    parser.take(";")
            elif section == "INIT":
                self.initial.append(parser.expression())
            elif section == "TRANS":
                self.trans.append(parser.expression())
            elif section in ("INVARSPEC", "LTLSPEC", "CTLSPEC"):
                parser.take("NAME")
                name = parser.name()
                parser.take(":=")
                self.specs.append((section, name, parser.expression()))
                parser.take(";")
            else:
                raise Wrong("unknown section %r" % section)
        self.types = {}
        self.depends = {}
        for name in self.defines:
            self.define_type(name)

    def fresh(self, name):
        if name in self.variables or name in self.inputs or name in self.defines:
            raise Wrong("%r is declared twice" % name)

    def declare(self, parser, into):
        name = parser.name()
        self.fresh(name)
        parser.take(":")
        if parser.peek() == "boolean":
            parser.take()
            into[name] = ("boolean", False, True)
        else:
            low = parser.number()
            parser.take("..")
            high = parser.number()
            if low > high:
                raise Wrong("the range of %r is empty" % name)
            into[name] = ("integer", low, high)
        parser.take(";")

    # --- types

    def define_type(self, name):
        if self.types.get(name) == "open":
            raise Wrong("%r is defined by itself" % name)
        if name not in self.types:
            self.types[name] = "open"
            kind, inputs = self.check(self.defines[name], next_allowed=False)
            self.types[name] = kind
            self.depends[name] = inputs
        return self.types[name]

    def check(self, expr, next_allowed=False, temporal=()):
        """The type of the expression, and whether it depends on inputs."""
        op = expr[0]

        def both(kind):
            types = [self.check(part, next_allowed, temporal) for part in expr[1:]]
            for found, _ in types:
                if kind is not None and found != kind:
                    raise Wrong("%r of %s operands" % (op, found))
            if len(types) == 2 and types[0][0] != types[1][0]:
                raise Wrong("%r of a %s and a %s" % (op, types[0][0], types[1][0]))
            return any(inputs for _, inputs in types)

        if op == "number":
            return "integer", False
        if op == "truth":
            return "boolean", False
        if op == "name":
            name = expr[1]
            if name in self.variables:
                return self.variables[name][0], False
            if name in self.inputs:
                return self.inputs[name][0], True
            if name not in self.defines:
                raise Wrong("undeclared name %r" % name)
            return self.define_type(name), self.depends[name]
        if op == "next":
            if not next_allowed:
                raise Wrong("next() outside of TRANS")
            if expr[1] not in self.variables:
                raise Wrong("next(%s) of what is no variable" % expr[1])
            return self.variables[expr[1]][0], False
        if op == "case":
            inputs, kinds = False, set()
            for condition, value in expr[1]:
                kind, depends = self.check(condition, next_allowed)
                if kind != "boolean":
                    raise Wrong("a %s as condition" % kind)
                inputs |= depends
                kind, depends = self.check(value, next_allowed)
                kinds.add(kind)
                inputs |= depends
            if len(kinds) != 1:
                raise Wrong("a case distinction of several types")
            return kinds.pop(), inputs
        if op in ("!", "&", "|", "xor", "xnor", "->", "<->"):
            return "boolean", both("boolean")
        if op in temporal:
            return "boolean", both("boolean")
        if op in ("=", "!="):
            return "boolean", both(None)
        if op in ("<", ">", "<=", ">="):
            return "boolean", both("integer")
        if op in ("+", "-", "*", "/", "mod", "minus"):
            return "integer", both("integer")
        raise Wrong("the operator %r is not expected here" % op)


def divide(a, b):
    if b == 0:
        raise Wrong("division by zero")
    return abs(a) // abs(b) * (1 if (a < 0) == (b < 0) else -1)


def modulo(a, b):
    return a - divide(a, b) * b


class Compiler:
    """Python text for expressions over the lists s (state), i (inputs), d and e (definitions)."""

    def __init__(self, module):
        self.module = module
        self.state_at = {name: k for k, name in enumerate(module.variables)}
        self.input_at = {name: k for k, name in enumerate(module.inputs)}
        self.space = {"divide": divide, "modulo": modulo}
        # Every definition is evaluated, used or not, in an order that respects their needs.
        self.of_state, self.of_choice, self.defined_at = [], [], {}
        for name in module.defines:
            self.add_definition(name)

    def add_definition(self, name):
        if name in self.defined_at:
            return
        for used in names_in(self.module.defines[name]):
            if used in self.module.defines:
                self.add_definition(used)
        into = self.of_choice if self.module.depends[name] else self.of_state
        function = self.function(self.module.defines[name])
        self.defined_at[name] = "%s[%d]" % ("e" if into is self.of_choice else "d", len(into))
        into.append(function)

    def definitions(self, state):
        found = []
        for function in self.of_state:
            found.append(function(state, (), found, ()))
        return found

    def choice_definitions(self, state, choice, known):
        found = []
        for function in self.of_choice:
            found.append(function(state, choice, known, found))
        return found

    def function(self, expr):
        return eval("lambda s, i, d, e: " + self.text(expr), self.space)

    def text(self, expr):
        op = expr[0]
        if op in ("number", "truth"):
            return "(%r)" % expr[1]
        if op == "name":
            if expr[1] in self.state_at:
                return "s[%d]" % self.state_at[expr[1]]
            if expr[1] in self.input_at:
                return "i[%d]" % self.input_at[expr[1]]
            return self.defined_at[expr[1]]
        if op == "case":
            text = ""
            for condition, value in expr[1][:-1]:
                text += "%s if %s else " % (self.text(value), self.text(condition))
            return "(%s%s)" % (text, self.text(expr[1][-1][1]))
        parts = [self.text(part) for part in expr[1:]]
        if op == "!":
            return "(not %s)" % parts[0]
        if op == "minus":
            return "(-%s)" % parts[0]
        if op == "/":
            return "divide(%s, %s)" % tuple(parts)
        if op == "mod":
            return "modulo(%s, %s)" % tuple(parts)
        if op == "->":
            return "(not %s or %s)" % tuple(parts)
        sign = {"&": "and", "|": "or", "xor": "!=", "xnor": "==", "<->": "==", "=": "=="}.get(op, op)
        return "(%s %s %s)" % (parts[0], sign, parts[1])


def names_in(expr):
    if expr[0] == "name":
        return {expr[1]}
    parts = [part for branch in expr[1] for part in branch] if expr[0] == "case" else expr[1:]
    return set().union(*(names_in(part) for part in parts if isinstance(part, tuple)))


def operands(expr, op):
    if expr[0] == op:
        return operands(expr[1], op) + operands(expr[2], op)
    return [expr]


def has_next(expr):
    if expr[0] == "next":
        return True
    if expr[0] == "case":
        return any(has_next(part) for branch in expr[1] for part in branch)
    return any(has_next(part) for part in expr[1:] if isinstance(part, tuple))


class System:
    def __init__(self, module):
        self.module = module
        self.compiler = Compiler(module)
        self.ranges = list(module.variables.values())
        self.rules = []
        for trans in module.trans:
            if module.check(trans, next_allowed=True)[0] != "boolean":
                raise Wrong("TRANS is no condition")
        if len(module.trans) != 1:
            raise Wrong("expected one TRANS")
        for part in operands(module.trans[0], "|"):
            self.rules.append(self.rule(part))

    def rule(self, expr):
        guards, targets = [], {}
        for part in operands(expr, "&"):
            if not has_next(part):
                guards.append(self.compiler.function(part))
                continue
            if part[0] == "next":
                name, value = part[1], ("truth", True)
            elif part[0] == "!" and part[1][0] == "next":
                name, value = part[1][1], ("truth", False)
            elif part[0] in ("=", "<->") and part[1][0] == "next" and not has_next(part[2]):
                name, value = part[1][1], part[2]
            else:
                raise Wrong("a use of next() that is not understood")
            if name in targets:
                raise Wrong("next(%s) twice" % name)
            targets[name] = self.compiler.function(value)
        if set(targets) != set(self.module.variables):
            raise Wrong("a move that leaves a variable open")
        return guards, [targets[name] for name in self.module.variables]

    def initial_states(self):
        fixed, rest = {}, []
        pending = list(self.module.initial)
        while pending:
            part = pending.pop()
            if self.module.check(part) != ("boolean", False):
                raise Wrong("INIT is no condition on states")
            if part[0] == "&":
                pending += [part[1], part[2]]
            elif part[0] == "name" and part[1] in self.module.defines:
                pending.append(self.module.defines[part[1]])
            else:
                if part[0] == "=" and part[1][0] == "name" and part[1][1] in self.module.variables:
                    value = part[2]
                    if value[0] == "number":
                        fixed.setdefault(part[1][1], value[1])
                    elif value[0] == "minus" and value[1][0] == "number":
                        fixed.setdefault(part[1][1], -value[1][1])
                rest.append(self.compiler.function(part))
        choices = []
        for name, (_, low, high) in self.module.variables.items():
            choices.append([fixed[name]] if name in fixed else list(range(low, high + 1)))
            choices[-1] = [v for v in choices[-1] if low <= v <= high]
            if self.module.variables[name][0] == "boolean":
                choices[-1] = [False, True]
        for state in itertools.product(*choices):
            known = self.compiler.definitions(state)
            if all(test(state, (), known, ()) for test in rest):
                yield state

    def successors(self, state, inputs):
        known = self.compiler.definitions(state)
        for choice in inputs:
            chosen = self.compiler.choice_definitions(state, choice, known)
            now = (state, choice, known, chosen)
            for guards, targets in self.rules:
                if not all(guard(*now) for guard in guards):
                    continue
                target = tuple(value(*now) for value in targets)
                if all(low <= v <= high for v, (_, low, high) in zip(target, self.ranges)):
                    yield target

    def explore(self, states_max):
        inputs = [
            range(low, high + 1) if kind == "integer" else (False, True)
            for kind, low, high in self.module.inputs.values()
        ]
        inputs = list(itertools.product(*inputs))
        self.initial = list(self.initial_states())
        self.graph = {}
        frontier = list(dict.fromkeys(self.initial))
        while frontier:
            state = frontier.pop()
            if state in self.graph:
                continue
            targets = list(dict.fromkeys(self.successors(state, inputs)))
            if not targets:
                raise Wrong("a state without a successor: %r" % (state,))
            self.graph[state] = targets
            if len(self.graph) > states_max:
                return False
            frontier += [target for target in targets if target not in self.graph]
        return True

    # --- specifications

    def states_where(self, expr):
        test = self.compiler.function(expr)
        return {s for s in self.graph if test(s, (), self.compiler.definitions(s), ())}

    def ctl(self, expr):
        op, everything = expr[0], set(self.graph)
        if op == "!":
            return everything - self.ctl(expr[1])
        if op == "&":
            return self.ctl(expr[1]) & self.ctl(expr[2])
        if op == "|":
            return self.ctl(expr[1]) | self.ctl(expr[2])
        if op == "->":
            return (everything - self.ctl(expr[1])) | self.ctl(expr[2])
        if op == "<->":
            a, b = self.ctl(expr[1]), self.ctl(expr[2])
            return everything - (a ^ b)
        if op == "EX":
            return self.before(self.ctl(expr[1]))
        if op == "AX":
            return everything - self.before(everything - self.ctl(expr[1]))
        if op == "EF":
            return self.until(everything, self.ctl(expr[1]))
        if op == "AG":
            return everything - self.until(everything, everything - self.ctl(expr[1]))
        if op == "EG":
            return self.always(self.ctl(expr[1]))
        if op == "AF":
            return everything - self.always(everything - self.ctl(expr[1]))
        if op == "EU":
            return self.until(self.ctl(expr[1]), self.ctl(expr[2]))
        if op == "AU":
            a, b = self.ctl(expr[1]), self.ctl(expr[2])
            not_b = everything - b
            return everything - self.until(not_b, not_b - a) - self.always(not_b)
        return self.states_where(expr)

    def before(self, states):
        return {s for s, targets in self.graph.items() if any(t in states for t in targets)}

    def until(self, through, goal):
        sources = {}
        for state, targets in self.graph.items():
            for target in targets:
                sources.setdefault(target, []).append(state)
        found, frontier = set(goal), list(goal)
        while frontier:
            for source in sources.get(frontier.pop(), []):
                if source in through and source not in found:
                    found.add(source)
                    frontier.append(source)
        return found

    def always(self, states):
        """The states from which some infinite path stays within."""
        count = {s: sum(1 for t in self.graph[s] if t in states) for s in states}
        sources = {}
        for state in states:
            for target in self.graph[state]:
                if target in states:
                    sources.setdefault(target, []).append(state)
        lost = [s for s in states if count[s] == 0]
        left = set(states)
        while lost:
            state = lost.pop()
            left.discard(state)
            for source in sources.get(state, []):
                count[source] -= 1
                if count[source] == 0:
                    lost.append(source)
        return left

    def ltl(self, expr):
        """Formulas that CTL can say as well; None for all others."""
        everything, initial = set(self.graph), set(self.initial)
        plain = lambda part: self.ctl(part) if self.is_plain(part) else None
        op = expr[0]
        if self.is_plain(expr):
            return initial <= self.ctl(expr)
        if op == "F" and self.is_plain(expr[1]):
            return initial <= everything - self.always(everything - plain(expr[1]))
        if op == "G" and self.is_plain(expr[1]):
            return plain(expr[1]) >= everything
        if op == "G" and expr[1][0] == "F" and self.is_plain(expr[1][1]):
            return not self.always(everything - plain(expr[1][1]))
        if op == "G" and expr[1][0] == "->":
            a, b = expr[1][1], expr[1][2]
            if self.is_plain(a) and b[0] == "F" and self.is_plain(b[1]):
                return not (plain(a) & self.always(everything - plain(b[1])))
        return None

    def is_plain(self, expr):
        if expr[0] in ("X", "F", "G", "U", "V"):
            return False
        if expr[0] in ("number", "truth", "name", "case"):
            return True
        return all(self.is_plain(part) for part in expr[1:])

    def answer(self, kind, expr):
        temporal = {
            "INVARSPEC": (),
            "LTLSPEC": ("X", "F", "G", "U", "V"),
            "CTLSPEC": ("EX", "EF", "EG", "AX", "AF", "AG", "EU", "AU"),
        }[kind]
        found, inputs = self.module.check(expr, temporal=temporal)
        if found != "boolean":
            raise Wrong("a specification that is a number")
        if inputs:
            raise Wrong("a specification that reads inputs")
        if kind == "INVARSPEC":
            return len(self.states_where(expr)) == len(self.graph)
        if kind == "CTLSPEC":
            return set(self.initial) <= self.ctl(expr)
        return self.ltl(expr)


    # --- counterexamples

    def path_to(self, goal, within):
        """The states of a shortest path from an initial state to one of the goal."""
        before, frontier = {s: None for s in self.initial if s in within}, []
        frontier = list(before)
        for state in frontier:  # it grows
            if state in goal:
                path = []
                while state is not None:
                    path.append(state)
                    state = before[state]
                return path[::-1]
            for target in self.graph[state]:
                if target in within and target not in before:
                    before[target] = state
                    frontier.append(target)
        return None

    def counterexample(self, kind, expr):
        """Its states, and where its loop begins."""
        everything = set(self.graph)
        if kind == "INVARSPEC":
            return self.path_to(everything - self.states_where(expr), everything), None
        if kind == "LTLSPEC" and expr[0] == "F" and self.is_plain(expr[1]):
            endless = self.always(everything - self.ctl(expr[1]))
            path = self.path_to(endless, endless)
            while True:
                target = next(t for t in self.graph[path[-1]] if t in endless)
                if target in path:
                    return path + [target], path.index(target)
                path.append(target)
        return None, None

    def print_as_nusmv(self):
        print("*** This is NuSMV 2.6.0 (compiled somewhere)\n")
        for kind, name, expr in self.module.specs:
            answer = self.answer(kind, expr)
            word = "invariant" if kind == "INVARSPEC" else "specification"
            print("-- %s %s  is %s" % (word, name, str(answer).lower()))
            if answer:
                continue
            print("-- as demonstrated by the following execution sequence")
            print("Trace Description: Counterexample \nTrace Type: Counterexample ")
            path, loop = self.counterexample(kind, expr)
            last = None
            for index, state in enumerate(path or []):
                if index == loop:
                    print("  -- Loop starts here")
                if index > 0 and self.module.inputs:
                    print("  -> Input: 1.%d <-\n    unread = 7" % (index + 1))
                print("  -> State: 1.%d <-" % (index + 1))
                for k, name in enumerate(self.module.variables):
                    if last is None or last[k] != state[k]:
                        print("    %s = %s" % (name, str(state[k]).upper()))
                last = state


def main():
    states_max = int(sys.argv[sys.argv.index("--states") + 1]) if "--states" in sys.argv else 20000
    with open(sys.argv[1], encoding="utf-8") as file:
        text = file.read()
    try:
        system = System(Module(text))
        if not system.explore(states_max):
            print("too many states")
            return 3
        if "--as-nusmv" in sys.argv:
            system.print_as_nusmv()
            return 0
        print("states %d" % len(system.graph))
        for kind, name, expr in system.module.specs:
            answer = system.answer(kind, expr)
            print("%s %s" % (name, "unknown" if answer is None else str(answer).lower()))
    except Wrong as wrong:
        print("error: %s" % wrong)
        return 2
    return 0


if __name__ == "__main__":
    sys.exit(main())
