import assert from "node:assert/strict";
import { test } from "node:test";
import { fileURLToPath } from "node:url";
import { type FileSet, memoryFiles, treeFiles } from "../../base/file-set.ts";
import { createFindings, type Finding, isOk } from "../../base/findings.ts";
import { sha256 } from "../../base/hash.ts";
import { readBytes } from "../../base/text/text.ts";
import { folderFiles } from "../../disk/folder.ts";
import type { ReadOptions } from "../format.ts";
import { limitsByFormat } from "../limits.ts";
import { samples } from "./samples.ts";
import taskBundle from "./task-bundle.ts";

type Files = Record<string, string | Uint8Array>;
const limits = limitsByFormat["task-bundle"];
const full = samples()[0]?.files as Files;
const minimal = samples()[1]?.files as Files;

async function readFiles(files: FileSet, options: Partial<ReadOptions> = {}) {
  const findings = options.findings ?? createFindings("strict");
  const model = await taskBundle.read(files, { limits, level: "full", ...options, findings });
  return { model, list: findings.list() };
}

const read = (files: Files, options?: Partial<ReadOptions>) =>
  readFiles(memoryFiles(files), options);

/** The minimal sample with some keys of its bundle.json changed. */
function withKeys(change: Record<string, unknown>, files: Files = minimal): Files {
  const bundle = { ...JSON.parse(String(files["bundle.json"])), ...change };
  return { ...files, "bundle.json": JSON.stringify(bundle, null, 2) };
}

/** The full sample without its recorded hashes, so that its files can be changed one at a time. */
function unrecorded(change: Files): Files {
  return withKeys({ artifactInfo: null }, { ...full, ...change });
}

const codes = (list: readonly Finding[]) => list.map(({ code }) => code);
const errors = (list: readonly Finding[]) =>
  codes(list.filter(({ severity }) => severity === "error"));

for (const name of ["hello-world-bundle", "hello-world-bundle-claude"]) {
  test(`taskBundle.read() finds every recorded hash of ${name} right`, async () => {
    const url = new URL(`../../../test/fixtures/task-bundle/${name}`, import.meta.url);
    const { model, list } = await readFiles(folderFiles(fileURLToPath(url)));
    assert.deepEqual(list, []);
    assert.ok(model);
    const facts = Object.fromEntries(taskBundle.summarise(model).facts);
    assert.equal(facts["recorded hashes"], 6);
    assert.equal(model.replay.ready, true);
    assert.equal(model.replay.state, "after");
    assert.equal(model.replay.start, "reversed-diff");
  });
}

test("taskBundle.samples read without an error, and the full one can be replayed", async () => {
  const reading = await read(full);
  assert.deepEqual(reading.list, []);
  assert.equal(reading.model?.replay.start, "snapshot");
  const least = await read(minimal);
  assert.deepEqual(codes(least.list), ["W_NOT_REPLAYABLE"]);
  assert.equal(least.model?.replay.ready, false);
});

test("taskBundle.detect() wants a bundle.json with a schemaVersion", async () => {
  const detect = (files: Files) => taskBundle.detect(memoryFiles(files));
  assert.deepEqual(await detect({ "bundle.json": '{"schemaVersion":"0.2.0"}' }), { match: true });
  assert.deepEqual(await detect({ "bundle.json": "{}" }), { match: false });
  assert.deepEqual(await detect({ "a.txt": "" }), { match: false });
  assert.equal((await detect({ "bundle.json": "{" })).fault?.code, "E_JSON");
  const missing = await detect({ "task.md": "", "summary.md": "" });
  assert.equal(missing.match, false);
  assert.equal(missing.fault?.code, "E_MISSING_FILE");
  assert.equal(missing.fault?.file, "bundle.json");
});

test("taskBundle.detect() takes a damaged bundle.json beside a task for a bundle", async () => {
  const files = memoryFiles({ ...minimal, "bundle.json": "{" });
  assert.deepEqual(await taskBundle.detect(files), { match: true });
  const { model, list } = await readFiles(files);
  assert.equal(model, null);
  assert.deepEqual(codes(list), ["E_JSON"]);
});

