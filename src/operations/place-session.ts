import fs from "node:fs";
import path from "node:path";
import type {
  Agent,
  AgentPlaces,
  AgentWriter,
  NativeOrder,
  Placed,
  SessionSource,
} from "../agents/agent.ts";
import { HoldallError } from "../base/errors.ts";
import { place } from "../disk/place.ts";
import { writeText } from "../disk/write-stream.ts";
import { compareReadBack } from "../handoff/read-back.ts";
import type { ConversationItem } from "../transcripts/carried.ts";

/** What is placed, for whom, where. */
export interface PlacementRequest {
  readonly agent: Agent & { readonly writer: AgentWriter };
  readonly order: NativeOrder;
  readonly places: AgentPlaces;
  /** What must be found again; in order. */
  items(): AsyncIterable<ConversationItem>;
  /** Set when the same agent's session moves as it is. */
  readonly source: SessionSource | null;
  /** Things the receiver's form could not take as they were; they need not be found again. */
  allowance(): number;
}

/**
 * Writes a session beside its place, moves it there in one step, reads it back with the receiver's own
 * reader and compares. When something is missing everything that was made is removed again.
 */
export async function placeSession(request: PlacementRequest): Promise<Placed> {
  const { agent, order, places, source } = request;
  const { writer } = agent;
  const target = await writer.target(order, places);
  const folders = makeFolders(path.dirname(target));
  const undo = () => removeMade([...folders, target]);
  try {
    const text = source === null ? writer.write(order) : writer.relocate(source, order);
    await place(target, (temporary) => writeText(text, temporary));
    await checkPlaced(request, target);
    const placed = await writer.settle(order, target, places);
    return { ...placed, made: [...new Set([...folders, ...placed.made])] };
  } catch (error) {
    undo();
    throw error;
  }
}

/** Makes what is missing of a folder's path; the outermost that was made comes first. */
function makeFolders(folder: string): readonly string[] {
  const made: string[] = [];
  for (let at = folder; !fs.existsSync(at); at = path.dirname(at)) made.unshift(at);
  fs.mkdirSync(folder, { recursive: true, mode: 0o700 });
  return made;
}

/** Removes what was made, the last first; folders only when nothing else is in them. */
export function removeMade(made: readonly string[]): void {
  for (const each of made.toReversed()) {
    const there = fs.lstatSync(each, { throwIfNoEntry: false });
    if (there?.isDirectory()) {
      if (fs.readdirSync(each).length === 0) fs.rmdirSync(each);
    } else if (there !== undefined) fs.rmSync(each);
  }
}

async function checkPlaced(request: PlacementRequest, target: string): Promise<void> {
  const { agent, items, allowance } = request;
  const session = await agent.recognise(target);
  const refuse = (state: string) =>
    new HoldallError("E_HANDOFF", `Cannot hand over to ${agent.title}: ${state}`, {
      cure: "nothing was left behind; please report it with `holdall sessions --json`",
    });
  if (session === null) throw refuse("what was written is not its form of a session");
  const reading = await agent.read(await agent.open(session));
  const { missing, expected } = await compareReadBack(items(), reading.items());
  if (missing.length <= allowance()) return;
  const [first] = missing;
  const example = first === undefined ? "" : `, the first is a ${first.kind} "${first.id}"`;
  throw refuse(`${missing.length} of ${expected} items are missing when read back${example}`);
}
