import path from "node:path";
import type {
  Agent,
  AgentPlaces,
  AgentWriter,
  NativeOrder,
  Placed,
  Reading,
} from "../agents/agent.ts";
import { HoldallError } from "../base/errors.ts";
import { createSha256 } from "../base/hash.ts";
import { bytesOfFile } from "../disk/folder.ts";
import { type Made, noteMade } from "../disk/made.ts";
import { place } from "../disk/place.ts";
import { writeText } from "../disk/write-stream.ts";
import { compareReadBack } from "../handoff/read-back.ts";
import type { ConversationItem } from "../transcripts/carried.ts";
import type { Move } from "./move-session.ts";

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
  /** Notes it, so that it can be taken back; what cannot be noted does not stay. */
  record(placed: Placed): Promise<void>;
}

/**
 * Writes a session beside its place, moves it there in one step, reads it back with the receiver's own
 * reader and compares. When something is missing, or the process ends before it is over, everything that
 * was made is removed again.
 */
export async function placeSession(request: PlacementRequest): Promise<Placed> {
  const { agent, order, places, target, move } = request;
  const made = noteMade();
  try {
    // The main file comes last: until then no list shows the session.
    for (const { path: file, text } of move?.beside ?? []) await placeText(file, text(), made);
    const text =
      move === null
        ? agent.writer.write(order)
        : agent.writer.relocate(move.source, move.order, move.beside);
    await placeText(target, text, made);
    await checkPlaced(request);
    const settled = await agent.writer.settle(order, target, places, move?.beside);
    const before = new Set(made.list());
    for (const each of settled.made) if (!before.has(each)) made.file(each);
    const placed = { ...settled, made: made.list() };
    await request.record(placed);
    made.keep();
    return placed;
  } catch (error) {
    made.remove();
    throw error;
  }
}

/** Puts a text into its place and holds what stands there against what was written. */
async function placeText(target: string, text: AsyncIterable<string>, made: Made): Promise<void> {
  made.folder(path.dirname(target));
  const written = createSha256();
  await place(target, (temporary) => writeText(noted(text, written), temporary));
  made.file(target);
  const found = createSha256();
  for await (const chunk of bytesOfFile(target)) found.update(chunk);
  if (found.digest("hex") === written.digest("hex")) return;
  throw new HoldallError("E_HANDOFF", `Cannot place "${target}": it reads otherwise than written`);
}

async function* noted(
  text: AsyncIterable<string>,
  hash: ReturnType<typeof createSha256>,
): AsyncGenerator<string> {
  for await (const piece of text) {
    hash.update(piece);
    yield piece;
  }
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
  if (move === null || move.helped === 0) return;
  const helped = (await helpedIn(reading, target)) || (await helpedBeside(agent, move));
  if (helped >= move.helped) return;
  throw refuse(`${move.helped - helped} of ${move.helped} items of sub-agents are missing`);
}

/** Items of sub-agents that come with a session. */
async function helpedIn({ items }: Reading, target: string): Promise<number> {
  let count = 0;
  for await (const { source } of items()) if (source.file !== path.basename(target)) count++;
  return count;
}

/** Items of sub-agents whose files are sessions by themselves until the program has taken them. */
async function helpedBeside(agent: Agent, { beside }: Move): Promise<number> {
  let count = 0;
  for (const { path: file } of beside) {
    const session = await agent.recognise(file);
    const reading = session && (await agent.read(await agent.open(session)));
    for await (const _item of reading?.items() ?? []) count++;
  }
  return count;
}
