/**
 * The canonical form of an event and its hash. The form is RFC 8785 (sorted keys, no spaces), built
 * by hand for the nine fixed keys because this runs for every append and every check. A change here
 * would invalidate every existing ledger.
 */

import { HoldallError } from "../base/errors.ts";
import { sha256 } from "../base/hash.ts";
import { canonicalJson } from "../base/json/canonical.ts";
import type { Actor, LedgerEvent } from "../model/event.ts";
import { parseStoredObject } from "./stored-json.ts";
import type { EventRow } from "./tables/events.ts";

/** An event's fields that its hash covers, body and actor already as RFC 8785 text. */
export type UnhashedEvent = Omit<EventRow, "pos" | "hash">;

/** SHA-256 over the RFC 8785 form of an event. */
export function hashEvent(event: UnhashedEvent): string {
  // Spelled out: canonicalJson() would sort the same nine keys for every event. Only id and stream
  // may contain characters that need escaping; `at` and `type` have a fixed form.
  return sha256(
    `{"actor":${event.actor ?? "null"},"at":"${event.at}","body":${event.body},"id":${JSON.stringify(event.id)},"prev":${quoted(event.prev)},"raw":${quoted(event.raw)},"seq":${event.seq},"stream":${JSON.stringify(event.stream)},"type":"${event.type}"}`,
  );
}

/**
 * The next link of the chain over all events of a workspace: it binds the hash of each event, which covers
 * its stream and its place there, to its position and to everything before it.
 */
export function chainHash(previous: string, pos: number, hash: string): string {
  return sha256(`${previous}\n${pos}\n${hash}`);
}

/** The RFC 8785 form of an event with its hash, as histories carry it. */
export function historyLine(event: EventRow): string {
  return `{"actor":${event.actor ?? "null"},"at":"${event.at}","body":${event.body},"hash":"${event.hash}","id":${JSON.stringify(event.id)},"prev":${quoted(event.prev)},"raw":${quoted(event.raw)},"seq":${event.seq},"stream":${JSON.stringify(event.stream)},"type":"${event.type}"}`;
}

function quoted(hash: string | null): string {
  return hash === null ? "null" : `"${hash}"`;
}

/**
 * A body or an actor as it is stored. What JSON cannot represent is refused; unpaired surrogates
 * become U+FFFD.
 */
export function canonicalText(value: unknown): string {
  try {
    return canonicalJson(value);
  } catch {
    try {
      return canonicalJson(JSON.parse(JSON.stringify(value), wellFormed));
    } catch (cause) {
      throw new HoldallError(
        "E_SHAPE",
        "Cannot write an event: its body cannot be encoded as JSON",
        { cause },
      );
    }
  }
}

function wellFormed(_key: string, value: unknown): unknown {
  if (typeof value === "string") return value.toWellFormed();
  if (typeof value !== "object" || value === null || Array.isArray(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([key, each]) => [key.toWellFormed(), each]));
}

/** A stored event as the rest of the program sees it. */
export function toEvent(row: EventRow): LedgerEvent {
  return {
    pos: row.pos,
    stream: row.stream,
    seq: row.seq,
    id: row.id,
    at: row.at,
    type: row.type,
    actor: row.actor === null ? null : actorOf(row.actor, row.pos),
    body: parseStoredObject(row.body, { table: "ledger_events", column: "body", row: row.pos }),
    raw: row.raw,
    prev: row.prev,
    hash: row.hash,
  };
}

/** Actors repeat from event to event: the last one is not parsed again. */
let lastActor: { readonly text: string; readonly actor: Actor } | null = null;

function actorOf(text: string, row: number): Actor {
  if (lastActor?.text === text) return lastActor.actor;
  const parsed = parseStoredObject(text, { table: "ledger_events", column: "actor", row });
  const actor = Object.freeze(parsed) as unknown as Actor; // As `canonicalText` wrote it.
  lastActor = { text, actor };
  return actor;
}
