import assert from "node:assert/strict";
import { test } from "node:test";
import { createFindings } from "../findings.ts";
import { parseYaml, withYamlLines } from "./yaml.ts";

const faultsOf = (text: string, firstLine?: number) =>
  parseYaml(text, firstLine).faults.map(({ code, line }) => `${code} ${line}`);

test("parseYaml() gives plain data and keeps times as text", () => {
  const { value, faults } = parseYaml(
    "a: 2026-02-03T10:00:00Z\nb: [1, 2.5, true, ~, yes]\nc:\n  - {d: 'e'}\n1: one\n",
  );
  assert.deepEqual(faults, []);
  assert.deepEqual(value, {
    a: "2026-02-03T10:00:00Z",
    b: [1, 2.5, true, null, "yes"],
    c: [{ d: "e" }],
    1: "one",
  });
});

test("parseYaml() takes an empty text as null and CRLF as line ends", () => {
  assert.equal(parseYaml("").value, null);
  assert.equal(parseYaml("# nothing\n").value, null);
  assert.deepEqual(parseYaml("a: 1\r\nb: 2\r\n").value, { a: 1, b: 2 });
});

test("parseYaml() keeps __proto__ as a key like any other", () => {
  const { value, faults } = parseYaml("__proto__:\n  polluted: true\nconstructor: 1\n");
  assert.deepEqual(faults, []);
  assert.deepEqual(Object.keys(value as object), ["__proto__", "constructor"]);
  assert.equal(Object.hasOwn(Object.prototype, "polluted"), false);
});

test("parseYaml() refuses what is not plain, with its line", () => {
  const cases: readonly (readonly [string, string])[] = [
    ["a: 1\nb: 2\na: 3\n", "E_DUP_KEY 3"],
    ["x:\n  - {k: 1, k: 2}\n", "E_DUP_KEY 2"],
    ["a: 1\nb: &x [1]\n", "E_YAML 2"],
    ["a: 1\nb: *x\n", "E_YAML 2"],
    ["a: 1\nb: !!js/function 'x'\n", "E_YAML 2"],
    ["a: !custom x\n", "E_YAML 1"],
    ["a: !!binary aGk=\n", "E_YAML 1"],
    ["a: 1\n---\nb: 2\n", "E_YAML 2"],
    ["%YAML 1.1\n---\na: yes\n", "E_YAML 1"],
    ["a: 1\n[x, y]: 2\n", "E_YAML 2"],
    ["a: .inf\n", "E_YAML 1"],
    ["a: .nan\n", "E_YAML 1"],
    ["a: 1\nb: {\n", "E_YAML 3"],
    ["a: 1\n\tb: 2\n", "E_YAML 2"],
    ['a: "\\ud800"\n', "E_YAML 1"],
    ["? 1\n: &a b\n", "E_YAML 1"],
  ];
  for (const [text, expected] of cases) assert.equal(faultsOf(text)[0], expected, text);
});

test("parseYaml() counts lines from where the text begins in its file", () => {
  assert.deepEqual(faultsOf("a: 1\na: 2\n", 2), ["E_DUP_KEY 3"]);
});

test("parseYaml() refuses a bomb of aliases without opening it", () => {
  let bomb = "a0: &a0 [x, x, x, x, x, x, x, x, x, x]\n";
  for (let at = 1; at < 12; at++) {
    bomb += `a${at}: &a${at} [${Array(10)
      .fill(`*a${at - 1}`)
      .join(", ")}]\n`;
  }
  assert.equal(faultsOf(bomb)[0], "E_YAML 1");
});

test("parseYaml() refuses deep nesting and too many pieces", () => {
  const deepLines = Array.from({ length: 100 }, (_, depth) => `${" ".repeat(depth)}a:\n`).join("");
  const texts = [
    "[".repeat(100_000),
    "{a: ".repeat(50_000),
    "- ".repeat(100_000),
    "? ".repeat(100_000),
    deepLines,
    "a: [".concat(" 1,\n".repeat(100_000), " ]"),
    "k: 1\n".repeat(100_000),
  ];
  for (const text of texts) {
    assert.match(faultsOf(text)[0] ?? "", /^E_LIMIT/, text.slice(0, 20));
  }
});

test("parseYaml() names at most a handful of faults", () => {
  const text = `a: [${",".repeat(20_000)}]`;
  assert.ok(faultsOf(text).length <= 20);
});

test("withYamlLines() places findings by the line of their pointer", () => {
  const findings = createFindings();
  const parsed = parseYaml("a: 1\nb:\n  c:\n    - x\n    - y\n", 10);
  const placed = withYamlLines(findings, parsed);
  placed.error("E_SHAPE", { pointer: "/b/c/1" }, "deep");
  placed.error("E_SHAPE", { pointer: "/b/missing" }, "absent");
  placed.warn("W_RANGE", {}, "whole");
  placed.errorIfStrict(["E_ENUM", "W_UNKNOWN_ENUM"], { pointer: "/a", line: 99 }, "given");
  assert.deepEqual(
    findings.list().map(({ line }) => line),
    [14, 11, 10, 99],
  );
});

test("parseYaml() asks for quotes where a value begins with a star", () => {
  for (const text of [
    "a: 1\nglobs: **/*.kt\n",
    "globs: **/*.sql, **/seed.sql\n",
    "a:\n  - *.md\n",
  ]) {
    const { faults } = parseYaml(text);
    assert.deepEqual([...new Set(faults.map(({ code }) => code))], ["E_YAML"], text);
    assert(faults[0]?.message.includes("quotes"), text);
  }
  assert.doesNotMatch(parseYaml('a: "\\q"').faults[0]?.message ?? "", /\*/);
});

test("parseYaml() speaks of faults in its own words", () => {
  const cases = ["a: 1\n---\nb: 2\n", "- a\nb: 1", "a: b: c", 'a: "\\q"', "@a: 1", "a: [1,2"];
  const messages = cases.flatMap((text) => parseYaml(text).faults.map(({ message }) => message));
  assert(messages.length >= cases.length);
  for (const message of messages) {
    assert.doesNotMatch(message, /YAML\.|token|scalar|implicit|node|stream|compact/i);
  }
});
