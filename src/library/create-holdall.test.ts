import assert from "node:assert/strict";
import fs from "node:fs";
import path from "node:path";
import { test } from "node:test";
import { makeScratch } from "../../test/support/scratch.ts";
import { argumentsOf } from "../operations/operation/arguments.ts";
import { loadOperation, operationNames } from "../operations/registry.ts";
import { createHoldall } from "./create-holdall.ts";
import { readBundle } from "./read-bundle.ts";

const scratch = makeScratch();

function project() {
  const cwd = fs.mkdtempSync(path.join(scratch, "p-"));
  return { cwd, h: createHoldall({ cwd, store: path.join(cwd, ".holdall"), actor: "somebody" }) };
}

test("createHoldall() has a method for every operation, under its words in camel case", () => {
  const { h } = project();
  for (const name of operationNames) {
    let node: unknown = h;
    for (const part of name.split(" ")) {
      const key = part.replaceAll(/-(\w)/g, (_, letter: string) => letter.toUpperCase());
      assert.ok(node instanceof Object && Object.hasOwn(node, key), `${name}: ${key}`);
      node = Reflect.get(node, key);
    }
    assert.equal(typeof node, "function", name);
  }
});

test("a key that a surface gives is one that createHoldall() takes", async () => {
  for (const name of operationNames) {
    for (const { key, by } of argumentsOf(await loadOperation(name))) {
      const isFixed = ["store", "actor", "origin"].includes(key);
      assert.equal(by === "surface", isFixed, `${name} ${key}`);
    }
  }
});

test("methods act in the workspace and the name that were given once", async () => {
  const { h } = project();
  await h.init();
  const { decision } = await h.state.commit({ text: "We chose SQLite for the readings." });
  assert.equal(decision, "admitted");
  const { lines } = await h.state.log();
  assert.deepEqual(lines.at(-1)?.actor, { id: "somebody", origin: "library" });
});

test("a mistyped key is refused: nothing happens that was not asked for", async () => {
  const { h } = project();
  const loose: { readonly "dry-run": boolean } & object = { "dry-run": true };
  await assert.rejects(h.handoff({ from: "claude", to: "codex", ...loose }), { code: "E_USAGE" });
  await assert.rejects(h.state.show(JSON.parse('{"store":"elsewhere"}')), { code: "E_USAGE" });
  await assert.rejects(h.state.evict(JSON.parse('{"dryRun":true}')), { code: "E_USAGE" });
});

test("an option is a key of the input, spelled as the keys of the result", async () => {
  const { h } = project();
  await h.init();
  await h.state.commit({ text: "We chose SQLite for the readings.", id: "storage" });
  const { dry_run, evicted } = await h.state.evict({ max_keep: 0, dry_run: true });
  assert.deepEqual([dry_run, evicted.map(({ id }) => id)], [true, ["storage"]]);
});

test("a word that is a command and begins others is a method with methods", async () => {
  const { h, cwd } = project();
  await h.init();
  await h.state.commit({ text: "We chose SQLite for the readings." });
  await h.kit.export({ out: "kit", format: "ocf" });
  const { out } = await h.dream({ path: "kit", out: "dreamt" });
  assert.equal((await h.dream.diff({ path: "dreamt" })).path, out);
  const reading = await readBundle(path.join(cwd, "kit"));
  assert.deepEqual([reading.format?.name, reading.findings.errorCount()], ["ocf", 0]);
});

test("what comes before a result is given to onPiece, and standard input is what the call brings", async () => {
  const { h } = project();
  await h.init();
  const { thread_id: id } = await h.thread.new();
  const incoming = async function* () {
    yield Buffer.from("From elsewhere");
  };
  await assert.rejects(h.thread.post({ id, text: "-" }), { code: "E_USAGE" });
  await h.thread.post({ id, text: "-" }, { incoming: incoming() });
  const seen: (string | undefined)[] = [];
  await h.thread.follow({ id, once: true }, { onPiece: ({ content }) => void seen.push(content) });
  assert.equal(seen.at(-1), "From elsewhere");
});
