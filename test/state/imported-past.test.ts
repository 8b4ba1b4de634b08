import assert from "node:assert/strict";
import fs from "node:fs";
import path from "node:path";
import { test } from "node:test";
import { loadFormat } from "../../src/formats/registry.ts";
import { contextIn, runOperation } from "../support/operations.ts";
import { makeScratch, writeFiles } from "../support/scratch.ts";

/** A bundle of another program, with a past of its own: an update, a refusal, and a long reason. */
const LONG = `it repeats what was said before: ${"again and again ".repeat(20)}`.trim();
const trail = [
  {
    ts: "2026-06-29T09:00:00Z",
    record_id: "db",
    namespace: "alpha",
    author_id: "alice",
    unit_ref: "units.json#m1",
    admitted: true,
    decision: "supersede",
    expected_version: 2,
    actual_version: 2,
    result_version: 3,
    slot: "decision",
    score: 0.83,
    reason: "accepted update",
  },
  {
    ts: "2026-06-29T09:05:00Z",
    record_id: "db",
    namespace: "alpha",
    author_id: "bob",
    unit_ref: "units.json#m2",
    admitted: false,
    decision: "reject",
    expected_version: 2,
    actual_version: 3,
    slot: null,
    score: 0,
    reason: LONG,
  },
];
const manifest = {
  ocf_version: "0.2",
  agent_id: "harbour-agent",
  created: "2026-06-29T09:10:00Z",
  default_namespace: "alpha",
  unit_source: "pam",
  unit_refs: ["units.json"],
};
const entries = [
  {
    id: "db",
    slot: "decision",
    namespace: "alpha",
    version: 3,
    author_id: "alice",
    content: "Use SQLite.",
    tokens: 4,
    score: 0.83,
    resolution: "compressed",
    unit_ref: "units.json#m1",
    committed_at: "2026-06-29T09:00:00Z",
  },
];
const foreign = {
  "manifest.json": JSON.stringify(manifest),
  "schema.json": JSON.stringify({
    ocf_version: "0.2",
    slots: [{ name: "decision" }],
    budget_tokens: 4096,
    eviction: "lowest-score",
  }),
  "snapshot.json": JSON.stringify({
    budget_tokens: 4096,
    token_count: 4,
    saturation: 0.001,
    entries,
  }),
  "qualify.jsonl": trail.map((line) => `${JSON.stringify(line)}\n`).join(""),
};
const FULL = "Use SQLite for the local prototype, because it needs no server.";
const pam = {
  schema: "portable-ai-memory",
  schema_version: "1.0",
  owner: { id: "rosa" },
  memories: [{ id: "m1", type: "fact", content: FULL, created_at: "2026-06-29T08:00:00Z" }],
};

async function createPlace() {
  const cwd = makeScratch();
  const context = contextIn(cwd);
  await runOperation(context, "init");
  writeFiles(path.join(cwd, "theirs", "bundle.ocf"), foreign);
  writeFiles(path.join(cwd, "theirs"), { "units.json": JSON.stringify(pam) });
  const take = async () =>
    (
      await runOperation<{ ok: boolean; head_seq: number; findings: unknown[] }>(
        context,
        "kit import",
        { path: "theirs/bundle.ocf", apply: true },
      )
    ).out;
  return { cwd, context, take };
}

function linesOf(file: string): Record<string, unknown>[] {
  const lines = fs.readFileSync(file, "utf8").trimEnd().split("\n");
  return lines.map((line) => JSON.parse(line) as Record<string, unknown>);
}

test("kit export gives the trail, the agent and the unit layer of an imported bundle again", async () => {
  const { cwd, context, take } = await createPlace();
  assert.equal((await take()).ok, true);
  await runOperation(context, "kit export", { format: "ocf", out: "again" });
  const again = linesOf(path.join(cwd, "again", "qualify.jsonl"));
  assert.deepEqual(again.slice(0, trail.length), trail);
  const head = JSON.parse(fs.readFileSync(path.join(cwd, "again", "manifest.json"), "utf8"));
  assert.equal(head.agent_id, manifest.agent_id);
  assert.equal(head.unit_source, "pam");
  assert.deepEqual(head.unit_refs, manifest.unit_refs);
  const { out } = await runOperation<{ ok: boolean }>(context, "verify", { path: "again" });
  assert.equal(out.ok, true);
  const checked = await runOperation<{ ok: boolean }>(context, "verify", {});
  assert.equal(checked.out.ok, true);
});

test("kit export names another agent when it is told to", async () => {
  const { cwd, context, take } = await createPlace();
  await take();
  await runOperation(context, "kit export", { format: "ocf", out: "again", agent: "ours" });
  const head = JSON.parse(fs.readFileSync(path.join(cwd, "again", "manifest.json"), "utf8"));
  assert.equal(head.agent_id, "ours");
});

test("kit import records a past once", async () => {
  const { context, take } = await createPlace();
  const first = await take();
  const second = await take();
  assert.equal(second.head_seq, first.head_seq);
  const { out } = await runOperation<{ lines: { type: string }[] }>(context, "state log", {});
  const count = out.lines.filter(({ type }) => type === "state_trail_imported").length;
  assert.equal(count, trail.length);
});

test("kit import finds the full text of an entry in the PAM document beside the bundle", async () => {
  const { context, take } = await createPlace();
  await take();
  await runOperation(context, "state restore", { id: "db", namespace: "alpha" });
  const { out } = await runOperation<{ entries: { content: string }[] }>(context, "state show");
  assert.deepEqual(
    out.entries.map(({ content }) => content),
    [FULL],
  );
});

test("kit import reads no unit outside the bundle for a caller who is bound to roots", async () => {
  const { cwd, context } = await createPlace();
  const bound = { ...context, roots: [path.join(cwd, "theirs", "bundle.ocf"), cwd] };
  const asked = { path: "theirs/bundle.ocf", apply: true };
  await runOperation(bound, "kit import", asked);
  await runOperation(context, "state restore", { id: "db", namespace: "alpha" }).catch(() => {});
  const { out } = await runOperation<{ entries: { content: string }[] }>(context, "state show");
  assert.equal(out.entries[0]?.content, "Use SQLite.");
});

test("kit export reads again with every line of the trail of every sample with a state", async () => {
  for (const name of ["ocf", "working-context", "ocf-kit"] as const) {
    for (const { name: sample, files } of (await loadFormat(name)).samples) {
      if (Object.keys(files).some((file) => file.startsWith("history/"))) continue;
      const cwd = makeScratch();
      const context = contextIn(cwd);
      await runOperation(context, "init");
      writeFiles(path.join(cwd, "theirs"), files);
      const asked = { path: "theirs", apply: true };
      const { out } = await runOperation<{ state: string }>(context, "kit import", asked);
      const [user, session, task] = out.state.split("/");
      const address = { user, session, task };
      await runOperation(context, "kit export", { format: name, out: "again", ...address });
      const trailFile = (await loadFormat(name)).state?.trailFile ?? "";
      if (!fs.existsSync(path.join(cwd, "theirs", trailFile))) continue;
      const times = (folder: string) =>
        linesOf(path.join(cwd, folder, trailFile)).map(
          ({ ts, at, timestamp }) => ts ?? at ?? timestamp,
        );
      const again = times("again");
      for (const time of times("theirs")) assert(again.includes(time), `${name} ${sample} ${time}`);
    }
  }
});
