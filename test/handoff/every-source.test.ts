import assert from "node:assert/strict";
import fs from "node:fs";
import path from "node:path";
import { test } from "node:test";
import { type FormatName, formatNames, loadFormat } from "../../src/formats/registry.ts";
import { providerNames } from "../../src/providers/registry.ts";
import { codeOf, contextIn, runOperation } from "../support/operations.ts";
import { makeScratch, writeFiles } from "../support/scratch.ts";
import { ocf } from "../support/state-bundles.ts";

interface Imported {
  readonly kind: string;
  readonly thread_id: string | null;
  readonly thread: { readonly messages: number; readonly known: number } | null;
  readonly report: { readonly applied?: boolean; readonly plan?: object } | null;
}

const STEP = { step_id: 1, timestamp: "2026-01-31T08:00:00Z" };
const TRAJECTORY = {
  schema_version: "ATIF-v1.4",
  session_id: "orchard-1",
  agent: { name: "harbour", version: "1.0" },
  steps: [
    { ...STEP, source: "user", message: "Count the trees in the orchard." },
    { ...STEP, step_id: 2, source: "agent", message: "There are 40 trees." },
  ],
};

async function createPlace() {
  const home = makeScratch();
  const cwd = path.join(home, "project");
  fs.mkdirSync(cwd);
  const context = { ...contextIn(cwd), agents: { home, env: { PATH: "/nonexistent" } } };
  await runOperation(context, "init");
  const take = async (from: string, more = {}) =>
    (await runOperation<Imported>(context, "import", { from, ...more })).out;
  return { cwd, context, take };
}

/** The first sample of every format, as a folder or as its single file. */
async function writeSamples(
  folder: string,
): Promise<readonly [format: FormatName, place: string][]> {
  const places: [FormatName, string][] = [];
  for (const name of formatNames) {
    for (const [index, { files }] of (await loadFormat(name)).samples.entries()) {
      const place = path.join(folder, name, String(index));
      writeFiles(place, files);
      const [only = "", second] = Object.keys(files);
      places.push([name, second === undefined ? path.join(place, only) : place]);
    }
  }
  return places;
}

test("handoff takes every sample of every format, as a folder or a file", async () => {
  const { cwd, context } = await createPlace();
  const samples = await writeSamples(cwd);
  assert.equal(new Set(samples.map(([format]) => format)).size, formatNames.length);
  for (const [format, from] of samples) {
    const asked = { from, to: "codex", "dry-run": true };
    const { exit } = await runOperation(context, "handoff", asked);
    assert.equal(exit, 0, `${format} ${from}`);
  }
});

test("import takes every sample of every format: a state into a preview, all else into a thread", async () => {
  const { cwd, context, take } = await createPlace();
  for (const [name, from] of await writeSamples(cwd)) {
    const { kind, thread, report } = await take(from);
    const isState = (await loadFormat(name)).state !== undefined;
    assert.equal(kind, isState ? "bundle" : "conversation", from);
    if (isState) assert.equal(report?.applied, false, from);
    else assert((thread?.messages ?? 0) >= 1, from);
  }
  const { out } = await runOperation<{ ok: boolean }>(context, "verify", {});
  assert.equal(out.ok, true);
});

test("import of a state changes nothing until --apply", async () => {
  const { cwd, context, take } = await createPlace();
  writeFiles(path.join(cwd, "bundle.ocf"), ocf);
  assert.equal((await take("bundle.ocf")).report?.applied, false);
  const before = await runOperation<{ entries: unknown[] }>(context, "state show");
  assert.deepEqual(before.out.entries, []);
  assert.equal((await take("bundle.ocf", { apply: true })).report?.applied, true);
  const { out } = await runOperation<{ entries: unknown[] }>(context, "state show");
  assert(out.entries.length > 0);
});

