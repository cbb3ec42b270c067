#!/usr/bin/env python3
"""Schema, writer, reader and struct must describe the same documents.

Usage: check_schemas.py WRITER SCHEMA_DIRECTORY [REPORT.json ...]

WRITER writes one document of every kind into a directory; in them every field holds something else
than its default at least once. Checked for each kind:
  - the document satisfies its schema, also when no undeclared field is allowed;
  - every declared field occurs, so that the schema declares nothing that is never written;
  - every field of the report holds a value that is not empty, so that a reader which forgets it
    cannot write the same bytes again;
  - a document with a field taken away, or of another type, is refused, a report also by the reader.
Further reports are checked against the schema only.
"""
import copy
import json
import os
import subprocess
import sys
import tempfile

try:
    import jsonschema
except ImportError:
    if sys.executable != "/usr/bin/python3" and os.path.exists("/usr/bin/python3"):
        os.execv("/usr/bin/python3", ["/usr/bin/python3", *sys.argv])
    print("skipped: no python3-jsonschema")
    sys.exit(77)

failures = []


def expect(condition, message):
    if not condition:
        failures.append(message)


def strict(schema):
    """The same schema with undeclared fields forbidden."""
    if isinstance(schema, list):
        return [strict(part) for part in schema]
    if not isinstance(schema, dict):
        return schema
    result = {name: strict(part) for name, part in schema.items() if name not in ("if", "then")}
    for name in ("if", "then"):
        if name in schema:
            result[name] = schema[name]
    if "properties" in schema and "type" in schema and "additionalProperties" not in schema:
        result["additionalProperties"] = False
    return result


def resolve(schema, root):
    while "$ref" in schema:
        schema = root["$defs"][schema["$ref"].rsplit("/", 1)[1]]
    for choice in schema.get("anyOf", []):
        choice = resolve(choice, root)
        if "properties" in choice:
            return choice
    return schema


def walk(value, schema, root, path, seen):
    """Collects, per declared field, the values it has in the document."""
    schema = resolve(schema, root)
    if isinstance(value, dict):
        for name, part in schema.get("properties", {}).items():
            values = seen.setdefault(f"{path}.{name}", [])
            if name in value:
                values.append(value[name])
                walk(value[name], part, root, f"{path}.{name}", seen)
    elif isinstance(value, list) and "items" in schema:
        for entry in value:
            walk(entry, schema["items"], root, path + "[]", seen)


def mutations(value, schema, root, path=""):
    """Yields (description, how to change a copy of the whole) for required fields, once a path."""
    schema = resolve(schema, root)
    if isinstance(value, dict):
        for name in schema.get("required", []):
            yield f"{path}.{name} taken away", lambda at, n=name: at.pop(n)
            if resolve(schema["properties"][name], root) != {}:
                wrong = {"no": "such type"} if not isinstance(value[name], dict) else [7]
                yield f"{path}.{name} of another type", lambda at, n=name, w=wrong: at.update({n: w})
        for name, part in schema.get("properties", {}).items():
            if name not in value:
                continue
            for what, change in mutations(value[name], part, root, f"{path}.{name}"):
                yield what, lambda at, n=name, c=change: c(at[n])
    elif isinstance(value, list) and value and "items" in schema:
        for what, change in mutations(value[0], schema["items"], root, path + "[0]"):
            yield what, lambda at, c=change: c(at[0])


def is_empty(value):
    return value in ("", 0, None, False, [], {}) or (isinstance(value, list) and not any(
        not is_empty(entry) for entry in value))


def reader_refuses(writer, reports):
    """Every mutated report must be refused by the program too."""
    with tempfile.TemporaryDirectory() as directory:
        for number, (_, report) in enumerate(reports):
            with open(os.path.join(directory, f"{number}.json"), "w", encoding="utf-8") as file:
                json.dump(report, file)
        result = subprocess.run([writer, "--refuses", directory], capture_output=True, text=True,
                                check=False)
        expect(result.returncode in (0, 1), f"the reader ended with {result.returncode}")
        for path in result.stdout.split():
            number = int(os.path.basename(path).split(".")[0])
            failures.append(f"report{reports[number][0]}: the reader does not refuse it")


def check(kind, schema, document, all_values, mutated):
    jsonschema.Draft202012Validator.check_schema(schema)
    validator = jsonschema.Draft202012Validator(schema)
    for error in list(jsonschema.Draft202012Validator(strict(schema)).iter_errors(document))[:5]:
        failures.append(f"{kind}: {error.json_path}: {error.message[:200]}")
    seen = {}
    walk(document, schema, schema, kind, seen)
    for path, values in seen.items():
        expect(values, f"{path} is declared but never written")
        if all_values and values:
            expect(any(not is_empty(value) for value in values),
                   f"{path} holds only empty values: a reader that forgets it would pass")
    count = 0
    for what, change in mutations(document, schema, schema):
        changed = copy.deepcopy(document)
        change(changed)
        count += 1
        mutated.append((what, changed))
        expect(not validator.is_valid(changed), f"{kind}{what}: the schema does not refuse it")
    expect(count > 4, f"{kind}: only {count} mutations tried")
    return count


def main():
    writer, schemas = sys.argv[1], sys.argv[2]

    def schema_of(kind):
        with open(os.path.join(schemas, kind + ".schema.json"), encoding="utf-8") as file:
            return json.load(file)

    def load(path):
        with open(path, encoding="utf-8") as file:
            return json.load(file)

    total = 0
    with tempfile.TemporaryDirectory() as directory:
        subprocess.run([writer, directory], check=True)
        for kind in ("report", "report-summary", "comparison", "plan"):
            mutated = []
            total += check(kind, schema_of(kind), load(os.path.join(directory, kind + ".json")),
                           kind == "report", mutated)
            if kind == "report":
                reader_refuses(writer, mutated)
        with open(os.path.join(directory, "report.json"), "rb") as first, \
                open(os.path.join(directory, "report-again.json"), "rb") as second:
            expect(first.read() == second.read(), "the report changes when it is read and rewritten")
        samples = schema_of("samples")
        with open(os.path.join(directory, "samples.jsonl"), encoding="utf-8") as file:
            lines = [json.loads(line) for line in file]
        expect(len(lines) == 3, "header, case and end line expected")
        for name, line in zip(("header", "case", "end"), lines):
            jsonschema.validate(line, samples)
            part = dict(samples["$defs"][name], **{"$defs": samples["$defs"]})
            total += check("samples " + name, part, line, False, []) if name != "end" else 0

    report = schema_of("report")
    for path in sys.argv[3:]:
        for error in list(jsonschema.Draft202012Validator(report).iter_errors(load(path)))[:5]:
            failures.append(f"{path}: {error.json_path}: {error.message[:200]}")

    for failure in failures:
        print("FAILED", failure)
    print(f"{total} mutations refused, {len(failures)} failures")
    sys.exit(1 if failures else 0)


main()
