import fs from "node:fs";
import path from "node:path";
import { smallLog, THREAD } from "./frames.ts";
import { contextIn, runOperation } from "./operations.ts";
import { createLab, type Lab } from "./responsibilities.ts";
import { makeScratch, writeFiles } from "./scratch.ts";
import type { Subject } from "./workspaces.ts";

/** A recorded session of an agent. */
const SESSION = findSession(
  path.join(import.meta.dirname, "../fixtures/agents/claude/compaction/home/.claude/projects"),
);
const steward = { actor: "steward_lab" };

/** A workspace with a row in nearly every table, and the ids of what it contains. */
export interface FullWorkspace {
  readonly lab: Lab;
  readonly ids: {
    readonly thread: string;
    readonly imported: string;
    readonly transcript: string;
    readonly run: string;
    readonly unit: string;
    readonly bundle: string;
    readonly request: string;
    readonly artifact: string;
  };
  /** A recorded session that the workspace has imported. */
  readonly session: string;
  /** The folder of a log that it has imported. */
  readonly log: string;
}

/** Creates a workspace in which every capability was used. */
export async function createFullWorkspace(
  subject: Pick<Subject, "location">,
  folder = makeScratch(),
): Promise<FullWorkspace> {
  const lab = await createLab(subject, "lab", folder);
  const log = writeFiles(path.join(lab.cwd, "log"), {
    "events.jsonl": `${smallLog().join("\n")}\n`,
  });
  const context = contextIn(lab.cwd);
  const run = async <Out = Readonly<Record<string, unknown>>>(
    name: Parameters<typeof runOperation>[1],
    input: Readonly<Record<string, unknown>> = {},
  ) => (await runOperation<Out>(context, name, { store: lab.store, ...input })).out;
  const threads = await addThreads(run, log);
  const unit = await addMemory(run);
  const imported = await run<{ thread_id: string }>("import", { from: SESSION, state: true });
  await addState(run);
  const context_ids = await addResponsibilities(lab);
  const ids = { ...threads, transcript: imported.thread_id, unit, ...context_ids };
  return { lab, ids, session: SESSION, log };
}

type Run = <Out = Readonly<Record<string, unknown>>>(
  name: Parameters<typeof runOperation>[1],
  input?: Readonly<Record<string, unknown>>,
) => Promise<Out>;

async function addThreads(run: Run, log: string) {
  await run("ledger import", { dir: log });
  const { thread_id: thread } = await run<{ thread_id: string }>("thread new", { title: "Tides" });
  await run("thread post", { id: thread, text: "When does the tide turn?" });
  const { run_session_id } = await run<{ run_session_id: string }>("thread run begin", {
    id: thread,
  });
  const frames = [
    { type: "output_text_delta", delta: "At nine." },
    { type: "tool_started", tool_id: "t1", name: "bash", args: { command: "date" } },
    { type: "tool_ended", tool_id: "t1", exit_code: 0, duration_ms: 3 },
  ];
  await run("thread run append", {
    run: run_session_id,
    frame: frames.map((each) => JSON.stringify(each)),
  });
  await run("thread compile", { id: thread, record: true, run: run_session_id });
  await run("thread run end", { run: run_session_id, reason: "completed" });
  await run("thread checkpoint", { id: thread, summary: "The tide turns at nine.", stride: 1 });
  await run("thread post", { id: thread, text: `A long text. ${"tide ".repeat(2000)}` });
  await run("thread run begin", { id: thread }); // Stays open, with a lease.
  return { thread, imported: THREAD, run: run_session_id, artifact: "ab".repeat(32) };
}

async function addMemory(run: Run): Promise<string> {
  await run("memory store", { content: "Listings are cached for nine minutes", tag: ["cache"] });
  await run("memory learn", { title: "Cut a release", content: "When green", step: ["true"] });
  const { id } = await run<{ id: string }>("memory store", {
    content: "The queue holds fifty orders",
    "node-id": "queue",
    type: "fact",
    relations: [{ subject: "queue", predicate: "holds", object: "orders" }],
  });
  await run("memory find", { query: "cached listings" });
  return id;
}

async function addState(run: Run): Promise<void> {
  await run("state commit", { text: "We chose SQLite for the tide readings", id: "storage" });
  await run("state commit", { text: "We chose Redis for the tide readings" });
  await run("state commit", { text: "We chose Redis for the readings", supersedes: "storage" });
  await run("state commit", { text: "The pump runs at night", id: "pump" });
  await run("state access", { id: "pump", useful: true });
  await run("session checkpoint", { "agent-id": "ada", task: "Count the boats" });
}

async function addResponsibilities(lab: Lab) {
  fs.writeFileSync(path.join(lab.cwd, "notes.md"), "# Notes\n");
  const { bundle, request_id: request } = await lab.run<{
    readonly bundle: { readonly bundle_id: string };
    readonly request_id: string;
  }>("context ingest", {
    paths: ["notes.md"],
    scope: "notes",
    objective: ["Know them"],
    suggest: ["docs_cos"],
    actor: "build_cos",
  });
  await lab.run("request accept", { id: request, ...steward });
  const id = bundle.bundle_id;
  await lab.run("context bundle register", { id, primary: ["build_cos"], ...steward });
  await lab.run("context bundle dispatch", { id, ...steward });
  const to = { from: "docs_cos", to: "docs_cos", actor: "docs_cos" };
  await lab.run("request create", { subject: "S", ...to, id: "req_a", "response-seconds": 60 });
  writeFiles(path.join(lab.cwd, "drop"), { "more.md": "# More\n" });
  await lab.run("context drop scan", steward);
  await lab.run("context refresh", { id: "docs_cos" });
  return { bundle: id, request };
}

function findSession(folder: string): string {
  const names = fs.readdirSync(folder, { recursive: true }).map(String);
  return path.join(folder, String(names.find((name) => name.endsWith(".jsonl"))));
}
