"""Every small way to break a module: a value, a comparison, a condition, a call, a statement, a field."""

import ast
from dataclasses import dataclass
from itertools import pairwise
from pathlib import Path

KINDS = ("value", "comparison", "boolean", "call", "statement", "field")

Node = ast.expr | ast.stmt | ast.keyword | ast.arg


@dataclass(frozen=True)
class Mutant:
    """One breakage: the bytes from `start` to `end` of a file become `new`."""

    path: str
    kind: str
    line: int
    first: int
    last: int
    start: int
    end: int
    old: str
    new: str
    text: str

    @property
    def change(self) -> str:
        """What is replaced by what, on one line."""
        return f"{' '.join(self.old.split())} -> {' '.join(self.new.split())}"

    @property
    def key(self) -> str:
        """The same from run to run of one state of the source."""
        return f"{self.path}:{self.line}:{self.start}:{self.kind}:{self.change}"

    def broken(self, source: bytes) -> bytes:
        """The source with this breakage."""
        return source[: self.start] + self.new.encode() + source[self.end :]


COMPARISONS: dict[type[ast.cmpop], str] = {
    ast.Eq: "!=",
    ast.NotEq: "==",
    ast.Lt: "<=",
    ast.LtE: "<",
    ast.Gt: ">=",
    ast.GtE: ">",
    ast.In: "not in",
    ast.NotIn: "in",
    ast.Is: "is not",
    ast.IsNot: "is",
}
_SAME: dict[type[ast.cmpop], str] = {
    ast.Eq: "==",
    ast.NotEq: "!=",
    ast.Lt: "<",
    ast.LtE: "<=",
    ast.Gt: ">",
    ast.GtE: ">=",
    ast.In: "in",
    ast.NotIn: "not in",
    ast.Is: "is",
    ast.IsNot: "is not",
}
OPERATORS: dict[type[ast.operator], str] = {
    ast.Add: "-",
    ast.Sub: "+",
    ast.Mult: "//",
    ast.FloorDiv: "*",
    ast.Mod: "//",
    ast.BitAnd: "|",
    ast.BitOr: "&",
    ast.RShift: "<<",
    ast.LShift: ">>",
}
_OTHER_CALL = {"min": "max", "max": "min", "any": "all", "all": "any"}
_IN_ANY_ORDER = ("min", "max", "where", "and_", "or_")
"""Functions whose arguments come to the same in any order."""
_CHANGES_ITS_FIRST_ARGUMENT = ("with_", "after_", "next_", "start_of_", "end_of_", "replace", "begun")


def mutants_of(path: str, source: bytes) -> list[Mutant]:
    """All mutants of a module, in the order of its text."""
    finder = _Finder(path, source)
    finder.visit(ast.parse(source))
    found = {one.key: one for one in finder.found}
    return sorted(found.values(), key=lambda one: (one.start, one.end, one.kind, one.new))


def mutants_under(folder: Path, root: Path) -> list[Mutant]:
    """The mutants of every module under a folder; paths are told from `root`."""
    return [
        one
        for path in sorted(folder.rglob("*.py"))
        for one in mutants_of(str(path.relative_to(root)), path.read_bytes())
    ]