test("import of a trajectory records its turns once, into a thread of its own or the one named", async () => {
  const { cwd, context, take } = await createPlace();
  fs.writeFileSync(path.join(cwd, "run.json"), JSON.stringify(TRAJECTORY));
  const first = await take("run.json");
  assert.equal(first.kind, "conversation");
  assert.equal(first.thread?.messages, 1);
  const again = await take("run.json");
  assert.equal(again.thread_id, first.thread_id);
  assert.deepEqual([again.thread?.messages, again.thread?.known], [0, 1]);
  await runOperation(context, "thread post", { id: first.thread_id, text: "And the pears?" });
  const asked = { id: first.thread_id, render: "chat-completions", model: "m" };
  const { out } = await runOperation<{ request: object }>(context, "thread compile", asked);
  assert.match(JSON.stringify(out.request), /Count the trees.*There are 40 trees.*And the pears/);
  const { out: named } = await runOperation<{ thread_id: string }>(context, "thread new");
  const into = await take("run.json", { thread: named.thread_id });
  assert.equal(into.thread_id, named.thread_id);
  assert.equal(into.thread?.messages, 1);
});

test("import refuses to derive a state from what is no agent's session", async () => {
  const { cwd, context } = await createPlace();
  fs.writeFileSync(path.join(cwd, "run.json"), JSON.stringify(TRAJECTORY));
  const asked = { from: "run.json", state: true };
  assert.equal(await codeOf(runOperation(context, "import", asked)), "E_USAGE");
});

test("handoff and import take opencode's tree of files for a session, not for a bundle", async () => {
  const { cwd, context, take } = await createPlace();
  writeFiles(path.join(cwd, "storage"), {
    "message/ses_9/m1.json": JSON.stringify({ id: "m1", role: "user", time: { created: 1 } }),
    "part/m1/p1.json": JSON.stringify({ id: "p1", type: "text", text: "Count the trees." }),
  });
  assert.equal((await take("storage")).kind, "session");
  const asked = { from: "storage", to: "codex", "dry-run": true };
  const { out } = await runOperation<{ from: { agent: string } }>(context, "handoff", asked);
  assert.equal(out.from.agent, "opencode");
});

test("handoff says which command takes a log with threads", async () => {
  const { cwd, context } = await createPlace();
  await runOperation(context, "thread post", { id: await newThread(context), text: "Hello" });
  await runOperation(context, "ledger export", { dir: "log" });
  const asked = { from: path.join(cwd, "log"), to: "codex" };
  assert.equal(await codeOf(runOperation(context, "handoff", asked)), "E_CONVERT");
});

async function newThread(context: Parameters<typeof runOperation>[0]): Promise<string> {
  return (await runOperation<{ thread_id: string }>(context, "thread new")).out.thread_id;
}

test("render gives every sample of every format as a request for every provider", async () => {
  const { cwd, context } = await createPlace();
  const samples = (await writeSamples(cwd)).filter(([, place]) => isRenderable(place));
  assert.equal(new Set(samples.map(([format]) => format)).size, formatNames.length);
  for (const provider of providerNames) {
    for (const [format, place] of samples) {
      const asked = { path: place, provider, model: "m", "max-output": 100 };
      const { out } = await runOperation<{ format: string; request: { body: object } }>(
        context,
        "render",
        asked,
      );
      assert.equal(out.format, format);
      assert(JSON.stringify(out.request.body).length > 100, `${provider} ${place}`);
    }
  }
});

/** A summary or a handoff document alone asks nothing, so that it is no request. */
function isRenderable(place: string): boolean {
  if (!place.endsWith(".json")) return true;
  return !lacksTexts(place) && fs.readFileSync(place, "utf8").includes('"items"');
}

test("render refuses a document in which nobody asks anything", async () => {
  const { cwd, context } = await createPlace();
  const isSummary = (text: string) => text.includes('"rip.compaction_summary.v1"');
  const [, place] =
    (await writeSamples(cwd)).find(
      ([, file]) => file.endsWith(".json") && isSummary(fs.readFileSync(file, "utf8")),
    ) ?? [];
  const asked = { path: place, provider: "anthropic-messages" };
  assert.equal(await codeOf(runOperation(context, "render", asked)), "E_REQUEST");
});

