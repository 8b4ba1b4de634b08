import type { DatabaseSync } from "node:sqlite";
import type { AgentSession } from "../../agents/agent-session.ts";
import { type AgentId, agentIds, loadAgent } from "../../agents/registry.ts";
import type { OperationContext } from "../../runtime/operation-context.ts";
import { agentEnvironment, findSessions, type UnreadableStore } from "../agent-sessions.ts";
import { orderCopies } from "../copies/order-copies.ts";
import { type HandoffCopy, listCopies } from "../handoff-record.ts";
import { type ApartSessions, type KnownSessions, loadKnownSessions } from "./known-files.ts";
import { compareNewest } from "./packed-list.ts";

/**
 * Sessions, newest first, a copy that nobody continued after what it was made from. They are made one by one, since
 * most of a long list is only counted.
 */
export interface SessionList {
  readonly length: number;
  cwdAt(rank: number): string | null;
  modifiedAt(rank: number): number;
  /** The number of a session whose words are in the index as they are now; null for any other. */
  indexedAt(rank: number): number | null;
  at(rank: number): AgentSession;
  [Symbol.iterator](): Iterator<AgentSession>;
}

/** Sessions of this machine, and what the index knows of them. */
export interface ListedSessions {
  readonly sessions: SessionList;
  readonly known: KnownSessions;
}

/** Finds the sessions of one agent or of all, newest first. Only new and changed files are looked into. */
export async function listSessions(
  context: OperationContext,
  database: DatabaseSync,
  only: AgentId | null,
  onUnreadable?: (store: UnreadableStore) => void,
): Promise<ListedSessions> {
  const agents = await agentsListedApart();
  const known = loadKnownSessions(database, agents);
  const environment = { ...agentEnvironment(context), known };
  const found = await findSessions(context, only, { environment, onUnreadable, withKept: true });
  known.save(found.map(({ session }) => session));
  const agentOf = (name: string) => {
    const agent = agents.get(name);
    if (agent === undefined) throw new Error(`no session of ${name} is listed apart`);
    return agent;
  };
  const copies = listCopies(agentEnvironment(context));
  return { sessions: createList(found, { known, agentOf, copies }), known };
}

/** Agents whose unchanged sessions need not be given to them. */
async function agentsListedApart(): Promise<ReadonlyMap<string, AgentSession["agent"]>> {
  const loaded = await Promise.all(agentIds.map(loadAgent));
  return new Map(
    loaded.filter((agent) => agent.hasFilePerSession).map((agent) => [agent.id, agent]),
  );
}

interface ListBasis {
  readonly known: KnownSessions;
  readonly agentOf: (name: string) => AgentSession["agent"];
  readonly copies: ReadonlyMap<string, HandoffCopy>;
}

/** One list of what agents found, newest first, and of what is listed apart. */
function createList(
  found: readonly AgentSession[],
  { known, agentOf, copies }: ListBasis,
): SessionList {
  const { list } = known.apart;
  let places = mergePlaces(found, known.apart);
  const placeAt = (rank: number) => places[rank] ?? 0;
  const foundAt = (place: number) => {
    const session = found[-1 - place];
    if (session === undefined) throw new RangeError("no session has this place");
    return session;
  };
  const at = (rank: number): AgentSession => {
    const place = placeAt(rank);
    if (place < 0) return foundAt(place);
    const agent = agentOf(list.agentAt(place));
    return { agent, session: list.sessionAt(place), isStored: true };
  };
  const indexed = (place: number) => {
    const source = known.sourceOf(foundAt(place).session);
    return source?.isIndexed ? source.source : null;
  };
  const modifiedAt = (rank: number) =>
    pick(placeAt(rank), list.modifiedAt, (place) => foundAt(place).session.modified_ms);
  const idAt = (rank: number) =>
    pick(placeAt(rank), list.idAt, (place) => foundAt(place).session.id);
  const ranked = { length: places.length, idAt, modifiedAt };
  const order = copies.size === 0 ? null : orderCopies(ranked, copies);
  if (order !== null) places = order.map(placeAt);
  return {
    length: places.length,
    at,
    cwdAt: (rank) => pick(placeAt(rank), list.cwdAt, (place) => foundAt(place).session.cwd),
    modifiedAt,
    indexedAt: (rank) =>
      pick(
        placeAt(rank),
        (place) => (list.isIndexedAt(place) ? list.sourceAt(place) : null),
        indexed,
      ),
    *[Symbol.iterator]() {
      for (let rank = 0; rank < places.length; rank++) yield at(rank);
    },
  };
}

function pick<Value>(
  place: number,
  apart: (place: number) => Value,
  found: (place: number) => Value,
): Value {
  return place < 0 ? found(place) : apart(place);
}

/** Where each session is, newest first: its place in the list apart, or -1, -2 … for those that were found. */
function mergePlaces(
  found: readonly AgentSession[],
  { list, isPresent }: ApartSessions,
): readonly number[] {
  const places: number[] = [];
  let next = 0;
  for (const place of list.newest) {
    if (isPresent[place] !== 1 || list.isStartedAt(place)) continue;
    for (; next < found.length && isNewer(found[next], place); next++) places.push(-1 - next);
    places.push(place);
  }
  for (; next < found.length; next++) places.push(-1 - next);
  return places;

  function isNewer(one: AgentSession | undefined, place: number): boolean {
    if (one === undefined) return false;
    const modified_ms = list.modifiedAt(place);
    if (one.session.modified_ms !== modified_ms) return one.session.modified_ms > modified_ms;
    return compareNewest(one.session, list.sessionAt(place)) < 0;
  }
}