class _Finder(ast.NodeVisitor):
    """Walks a module. What only a reader or a type checker sees is left alone: annotations, docstrings,
    protocols, assertions, prose."""

    def __init__(self, path: str, source: bytes) -> None:
        self.path = path
        self.source = source
        self.offsets = [0]
        for line in source.splitlines(keepends=True):
            self.offsets.append(self.offsets[-1] + len(line))
        self.lines = source.decode().splitlines()
        self.found: list[Mutant] = []
        self.statement = (1, 1)
        self.modules: set[str] = set()
        self.fields: dict[str, set[str]] = {}

    # -- where and what ----------------------------------------------------------------------------

    def span(self, node: Node) -> tuple[int, int]:
        assert node.end_lineno is not None
        assert node.end_col_offset is not None
        start = self.offsets[node.lineno - 1] + node.col_offset
        return start, self.offsets[node.end_lineno - 1] + node.end_col_offset

    def text(self, node: Node) -> str:
        start, end = self.span(node)
        return self.source[start:end].decode()

    def add(self, kind: str, node: Node, new: str) -> None:
        start, end = self.span(node)
        self.add_span(kind, node.lineno, start, end, new)

    def add_span(self, kind: str, line: int, start: int, end: int, new: str) -> None:
        old = self.source[start:end].decode()
        if new == old:
            return  # `while True`
        first, last = self.statement
        text = " ".join(self.lines[line - 1].split())
        self.found.append(Mutant(self.path, kind, line, first, last, start, end, old, new, text))

    # -- what is left alone ------------------------------------------------------------------------

    def visit_Module(self, node: ast.Module) -> None:
        for inner in ast.walk(node):
            if isinstance(inner, ast.Import | ast.ImportFrom):
                self.modules.update(alias.asname or alias.name for alias in inner.names)
        for inner in ast.walk(node):
            if isinstance(inner, ast.Attribute) and isinstance(inner.value, ast.Name):
                self.fields.setdefault(inner.value.id, set()).add(inner.attr)
        self.body(node.body)

    def body(self, statements: list[ast.stmt]) -> None:
        for index, statement in enumerate(statements):
            is_text = isinstance(statement, ast.Expr) and isinstance(statement.value, ast.Constant)
            if is_text or isinstance(statement, ast.Assert | ast.Import | ast.ImportFrom | ast.Pass):
                continue
            outer, self.statement = self.statement, self.lines_of(statement)
            if isinstance(statement, ast.Return) and index + 1 == len(statements):
                self.last_return(statement)
            self.visit(statement)
            self.statement = outer

    def lines_of(self, statement: ast.stmt) -> tuple[int, int]:
        """The lines of a simple statement, or of a compound one's head."""
        inner = getattr(statement, "body", None)
        last = inner[0].lineno - 1 if inner else statement.end_lineno or statement.lineno
        return statement.lineno, max(statement.lineno, last)

    def visit_FunctionDef(self, node: ast.FunctionDef | ast.AsyncFunctionDef) -> None:
        for default in (*node.args.defaults, *(one for one in node.args.kw_defaults if one is not None)):
            self.visit(default)
        self.body(node.body)

    def visit_AsyncFunctionDef(self, node: ast.AsyncFunctionDef) -> None:
        self.visit_FunctionDef(node)

    def visit_ClassDef(self, node: ast.ClassDef) -> None:
        if not any(isinstance(base, ast.Name) and base.id == "Protocol" for base in node.bases):
            self.body(node.body)

    def visit_AnnAssign(self, node: ast.AnnAssign) -> None:
        if node.value is not None:
            self.visit(node.value)

    def visit_Assign(self, node: ast.Assign) -> None:
        is_type = isinstance(node.value, ast.Subscript) or (
            isinstance(node.value, ast.BinOp) and isinstance(node.value.op, ast.BitOr)
        )
        at_top = any(isinstance(target, ast.Name) and target.id[:1].isupper() for target in node.targets)
        if not (is_type and at_top and node.col_offset == 0):
            self.visit(node.value)

    def visit_keyword(self, node: ast.keyword) -> None:
        """`strict=True` of a zip is an assertion."""
        if node.arg != "strict":
            self.visit(node.value)

    def visit_JoinedStr(self, node: ast.JoinedStr) -> None:
        """Prose; and what stands inside has no exact place before Python 3.12."""

    # -- statements --------------------------------------------------------------------------------

    def visit_Expr(self, node: ast.Expr) -> None:
        if isinstance(node.value, ast.Call | ast.Yield | ast.YieldFrom | ast.Await):
            self.add("statement", node, "pass")
        self.visit(node.value)

    def visit_AugAssign(self, node: ast.AugAssign) -> None:
        self.add("statement", node, "pass")
        self.visit(node.value)

    def visit_Raise(self, node: ast.Raise) -> None:
        self.add("statement", node, "pass")
        self.generic_visit(node)

    def visit_Continue(self, node: ast.Continue) -> None:
        self.add("statement", node, "pass")

    def visit_Break(self, node: ast.Break) -> None:
        self.add("statement", node, "pass")

    def last_return(self, node: ast.Return) -> None:
        """An early return that is forgotten; the last one of a function has nothing after it."""
        if node.col_offset > 4:
            self.add("statement", node, "pass")

    def visit_If(self, node: ast.If) -> None:
        self.condition(node.test)
        self.visit(node.test)
        self.body(node.body)
        if node.orelse and not isinstance(node.orelse[0], ast.If):
            start, end = self.span(node.orelse[0])[0], self.span(node.orelse[-1])[1]
            self.add_span("statement", node.orelse[0].lineno, start, end, "pass")
        self.body(node.orelse)

    def visit_While(self, node: ast.While) -> None:
        self.condition(node.test)
        self.visit(node.test)
        self.body(node.body)

    def visit_For(self, node: ast.For | ast.AsyncFor) -> None:
        self.visit(node.iter)
        self.body(node.body)
        self.body(node.orelse)

    def visit_AsyncFor(self, node: ast.AsyncFor) -> None:
        self.visit_For(node)

    def visit_Try(self, node: ast.Try) -> None:
        for part in (node.body, *(handler.body for handler in node.handlers), node.orelse, node.finalbody):
            self.body(part)

    def visit_With(self, node: ast.With | ast.AsyncWith) -> None:
        self.body(node.body)

    def visit_AsyncWith(self, node: ast.AsyncWith) -> None:
        self.visit_With(node)

    # -- conditions --------------------------------------------------------------------------------

    def condition(self, test: ast.expr) -> None:
        text = self.text(test)
        if not isinstance(test, ast.UnaryOp | ast.Compare | ast.BoolOp):
            self.add("boolean", test, f"not ({text})")
        self.add("boolean", test, "False")
        self.add("boolean", test, "True")

    def visit_IfExp(self, node: ast.IfExp) -> None:
        self.condition(node.test)
        self.generic_visit(node)

    def visit_comprehension(self, node: ast.comprehension) -> None:
        for test in node.ifs:
            self.add("boolean", test, "True")
        self.generic_visit(node)

    def visit_BoolOp(self, node: ast.BoolOp) -> None:
        texts = [f"({self.text(value)})" for value in node.values]
        word, other = (" and ", " or ") if isinstance(node.op, ast.And) else (" or ", " and ")
        self.add("boolean", node, f"({other.join(texts)})")
        for index in range(len(texts)):
            self.add("boolean", node, f"({word.join(texts[:index] + texts[index + 1 :])})")
        self.generic_visit(node)

    def visit_UnaryOp(self, node: ast.UnaryOp) -> None:
        if isinstance(node.op, ast.Not):
            self.add("boolean", node, f"({self.text(node.operand)})")
        elif isinstance(node.op, ast.USub):
            self.add("value", node, f"({self.text(node.operand)})")
            if isinstance(node.operand, ast.Constant):
                return  # -1 stands for none; -2 would stand for it as well
        self.generic_visit(node)

    def visit_Compare(self, node: ast.Compare) -> None:
        parts = [self.text(node.left), *(self.text(one) for one in node.comparators)]
        for changed in range(len(node.ops)):
            written = parts[0]
            for index, op in enumerate(node.ops):
                word = (COMPARISONS if index == changed else _SAME)[type(op)]
                written += f" {word} {parts[index + 1]}"
            self.add("comparison", node, f"({written})")
        self.generic_visit(node)

    # -- values ------------------------------------------------------------------------------------

    def visit_BinOp(self, node: ast.BinOp) -> None:
        other = OPERATORS.get(type(node.op))
        if other is not None and not self.is_text(node):
            self.add("value", node, f"({self.text(node.left)} {other} {self.text(node.right)})")
        self.generic_visit(node)

    def is_text(self, node: ast.BinOp) -> bool:
        """Adding text or tuples: another operator would only be a type error."""
        kinds = (ast.JoinedStr, ast.Tuple, ast.List)
        return any(
            isinstance(one, kinds) or (isinstance(one, ast.Constant) and isinstance(one.value, str))
            for one in (node.left, node.right)
        )

    def visit_Constant(self, node: ast.Constant) -> None:
        value = node.value
        if isinstance(value, bool):
            self.add("value", node, str(not value))
        elif isinstance(value, int):
            self.add("value", node, str(value + 1))
            if value != 0:
                self.add("value", node, str(value - 1))
        elif isinstance(value, str) and value and not any(letter.isspace() for letter in value):
            self.add("value", node, repr(value + "x"))

    # -- calls and fields --------------------------------------------------------------------------

    def visit_Call(self, node: ast.Call) -> None:
        name = self.text(node.func)
        plain = [one for one in node.args if not isinstance(one, ast.Starred)]
        if name in _OTHER_CALL:
            self.add("call", node.func, _OTHER_CALL[name])
        elif name in ("reversed", "sorted") and len(plain) == 1:
            self.add("call", node, f"list({self.text(plain[0])})")
        elif plain and name.rpartition(".")[2].startswith(_CHANGES_ITS_FIRST_ARGUMENT):
            self.add("call", node, self.text(plain[0]))
        for one, other in pairwise(plain if name.rpartition(".")[2] not in _IN_ANY_ORDER else ()):
            if self.text(one) != self.text(other):
                start, end = self.span(one)[0], self.span(other)[1]
                middle = self.source[self.span(one)[1] : self.span(other)[0]].decode()
                swapped = self.text(other) + middle + self.text(one)
                self.add_span("call", one.lineno, start, end, swapped)
        self.dropped_keywords(node, name)
        is_method = isinstance(node.func, ast.Attribute)  # whose name is no field
        self.visit(node.func.value if is_method else node.func)  # type: ignore[attr-defined]
        for argument in (*node.args, *(keyword.value for keyword in node.keywords)):
            self.visit(argument)

    def dropped_keywords(self, node: ast.Call, name: str) -> None:
        """A field that an event leaves as it was."""
        if not name.rpartition(".")[2].startswith(("replace", "with_", "_opened")):
            return
        for keyword in node.keywords:
            if keyword.arg is not None:
                start, end = self.span(keyword)
                if self.source[end : end + 1] == b",":
                    end += 1
                self.add_span("field", keyword.lineno, start, end, "")

    def visit_Attribute(self, node: ast.Attribute) -> None:
        if isinstance(node.value, ast.Name) and node.value.id not in self.modules:
            others = sorted(self.fields[node.value.id])
            at = others.index(node.attr)
            other = others[(at + 1) % len(others)]
            if other != node.attr:
                self.add("field", node, f"{node.value.id}.{other}")
        self.generic_visit(node)
