/**
 * What lies in a project may have been written by anyone, also by an agent that knows the times and the
 * inode of every file. So nothing that is kept there makes a false statement pass.
 */
import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import fs from "node:fs";
import path from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { isObject, type JsonObject } from "../../../src/base/json/value.ts";
import type { CreateWorkspace } from "./workspace.ts";
import { closedRun, testOnStores } from "./workspace.ts";

/** Files that were written less long ago are not kept. */
const SETTLED_MS = 2100;
const MEMORY = "memory/events.md";
const LINE = "- 2026-02-03T09:00:00Z decision (task: t1) – ship on Friday";

/** How many tests of each store begin with such a workspace. */
const WORKSPACES = 6;
const prepared = new Map<string, ReturnType<typeof prepare>[]>();

/** A workspace with a recorded line in its memory, whose caches have been written. */
function withCaches(createWorkspace: CreateWorkspace, store: string) {
  // They are made together: each waits for its files to settle.
  const workspaces =
    prepared.get(store) ?? Array.from({ length: WORKSPACES }, () => prepare(createWorkspace));
  prepared.set(store, workspaces);
  return workspaces.pop() ?? prepare(createWorkspace);
}

async function prepare(createWorkspace: CreateWorkspace) {
  const lab = await createWorkspace();
  lab.append(MEMORY, `${LINE}\n`);
  await lab.refresh({ now: "2026-02-03T12:00:00Z" });
  await wait(SETTLED_MS);
  await lab.refresh({ now: "2026-02-03T12:01:00Z" });
  await wait(SETTLED_MS);
  await lab.run("context fresh", { id: "docs_cos", now: "2026-02-03T12:02:00Z" });
  return lab;
}

/** Changes a file that a run kept, as somebody would who can write in the project. */
function forge(cwd: string, name: string, change: (value: JsonObject) => void): void {
  const file = path.join(cwd, ".curator", name);
  const parsed: unknown = JSON.parse(fs.readFileSync(file, "utf8"));
  assert(isObject(parsed));
  const value = isObject(parsed.value) ? parsed.value : parsed;
  change(value);
  fs.writeFileSync(file, JSON.stringify(parsed));
}

/** Replaces the recorded line by one of the same length; returns the mark of the memory as it is now. */
function alterMemory(root: string): { readonly bytes: number; readonly sha256: string } {
  const file = path.join(root, MEMORY);
  const text = fs.readFileSync(file, "utf8").replace("ship on Friday", "ship on Monday");
  fs.writeFileSync(file, text);
  const sha256 = createHash("sha256").update(text).digest("hex");
  return { bytes: Buffer.byteLength(text), sha256 };
}

function objectAt(value: JsonObject, ...keys: readonly string[]): JsonObject {
  return keys.reduce((at, key) => {
    const next = at[key];
    assert(isObject(next), `no object at ${key}`);
    return next;
  }, value);
}

/** Both checks of a responsibility report that its memory was altered. */
async function assertMutationFound(
  run: Awaited<ReturnType<CreateWorkspace>>["run"],
  now: string,
): Promise<void> {
  type Coded = readonly { readonly code: string }[];
  const input = { id: "docs_cos", now };
  const { out: verified } = await run<{ findings: Coded }>("context verify", input);
  const { out: validated } = await run<{ violations: Coded }>("context validate", input);
  for (const found of [verified.findings, validated.violations]) {
    assert(found.some(({ code }) => code === "E_MEMORY_MUTATED"));
  }
}

testOnStores("a forged cache does not hide an altered memory", async (createWorkspace, store) => {
  const { cwd, root, run, fails } = await withCaches(createWorkspace, store);
  const mark = alterMemory(root);
  forge(cwd, "docs_cos/files.json", (value) => {
    const known = objectAt(value, "files", "ai_context/bundle.yaml", "derived", "standing");
    Object.assign(objectAt(known, "watermarks", "memory"), mark);
  });
  const now = "2026-02-03T12:03:00Z";
  await assertMutationFound(run, now);
  assert.equal(await fails("context refresh", { now }), "E_MEMORY_MUTATED");
  assert.equal(await fails("context fresh", { now }), "E_MEMORY_MUTATED");
});

testOnStores(
  "forged metadata does not hide a line that is not the recorded one",
  async (create, store) => {
    const { root, run, edit, read } = await withCaches(create, store);
    const recorded = /memory:\n\s+bytes: \d+\n\s+sha256: ("?)([0-9a-f]{64})/.exec(
      read("ai_context/bundle.yaml"),
    )?.[2];
    assert(recorded);
    edit("ai_context/bundle.yaml", recorded, alterMemory(root).sha256);
    await assertMutationFound(run, "2026-02-03T12:03:00Z");
  },
);

testOnStores("a forged cache does not lift a block", async (createWorkspace, store) => {
  const { cwd, refresh, edit, fails } = await withCaches(createWorkspace, store);
  edit("ai_context/model_preferences.md", /preferred_model: .*/, "preferred_model: m-large");
  const now = "2026-02-03T12:03:00Z";
  await refresh({ only: ["model_preferences"], detected: "m-other", now });
  assert.equal(await fails("context load", { now }), "E_MODEL");
  forge(cwd, "docs_cos/memory.json", (value) => {
    Object.assign(objectAt(value, "kept", "digest"), { decision: "proceed", drift: [] });
  });
  assert.equal(await fails("context load", { now }), "E_MODEL");
});

