import * as z from "zod";
import type { AgentSession } from "../../agents/agent-session.ts";
import { HoldallError } from "../../base/errors.ts";
import { detectPath } from "../../bundles/disk/detect-path.ts";
import { importConversation } from "../../handoff/disk/import-conversation.ts";
import {
  importThreadInput,
  openThread,
  recordedSchema,
  refuseThread,
} from "../../handoff/disk/import-thread.ts";
import { proposeSession, type SourceSession } from "../../handoff/disk/session-tray.ts";
import type { Ledger } from "../../ledger/ledger.ts";
import { actorInput, actorOf } from "../../runtime/actor.ts";
import { inDryRun } from "../../runtime/dry-run.ts";
import type { OperationContext } from "../../runtime/operation-context.ts";
import { inWorkspace, storeInput } from "../../runtime/workspace.ts";
import { acpInput } from "../../sessions/acp/acp-input.ts";
import { idleSession } from "../../sessions/idle-session.ts";
import { type NamedSource, nameSource, sourceBasis } from "../../sessions/named-source.ts";
import { requireConversation } from "../../sessions/require-conversation.ts";
import { sessionInput } from "../../sessions/session-input.ts";
import { type HandoffSource, readConversation } from "../../sessions/source.ts";
import { keepProposals, openTray } from "../../state/disk/tray.ts";
import { importSession, type SessionImport } from "../../transcripts/import-session.ts";
import kitImport from "../kit/import.ts";
import logImport from "../ledger/import.ts";
import { defineOperation } from "../operation/define-operation.ts";

const input = z.object({
  ...sessionInput,
  ...acpInput,
  wait: z.boolean().default(false).describe("Wait until the session is no longer written to"),
  state: z
    .boolean()
    .default(false)
    .describe("Also propose what the session decided; `state review` keeps or skips it"),
  yes: z
    .boolean()
    .default(false)
    .describe("With --state: keep every proposal that contradicts no entry, without a review"),
  apply: z
    .boolean()
    .default(false)
    .describe("Import a bundle with a state (default: preview only)"),
  "dry-run": z
    .boolean()
    .default(false)
    .describe("Report what would be imported, and import nothing"),
  ...importThreadInput,
  ...actorInput,
  ...storeInput,
});
type Input = z.infer<typeof input>;

/** The numbers of a session that was imported: none where a log or a state was. */
const sessionSchema = () => ({
  /** Whether nothing was recorded: the numbers are those of an import. */
  dry_run: z.boolean(),
  agent: z.string().nullable(),
  session_id: z.string().nullable(),
  /** What `thread list` and `thread compile` call it. */
  thread_id: z.string().nullable(),
  appended: z.number(),
  known: z.number(),
  messages: z.number(),
  /** What the session proposes for the state: it is in force only if it was kept. */
  proposed: z
    .object({
      new: z.number(),
      /** Proposed by an earlier import. */
      known: z.number(),
      /** Kept at once, with `--yes`. */
      kept: z.number(),
    })
    .nullable(),
  /** What was recorded into the thread of `--thread`. */
  thread: recordedSchema().nullable(),
});

/** A log and a bundle answer with what their own import says. */
const output = () =>
  z.discriminatedUnion("kind", [
    z.object({ kind: z.literal("session"), ...sessionSchema(), report: z.null() }),
    z.object({ kind: z.literal("conversation"), ...sessionSchema(), report: z.null() }),
    z.object({ kind: z.literal("log"), ...sessionSchema(), report: logImport.output() }),
    z.object({ kind: z.literal("bundle"), ...sessionSchema(), report: kitImport.output() }),
  ]);
type Imported<Output = z.infer<ReturnType<typeof output>>> = Output extends unknown
  ? Omit<Output, "dry_run">
  : never;

export default defineOperation({
  name: "import",
  summary:
    "Import a session, a log or a bundle into the workspace; a repeated import adds only what is new",
  effect: "write",
  secrets: "shown",
  surfaces: ["cli", "person"],
  withheld: { mcp: "it reads other agents' stores", http: "as for MCP" },
  positionals: ["from"],
  examples: [
    "import claude --state",
    "import codex",
    "import ./session.jsonl",
    "import claude --thread 0197",
    "import claude --state --dry-run",
    "import ./bundle.ocf --apply",
  ],
  input,
  output,
  basis: (context, input) => sourceBasis(context, input.from, input),
  async run(context, input) {
    const named = await nameSource(context, input.from, input);
    if (input.yes && !input.state) refuseState("nothing is proposed without --state");
    const dry_run = input["dry-run"];
    if (named.kind === "session") {
      const idle = await idleSession(context, named, input.wait);
      const run = (within: OperationContext) => importFound(within, input, idle);
      return { ...(await (dry_run ? inDryRun(context, input.store, run) : run(context))), dry_run };
    }
    if (input.state) refuseState("only an agent's session has claims");
    return { ...(await importPath(context, input, named)), dry_run };
  },
  exitCode: ({ report }) => (report === null || report.ok ? 0 : 1),
});