test("taskBundle.read() names a version it does not know and accepts other minors", async () => {
  for (const version of ["1.0.0", "99.banana", "1", "", "0.2.x", "-0.2.0"]) {
    const { model, list } = await read(withKeys({ schemaVersion: version }));
    assert.deepEqual(errors(list), ["E_VERSION"], version);
    assert.ok(list[0]?.message.includes(`"${version}"`));
    assert.equal(model, null);
  }
  for (const version of ["0.1.0", "0.2.9", "0.2", "0.2.0-rc.1"]) {
    assert.deepEqual(codes((await read(withKeys({ schemaVersion: version }))).list), [
      "W_NOT_REPLAYABLE",
    ]);
  }
  const newer = await read(withKeys({ schemaVersion: "0.4.0" }));
  assert.deepEqual(codes(newer.list), ["W_NEWER_MINOR", "W_NOT_REPLAYABLE"]);
});

test("taskBundle.read() takes null for an optional key as absent", async () => {
  const optional = ["tool", "model", "runtime", "repo", "commit", "branch", "tags", "git"];
  const more = ["artifactInfo", "runner", "outcome", "workspace", "taskHash"];
  const nulls = Object.fromEntries([...optional, ...more].map((key) => [key, null]));
  const artifacts = { task: "task.md", summary: "summary.md", diff: null, events: null };
  assert.deepEqual(errors((await read(withKeys({ ...nulls, artifacts }))).list), []);
});

test("taskBundle.read() refuses null and blank for a required key", async () => {
  for (const key of ["schemaVersion", "id", "title", "createdAt", "artifacts"]) {
    assert.notDeepEqual(errors((await read(withKeys({ [key]: null }))).list), [], key);
  }
  assert.deepEqual(errors((await read(withKeys({ title: "  " }))).list), ["E_SHAPE"]);
});

test("taskBundle.read() accepts a byte-order mark in every JSON and text file", async () => {
  const marked = Object.fromEntries(
    Object.entries(full).map(([path, content]) => [
      path,
      path.startsWith("workspace/files/") || path === "result.diff"
        ? content
        : `\ufeff${String(content)}`,
    ]),
  );
  const bundle = JSON.parse(String(marked["bundle.json"]).slice(1));
  for (const artifact of Object.values<{ path: string; sha256: string; size: number }>(
    bundle.artifactInfo,
  )) {
    artifact.sha256 = sha256(marked[artifact.path] ?? "");
    artifact.size = Buffer.byteLength(marked[artifact.path] ?? "");
  }
  const { list } = await read({ ...marked, "bundle.json": `\ufeff${JSON.stringify(bundle)}` });
  assert.deepEqual(list, []);
});

test("taskBundle.read() checks times, words and numbers of bundle.json", async () => {
  const cases: [Record<string, unknown>, string][] = [
    [{ createdAt: "2026-02-30T00:00:00Z" }, "E_TIME"],
    [{ createdAt: "2026-02-03" }, "E_TIME"],
    [{ outcome: { status: "__proto__" } }, "E_ENUM"],
    [{ outcome: { score: "1" } }, "E_SHAPE"],
    [{ outcome: 0 }, "E_SHAPE"],
    [{ outcome: { judge: { name: "j", at: "soon" } } }, "E_TIME"],
    [{ workspace: { state: "during" } }, "E_ENUM"],
    [{ git: { dirty: "yes" } }, "E_SHAPE"],
    [{ taskHash: "abc" }, "E_SHAPE"],
    [{ tags: [1] }, "E_SHAPE"],
  ];
  for (const [change, code] of cases) {
    assert.deepEqual(errors((await read(withKeys(change))).list), [code], JSON.stringify(change));
  }
  const high = await read(withKeys({ outcome: { score: 1.5 } }));
  assert.deepEqual(codes(high.list), ["W_RANGE", "W_NOT_REPLAYABLE"]);
  // Nobody who judges by checks gives such a score.
  const judge = { name: "holdall-checks", version: "1" };
  for (const outcome of [
    { score: 1.5, judge },
    { score: -1, checks: [] },
  ]) {
    const { list } = await read(withKeys({ outcome }));
    assert.deepEqual(errors(list), ["E_OUTCOME"], JSON.stringify(outcome));
  }
});

