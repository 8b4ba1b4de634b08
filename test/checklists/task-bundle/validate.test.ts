import assert from "node:assert/strict";
import fs from "node:fs";
import path from "node:path";
import { test } from "node:test";
import type { Finding } from "../../../src/base/findings.ts";
import { hostileBundles } from "../../../src/testing/hostile/bundles.ts";
import { contextIn, runOperation } from "../../support/operations.ts";
import { makeScratch, writeFiles } from "../../support/scratch.ts";

const fixtures = path.join(import.meta.dirname, "../../fixtures/task-bundle");
const cwd = makeScratch();
const context = contextIn(cwd);

interface Validated {
  readonly valid: boolean;
  readonly replayReady: boolean;
  readonly issues: readonly Finding[];
}

const validate = (bundle: string, more = {}) =>
  runOperation<Validated>(context, "task validate", { bundle, ...more });

function copyWith(name: string, change: (folder: string) => void): string {
  fs.cpSync(path.join(fixtures, "hello-world-bundle"), path.join(cwd, name), { recursive: true });
  change(path.join(cwd, name));
  return name;
}

test("27: validity decides the exit code, and readiness is another answer", async () => {
  const complete = await validate(copyWith("whole", () => {}));
  assert.deepEqual([complete.exit, complete.out.valid, complete.out.replayReady], [0, true, true]);
  const changed = await validate(
    copyWith("changed", (folder) => fs.appendFileSync(path.join(folder, "task.md"), "!")),
  );
  assert.deepEqual([changed.exit, changed.out.valid, changed.out.replayReady], [1, false, false]);
});

test("4, 34: a bundle without files is valid and not replay ready, and --replay fails on it", async () => {
  const minimal = hostileBundles.find(({ name }) => name === "minimal");
  assert(minimal);
  writeFiles(path.join(cwd, "minimal"), minimal.files);
  const plain = await validate("minimal");
  assert.deepEqual([plain.exit, plain.out.valid, plain.out.replayReady], [0, true, false]);
  assert.equal((await validate("minimal", { replay: true })).exit, 1);
});

test("30: each level finds what it is for", async () => {
  const sameSize = copyWith("same-size", (folder) => {
    const file = path.join(folder, "workspace/files/src/greet.ts");
    fs.writeFileSync(file, fs.readFileSync(file, "utf8").replace("Hello", "Hallo"));
  });
  const otherSize = copyWith("other-size", (folder) =>
    fs.appendFileSync(path.join(folder, "workspace/files/src/greet.ts"), "x"),
  );
  const bad = copyWith("bad-event", (folder) =>
    fs.appendFileSync(path.join(folder, "events.jsonl"), "{}\n"),
  );
  const verdicts = async (bundle: string) => {
    const levels = ["schema", "files", "full"];
    const found = await Promise.all(levels.map((level) => validate(bundle, { level })));
    return found.map(({ exit }) => exit);
  };
  assert.deepEqual(await verdicts(sameSize), [0, 0, 1]);
  assert.deepEqual(await verdicts(otherSize), [0, 1, 1]);
  assert.deepEqual(await verdicts(bad), [1, 1, 1]);
});

test("28, 30: an extra file is a warning, which --strict makes a failure", async () => {
  const extra = copyWith("extra", (folder) =>
    fs.writeFileSync(path.join(folder, "notes.txt"), "x"),
  );
  const found = await validate(extra);
  assert.deepEqual([found.exit, found.out.issues.map(({ code }) => code)], [0, ["W_EXTRA_FILE"]]);
  assert.equal((await validate(extra, { strict: true })).exit, 1);
});

test("29: every hostile bundle gets its verdict, and keeps it whatever its readiness", async () => {
  for (const { name, verdict, files, links, replayReady } of hostileBundles) {
    const folder = path.join(cwd, `hostile-${name}`);
    writeFiles(folder, files);
    for (const [link, target] of Object.entries(links)) {
      fs.symlinkSync(target, path.join(folder, link));
    }
    const { exit, out } = await validate(folder);
    assert.equal(exit, verdict === "invalid" ? 1 : 0, name);
    assert.equal(out.valid, verdict !== "invalid", name);
    if (replayReady !== undefined) assert.equal(out.replayReady, replayReady, name);
  }
});
