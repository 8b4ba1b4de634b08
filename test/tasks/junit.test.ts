/** `task report --junit-out`, read back with the XML parser of Python: another program must understand every character. */
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import path from "node:path";
import { test } from "node:test";
import { makeScratch } from "../support/scratch.ts";
import { writeSealedRun } from "../support/sealed-runs.ts";
import { holdall } from "../support/warm-program.ts";

const cwd = makeScratch();

const READ = `
import sys, json, xml.etree.ElementTree as tree
def case(each):
    found = list(each)
    result = None if not found else [found[0].tag, found[0].attrib, found[0].text]
    return {**each.attrib, "result": result}
root = tree.parse(sys.argv[1]).getroot()
print(json.dumps([{**suite.attrib, "cases": [case(each) for each in suite.iter("testcase")]} for suite in root]))
`;

interface Suite {
  readonly name: string;
  readonly tests: string;
  readonly failures: string;
  readonly errors: string;
  readonly skipped: string;
  readonly cases: readonly {
    readonly name: string;
    readonly time?: string;
    readonly result: readonly [tag: string, attributes: { readonly message: string }, text: string];
  }[];
}

function junit(folder: string): readonly Suite[] {
  const file = `${folder}.xml`;
  assert.equal(holdall(["task", "report", folder, "--junit-out", file], { cwd }).code, 0);
  return JSON.parse(
    execFileSync("python3", ["-c", READ, path.join(cwd, file)], { encoding: "utf8" }),
  );
}

test("--junit-out has a suite for each task and a case for each run, with the output of failed checks", () => {
  const checks = [
    { name: "lint", passed: true, detail: "exit 0" },
    { name: "tests", passed: false, detail: "exit 1" },
  ];
  const run = { attempt: 2, durationMs: 1234 };
  const write = (name: string, document: object, extra = {}) =>
    writeSealedRun(path.join(cwd, "plain", name), { document: { title: "T", ...document } }, extra);
  write("won", { tool: "a", outcome: { status: "success" }, run: { attempt: 1 } });
  write(
    "lost",
    { tool: "a", outcome: { status: "partial", score: 0.5, checks }, run },
    { "checks/1.txt": "fine", "checks/2.txt": "not ok 7 - the median\n" },
  );
  write("broken", { tool: "b", run: { error: { kind: "api", detail: "529" } } });
  write("open", { tool: "c" });
  const [suite] = junit("plain");
  assert.deepEqual(
    [suite?.name, suite?.tests, suite?.failures, suite?.errors, suite?.skipped],
    ["T", "4", "1", "1", "1"],
  );
  const [won, lost, broken, open] = suite?.cases ?? [];
  assert.deepEqual([won?.name, won?.result, won?.time], ["a, attempt 1", null, undefined]);
  assert.deepEqual([lost?.name, lost?.time], ["a, attempt 2", "1.234"]);
  assert.equal(lost?.result[0], "failure");
  assert.equal(lost?.result[1].message, "partial, score 0.5: tests");
  assert.equal(lost?.result[2], "run: lost\n\ntests: exit 1\nnot ok 7 - the median\n");
  assert.deepEqual([broken?.result[0], broken?.result[1].message], ["error", "api: 529"]);
  assert.equal(open?.result[0], "skipped");
});

test("--junit-out is XML whatever the texts contain, and says the same again", () => {
  const hostile = `]]><x a="1"&amp;&#13;\u0000\u0001\u001b[31m\u000b\ufffe\uffff\ud800\r\n\t\u{1f600}`;
  const checks = [{ name: hostile, passed: false, detail: hostile }];
  writeSealedRun(
    path.join(cwd, "hostile", "run"),
    { document: { title: hostile, tool: hostile, outcome: { status: "failure", checks } } },
    { "checks/1.txt": hostile },
  );
  const [suite] = junit("hostile");
  const text = suite?.cases[0]?.result[2] ?? "";
  assert.ok(
    text.endsWith(
      `]]><x a="1"&amp;&#13;\ufffd\ufffd\ufffd[31m\ufffd\ufffd\ufffd\ufffd\r\n\t\u{1f600}`,
    ),
  );
  assert.match(suite?.name ?? "", /^\]\]><x a="1"&amp;&#13;/);
});

test("--junit-out keeps the end of a long output", () => {
  const checks = [{ name: "tests", passed: false, detail: "exit 1" }];
  writeSealedRun(
    path.join(cwd, "long", "run"),
    { document: { outcome: { status: "failure", checks } } },
    { "checks/1.txt": `${"x".repeat(100_000)}the end` },
  );
  const text = junit("long")[0]?.cases[0]?.result[2] ?? "";
  assert.ok(text.length < 9000 && text.endsWith("the end"));
});

test("--junit-out contains no secret that a check printed", () => {
  const checks = [{ name: "tests", passed: false, detail: "exit 1" }];
  const secret = `ghp_${"a1B2c3D4e5".repeat(4).slice(0, 36)}`;
  writeSealedRun(
    path.join(cwd, "secret", "run"),
    { document: { outcome: { status: "failure", checks } } },
    { "checks/1.txt": `token ${secret}` },
  );
  assert.ok(!JSON.stringify(junit("secret")).includes(secret));
});