test("taskBundle.read() finds every fault in one run, in the order of the files", async () => {
  const files = unrecorded({
    "events.jsonl": '{"type":"a","at":"now","detail":""}\n{\n',
    "workspace/files/src/tide.ts": "changed",
  });
  delete files["result.diff"];
  const { list } = await read(files);
  assert.deepEqual(errors(list), ["E_MISSING_FILE", "E_TIME", "E_JSONL_LINE", "E_DIGEST"]);
  assert.deepEqual(list, (await read(files)).list);
});

test("taskBundle.read() refuses every pointer that leaves the bundle", async () => {
  const paths = ["../x", "/x", "C:/x", "a\\b", "a\0b", "a/../../b", "a//b", "./a"];
  for (const path of paths) {
    for (const key of ["diff", "events", "workspaceManifest", "workspaceFilesDir", "viewer"]) {
      const artifacts = { task: "task.md", summary: "summary.md", [key]: path };
      const { list } = await read(withKeys({ artifacts }));
      assert.deepEqual(errors(list), ["E_PATH"], `${key} ${path}`);
      assert.equal(list[0]?.pointer, `/artifacts/${key}`);
      assert.equal(typeof list[0]?.line, "number");
    }
    const artifactInfo = { other: { path, sha256: "0".repeat(64), size: 0 } };
    assert.deepEqual(errors((await read(withKeys({ artifactInfo }))).list), ["E_PATH"], path);
  }
});