/** Whether a sample is a single document that names texts which only its folder has. */
function lacksTexts(place: string): boolean {
  return place.endsWith(".json") && fs.readFileSync(place, "utf8").includes('"artifact_id"');
}

test("render refuses a document that names texts which the bundle does not contain", async () => {
  const { cwd, context } = await createPlace();
  const [, lacking] = (await writeSamples(cwd)).find(([, place]) => lacksTexts(place)) ?? [];
  const asked = { path: lacking, provider: "gemini" };
  assert.equal(await codeOf(runOperation(context, "render", asked)), "E_BLOB");
});

test("render replaces secrets in messages and in texts they refer to, unless told to keep them", async () => {
  const { cwd, context } = await createPlace();
  const secret = "ghp_k3Jd82mNq0PzX7vLw5Ty1RbC6uEaFh4GsDiO";
  const bundle = {
    schema: "rip.context_bundle.v1",
    compiler: { id: "other", strategy: "other" },
    source: { thread_id: "t", from_seq: 1, from_message_id: null },
    provenance: { run_session_id: "r", actor_id: "rosa", origin: "cli" },
    items: [{ type: "message", role: "user", content: `push with ${secret}` }],
  };
  fs.writeFileSync(path.join(cwd, "ctx.json"), JSON.stringify(bundle));
  const asked = { path: "ctx.json", provider: "chat-completions", model: "m" };
  const { out } = await runOperation<{ redactions: unknown[] }>(context, "render", asked);
  assert.equal(JSON.stringify(out).includes(secret), false);
  assert.equal(out.redactions.length, 1);
  const kept = await runOperation(context, "render", { ...asked, "keep-secrets": true });
  assert.equal(JSON.stringify(kept.out).includes(secret), true);
});

const EXPORTED = {
  info: { id: "ses_9", title: "Trees", time: { created: 1 } },
  messages: [
    {
      info: { id: "msg_1", sessionID: "ses_9", role: "user", time: { created: 1 } },
      parts: [
        { id: "prt_1", messageID: "msg_1", type: "text", text: "We decided to count the trees." },
      ],
    },
  ],
};

test("handoff takes a session from a file that has the name of an agent's settings", async () => {
  const { cwd, context } = await createPlace();
  fs.writeFileSync(path.join(cwd, "opencode.json"), JSON.stringify(EXPORTED));
  await runOperation(context, "handoff", { from: "opencode.json", to: "./out.ocf" });
  const raw = fs.readdirSync(path.join(cwd, "out.ocf/transcript/raw/opencode"));
  assert.deepEqual(raw, ["_opencode.json"]);
  await runOperation(context, "handoff", { from: "opencode.json", to: "./out.tar.gz" });
});

test("import of a bundle with a state and a session takes both, and says so before", async () => {
  const { cwd, context, take } = await createPlace();
  fs.writeFileSync(path.join(cwd, "trees.json"), JSON.stringify(EXPORTED));
  await runOperation(context, "handoff", { from: "trees.json", to: "./both.ocf" });
  const notes: string[] = [];
  const asked = { ...context, note: (text: string) => void notes.push(text) };
  const preview = (await runOperation<Imported>(asked, "import", { from: "both.ocf" })).out;
  assert.deepEqual([preview.kind, preview.thread], ["bundle", null]);
  assert.equal(notes.length, 1);
  const applied = await take("both.ocf", { apply: true });
  assert.deepEqual([applied.kind, applied.report?.applied], ["bundle", true]);
  assert.equal(applied.thread?.messages, 1);
  const again = await take("both.ocf", { apply: true });
  assert.deepEqual([again.thread_id, again.thread?.messages], [applied.thread_id, 0]);
});
