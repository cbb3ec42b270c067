#!/usr/bin/env python3
"""Bad reports to `hopbench report` and `compare`: whatever the bytes are, one line and exit 2."""
from __future__ import annotations

import json
import shutil
import tempfile
from pathlib import Path
from typing import Any, Callable

from support import EXAMPLES, Done, EndToEnd, hopbench, main, read_json

Change = Callable[[dict[str, Any]], Any]


OWN_LOG = Path(__file__).resolve().parent / "own_nccl_tests.log"


def imported(folder: Path) -> Path:
    """A report that needs nothing but hopbench itself."""
    target = folder / "imported.json"
    done = hopbench("import", OWN_LOG, "--from", "nccl-tests", "-o", target)
    if done.code != 0:
        raise AssertionError(f"no report to spoil:\n{done}")
    return target


def example() -> Path | None:
    """A bundled report of a run."""
    reports = [path for path in sorted(EXAMPLES.rglob("*.json"))
               if read_json(path).get("schema") == "hopbench.report"]
    return reports[0] if reports else None


class BadReport(EndToEnd):
    def setUp(self) -> None:
        self.folder = Path(tempfile.mkdtemp(prefix="hopbench-bad-report-"))
        self.addCleanup(shutil.rmtree, self.folder, True)
        self.good = self.folder / "good.json"
        shutil.copyfile(self.source(), self.good)
        self.text = self.good.read_text(encoding="utf-8")

    def source(self) -> Path:
        return imported(self.folder)

    def write(self, name: str, content: bytes | str) -> Path:
        file = self.folder / name
        file.write_bytes(content.encode() if isinstance(content, str) else content)
        return file

    def changed(self, change: Change, name: str = "changed.json") -> Path:
        document = json.loads(self.text)
        change(document)
        return self.write(name, json.dumps(document, ensure_ascii=False))

    def refused(self, file: Path, *mentions: str) -> None:
        """Every subcommand that reads a report refuses the file in the same way."""
        for arguments in (("report", file), ("compare", file, self.good),
                          ("compare", self.good, file)):
            with self.subTest(file=file.name, subcommand=arguments[0]):
                self.assert_refused(hopbench(*arguments, extra={"TMPDIR": str(self.folder)}), 2,
                                    file.name, *mentions)

    def test_the_example_itself_is_good(self) -> None:
        self.assert_exit(hopbench("report", self.good), 0)
        self.assert_exit(hopbench("compare", self.good, self.good), 0)

    def test_truncated_anywhere(self) -> None:
        data = self.text.encode().rstrip()
        cuts = sorted({len(data) * step // 40 for step in range(40)} | {1, 2, len(data) - 1})
        for cut in cuts:
            file = self.write("cut.json", data[:cut])
            self.assert_refused(hopbench("report", file), 2, "cut.json")
        self.refused(self.write("cut.json", data[:len(data) // 2]))

    def test_other_files(self) -> None:
        foreign = {"empty": b"", "object": b"{}", "list": b"[]", "null": b"null", "number": b"3",
                   "binary": bytes(range(256)) * 40, "words": b"not JSON at all",
                   "deep": b"[" * 200000, "deep-object": b'{"a":' * 100000, "nul": b"\0" * 4096,
                   "google": b'{"context": {}, "benchmarks": [{"name": "x", "real_time": 1}]}',
                   "twice": self.text.encode() * 2, "trailing": self.text.encode() + b"x",
                   "bad-utf8": self.text.encode().replace(b'"kind": "', b'"kind": "\xff\xfe')}
        for name, content in foreign.items():
            self.refused(self.write(f"{name}.json", content))

    def test_missing_file_and_folder(self) -> None:
        self.refused(self.folder / "absent.json")
        empty = self.folder / "empty-folder"
        empty.mkdir()
        self.refused(empty)

    def test_schema_version(self) -> None:
        def version(value: Any) -> Change:
            return lambda document: document.update(schema_version=value)

        for value in ("2.0", "0.9", "10.0", "", "one", "1", 1.0, None):
            self.refused(self.changed(version(value)), "schema_version")
        self.refused(self.changed(lambda document: document.update(schema="hopbench.map/1")),
                     "schema")

    def test_a_newer_minor_version_and_unknown_fields_are_read(self) -> None:
        def newer(document: dict[str, Any]) -> None:
            document.update(schema_version="1.99", news={"deep": [1, {"x": None}]})
            document["cells"][0]["news"] = [1, 2]
            document["cells"][0]["key"]["news"] = {"a": []}
            document["identity"]["news"] = 1

        self.assert_exit(hopbench("report", self.changed(newer)), 0)

    def test_tokens_that_are_no_json(self) -> None:
        start = self.text.index('"median"', self.text.index('"cells"'))
        opening = self.text.index("[", start) + 1
        end = min(self.text.index(",", opening), self.text.index("]", opening))
        for token in ("NaN", "Infinity", "-Infinity", "nan", "1e999", "0x1", "1.", '"1"', "true"):
            self.refused(self.write("token.json", self.text[:opening] + token + self.text[end:]))

    def test_every_member_is_required(self) -> None:
        for member in json.loads(self.text):
            file = self.changed(lambda document, name=member: document.pop(name))
            self.assert_refused(hopbench("report", file), 2, "changed.json", member)

    def test_members_of_the_wrong_type_never_crash(self) -> None:
        for member, value in json.loads(self.text).items():
            for wrong in (None, 7, -1, "x", [], {}, [[]], True):
                if type(wrong) is type(value) or (member == "model" and wrong is None):
                    continue
                def put(document: dict[str, Any], name: str = member, what: Any = wrong) -> None:
                    document[name] = what
                done = hopbench("report", self.changed(put))
                with self.subTest(member=member, wrong=wrong):
                    self.assert_refused(done, 2, "changed.json")

    def test_broken_cells(self) -> None:
        def cell(change: Callable[[dict[str, Any]], Any]) -> Change:
            return lambda document: change(document["cells"][0])

        broken: dict[str, Change] = {
            "uneven arrays": cell(lambda c: c["median"].pop()),
            "unknown status": cell(lambda c: c["status"].__setitem__(0, "fine")),
            "reason out of range": cell(lambda c: c["reason"].__setitem__(0, 10 ** 6)),
            "binding out of range": cell(lambda c: c["binding"].__setitem__(0, 10 ** 6)),
            "negative block": cell(lambda c: c["block"].__setitem__(0, -1)),
            "fraction of a block": cell(lambda c: c["block"].__setitem__(0, 0.5)),
            "unknown class": cell(lambda c: c.__setitem__("class", "nonsense")),
            "unknown better": cell(lambda c: c.__setitem__("better", "sideways")),
            "no key": cell(lambda c: c.pop("key")),
            "huge size": cell(lambda c: c["key"].__setitem__("bytes", 1e40)),
            "negative size": cell(lambda c: c["key"].__setitem__("bytes", -4)),
            "huge time": cell(lambda c: c["median"].__setitem__(0, 1.7e308)),
            "twice": lambda d: d["cells"].append(d["cells"][0]),
        }
        for name, change in broken.items():
            with self.subTest(broken=name):
                self.refused(self.changed(change))


    def test_what_an_error_quotes_cannot_drive_the_terminal(self) -> None:
        for value in ("\x1b[2J\x07", "a\nb\r\nc", "\u202eevil", "nul\0nul", "\x9b31m", "x" * 10 ** 6):
            file = self.changed(lambda d, v=value: d["cells"][0].__setitem__("class", v))
            done = hopbench("report", file)
            with self.subTest(value=value[:20]):
                self.assert_refused(done, 2, "changed.json", "class", "restore it")
                self.assertTrue(done.err.rstrip("\n").isprintable(), f"{done}")
                self.assertLess(len(done.err), 20000, "nobody reads that")


class BadRunReport(BadReport):
    """The same with the report of a run."""

    def source(self) -> Path:
        found = example()
        if found is None:
            self.skipTest(f"no report under {EXAMPLES}")
        return found


class Output(EndToEnd):
    def setUp(self) -> None:
        self.scratch = Path(tempfile.mkdtemp(prefix="hopbench-output-source-"))
        self.addCleanup(shutil.rmtree, self.scratch, True)
        self.good = imported(self.scratch)

    def test_existing_files_stay_and_unwritable_ones_are_named(self) -> None:
        good = self.good
        with tempfile.TemporaryDirectory(prefix="hopbench-output-") as name:
            folder = Path(name)
            mine = folder / "mine"
            for arguments in (("report", good), ("compare", good, good)):
                with self.subTest(subcommand=arguments[0]):
                    mine.write_text("mine")
                    self.assert_refused(hopbench(*arguments, "-o", mine), 2, str(mine), "--force")
                    self.assertEqual(mine.read_text(), "mine", "overwritten without --force")
                    for target in (folder / "absent" / "x", mine / "below", Path("/proc/x")):
                        done = hopbench(*arguments, "-o", target)
                        self.assert_refused(done, 2, str(target))
                    self.assertEqual(sorted(path.name for path in folder.iterdir()), ["mine"],
                                     "temporary files were left")
                    self.forced(mine, hopbench(*arguments, "-o", mine, "--force"))

    def forced(self, file: Path, done: Done) -> None:
        self.assert_exit(done, 0)
        self.assertNotEqual(file.read_text(encoding="utf-8"), "mine")

    def test_options(self) -> None:
        good = self.good
        for arguments in (("report", good, "--format", "nonsense"), ("compare", good),
                          ("compare", good, good, "--format", "nonsense"),
                          ("compare", good, good, "--margin", "latency=x"),
                          ("compare", good, good, "--margin", "nonsense=1"),
                          ("compare", good, good, "--margin", "latency=-1"),
                          ("compare", good, good, "--session-sd", "x"),
                          ("compare", good, good, "--session-sd", "-1"),
                          ("compare", good, "--base", "nonsense"),
                          ("compare", good, "--base", "baseline", "--head", "nonsense")):
            with self.subTest(arguments=arguments):
                self.assert_refused(hopbench(*arguments), 2, str(arguments[-1]).split("=")[0])


if __name__ == "__main__":
    main()
