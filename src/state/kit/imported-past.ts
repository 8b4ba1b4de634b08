import { sha256 } from "../../base/hash.ts";
import { canonicalJson } from "../../base/json/canonical.ts";
import { isObject, type Json, type JsonObject, omitKeys } from "../../base/json/value.ts";
import { isTextRef, type PortableEvent } from "../../model/event.ts";
import { REDACTED } from "../../model/redaction.ts";
import type { StateHead, TrailEvent } from "../../model/state.ts";
import { type Change, noteChange } from "../change.ts";
import { parseStateBody, trailLineSchema } from "../event-bodies.ts";

/** The past of a bundle of another program: its trail, and whose it was. */
export interface ImportedPast {
  readonly head: Pick<StateHead, "agent_id" | "unit_source" | "unit_refs" | "created">;
  readonly trail: readonly TrailEvent[];
  /** Lines that could not be read, or that are more than the newest that are kept. */
  readonly lost: number;
}

/** Lines of a trail that are kept, the newest: each becomes an event. */
const MAX_LINES = 10_000;
const NO_REASON = new Set(["reason"]);

/** The past of a bundle without a history of ours. */
export function pastOf(head: StateHead, lines: readonly (TrailEvent | null)[]): ImportedPast {
  const read = lines.filter((line) => line !== null && trailLineSchema.safeParse(line).success);
  const trail = (read as TrailEvent[]).slice(-MAX_LINES);
  return { head, trail, lost: lines.length - trail.length };
}

/** What the note of an import records of a past; its hash identifies a past that was imported before. */
export function pastDetails(past: ImportedPast): JsonObject {
  const { agent_id, unit_source, unit_refs, created } = past.head;
  const named = agent_id === undefined ? {} : { agent_id };
  return {
    head: { ...named, unit_source, unit_refs: [...unit_refs], created },
    trail: { lines: past.trail.length, lost: past.lost, sha256: hashOf(past) },
  };
}

function hashOf({ trail }: ImportedPast): string {
  return sha256(canonicalJson(JSON.parse(JSON.stringify(trail)) as Json));
}

/** Whether an event is the import of this very past. */
export function hasPast({ type, body }: Pick<PortableEvent, "type" | "body">, past: ImportedPast) {
  return type === "state_imported" && isObject(body.trail) && body.trail.sha256 === hashOf(past);
}

/** One event for each line of a trail, with the time, the reason and the author that the line names. */
export function pastChanges({ trail }: ImportedPast, format: string): readonly Change[] {
  return trail.map((line) => {
    const kept = omitKeys(JSON.parse(JSON.stringify(line)) as JsonObject, NO_REASON);
    // Beside the line, so that the trail of one entry, and of what a reader may see, has it.
    const { namespace, entry_id: id } = line;
    const about = { ...(namespace === undefined ? {} : { namespace }), ...(id && { id }) };
    const details: JsonObject = { ...about, line: { ...kept }, origin: { format } };
    return noteChange("state_trail_imported", { reason: line.reason, details });
  });
}

/** The line that an event was made from; null for every other event. */
export function importedLine(
  { type, body }: Pick<PortableEvent, "type" | "body">,
  text: (name: string) => string | null,
): TrailEvent | null {
  if (type !== "state_trail_imported" || parseStateBody(type, body) === null) return null;
  const { line, reason } = body;
  const reasonText = isTextRef(reason) ? (text(reason.sha256) ?? REDACTED) : reason;
  // The schema of the type has just accepted the line.
  const event = line as unknown as TrailEvent;
  return typeof reasonText === "string" ? { ...event, reason: reasonText } : event;
}

/** What the newest import says about where units are and whose the bundle was; null without one. */
export function importedHead(events: readonly PortableEvent[]): ImportedPast["head"] | null {
  const found = events.findLast(
    ({ type, body }) => type === "state_imported" && isObject(body.head),
  );
  const head = found?.body.head;
  if (!isObject(head)) return null;
  const { agent_id, unit_source, unit_refs, created } = head;
  const refs = Array.isArray(unit_refs) ? unit_refs.filter((ref) => typeof ref === "string") : [];
  return {
    ...(typeof agent_id === "string" ? { agent_id } : {}),
    unit_source: typeof unit_source === "string" ? unit_source : "inline",
    unit_refs: refs,
    created: typeof created === "string" ? created : "",
  };
}