function refuseState(state: string): never {
  throw new HoldallError("E_USAGE", `Cannot propose entries: ${state}`, {
    cure: "name a session and add --state",
  });
}

/** Imports what is no agent's session: a log with threads, a state, or a conversation. */
async function importPath(
  context: OperationContext,
  input: Input,
  named: Exclude<NamedSource, AgentSession>,
): Promise<Imported> {
  const { from, store, thread, "dry-run": dryRun } = input;
  const apply = input.apply && !dryRun;
  const nothing = { agent: null, session_id: null, thread_id: null, thread: null };
  const counts = { appended: 0, known: 0, messages: 0, proposed: null };
  if (named.kind === "log") {
    refuseThread(from, thread);
    const report = await logImport.run(context, { dir: from, store, "dry-run": dryRun });
    return { kind: "log", ...nothing, ...counts, report };
  }
  // What is no bundle at all is refused there, with every finding.
  const format = named.kind === "bundle" ? await detectPath(context, from) : null;
  if (named.kind === "bundle" && (format === null || format.state)) {
    // Before anything is written: what is no bundle, or a state alone, goes into no thread.
    if (thread !== undefined) {
      const source = format === null ? null : await readConversation(context, from, named);
      if (source === null || !isSession(source)) refuseThread(from, thread);
    }
    const report = await kitImport.run(context, { path: from, apply, store });
    const beside = { ...input, apply };
    const imported = report.ok ? await importBesideState(context, beside, named) : null;
    const { messages } = imported?.thread ?? counts;
    return { kind: "bundle", ...nothing, ...counts, ...imported, messages, report };
  }
  const source = await readConversation(context, from, named);
  const run = (within: OperationContext) => importConversation(within, input, source);
  const imported = await (dryRun ? inDryRun(context, store, run) : run(context));
  const { messages } = imported.thread;
  return { kind: "conversation", ...counts, messages, ...imported, report: null };
}

/** The session that a bundle contains beside its state: a handoff writes both. */
async function importBesideState(
  context: OperationContext,
  input: Input,
  named: Exclude<NamedSource, AgentSession>,
) {
  const source = await readConversation(context, input.from, named);
  if (!isSession(source)) return null;
  if (input.apply) return importConversation(context, input, source);
  const whose = `of ${source.displayName}, ${source.session_id}`;
  context.note(`The bundle also contains a session (${whose}); --apply records it into a thread`);
  return null;
}

function isSession({ kind }: HandoffSource): boolean {
  return kind === "session";
}

async function importFound(
  context: OperationContext,
  input: Input,
  found: AgentSession,
): Promise<Imported> {
  const { agent, session } = found;
  const source = await agent.open(session);
  if (!found.isStored) requireConversation(found, await agent.read(source));
  const by = actorOf(input);
  const progress = (records: number) => context.progress(`${records} records`);
  return inWorkspace(context, { store: input.store, effect: "write" }, async (ledger) => {
    const intoThread = await openThread(ledger, input.thread);
    const { transcript_id, appended, known, messages }: SessionImport = await importSession(
      ledger,
      agent,
      source,
      { actor: by, progress },
    );
    const proposed = input.state
      ? await propose(context, ledger, input, {
          ...(await agent.read(source)),
          tools: agent.tools,
        })
      : null;
    const into = { transcript_id, agent: agent.id, progress };
    const thread = await intoThread(into, () => agent.read(source));
    return {
      kind: "session",
      agent: agent.id,
      session_id: session.id,
      thread_id: transcript_id,
      appended,
      known,
      messages,
      proposed,
      thread,
      report: null,
    };
  });
}

async function propose(
  context: OperationContext,
  ledger: Ledger,
  input: Input,
  session: SourceSession,
) {
  const tray = await openTray(context, ledger, { by: actorOf(input) });
  const { ids, known } = await proposeSession(context, ledger, session, tray);
  const kept = input.yes ? await keepProposals(ledger, tray, ids) : 0;
  return { new: ids.length, known, kept };
}
