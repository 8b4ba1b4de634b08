import assert from "node:assert/strict";
import fs from "node:fs";
import http from "node:http";
import type { AddressInfo } from "node:net";
import path from "node:path";
import { text } from "node:stream/consumers";
import { test } from "node:test";
import { outcomeOf } from "../../../src/tasks/judge/checks.ts";
import { contextIn, runOperation } from "../../support/operations.ts";
import { makeScratch } from "../../support/scratch.ts";
import { writeTaskBundle } from "../../support/task-bundles.ts";
import { holdall, holdallJson } from "../../support/warm-program.ts";

const cwd = makeScratch();
const diff = `diff --git a/src/a.txt b/src/a.txt
--- a/src/a.txt
+++ b/src/a.txt
@@ -1 +1,2 @@
-a
+b
+c
`;
const bundle = "judged";
writeTaskBundle(path.join(cwd, bundle), {
  diff,
  document: { workspace: { state: "before" }, extra: { kept: true } },
});

function checksFile(name: string, checks: readonly object[]): string {
  fs.writeFileSync(path.join(cwd, name), JSON.stringify({ checks }));
  return name;
}

function judge(checks: readonly object[], ...args: readonly string[]) {
  const file = checksFile(`checks-${Math.random()}.json`, checks);
  const { code, json } = holdallJson(["task", "judge", bundle, "--checks", file, ...args], { cwd });
  const results = (json.checks as { name: string; passed: boolean }[] | undefined) ?? [];
  return { code, json, passed: results.map(({ passed }) => passed) };
}

const plain = [
  { name: "equals", kind: "file_equals", path: "src/a.txt", text: "b\nc\n" },
  { name: "contains", kind: "file_contains", path: "src/a.txt", text: "c" },
  { name: "touches", kind: "diff_touches_only", paths: ["src/"] },
  { name: "lines", kind: "diff_max_lines", max: 3 },
  { name: "forbidden", kind: "forbidden_paths", paths: ["test/*"] },
];

test("56: checks of files and diffs need no permission, and the score is reproducible", () => {
  const first = judge(plain);
  assert.deepEqual([first.code, first.json.status, first.json.score], [0, "success", 1]);
  const failing = [
    { name: "equals", kind: "file_equals", path: "src/a.txt", text: "a\n" },
    { name: "absent", kind: "file_contains", path: "src/../../etc/passwd", text: "root" },
    { name: "touches", kind: "diff_touches_only", paths: ["docs"] },
    { name: "lines", kind: "diff_max_lines", max: 2 },
    { name: "forbidden", kind: "forbidden_paths", paths: ["src/*.txt"] },
    { name: "contains", kind: "file_contains", path: "src/a.txt", text: "c" },
  ];
  const second = judge(failing);
  assert.deepEqual(second.passed, [false, false, false, false, false, true]);
  assert.deepEqual([second.code, second.json.status, second.json.score], [1, "partial", 0.1667]);
  assert.deepEqual(judge(failing).json.checks, second.json.checks);
});

test("56: a command is refused without --allow-exec, before anything runs", () => {
  const mark = path.join(cwd, "mark.txt");
  const checks = [...plain, { name: "run", kind: "command", command: `touch ${mark}` }];
  const file = checksFile("command.json", checks);
  const { code } = holdall(["task", "judge", bundle, "--checks", file], { cwd });
  assert.equal(code, 3);
  assert.equal(fs.existsSync(mark), false);
  assert.equal(judge(checks, "--allow-exec").code, 0);
  assert.equal(fs.existsSync(mark), true);
});

