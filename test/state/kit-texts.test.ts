import assert from "node:assert/strict";
import fs from "node:fs";
import path from "node:path";
import { test } from "node:test";
import { codeOf, contextIn, runOperation } from "../support/operations.ts";
import { makeScratch, picture, writeFiles } from "../support/scratch.ts";

const scratch = makeScratch();
let count = 0;

async function createProject(files: Readonly<Record<string, string>> = {}) {
  const cwd = writeFiles(path.join(scratch, `${++count}`), { ".keep": "", ...files });
  const context = contextIn(cwd, () => new Date("2026-03-01T12:00:00Z"));
  await runOperation(context, "init");
  return { cwd, context };
}

interface Texts {
  readonly kit_initialized: boolean;
  readonly vision: string | null;
  readonly agents: string | null;
  readonly anchor: { readonly current_task: string } | null;
  readonly written?: readonly string[];
}

test("kit init begins a state and never overwrites, kit set does, kit get shows both", async () => {
  const { context } = await createProject();
  const get = async () => (await runOperation<Texts>(context, "kit get")).out;
  assert.equal((await get()).kit_initialized, false);
  await runOperation(context, "kit init");
  assert.deepEqual(await get(), {
    kit_initialized: true,
    vision: null,
    agents: null,
    anchor: null,
  });
  const first = await runOperation<Texts>(context, "kit init", { vision: "One catalogue" });
  assert.deepEqual(first.out.written, ["vision"]);
  const again = await runOperation<Texts>(context, "kit init", {
    vision: "Two",
    agents: "Be kind",
  });
  assert.deepEqual(
    [again.out.written, again.out.vision, again.out.agents],
    [["agents"], "One catalogue", "Be kind"],
  );
  await runOperation(context, "kit set", { vision: "One catalogue for all" });
  await runOperation(context, "memory anchor set", { "current-task": "port", "next-step": "test" });
  const now = await get();
  assert.deepEqual([now.vision, now.anchor?.current_task], ["One catalogue for all", "port"]);
  assert.equal(await codeOf(runOperation(context, "kit set")), "E_USAGE");
});

test("kit set refuses a text that the budget has no room for, and leaves the old one", async () => {
  const { context } = await createProject({
    "holdall.yaml": "state:\n  budget_tokens: 20\n  compress: false\n",
  });
  await runOperation(context, "kit set", { vision: "One catalogue" });
  const long = runOperation(context, "kit set", { vision: "very long words ".repeat(50) });
  assert.equal(await codeOf(long), "E_OVER_BUDGET");
  assert.equal((await runOperation<Texts>(context, "kit get")).out.vision, "One catalogue");
});

test("kit export --format markdown gives one page, in the result or in a file", async () => {
  const { cwd, context } = await createProject();
  await runOperation(context, "kit set", { vision: "One catalogue for all" });
  type Exported = { readonly format: string; readonly files?: Readonly<Record<string, string>> };
  const { out } = await runOperation<Exported>(context, "kit export", { format: "markdown" });
  assert.equal(out.format, "markdown");
  assert.match(out.files?.["snapshot.md"] ?? "", /One catalogue for all/);
  const written = { format: "markdown", out: "state.md" };
  await runOperation(context, "kit export", written);
  assert.equal(fs.readFileSync(path.join(cwd, "state.md"), "utf8"), out.files?.["snapshot.md"]);
  assert.equal(await codeOf(runOperation(context, "kit export", written)), "E_EXISTS");
});

test("kit import takes the files of a call, and refuses paths that leave it", async () => {
  const from = await createProject();
  const to = await createProject();
  await runOperation(from.context, "kit set", { vision: "One catalogue for all" });
  type Exported = { readonly files: Record<string, string>; readonly state_hash: string };
  const { out } = await runOperation<Exported>(from.context, "kit export");
  const run = (input: Readonly<Record<string, unknown>>) =>
    runOperation<Readonly<Record<string, unknown>>>(to.context, "kit import", input);
  const preview = await run({ files: out.files, mode: "preview" });
  assert.deepEqual([preview.exit, preview.out.applied], [0, false]);
  const { out: applied } = await run({ files: out.files, mode: "apply" });
  assert.deepEqual([applied.applied, applied.state_hash], [true, out.state_hash]);
  assert.equal(await codeOf(run({})), "E_USAGE");
  assert.equal(await codeOf(run({ files: out.files, path: "x" })), "E_USAGE");
  assert.equal(await codeOf(run({ files: { "../manifest.json": "{}" } })), "E_PATH");
  assert.equal(await codeOf(run({ files: { big: "x".repeat(2 ** 20 + 1) } })), "E_LIMIT");
  const altered = { ...out.files, "snapshot.json": `${out.files["snapshot.json"]} ` };
  assert.equal(await codeOf(run({ files: altered, mode: "apply" })), "E_SUMS");
});

test("okf export copies a tree of records byte by byte, and nothing of a damaged one", async () => {
  const { cwd, context } = await createProject({
    "tree/index.md": "# Index\n",
    "tree/memory/pump.md": "---\r\ntype: decision\r\n---\r\n\r\nThe pump is red.\r\n",
    "broken/a.md": "---\ntype: [\n---\nText\n",
    "broken/b.md": "Fine.\n",
    "empty/notes.txt": "no record",
  });
  type Copied = Readonly<Record<string, unknown>>;
  const copy = (source: string) =>
    runOperation<Copied>(context, "okf export", { source, target: `${source}-copy` });
  const { out } = await copy("tree");
  assert.deepEqual([out.copied_files, out.verified_records], [2, 1]);
  assert.deepEqual(picture(path.join(cwd, "tree-copy")), picture(path.join(cwd, "tree")));
  for (const source of ["broken", "empty"]) {
    const { exit, out: refused } = await copy(source);
    assert.deepEqual([exit, refused.copied_files], [1, 0]);
    assert.equal(fs.existsSync(path.join(cwd, `${source}-copy`)), false);
  }
  assert.equal(await codeOf(copy("tree")), "E_EXISTS");
  const verify = async (at: string) =>
    (await runOperation<Copied>(context, "okf verify", { path: at })).out;
  assert.deepEqual([(await verify("tree")).ok, (await verify("tree")).records], [true, 1]);
  assert.deepEqual([(await verify("broken")).ok, (await verify("broken")).records], [false, 1]);
  assert.equal((await verify("empty")).format, null);
});

test("kit set and state supersede store what the caller decided, although an entry states the same", async () => {
  const cwd = makeScratch();
  const context = contextIn(cwd);
  await runOperation(context, "init");
  const text = "Every release is tagged before it is announced";
  await runOperation(context, "state commit", { text, id: "release" });
  await runOperation(context, "state commit", { text: "Backups run at night", id: "backups" });
  const { out } = await runOperation<{ id: string | null }>(context, "state supersede", {
    id: "backups",
    text,
  });
  assert.notEqual(out.id, null);
  await runOperation(context, "kit set", { vision: text });
  assert.equal((await runOperation<Texts>(context, "kit get")).out.vision, text);
});
