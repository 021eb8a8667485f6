"""Mutants of a SystemVerilog module: one expression changed in each, all of them in one text, in which
the function wf_mutant() of the simulator selects one.

Expressions are found in the syntax tree: the right sides of assignments, conditions, and connections of
inputs, in modules only. Constants (parameters, widths, indices, counts of replications, functions of
packages) and assertions stay as they are.
"""

import dataclasses
import re

from pyslang import syntax

BINARY = {
    "BinaryAndExpression": ("|",), "BinaryOrExpression": ("&",), "BinaryXorExpression": ("|",),
    "BinaryXnorExpression": ("^",), "LogicalAndExpression": ("||",), "LogicalOrExpression": ("&&",),
    "EqualityExpression": ("!=",), "InequalityExpression": ("==",), "LessThanExpression": ("<=", ">="),
    "LessThanEqualExpression": ("<", ">"), "GreaterThanExpression": (">=", "<="),
    "GreaterThanEqualExpression": (">", "<"), "AddExpression": ("-",), "SubtractExpression": ("+",),
    "LogicalShiftLeftExpression": (">>",), "LogicalShiftRightExpression": ("<<",),
}
# Of these, each side alone is a mutant, too.
SIDES = {"BinaryAndExpression", "BinaryOrExpression", "BinaryXorExpression", "LogicalAndExpression",
         "LogicalOrExpression", "AddExpression", "SubtractExpression"}
UNARY = {"UnaryBitwiseNotExpression": "", "UnaryLogicalNotExpression": "",
         "UnaryBitwiseAndExpression": "|", "UnaryBitwiseOrExpression": "&",
         "UnaryBitwiseXorExpression": "|"}
CONSTANTS = {"'0": "'1", "'1": "'0"}
SIZED = re.compile(r"(\d+)'([bdh])([0-9a-fA-F]+)")
BASES = {"b": 2, "d": 10, "h": 16}
# What is below these is constant, or no expression.
OPAQUE = {"ElementSelect", "FunctionDeclaration", "TaskDeclaration", "ParameterDeclarationStatement",
          "ParameterValueAssignment", "TypedefDeclaration", "InitialBlock", "ConcurrentAssertionMember",
          "ImmediateAssertionMember", "ConcurrentAssertionStatement", "ImmediateAssertStatement",
          "PackageImportDeclaration", "StreamingConcatenationExpression", "ModuleHeader"}


@dataclasses.dataclass(frozen=True)
class Mutant:
    line: int
    original: str
    broken: str

    def __str__(self):
        return f"{self.line}: {self.original} -> {self.broken}"