test("56: commands run in a copy, with a cleaned environment and a limit for the whole group", () => {
  const left = path.join(cwd, "left.txt");
  const checks = [
    { name: "the result is there", kind: "tests_pass", command: "grep -q c src/a.txt" },
    { name: "a copy", kind: "command", command: "echo x > src/a.txt && rm -rf src" },
    { name: "still there", kind: "command", command: "grep -q c src/a.txt" },
    { name: "no key", kind: "command", command: 'test -z "$OPENAI_API_KEY$HTTPS_PROXY"' },
    { name: "other exit", kind: "command", command: "exit 3", exitCode: 3 },
    {
      name: "too long",
      kind: "command",
      command: `(sleep 3; touch ${left}) & sleep 60`,
      timeoutMs: 500,
    },
  ];
  const file = checksFile("commands.json", checks);
  const env = { ...process.env, OPENAI_API_KEY: "k", HTTPS_PROXY: "http://127.0.0.1:9" };
  const args = ["task", "judge", bundle, "--checks", file, "--allow-exec"];
  const { json } = holdallJson(args, { cwd, env });
  const passed = (json.checks as { passed: boolean }[]).map((check) => check.passed);
  assert.deepEqual(passed, [true, true, true, true, true, false]);
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 3500);
  assert.equal(fs.existsSync(left), false);
});

test("56: --record writes the outcome with judge, version and checks, and keeps everything else", () => {
  const { json } = judge(plain, "--record", "--now", "2026-06-01T00:00:00Z");
  assert.equal(json.recorded, true);
  const document = JSON.parse(fs.readFileSync(path.join(cwd, bundle, "bundle.json"), "utf8"));
  assert.deepEqual(document.extra, { kept: true });
  assert.deepEqual(
    [document.outcome.status, document.outcome.score, document.outcome.checks.length],
    ["success", 1, 5],
  );
  const { name, version, at } = document.outcome.judge;
  assert.ok(name !== "" && version !== "");
  assert.equal(at, "2026-06-01T00:00:00.000Z");
  assert.equal(holdall(["task", "validate", bundle], { cwd }).code, 0);
});

test("a model's opinion is kept apart from the score, with its prompt and its answer", async () => {
  const bodies: string[] = [];
  const server = http.createServer(async (request, response) => {
    bodies.push(await text(request));
    const content = 'Here: {"score": 0.4, "notes": "It is short."}';
    const message = { role: "assistant", content };
    response.setHeader("content-type", "application/json");
    response.end(JSON.stringify({ model: "m", choices: [{ message, finish_reason: "stop" }] }));
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  try {
    const { port } = server.address() as AddressInfo;
    const output = await runOperation<Record<string, unknown>>(contextIn(cwd), "task judge", {
      bundle,
      checks: checksFile("model.json", plain),
      provider: "chat-completions",
      model: "m",
      "base-url": `http://127.0.0.1:${port}/v1`,
    });
    const { score, status, modelJudge } = output.out;
    assert.deepEqual([score, status], [1, "success"]);
    const opinion = modelJudge as Record<string, unknown>;
    assert.deepEqual([opinion.score, opinion.notes], [0.4, "It is short."]);
    assert.match(String(opinion.answer), /^Here: /);
    assert.match(String(opinion.prompt), /PATCH/);
    assert.equal(bodies.length, 1);
  } finally {
    server.close();
  }
});

test("a wrong file of checks is refused with the place", () => {
  const file = checksFile("wrong.json", [{ name: "x", kind: "commandd", command: "true" }]);
  const { code, stderr } = holdall(["task", "judge", bundle, "--checks", file], { cwd });
  assert.equal(code, 1);
  assert.match(stderr, /E_SHAPE[\s\S]*checks\.0/);
});

test("outcomeOf() fails for a required check, succeeds for all or all required, and is partial otherwise", () => {
  const check = (passed: boolean, required = false, weight = 1) =>
    ({ name: "x", kind: "command", weight, required, passed, detail: "" }) as const;
  const status = (...checks: readonly ReturnType<typeof check>[]) => outcomeOf(checks).status;
  assert.equal(status(check(true), check(true)), "success");
  assert.equal(status(check(true), check(false)), "partial");
  assert.equal(status(check(false), check(false)), "failure");
  assert.equal(status(check(true), check(false, true)), "failure");
  assert.equal(status(check(true, true), check(false)), "success");
  assert.equal(outcomeOf([check(true, false, 3), check(false)]).score, 0.75);
});
