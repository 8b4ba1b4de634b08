import path from "node:path";
import type {
  Agent,
  AgentPlaces,
  AgentWriter,
  NativeOrder,
  Placed,
  Reading,
} from "../../agents/agent.ts";
import { HoldallError } from "../../base/errors.ts";
import { quoteForShell } from "../../base/quote-for-shell.ts";
import { createUndoLog, type UndoLog } from "../../disk/undo-log.ts";
import { compareReadBack } from "../../handoff/read-back.ts";
import type { ConversationItem } from "../../transcripts/conversation-item.ts";
import type { Move } from "./move-session.ts";
import { placeText } from "./place-text.ts";

/** What is placed, for whom, where. */
export interface PlacementRequest {
  readonly agent: Agent & { readonly writer: AgentWriter };
  readonly order: NativeOrder;
  readonly places: AgentPlaces;
  /** Where the session goes. */
  readonly target: string;
  /** What must be found again; in order. */
  items(): AsyncIterable<ConversationItem>;
  /** Set when the same agent's session moves as it is. */
  readonly move: Move | null;
  /** Things the receiver's form could not take as they were; they need not be found again. */
  allowance(): number;
  /** Notes it, so that it can be taken back; what cannot be noted does not stay, nor does the note. */
  record(placed: Placed, made: UndoLog): Promise<void>;
}

/**
 * Writes a session beside its place, moves it there in one step, reads it back with the receiver's own
 * reader and compares. When something is missing, or the process ends before it is over, everything that
 * was made is removed again.
 */
export async function placeSession(request: PlacementRequest): Promise<Placed> {
  const { agent, order, places, target, move } = request;
  const made = createUndoLog();
  let isTold = false;
  try {
    // The main file comes last: until then no list shows the session.
    for (const { path: file, text } of move?.beside ?? []) await placeText(file, text(), made);
    const text =
      move === null
        ? agent.writer.write(order)
        : agent.writer.relocate(move.source, move.order, move.beside);
    await placeText(target, text, made);
    await checkPlaced(request);
    await noteStored(request, made);
    isTold = true;
    const settled = await agent.writer.settle(order, target, places, move?.beside);
    const before = new Set(made.paths());
    for (const each of settled.made) if (!before.has(each)) made.addFile(each);
    const placed = { ...settled, made: made.paths() };
    await request.record(placed, made);
    made.commit();
    return placed;
  } catch (error) {
    made.rollback();
    if (isTold) await assertGone(request, error);
    throw error;
  }
}

/** What the program takes into a store of its own is to go with the files. */
async function noteStored(
  { agent, order, places }: PlacementRequest,
  made: UndoLog,
): Promise<void> {
  const remove = await agent.writer.store?.remover(order.session_id, order.cwd, places);
  if (remove) made.addStep(remove);
}

/** Says so when the program still holds what was to be taken back. */
async function assertGone(request: PlacementRequest, cause: unknown): Promise<void> {
  const { agent, order, target, places } = request;
  const { store } = agent.writer;
  if (store === undefined) return;
  if ((await store.look(order.session_id, target, places)) === "absent") return;
  const state = `${agent.title} did not delete session "${order.session_id}"`;
  throw new HoldallError("E_HANDOFF", `Cannot take the handoff back: ${state}`, {
    cause,
    cure: `remove it with \`${store.command(order.session_id).map(quoteForShell).join(" ")}\``,
  });
}

async function checkPlaced(request: PlacementRequest): Promise<void> {
  const { agent, items, allowance, target, move } = request;
  const session = await agent.recognise(target);
  const refuse = (state: string) =>
    new HoldallError("E_HANDOFF", `Cannot hand over to ${agent.title}: ${state}`, {
      cure: "nothing was left behind; please report it with `holdall sessions --json`",
    });
  if (session === null) throw refuse("what was written is not its form of a session");
  const reading = await agent.read(await agent.open(session));
  const { missing, expected } = await compareReadBack(items(), reading.items());
  if (missing.length > allowance()) {
    const [first] = missing;
    const example = first === undefined ? "" : `, the first is a ${first.kind} "${first.id}"`;
    throw refuse(`${missing.length} of ${expected} items are missing when read back${example}`);
  }
  const wanted = move?.subAgentItems ?? 0;
  if (move === null || wanted === 0) return;
  const found = (await subAgentItemsIn(reading, target)) || (await itemsBeside(agent, move));
  if (found < wanted)
    throw refuse(`${wanted - found} of ${wanted} items of sub-agents are missing`);
}

/** Items of sub-agents that come with a session. */
async function subAgentItemsIn({ items }: Reading, target: string): Promise<number> {
  let count = 0;
  for await (const { source } of items()) if (source.file !== path.basename(target)) count++;
  return count;
}

/** Items of sub-agents whose files are sessions by themselves until the program has taken them. */
async function itemsBeside(agent: Agent, { beside }: Move): Promise<number> {
  let count = 0;
  for (const { path: file } of beside) {
    const session = await agent.recognise(file);
    const reading = session && (await agent.read(await agent.open(session)));
    for await (const _item of reading?.items() ?? []) count++;
  }
  return count;
}
