import * as z from "zod";
import type { Agent, IndexedSession } from "../agents/agent.ts";
import { isAgentId, loadAgent } from "../agents/registry.ts";
import { HoldallError } from "../base/errors.ts";
import { excerptLine } from "../base/text/one-line.ts";
import type { Ledger } from "../ledger/ledger.ts";
import type { OperationContext } from "../runtime/operation-context.ts";
import { inWorkspace, storeChoice } from "../runtime/workspace.ts";
import { locateStore } from "../stores/locate.ts";
import { type ShownThread, showThread } from "../threads/show.ts";
import { findTranscript, openStored } from "../transcripts/stored-session.ts";
import { acpInput } from "./acp/acp-input.ts";
import { commandShowing } from "./command-showing.ts";

/** Which conversation is meant, for commands that show one. */
export const conversationInput = {
  what: z
    .string()
    .default("last")
    .describe(
      "A path, an agent (its newest here), last, a number or title of the list, an id, or SESSION#ITEM",
    )
    .meta({ completes: ["agent", "session", "thread", "path"] }),
  session: z
    .string()
    .optional()
    .describe("Session of the agent (default: its newest in this folder)")
    .meta({ completes: "session" }),
  ...acpInput,
};

/** An imported session. */
export interface KeptSession {
  readonly kind: "session";
  readonly id: string;
  readonly agent: Agent;
  readonly session: Pick<IndexedSession, "header" | "items">;
}

/** What the workspace has under an id. */
type KeptConversation = KeptSession | { readonly kind: "thread"; readonly thread: ShownThread };

interface Lookup<Found> {
  readonly what: string;
  /** Of an agent, the id of one session. */
  readonly session: string | undefined;
  readonly store: string | undefined;
  /** Messages of a thread to read, the newest. */
  readonly limit: number;
  onDisk(): Promise<Found>;
  /** Reads what it needs: the workspace is closed afterwards. */
  kept(found: KeptConversation, location: string): Promise<Found>;
}

/** What is on this machine comes first: it is the newest. Then what the workspace has under that id. */
export async function findConversation<Found>(
  context: OperationContext,
  { what, session, store, limit, onDisk, kept }: Lookup<Found>,
): Promise<Found> {
  try {
    return await onDisk();
  } catch (error) {
    const isUnknown = isAbsent(error) && locateStore(storeChoice(context, store)) !== null;
    if (!isUnknown) throw error;
    const id = session === undefined ? what : `${what}/${session}`;
    return inWorkspace(context, { store, effect: "read" }, async (ledger) => {
      const found = await findKept(ledger, id, limit);
      if (found === null) throw (await otherThing(ledger, id)) ?? error;
      return kept(found, ledger.store.location);
    });
  }
}

/** The refusal of an id that is something else than a conversation; null when it is nothing. */
async function otherThing(ledger: Ledger, id: string): Promise<HoldallError | null> {
  const command = await commandShowing(ledger, id);
  if (command === null) return null;
  const message = `Cannot show "${excerptLine(id, 100)}": it is not the id of a session or thread`;
  return new HoldallError("E_NOT_FOUND", message, { cure: `run \`${command}\`` });
}

/** An imported session or a thread of the workspace. */
async function findKept(
  ledger: Ledger,
  id: string,
  limit: number,
): Promise<KeptConversation | null> {
  const row = await findTranscript(ledger, id);
  if (row !== null && isAgentId(row.agent)) {
    const agent = await loadAgent(row.agent);
    const session = await agent.read(await openStored(ledger, row));
    return { kind: "session", id: row.transcript_id, agent, session };
  }
  try {
    return { kind: "thread", thread: await ledger.read((tx) => showThread(tx, id, { limit })) };
  } catch (error) {
    if (isAbsent(error)) return null;
    throw error;
  }
}

function isAbsent(error: unknown): boolean {
  return error instanceof HoldallError && error.code === "E_NOT_FOUND";
}