testOnStores("a forged cache names no other steward", async (createWorkspace, store) => {
  const { cwd, fails } = await withCaches(createWorkspace, store);
  forge(cwd, "_settings.json", (value) => {
    Object.assign(objectAt(value, "config"), { steward_responsibility_id: "intruder" });
  });
  const now = "2026-02-03T12:03:00Z";
  const override = { override: "because", by: "intruder", now };
  assert.equal(await fails("context refresh", override), "E_NOT_STEWARD");
});

testOnStores("forged settings lead nothing out of the project", async (createWorkspace, store) => {
  const { cwd, run } = await withCaches(createWorkspace, store);
  const outside = path.join(path.dirname(cwd), `${path.basename(cwd)}-outside`);
  fs.mkdirSync(outside);
  fs.writeFileSync(path.join(outside, "private.md"), "not of this project\n");
  forge(cwd, "_settings.json", (value) => {
    Object.assign(objectAt(value, "config"), { drop_dir: `../${path.basename(outside)}` });
  });
  const input = { settle: 0, actor: "docs_cos", now: "2026-02-03T12:03:00Z" };
  const { out } = await run("context drop scan", input);
  assert.doesNotMatch(JSON.stringify(out), /private/);
  assert(fs.existsSync(path.join(outside, "private.md")));
});

testOnStores(
  "what was kept for another file or by another user is not used",
  async (create, store) => {
    const { cwd, run, write } = await withCaches(create, store);
    const folder = path.join(cwd, ".curator");
    const settings = fs.readFileSync(path.join(folder, "_settings.json"));
    fs.writeFileSync(path.join(folder, "docs_cos/files.json"), settings);
    write({ "mandates/runs/weekly/2026-01-02T09-00Z.md": "# Run\n\nBegun.\n" });
    const fresh = () =>
      run<{ fresh: boolean; responsibilities: { stale: string[] }[] }>("context fresh", {
        id: "docs_cos",
        now: "2026-02-03T12:03:00Z",
      });
    assert.deepEqual((await fresh()).out.responsibilities[0]?.stale, ["mandate_runs"]);
    const before = process.env.XDG_DATA_HOME;
    process.env.XDG_DATA_HOME = path.join(cwd, "another-user");
    try {
      assert.deepEqual((await fresh()).out.responsibilities[0]?.stale, ["mandate_runs"]);
    } finally {
      if (before === undefined) delete process.env.XDG_DATA_HOME;
      else process.env.XDG_DATA_HOME = before;
    }
  },
);

const RUN = "mandates/runs/weekly/2026-01-02T09-00Z.md";

testOnStores("forged facts of runs are not used", async (createWorkspace) => {
  const { cwd, write, append, read, refresh } = await createWorkspace();
  const folder = path.join(cwd, ".curator/docs_cos");
  write({ [RUN]: closedRun("2026-01-02T10:00:00Z", "Measured nine tides") });
  await wait(SETTLED_MS);
  await refresh({ now: "2026-02-03T12:00:00Z" });
  const table = fs.readFileSync(path.join(folder, "runs.table"));
  forge(cwd, "docs_cos/runs.json", (value) => {
    const text = JSON.stringify(value.mark).replaceAll("nine tides", "no tides");
    Object.assign(value, { mark: JSON.parse(text) });
  });
  append(MEMORY, `${LINE}\n`);
  await refresh({ now: "2026-02-03T12:01:00Z" });
  const shown = () => read("ai_context/recent_activity.md");
  assert.match(shown(), /Measured nine tides/);
  // A table that is ours, but of an earlier run than the mark beside it.
  write({ [RUN]: closedRun("2026-01-02T10:00:00Z", "Measured ten tides") });
  await wait(SETTLED_MS);
  await refresh({ now: "2026-02-03T12:02:00Z" });
  fs.writeFileSync(path.join(folder, "runs.table"), table);
  write({ [RUN.replace("02T09", "03T09")]: closedRun("2026-01-03T10:00:00Z", "Rested") });
  await refresh({ now: "2026-02-03T12:03:00Z" });
  assert.match(shown(), /Measured ten tides[\s\S]*\n## Summary/);
  assert.match(shown(), /Rested/);
  // One that was altered, with the right seal in front of it.
  const altered = fs.readFileSync(path.join(folder, "runs.table"));
  altered[altered.length - 1] = (altered.at(-1) ?? 0) ^ 1;
  fs.writeFileSync(path.join(folder, "runs.table"), altered);
  const before = /ref: mandates\/runs\n\s+sha256: "?([0-9a-f]{64})/.exec(shown())?.[1];
  append(MEMORY, `${LINE.replace("t1", "t2")}\n`);
  fs.utimesSync(path.join(cwd, "registry/docs_cos", RUN), 1, 1);
  await refresh({ now: "2026-02-03T12:04:00Z" });
  assert(before);
  assert(shown().includes(before));
});
