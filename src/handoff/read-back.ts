import { safeToolName } from "../agents/api-tool-name.ts";
import { attachmentLocation } from "../agents/attachment-location.ts";
import { locationOf, type TranscriptItem } from "../model/transcript.ts";
import {
  digestContent,
  digestOf,
  isSameUnit,
  outlineOf,
  type SessionUnit,
  type UnitContent,
} from "./session-unit.ts";

/**
 * What must be found again, one by one and in order: a message, or a tool call together with its result. A
 * picture or another file beside a text is found by itself: some receivers have no place for it.
 */
export interface SessionUnits {
  add(item: TranscriptItem): void;
  /** Adds the calls that have no result. */
  end(): void;
}

/**
 * Puts items together to units. Who does not hold the items himself keeps digests of them, so that a session of any
 * length costs little memory.
 */
export function collectUnits(
  onUnit: (unit: SessionUnit) => void,
  keeps: "texts" | "digests" = "digests",
): SessionUnits {
  const open = new Map<string, TranscriptItem[]>();
  const emit = (content: UnitContent, where: readonly string[], isMessage = false) => {
    const kept = keeps === "texts" ? content : digestContent(content);
    onUnit({ content: kept, outline: outlineOf(content), isMessage, where });
  };
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
          const text = `${attachment.base64 ?? attachment.uri}`;
          emit({ label: "attachment", text }, [attachmentLocation(item, attachment)]);
        }
      }
      if (item.kind !== "tool_result") {
        const content = contentOf(item);
        if (content.text !== "") emit(content, [locationOf(item)], true);
        return;
      }
      const calls = open.get(item.call_id) ?? [];
      const call = calls.shift();
      if (calls.length === 0) open.delete(item.call_id);
      const where = [...(call ? [locationOf(call)] : []), locationOf(item)];
      emit({ ...callContent(call), text: item.content.trim() }, where);
    },
    end() {
      for (const call of [...open.values()].flat()) {
        const { label, given } = callContent(call);
        emit({ label: `unanswered ${label}`, given, text: "" }, [locationOf(call)]);
      }
      open.clear();
    },
  };
}

/** What a message must say again, and who says it; empty for an item that says nothing. */
function contentOf(item: TranscriptItem): UnitContent {
  switch (item.kind) {
    case "message":
      return { label: item.role, text: item.text.trim() };
    case "compaction":
      // Some receivers are told a summary as a message of the user.
      return { label: "user", text: item.summary?.trim() ?? "" };
    case "reasoning":
    case "injected":
    case "error":
      return { label: item.kind, text: item.text.trim() };
    default:
      return { label: item.kind, text: "" };
  }
}

/** Tool, arguments and their values, as every receiver can write them. */
function callContent(call: TranscriptItem | undefined): Omit<UnitContent, "text"> {
  if (call?.kind !== "tool_call") return { label: "result" };
  const given = typeof call.arguments === "string" ? { input: call.arguments } : call.arguments;
  return { label: `call ${safeToolName(call.name)}`, given };
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

/** How many of the next expected units are looked at before one that was found has to wait. */
const AHEAD = 4;
/** How many units in a row may be found besides, before those that are expected wait as well. */
const MOST_BESIDES = 8;

/**
 * Begins a comparison: of units that are alike, the first that is found is the first that was expected, the second the
 * second, and so on. Both sides mostly stand in line, where each unit is compared with the next. What does not waits
 * under its digest until the other side has come there: nothing is looked for, however long the session is. What the
 * receiver's form adds does not count.
 */
export function compareReadBack(): ReadBackComparison {
  const expected: SessionUnit[] = [];
  const waiting = createWaiting(); // Expected at these numbers, and not found yet.
  const early = createWaiting(); // Found at these numbers, and not expected yet.
  const order: { readonly found: number; readonly expected: number }[] = [];
  let next = 0;
  let count = 0;
  let besides = 0;
  const match = (at: number, found: number) => {
    if (expected[at]?.isMessage === true) order.push({ found, expected: at });
  };
  const expectNext = () => {
    const unit = expected[next];
    if (unit === undefined) return;
    const found = early.take(unit);
    if (found === undefined) waiting.put(unit, next);
    else match(next, found);
    next++;
  };
  /** The number of the unit in line that is the same; -1 for none, or when an earlier one may be. */
  const findInLine = (unit: SessionUnit) => {
    if (waiting.mayHave(unit) || early.mayHave(unit)) return -1;
    const end = Math.min(next + AHEAD, expected.length);
    for (let at = next; at < end; at++) {
      const other = expected[at];
      if (other !== undefined && isSameUnit(other, unit)) return at;
    }
    return -1;
  };
  const findElsewhere = (unit: SessionUnit) => {
    if (++besides > MOST_BESIDES) expectNext();
    const at = waiting.take(unit);
    if (at === undefined) early.put(unit, count);
    else match(at, count);
  };
  return {
    expect: (unit) => void expected.push(unit),
    find(unit) {
      const at = findInLine(unit);
      if (at === -1) findElsewhere(unit);
      else {
        while (next < at) expectNext();
        match(at, count);
        next = at + 1;
        besides = 0;
      }
      count++;
    },
    result(reported) {
      while (next < expected.length) expectNext();
      const missing = waiting
        .places()
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

/** Units that wait for their like, the first of those that are alike first. */
function createWaiting() {
  const numbers = new Map<string, number[]>();
  const outlines = new Map<string, number>();
  const count = (outline: string, by: number) =>
    outlines.set(outline, (outlines.get(outline) ?? 0) + by);
  return {
    /** Whether one may be the same: false is certain. */
    mayHave: ({ outline }: SessionUnit) => (outlines.get(outline) ?? 0) > 0,
    put(unit: SessionUnit, number: number): void {
      count(unit.outline, 1);
      const digest = digestOf(unit);
      const places = numbers.get(digest);
      if (places === undefined) numbers.set(digest, [number]);
      else places.push(number);
    },
    take(unit: SessionUnit): number | undefined {
      if ((outlines.get(unit.outline) ?? 0) === 0) return undefined;
      const digest = digestOf(unit);
      const places = numbers.get(digest);
      const number = places?.shift();
      if (number === undefined) return undefined;
      count(unit.outline, -1);
      if (places?.length === 0) numbers.delete(digest);
      return number;
    },
    places: () => [...numbers.values()].flat(),
  };
}

function countMisplaced(order: { readonly found: number; readonly expected: number }[]): number {
  order.sort((left, right) => left.found - right.found);
  let last = -1;
  let misplaced = 0;
  for (const { expected } of order) {
    if (expected < last) misplaced++;
    else last = expected;
  }
  return misplaced;
}
