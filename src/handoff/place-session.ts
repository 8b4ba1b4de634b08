import path from "node:path";
import type {
  Agent,
  AgentEnvironment,
  AgentWriter,
  IndexedSession,
  PlacedSession,
  SessionDraft,
} from "../agents/agent.ts";
import { HoldallError } from "../base/errors.ts";
import { quoteForShell } from "../base/quote-for-shell.ts";
import type { ConversationItem } from "../transcripts/conversation-item.ts";
import type { SessionMove } from "./move-session.ts";
import { compareReadBack } from "./read-back.ts";

/** An agent for which sessions can be written. */
export type Receiver = Agent & { readonly writer: AgentWriter };

/**
 * Puts files into place and takes them back. Whatever was put into place and is not confirmed by `finish`
 * is removed again, also when the process ends in between.
 */
export interface PlacementFiles {
  /** Records what is about to be placed, so that it can be undone even if this process is killed. */
  begin(paths: readonly string[]): Promise<void>;
  /** Places a file in one step; a reader sees nothing or all of it. */
  place(path: string, text: AsyncIterable<string>): Promise<void>;
  /** Adds a file that the receiver's registration created. */
  addCreated(path: string): void;
  /** Adds a step that removes the session from the receiver's own store; it must not wait for anything. */
  addRemoval(step: () => void): void;
  /** Completes the record of the handoff and keeps everything. */
  finish(placed: PlacedSession): Promise<void>;
  /** Removes everything again. */
  undo(): void;
}

/** What is placed, for whom, where. */
export interface PlacementRequest {
  readonly receiver: Receiver;
  readonly draft: SessionDraft;
  readonly environment: AgentEnvironment;
  readonly target: string;
  /** What must be found again, in order. */
  items(): AsyncIterable<ConversationItem>;
  /** Set when the same agent's session moves unchanged. */
  readonly move: SessionMove | null;
  /** Items that the receiver's format could not take as they were; they need not be found again. */
  allowance(): number;
  readonly files: PlacementFiles;
}

/**
 * Places a session and proves that it arrived: records the plan, writes the files, reads the session back
 * with the receiver's own reader, compares, and registers it with the receiver. When anything fails,
 * everything is removed again.
 */
export async function placeSession(request: PlacementRequest): Promise<PlacedSession> {
  const { receiver, draft, environment, target, move, files } = request;
  const subAgentFiles = move?.subAgentFiles ?? [];
  let isRegistered = false;
  try {
    await files.begin([...subAgentFiles.map(({ path: file }) => file), target]);
    // The main file comes last: until then no list shows the session.
    for (const { path: file, text } of subAgentFiles) await files.place(file, text());
    await files.place(target, sessionText(request));
    await checkPlaced(request);
    await addStoreRemoval(request);
    isRegistered = true;
    const placed = await receiver.writer.register(draft, target, environment, subAgentFiles);
    for (const created of placed.created) files.addCreated(created);
    await files.finish(placed);
    return placed;
  } catch (error) {
    files.undo();
    if (isRegistered) await assertRemoved(request, error);
    throw error;
  }
}

/** The text of the session's main file: the source's own records for a move, else written from the draft. */
export function sessionText({
  receiver: { writer },
  draft,
  move,
}: Pick<PlacementRequest, "receiver" | "draft" | "move">): AsyncIterable<string> {
  if (move === null) return writer.write(draft);
  return writer.relocate(move.source, move.draft, move.subAgentFiles);
}

/** What registration puts into a store of the receiver's own must go together with the files. */
async function addStoreRemoval(request: PlacementRequest): Promise<void> {
  const { receiver, draft, environment, files } = request;
  const { programStore } = receiver.writer;
  const step = await programStore?.prepareRemoval(draft.session_id, draft.cwd, environment);
  if (step) files.addRemoval(step);
}

/** Reports a session that the receiver's program still has after it was to be removed. */
async function assertRemoved(request: PlacementRequest, cause: unknown): Promise<void> {
  const { receiver, draft, target, environment } = request;
  const { programStore } = receiver.writer;
  if (programStore === undefined) return;
  const { session_id } = draft;
  if ((await programStore.inspect(session_id, target, environment)) === "absent") return;
  const state = `${receiver.displayName} did not delete session "${session_id}"`;
  const command = programStore.removeCommand(session_id).map(quoteForShell).join(" ");
  throw new HoldallError("E_HANDOFF", `Cannot undo the failed handoff: ${state}`, {
    cause,
    cure: `remove it with \`${command}\``,
  });
}

async function checkPlaced(request: PlacementRequest): Promise<void> {
  const { receiver, items, allowance, target, move } = request;
  const session = await receiver.recognise(target);
  const refuse = (state: string) =>
    new HoldallError("E_HANDOFF", `Cannot hand over to ${receiver.displayName}: ${state}`, {
      cure: "nothing was left behind; please report it with the output of `holdall sessions --json`",
    });
  if (session === null) throw refuse("the written file is not recognised as a session");
  const reading = await receiver.read(await receiver.open(session));
  const { missing, expected } = await compareReadBack(items(), reading.items());
  if (missing.length > allowance()) {
    const [first] = missing;
    const example = first === undefined ? "" : `; the first is ${first.kind} "${first.id}"`;
    throw refuse(`${missing.length} of ${expected} items are missing when read back${example}`);
  }
  const wanted = move?.subAgentItems ?? 0;
  if (move === null || wanted === 0) return;
  const found =
    (await subAgentItemsIn(reading, target)) || (await itemsInSubAgentFiles(receiver, move));
  if (found < wanted)
    throw refuse(`${wanted - found} of ${wanted} items of sub-agents are missing when read back`);
}

/** Items of sub-agents that come with a session. */
async function subAgentItemsIn({ items }: IndexedSession, target: string): Promise<number> {
  let count = 0;
  for await (const { source } of items()) if (source.file !== path.basename(target)) count++;
  return count;
}

/** Items of sub-agents whose files are sessions by themselves until the program has imported them. */
async function itemsInSubAgentFiles(agent: Agent, { subAgentFiles }: SessionMove): Promise<number> {
  let count = 0;
  for (const { path: file } of subAgentFiles) {
    const session = await agent.recognise(file);
    const reading = session && (await agent.read(await agent.open(session)));
    for await (const _item of reading?.items() ?? []) count++;
  }
  return count;
}
