import fs from "node:fs";
import path from "node:path";
import * as z from "zod";
import type { Reading } from "../agents/agent.ts";
import { HoldallError } from "../base/errors.ts";
import type { Ledger } from "../ledger/ledger.ts";
import { lossReport } from "../model/loss.ts";
import { findThread } from "../threads/find.ts";
import { importSession, type SessionImport } from "../transcripts/import-session.ts";
import { findInForce } from "../transcripts/in-force.ts";
import { recordTurns, type TurnsRecord } from "../transcripts/record-turns.ts";
import { tallyLosses } from "../transcripts/tally-losses.ts";
import { type AgentSession, namedFolder, resolveSession } from "./agent-sessions.ts";
import { defineOperation, lossSchema, type OperationContext } from "./define-operation.ts";
import { deriveFrom } from "./derive-from.ts";
import { restingSession } from "./resting-session.ts";
import { actorInput, actorOf } from "./thread-input.ts";
import { inWorkspace, storeInput } from "./workspace.ts";

const input = z.object({
  from: z.string().describe("An agent (its newest session here), a session id, or a path"),
  session: z.string().optional().describe("Session of the agent; else its newest in this folder"),
  thread: z
    .string()
    .min(1)
    .optional()
    .describe("Also record the session's turns into this thread, by its id or the beginning of it"),
  wait: z.boolean().default(false).describe("Wait until the session is no longer written to"),
  state: z
    .boolean()
    .default(false)
    .describe("Also commit to the state what was decided, asked for and tried"),
  ...actorInput,
  ...storeInput,
});
type Input = z.infer<typeof input>;

const output = () =>
  z.object({
    kind: z.enum(["session", "log", "bundle"]),
    agent: z.string().nullable(),
    session_id: z.string().nullable(),
    /** What `thread list` and `thread compile` call it. */
    thread_id: z.string().nullable(),
    appended: z.number(),
    known: z.number(),
    messages: z.number(),
    derived: z
      .object({
        offered: z.number(),
        admitted: z.number(),
        superseded: z.number(),
        rejected: z.number(),
      })
      .nullable(),
    /** What was recorded into the thread of `--thread`. */
    thread: z
      .object({
        thread_id: z.string(),
        messages: z.number(),
        runs: z.number(),
        known: z.number(),
        /** What of the session is no part of a thread; its records are in the workspace all the same. */
        loss: lossSchema(),
      })
      .nullable(),
    /** What the import of a log or of a bundle says. */
    report: z.looseObject({ ok: z.boolean() }).nullable(),
  });
type Output = z.infer<ReturnType<typeof output>>;

export default defineOperation({
  name: "import",
  summary: "Bring a session, a log or a bundle into the workspace; again, only what is new",
  effect: "write",
  surfaces: ["cli"],
  withheld: { mcp: "it reads other agents' stores", http: "as for MCP" },
  positionals: ["from"],
  examples: [
    "import claude --state",
    "import codex",
    "import ./session.jsonl",
    "import claude --thread 0197",
  ],
  input,
  output,
  async run(context, given) {
    const folder = namedFolder(context, given.from);
    if (folder !== null) {
      refuseThread(given);
      return importFolder(context, given, folder);
    }
    const found = await resolveSession(context, given.from, given.session);
    return importFound(context, given, await restingSession(context, found, given.wait));
  },
  exitCode: ({ report }) => (report === null || report.ok ? 0 : 1),
});

/** Only a session has turns that could go into a thread: a log has threads of its own. */
function refuseThread({ from, thread }: Input): void {
  if (thread === undefined) return;
  throw new HoldallError("E_USAGE", `Cannot import "${from}" into a thread: it is no session`, {
    cure: "leave --thread out",
  });
}

/** A rip-style log has its events on top; everything else is a bundle with a state. */
async function importFolder(
  context: OperationContext,
  { from, store }: Input,
  folder: string,
): Promise<Output> {
  const isLog = fs.existsSync(path.join(folder, "events.jsonl"));
  const operation = isLog
    ? (await import("./ledger-import.ts")).default
    : (await import("./kit-import.ts")).default;
  const asked = isLog ? { dir: from, store } : { path: from, apply: true, store };
  const report = await operation.run(context, asked);
  const nothing = { agent: null, session_id: null, thread_id: null, derived: null, thread: null };
  const counts = { appended: 0, known: 0, messages: 0 };
  return { kind: isLog ? "log" : "bundle", ...nothing, ...counts, report: { ...report } };
}

async function importFound(
  context: OperationContext,
  given: Input,
  { agent, session }: AgentSession,
): Promise<Output> {
  const source = await agent.open(session);
  const actor = actorOf(given);
  const progress = (records: number) => context.progress(`${records} records`);
  return inWorkspace(context, { store: given.store, effect: "write" }, async (ledger) => {
    const thread_id = given.thread === undefined ? null : await threadIn(ledger, given.thread);
    const { transcript_id, appended, known, messages }: SessionImport = await importSession(
      ledger,
      agent,
      source,
      { actor, progress },
    );
    const derived = given.state
      ? await deriveFrom(
          context,
          ledger,
          { ...(await agent.read(source)), tools: agent.tools },
          { by: actor },
        )
      : null;
    const into = { transcript_id, agent: agent.name, progress };
    const thread =
      thread_id === null
        ? null
        : await recordInto(ledger, { ...into, thread_id }, await agent.read(source));
    const ids = { agent: agent.name, session_id: session.id, thread_id: transcript_id };
    return { kind: "session", ...ids, appended, known, messages, derived, thread, report: null };
  });
}

/** The thread that is meant; looked for before anything is written. */
async function threadIn(ledger: Ledger, words: string): Promise<string> {
  try {
    return (await ledger.read((tx) => findThread(tx, words))).thread.thread_id;
  } catch (error) {
    if (!(error instanceof HoldallError) || error.code !== "E_NOT_FOUND") throw error;
    throw new HoldallError("E_NOT_FOUND", `Cannot import into thread "${words}": there is none`, {
      cure: "begin one with `holdall thread new`, or see `holdall thread list`",
    });
  }
}

async function recordInto(
  ledger: Ledger,
  into: TurnsRecord,
  reading: Reading,
): Promise<NonNullable<Output["thread"]>> {
  const losses = tallyLosses();
  const { items } = await findInForce(() => reading.items(), { whole: true }, losses);
  const recorded = await recordTurns(ledger, into, items());
  const { items: lost, ...counts } = lossReport(recorded.kept, losses.items());
  const { messages, runs, known } = recorded;
  return {
    thread_id: into.thread_id,
    messages,
    runs,
    known,
    loss: { ...counts, items: [...lost] },
  };
}