class Source:
    """The text of a module, with its mutants."""

    def __init__(self, text):
        self.text = text
        # Macros are assertions and guards: blanks in their place leave all other places as they are.
        self.tree = syntax.SyntaxTree.fromText(without_macros(text))
        self.mutants = []
        self.edits = []  # of whole expressions: (begin, end, woven text)
        for node in self.tree.root:
            self.visit(node)

    def woven(self):
        return replaced(self.text, 0, len(self.text), self.edits)

    # What has expressions.

    def visit(self, node):
        if not is_node(node):
            return
        kind = node.kind.name
        if kind in OPAQUE:
            return
        if kind in ("AssignmentExpression", "NonblockingAssignmentExpression", "OrAssignmentExpression",
                    "AndAssignmentExpression"):
            if self.of(node.left).startswith("unused"):
                return  # a remark to lint
            self.take(node.right, self.held(node) if kind.startswith("Non") else None)
        elif kind == "ConditionalPredicate":
            self.take(node, condition=True)
        elif kind == "NamedPortConnection":
            if node.name.valueText.endswith("_i") and node.expr is not None:
                self.take(node.expr)
        elif kind == "ForLoopStatement":
            self.visit(node.statement)
        elif kind == "LoopGenerate":
            self.visit(node.block)
        elif kind == "IfGenerate":
            self.visit(node.block)
            self.visit(node.elseClause)
        elif kind == "CaseGenerate":
            for item in node.items:
                self.visit(item.clause)
        elif kind == "CaseStatement":
            for item in node.items:
                self.visit(item.clause)
        else:
            for child in node:
                self.visit(child)

    def held(self, assignment):
        """A register that keeps its value."""
        pattern = assignment.right.kind.name == "AssignmentPatternExpression"
        return None if pattern else self.of(assignment.left)

    def take(self, node, held=None, condition=False):
        begin, end = span(node)
        more = []
        if held is not None:
            more.append(held)
        if condition:
            more += ["1'b1", "1'b0"]
        elif self.of(node) in CONSTANTS:
            more.append(CONSTANTS[self.of(node)])
        text = self.weave(node)
        woven = self.choice(node, more, text)
        if woven != self.of(node):
            self.edits.append((begin, end, woven))

    # Expressions.

    def of(self, node):
        begin, end = span(node)
        return self.text[begin:end]

    def weave(self, node):
        """The text of an expression with the mutants in it."""
        kind = node.kind.name
        begin, end = span(node)
        if kind in OPAQUE:
            return self.text[begin:end]
        edits = []
        for child in operands(node):
            text = self.weave(child)
            if text != self.of(child):
                edits.append((*span(child), text))
        inner = replaced(self.text, begin, end, edits)
        return self.choice(node, self.broken(node, kind), inner)

    def broken(self, node, kind):
        if kind in BINARY:
            left, right = self.of(node.left), self.of(node.right)
            texts = [f"({left}) {operator} ({right})" for operator in BINARY[kind]]
            return texts + ([left, right] if kind in SIDES else [])
        if kind in UNARY:
            operator = UNARY[kind]
            return [f"{operator}({self.of(node.operand)})" if operator else self.of(node.operand)]
        if kind == "ConditionalExpression":
            branches = [node.left, node.right]
            return [self.of(branch) for branch in branches]
        if kind in ("IntegerLiteralExpression", "IntegerVectorExpression"):
            return next_number(self.of(node))
        return []

    def choice(self, node, broken, inner):
        for text in broken:
            line = self.text.count("\n", 0, span(node)[0]) + 1
            self.mutants.append(Mutant(line, " ".join(self.of(node).split()), " ".join(text.split())))
            inner = f"(wf_pkg::mutant == {len(self.mutants)} ? ({text}) : ({inner}))"
        return inner


def next_number(text):
    """The number after `text`; after the greatest of a width, 0. Nothing for a text that is no plain number."""
    if text.isdigit():
        return [str(int(text) + 1)]
    sized = SIZED.fullmatch(text)
    if sized is None:
        return []
    width, base, digits = sized.groups()
    number = (int(digits, BASES[base]) + 1) % 2 ** int(width)
    return [f"{width}'{base}{number:{'x' if base == 'h' else base}}"]


def operands(node):
    """The operands of an expression that have a value of their own in its value."""
    kind = node.kind.name
    if kind in BINARY:
        return [node.left, node.right]
    if kind in UNARY:
        return [node.operand]
    if kind == "ConditionalExpression":
        return [node.predicate, node.left, node.right]
    if kind == "CastExpression":
        return [node.right]
    if kind == "MultipleConcatenationExpression":
        return [node.concatenation]
    if kind in ("IdentifierName", "IdentifierSelectName", "ScopedName", "MemberAccessExpression",
                "ElementSelectExpression", "InvocationExpression"):
        given = node.arguments if kind == "InvocationExpression" else None
        return [] if given is None else [child for child in given.parameters if is_node(child)]
    return [child for child in node if is_node(child)]


def is_node(child):
    return isinstance(child, syntax.SyntaxNode)


def span(node):
    return node.sourceRange.start.offset, node.sourceRange.end.offset


def replaced(text, begin, end, edits):
    parts = []
    for first, last, new in sorted(edits):
        parts += [text[begin:first], new]
        begin = last
    return "".join([*parts, text[begin:end]])


def without_macros(text):
    """Blanks in place of directives, and of macros with their arguments."""
    characters = list(text)
    at = text.find("`")
    while at >= 0:
        end = at + 1
        while end < len(text) and (text[end].isalnum() or text[end] == "_"):
            end += 1
        word = text[at + 1:end]
        if word in ("ifndef", "ifdef", "define", "include", "endif", "else", "undef"):
            end = text.find("\n", at)
        elif text[end:end + 1] == "(":
            depth = 0
            while True:
                depth += {"(": 1, ")": -1}.get(text[end], 0)
                end += 1
                if depth == 0:
                    break
        for i in range(at, end):
            if characters[i] != "\n":
                characters[i] = " "
        at = text.find("`", end)
    return "".join(characters)
