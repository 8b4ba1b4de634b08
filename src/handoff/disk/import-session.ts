import * as z from "zod";
import type { AgentSession } from "../../agents/agent-session.ts";
import type { Ledger } from "../../ledger/ledger.ts";
import { actorInput, actorOf } from "../../runtime/actor.ts";
import type { OperationContext } from "../../runtime/operation-context.ts";
import { inWorkspace, storeInput } from "../../runtime/workspace.ts";
import { acpInput } from "../../sessions/acp/acp-input.ts";
import type { NamedSource } from "../../sessions/named-source.ts";
import { requireConversation } from "../../sessions/require-conversation.ts";
import { sessionInput } from "../../sessions/session-input.ts";
import { type HandoffSource, readConversation } from "../../sessions/source.ts";
import { keepProposals, openTray } from "../../state/disk/tray.ts";
import { importSession, type SessionImport } from "../../transcripts/import-session.ts";
import { importConversation } from "./import-conversation.ts";
import { importThreadInput, openThread, recordedSchema } from "./import-thread.ts";
import { proposeSession, type SourceSession } from "./session-tray.ts";

/** What is imported, and whether that proposes entries of the state. */
export const importInput = z.object({
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
export type ImportInput = z.infer<typeof importInput>;

/** The numbers of a session that was imported: none where a log or a state was. */
export const importedSessionFields = () => ({
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

/** The session that a bundle contains beside its state: a handoff writes both. */
export async function importBesideState(
  context: OperationContext,
  input: ImportInput,
  named: Exclude<NamedSource, AgentSession>,
) {
  const source = await readConversation(context, input.from, named);
  if (!isSession(source)) return null;
  if (input.apply) return importConversation(context, input, source);
  const whose = `of ${source.displayName}, ${source.session_id}`;
  context.note(`The bundle also contains a session (${whose}); --apply records it into a thread`);
  return null;
}

/** Whether a source is a session, and not another conversation. */
export function isSession({ kind }: HandoffSource): boolean {
  return kind === "session";
}

/** Imports a session of an agent, and proposes what it decided if that was asked for. */
export async function importFound(
  context: OperationContext,
  input: ImportInput,
  found: AgentSession,
) {
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
      kind: "session" as const,
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
  input: ImportInput,
  session: SourceSession,
) {
  const tray = await openTray(context, ledger, { by: actorOf(input) });
  const { ids, known } = await proposeSession(context, ledger, session, tray);
  const kept = input.yes ? await keepProposals(ledger, tray, ids) : 0;
  return { new: ids.length, known, kept };
}
