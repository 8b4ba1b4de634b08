import { safeToolName } from "../agents/api-tool-name.ts";
import { attachmentLocation } from "../agents/attachment-location.ts";
import { contentDigest } from "../base/hash.ts";
import { locationOf, type TranscriptItem } from "../model/transcript.ts";

/**
 * What must be found again, one by one and in order: a message, or a tool call together with its result. A
 * picture or another file beside a text is found by itself: some receivers have no place for it.
 * Only a digest of each is kept, so that a session of any length costs little memory.
 */
export interface SessionUnits {
  add(item: TranscriptItem): void;
  /** Adds the calls that have no result. */
  end(): void;
}

/** A unit of a session: what it comes down to, and where it is from. */
export interface SessionUnit {
  readonly digest: string;
  /** Whether its place among the others counts: some receivers put calls behind the text of an answer. */
  readonly isMessage: boolean;
  /** Places of its records. */
  readonly where: readonly string[];
}

/** Puts items together to units. */
export function collectUnits(onUnit: (unit: SessionUnit) => void): SessionUnits {
  const open = new Map<string, TranscriptItem[]>();
  const emit = (digest: string, items: readonly TranscriptItem[], isMessage = false) =>
    onUnit({ digest, isMessage, where: items.map(locationOf) });
  return {
    add(item) {
      if (item.kind === "tool_call") {
        const calls = open.get(item.call_id);
        if (calls === undefined) open.set(item.call_id, [item]);
        else calls.push(item);
        return;
      }
      if (item.kind === "message" || item.kind === "tool_result") {
        for (const attachment of item.attachments) {
          const digest = contentDigest(`attachment\0${attachment.base64 ?? attachment.uri}`);
          onUnit({ digest, isMessage: false, where: [attachmentLocation(item, attachment)] });
        }
      }
      if (item.kind !== "tool_result") {
        const text = textOf(item);
        if (text !== "") emit(contentDigest(text), [item], true);
        return;
      }
      const calls = open.get(item.call_id) ?? [];
      const call = calls.shift();
      if (calls.length === 0) open.delete(item.call_id);
      emit(contentDigest(`${callText(call)}\0${item.content.trim()}`), [
        ...(call ? [call] : []),
        item,
      ]);
    },
    end() {
      for (const call of [...open.values()].flat()) emit(contentDigest(callText(call)), [call]);
      open.clear();
    },
  };
}

/** What a message must say again, and who says it; empty for an item that says nothing. */
function textOf(item: TranscriptItem): string {
  switch (item.kind) {
    case "message":
      return withRole(item.role, item.text);
    case "compaction":
      // Some receivers are told a summary as a message of the user.
      return withRole("user", item.summary ?? "");
    case "reasoning":
    case "injected":
    case "error":
      return withRole(item.kind, item.text);
    default:
      return "";
  }
}

function withRole(role: string, text: string): string {
  const trimmed = text.trim();
  return trimmed === "" ? "" : `${role}\0${trimmed}`;
}

/** Tool, arguments and their values, as every receiver can write them. */
function callText(call: TranscriptItem | undefined): string {
  if (call?.kind !== "tool_call") return "\0result";
  const given = typeof call.arguments === "string" ? { input: call.arguments } : call.arguments;
  return `\0call ${safeToolName(call.name)} ${JSON.stringify(given)}`;
}

/** What came of a comparison. */
export interface ReadBack {
  readonly expected: number;
  /** Units that were to be written and are not there, by the place of their first record. */
  readonly missing: readonly string[];
  /** Messages that are there, but not in their order. */
  readonly misplaced: number;
}

/** Compares what was to be written with what the receiver's own reader finds, unit by unit. */
export interface ReadBackComparison {
  /** Takes what must be found; complete before the first unit is found. */
  expect(unit: SessionUnit): void;
  find(unit: SessionUnit): void;
  /** What is missing, but for what could not be written as it was and was reported at its place. */
  result(reported: ReadonlySet<string>): ReadBack;
}

/**
 * Begins a comparison. Both sides advance together, and what stands at another place waits until the other
 * side has come there: nothing is looked for, however long the session is. What the receiver's form adds
 * does not count.
 */
export function compareReadBack(): ReadBackComparison {
  const expected: SessionUnit[] = [];
  const waiting = new Map<string, number[]>(); // Expected at these numbers, and not found yet.
  const early = new Map<string, number[]>(); // Found at these numbers, and not expected yet.
  const order: { readonly found: number; readonly expected: number }[] = [];
  let [next, count] = [0, 0];
  const match = (at: number, found: number) => {
    if (expected[at]?.isMessage === true) order.push({ found, expected: at });
  };
  const expectNext = () => {
    const unit = expected[next];
    if (unit === undefined) return;
    const found = take(early, unit.digest);
    if (found === undefined) put(waiting, unit.digest, next);
    else match(next, found);
    next++;
  };
  return {
    expect: (unit) => void expected.push(unit),
    find({ digest }) {
      expectNext();
      const at = take(waiting, digest);
      if (at === undefined) put(early, digest, count);
      else match(at, count);
      count++;
    },
    result(reported) {
      while (next < expected.length) expectNext();
      const missing = [...waiting.values()]
        .flat()
        .map((at) => expected[at]?.where ?? [])
        .filter((where) => !where.some((place) => reported.has(place)));
      return {
        expected: expected.length,
        missing: missing.map(([first]) => first ?? "?"),
        misplaced: countMisplaced(order),
      };
    },
  };
}

function put(map: Map<string, number[]>, digest: string, at: number): void {
  const places = map.get(digest);
  if (places === undefined) map.set(digest, [at]);
  else places.push(at);
}

function take(map: Map<string, number[]>, digest: string): number | undefined {
  const places = map.get(digest);
  const at = places?.shift();
  if (places?.length === 0) map.delete(digest);
  return at;
}

function countMisplaced(order: { readonly found: number; readonly expected: number }[]): number {
  order.sort((left, right) => left.found - right.found);
  let [last, misplaced] = [-1, 0];
  for (const { expected } of order) {
    if (expected < last) misplaced++;
    else last = expected;
  }
  return misplaced;
}
