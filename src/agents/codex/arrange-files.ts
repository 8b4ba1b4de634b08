import type { FileIndex } from "./index-records.ts";
import { followLineage, type HistoryBase, type LineageFault } from "./lineage.ts";
import { parseRolloutName } from "./rollout-name.ts";

/** One rollout of a session. */
export interface ReadFile {
  readonly index: FileIndex;
  /** The sub-agent whose rollout it is; null for the conversation's own. */
  readonly thread: string | null;
  /** What distinguishes its lines from those of others; null for the rollout that is continued. */
  readonly label: string | null;
  /** Lines that are part of the conversation; those after them were left when the user went back. */
  readonly inForce: number;
}

/** A part of a conversation that is in none of its rollouts. */
export interface AbsentPart {
  /** The rollout that refers to it in its first line. */
  readonly file: string;
  readonly message: string;
}

/** The rollouts of a session by what they are to its conversation. */
export interface SessionFiles {
  /** In order, the oldest first; the last one is the rollout that is continued. */
  readonly conversation: readonly ReadFile[];
  /** Rollouts of the same thread that the conversation no longer goes through. */
  readonly left: readonly ReadFile[];
  readonly subAgents: readonly ReadFile[];
  readonly absent: AbsentPart | null;
}

/** Separates the rollouts a conversation goes through from those that it left, and those of its sub-agents. */
export async function arrangeFiles(indexes: readonly FileIndex[]): Promise<SessionFiles> {
  const [first] = indexes;
  if (first === undefined) return { conversation: [], left: [], subAgents: [], absent: null };
  const { segments, missing } = await followLineage(first, {
    lineageOf: ({ facts }) => facts.lineage(),
    find: (id) => indexes.find((index) => rolloutIdOf(index) === id),
  });
  const conversation = segments.map(({ rollout: index, end }, at) => ({
    index,
    thread: null,
    label: at === 0 ? null : rolloutIdOf(index),
    inForce: end === null ? linesOf(index) : linesUpTo(index, end),
  }));
  const used = new Set(segments.map(({ rollout }) => rollout));
  const others = indexes.filter((index) => !used.has(index));
  const isOwn = ({ facts }: FileIndex) => facts.id() === first.facts.id();
  const left = others.filter(isOwn).map((index) => {
    return { index, thread: null, label: rolloutIdOf(index), inForce: 0 };
  });
  const subAgents = others
    .filter((index) => !isOwn(index))
    .map((index) => {
      const thread = index.facts.id() ?? index.file.path;
      return { index, thread, label: thread, inForce: linesOf(index) };
    });
  const short = segments.find(({ rollout, end }) => end !== null && end > rollout.complete_bytes);
  const last = segments.at(-1)?.rollout ?? first;
  const absent =
    missing === null
      ? short && absentPart(short.rollout, "it is shorter than that")
      : absentPart(last, REASONS[missing.fault], missing.base);
  return { conversation: conversation.reverse(), left, subAgents, absent: absent ?? null };
}

function rolloutIdOf({ file, facts }: FileIndex): string {
  return parseRolloutName(file.path)?.rollout ?? facts.id()?.toLowerCase() ?? file.path;
}

function linesOf({ table }: FileIndex): number {
  return table.locations.count();
}

function linesUpTo({ table }: FileIndex, end: number): number {
  const count = table.locations.count();
  for (let number = 0; number < count; number++) {
    const { offset, bytes } = table.locations.at(number);
    if (offset + bytes > end) return number;
  }
  return count;
}

const REASONS: Readonly<Record<LineageFault, string>> = {
  absent: "that rollout is not there",
  foreign: "that rollout belongs to another thread, and this one is no fork",
  circular: "that rollout continues this one",
  "too long": "too many rollouts continue each other",
  "no position": "the reference does not state up to where",
};

/** Whatever a file has in place of an id is a stranger's text. */
const ID = /^[0-9a-f-]{1,40}$/;

function absentPart({ file }: FileIndex, reason: string, base?: HistoryBase): AbsentPart {
  const what = base === undefined ? "" : ` "${ID.test(base.rollout) ? base.rollout : "?"}"`;
  const where = base === undefined ? "a position in this rollout" : `rollout${what}`;
  return {
    file: file.path,
    message: `The conversation begins in ${where} and is missing up to there: ${reason}`,
  };
}
