import assert from "node:assert/strict";
import fs from "node:fs";
import path from "node:path";
import { test } from "node:test";
import type { Finding } from "../../../src/base/findings.ts";
import { contextIn, runOperation } from "../../support/operations.ts";
import { holdallWithPeak } from "../../support/peak.ts";
import { makeScratch, writeFiles } from "../../support/scratch.ts";

const root = path.join(import.meta.dirname, "../../..");
const fixture = path.join(root, "test/fixtures/task-bundle/hello-world-bundle");
const cwd = makeScratch();
const context = contextIn(cwd);

type Document = Record<string, unknown>;

/** A copy of an example of the original, with its JSON documents and files changed. */
function copyWith(
  name: string,
  { bundle = {}, manifest = {}, files = {} }: Record<string, Document>,
): string {
  const folder = path.join(cwd, name);
  fs.cpSync(fixture, folder, { recursive: true });
  writeFiles(folder, files as Record<string, string>);
  for (const [file, change] of [
    ["workspace/manifest.json", manifest],
    // Without the recorded hashes, so that one change is one finding.
    ["bundle.json", { artifactInfo: null, ...bundle }],
  ] as const) {
    const document = JSON.parse(fs.readFileSync(path.join(folder, file), "utf8"));
    fs.writeFileSync(path.join(folder, file), JSON.stringify({ ...document, ...change }));
  }
  return name;
}

async function validate(bundle: string) {
  const { exit, out } = await runOperation<{ issues: readonly Finding[] }>(
    context,
    "task validate",
    { bundle },
  );
  return { exit, issues: out.issues, codes: out.issues.map(({ code }) => code) };
}

test("3: unknown keys at every level are ignored by every reader", async () => {
  const extra = { kept: [1, { deep: null }] };
  const event = { type: "note", at: "2026-01-01T00:00:00Z", detail: "x", extra };
  const bundle = copyWith("unknown", {
    bundle: { extra, outcome: { status: "success", score: 1, extra }, runner: { extra } },
    manifest: { extra },
    files: { "events.jsonl": `${JSON.stringify(event)}\n` },
  });
  assert.deepEqual((await validate(bundle)).codes, []);
  for (const [name, input] of [
    ["task inspect", { bundle }],
    ["task compare", { left: bundle, right: fixture }],
    ["task report", { root: bundle }],
    ["task replay check", { bundle }],
  ] as const) {
    assert.equal((await runOperation(context, name, input)).exit, 0, name);
  }
});

test("5: null is absent for every optional key, and a byte-order mark is no fault", async () => {
  const nulls = Object.fromEntries(
    ["tool", "model", "runtime", "repo", "commit", "branch", "git", "runner", "outcome"].map(
      (key) => [key, null],
    ),
  );
  const bundle = copyWith("nulls", { bundle: nulls });
  for (const file of ["bundle.json", "events.jsonl", "workspace/manifest.json"]) {
    const absolute = path.join(cwd, bundle, file);
    fs.writeFileSync(absolute, `\ufeff${fs.readFileSync(absolute, "utf8")}`);
  }
  assert.equal((await validate(bundle)).exit, 0);
  const { out } = await runOperation<Document>(context, "task inspect", { bundle });
  assert.deepEqual([out.tool ?? null, out.outcome ?? null, out.eventCount], [null, null, 3]);
});

test("6: an unsupported major version fails by name, and a newer minor one is a warning", async () => {
  const major = await validate(copyWith("major", { bundle: { schemaVersion: "2.0.0" } }));
  assert.deepEqual([major.exit, major.codes], [1, ["E_VERSION"]]);
  assert.ok(major.issues[0]?.message.includes('"2.0.0"'));
  const minor = await validate(copyWith("minor", { bundle: { schemaVersion: "0.9.0" } }));
  assert.deepEqual([minor.exit, minor.codes], [0, ["W_NEWER_MINOR"]]);
});

test("7: times are instants, a status is one of three, and a score a number, best from 0 to 1", async () => {
  const event = (at: string) => ({ "events.jsonl": JSON.stringify({ type: "a", at, detail: "" }) });
  const cases: readonly [Record<string, Document>, readonly string[]][] = [
    [{ bundle: { createdAt: "2026-06-21" } }, ["E_TIME"]],
    [{ manifest: { capturedAt: "yesterday" } }, ["E_TIME"]],
    [{ manifest: { capturedAt: "2026-02-30T00:00:00Z" } }, ["E_TIME"]],
    [{ files: event("2026-06-21 08:30") }, ["E_TIME"]],
    [{ bundle: { outcome: { status: "done" } } }, ["E_ENUM"]],
    [{ bundle: { outcome: { status: "success", score: "1" } } }, ["E_SHAPE"]],
    [{ bundle: { outcome: { status: "success", score: -0.5 } } }, ["W_RANGE"]],
  ];
  for (const [at, [change, expected]] of cases.entries()) {
    const { codes } = await validate(copyWith(`values-${at}`, change));
    assert.deepEqual(codes, expected, JSON.stringify(change));
  }
});

test("31: a name that begins with two dots leads nowhere else, and a chain of links is not followed", async () => {
  const artifacts = { task: "..task.md", summary: "summary.md" };
  const dotted = copyWith("dotted", { bundle: { artifacts }, files: { "..task.md": "# Task\n" } });
  assert.equal((await validate(dotted)).codes.includes("E_PATH"), false);
  const chained = copyWith("chained", {});
  fs.writeFileSync(path.join(cwd, "secret"), "outside");
  fs.rmSync(path.join(cwd, chained, "task.md"));
  fs.symlinkSync("../secret", path.join(cwd, chained, "second"));
  fs.symlinkSync("second", path.join(cwd, chained, "task.md"));
  const { exit, codes } = await validate(chained);
  assert.equal(exit, 1);
  assert.deepEqual([...new Set(codes)], ["E_LINK"]);
});

test("33: a diff of 600 MB and 500,000 events are checked within 120 MB", () => {
  const event = JSON.stringify({ type: "note", at: "2026-01-01T00:00:00Z", detail: "npm test" });
  const pointers = { diff: "result.diff", events: "events.jsonl" };
  const artifacts = { task: "task.md", summary: "summary.md", ...pointers };
  // A wrong hash, which shows that all of it was read.
  const diff = { path: "result.diff", sha256: "0".repeat(64), size: 600e6 };
  const bundle = copyWith("large", {
    bundle: { artifacts, artifactInfo: { diff } },
    files: { "events.jsonl": `${event}\n`.repeat(500_000) },
  });
  fs.rmSync(path.join(cwd, bundle, "workspace"), { recursive: true });
  // A file with a hole takes no room.
  fs.truncateSync(path.join(cwd, bundle, "result.diff"), 600e6);
  const { json, peak } = holdallWithPeak(["task", "validate", bundle], { cwd });
  const issues = json.issues as readonly Finding[];
  assert.deepEqual(
    issues.map(({ code, file }) => [code, file]),
    [["E_DIGEST", "result.diff"]],
  );
  assert.ok(peak < 120, `${peak} MiB`);
});