test("taskBundle.read() keeps pointers under prototype names apart from real ones", async () => {
  const artifacts = `{"task":"task.md","summary":"summary.md","__proto__":"../x","constructor":"../y"}`;
  const recorded = `{"__proto__":{"path":"../z","sha256":"${"0".repeat(64)}","size":1},"toString":7}`;
  const text = `{"schemaVersion":"0.2.0","id":"i","title":"t","createdAt":"2026-01-01T00:00:00Z",
    "__proto__":{"tool":"evil"},"artifacts":${artifacts},"artifactInfo":${recorded}}`;
  const { model, list } = await read({ ...minimal, "bundle.json": text });
  assert.deepEqual(errors(list).toSorted(), ["E_PATH", "E_PATH", "E_PATH", "E_SHAPE"]);
  assert.ok(model);
  assert.ok(!taskBundle.summarise(model).facts.some(([label]) => label === "tool"));
  assert.equal(Object.hasOwn(Object.prototype, "tool"), false);
  const written = taskBundle.write({ ...model, bundle: { ...model.bundle, title: "u" } });
  assert.match(String(Buffer.from(written.get("bundle.json") as Uint8Array)), /"__proto__": \{/);
});

test("taskBundle.read() says when a recorded hash is about another file", async () => {
  const bundle = JSON.parse(String(full["bundle.json"]));
  bundle.artifactInfo.task = bundle.artifactInfo.summary;
  const { list } = await read({ ...full, "bundle.json": JSON.stringify(bundle) });
  assert.deepEqual(errors(list), ["E_DIGEST"]);
  assert.equal(list[0]?.pointer, "/artifactInfo/task/path");
});

test("taskBundle.read() compares nothing byte by byte at level records", async () => {
  const files = { ...full, "workspace/files/src/tide.ts": "changed", "extra.txt": "" };
  assert.deepEqual(errors((await read(files, { level: "records" })).list), []);
  const { list } = await read(files);
  assert.deepEqual(codes(list).toSorted(), ["E_DIGEST", "W_EXTRA_FILE"]);
});

test("taskBundle.read() finds one changed byte in any file", async () => {
  const paths = Object.keys(full).filter((path) => path !== "bundle.json");
  for (const path of paths) {
    const bytes = Buffer.from(full[path] ?? "");
    bytes[0] = (bytes[0] ?? 0) ^ 1;
    const { list } = await read({ ...full, [path]: bytes });
    assert.ok(errors(list).includes("E_DIGEST"), path);
  }
});

test("taskBundle.read() leaves what travels beside a bundle alone", async () => {
  const beside = { SHA256SUMS: "", "history/events.jsonl": "", "transcript/raw/a": "" };
  const { model, list } = await read({ ...full, ...beside, "notes.txt": "" });
  assert.deepEqual(codes(list), ["W_EXTRA_FILE"]);
  assert.ok(model);
  const written = [...taskBundle.write(model).keys()];
  assert.deepEqual(written.toSorted(), [...Object.keys(full), "notes.txt"].toSorted());
});

test("taskBundle.read() accepts captured files without a manifest, and misses them when none is there", async () => {
  const artifacts = { task: "task.md", summary: "summary.md", workspaceFilesDir: "snap/" };
  const { list } = await read(withKeys({ artifacts }, { ...minimal, "snap/a.txt": "" }));
  assert.deepEqual(errors(list), []);
  assert.deepEqual(errors((await read(withKeys({ artifacts }))).list), ["E_MISSING_FILE"]);
});

test("taskBundle.write() gives back the same bytes, and reads back as an equal model", async () => {
  const { model } = await read(full);
  assert.ok(model);
  const tree = taskBundle.write(model);
  const files = treeFiles(tree);
  for (const [path, content] of Object.entries(full)) {
    const entry = await files.get(path);
    assert.ok(entry, path);
    assert.deepEqual(Buffer.from(await readBytes(entry, 1e6)), Buffer.from(content), path);
  }
  assert.deepEqual((await readFiles(files)).model, model);
});

test("taskBundle.read() for checking finds the same and keeps no file for a writer", async () => {
  const kept = await read(full);
  const checked = await read(full, { isForChecking: true });
  assert.deepEqual(checked.list, kept.list);
  assert.notEqual(kept.model?.files.all(), null);
  assert.equal(checked.model?.files.all(), null);
  const model = checked.model;
  assert(model);
  assert.throws(() => taskBundle.write(model), { code: "E_LIMIT" });
});

test("taskBundle.write() keeps unknown keys and spellings when bundle.json was changed", async () => {
  const text = String(full["bundle.json"]).replace(
    '"score": 0.95',
    '"score": 0.950, "x": {"y": 1e2}',
  );
  const { model } = await read({ ...full, "bundle.json": text.replace("{", '{"z": [null],') });
  assert.ok(model);
  const bundle = { ...model.bundle, title: "Another title" };
  const bytes = taskBundle.write({ ...model, bundle }).get("bundle.json");
  const written = Buffer.from(bytes as Uint8Array).toString();
  assert.match(written, /^\{\n {2}"z": \[\n {4}null\n {2}\],/);
  assert.match(written, /"score": 0\.950,\n {4}"x": \{\n {6}"y": 1e2/);
  assert.ok(written.endsWith("}\n"));
});

test("taskBundle.topFolder() makes a safe name of the id", async () => {
  const { model } = await read(minimal);
  assert.ok(model);
  const folder = (id: unknown) =>
    taskBundle.topFolder({ ...model, bundle: { ...model.bundle, id: id as string } });
  assert.equal(folder("tide-minimal"), "tide-minimal");
  assert.equal(folder("../../etc/pass wd"), "etc-pass-wd");
  assert.equal(folder("..."), "task-bundle");
  assert.equal(folder(7), "task-bundle");
  assert.equal(folder("-rf x"), "rf-x");
  assert.equal(folder("x".repeat(300)).length, 100);
});

test("taskBundle.read() ends at its limits with a finding", async () => {
  const small = (change: Partial<typeof limits>) => ({ limits: { ...limits, ...change } });
  for (const change of [
    { documentBytes: 100 },
    { contentBytes: 10 },
    { lineBytes: 20 },
    { jsonlBytes: 20 },
    { snapshotBytes: 30 },
    { entries: 1 },
    { members: 3 },
  ]) {
    const { list } = await read(full, small(change));
    assert.ok(errors(list).includes("E_LIMIT"), JSON.stringify(change));
    assert.equal(isOk(list), false);
  }
});
