/**
 * Restores the trail. A carried line either replaces a visible line, if its guard still matches, or
 * follows one, if the converted format has no such line. A line that the format could have shown
 * but does not is refused: it was added to the carried document by hand.
 */

import { sha256 } from "../../base/hash.ts";
import { isObject, type Json, type JsonObject } from "../../base/json/value.ts";
import { writeJson } from "../../base/json/write.ts";
import { parseLine } from "../../base/jsonl.ts";
import { withoutByteOrderMark } from "../../base/text/byte-order-mark.ts";
import { type CodecContext, type TrailLine, trailLineFrom } from "../../formats/state-codec.ts";
import type { StateEntry, StateHead } from "../../model/state.ts";
import type { Carried } from "./carried.ts";
import { keyOf } from "./common-state.ts";
import { CONTRADICTS, EDITED, RESTORED, type Restoration } from "./restoration.ts";
import type { RestoredEntries } from "./restore-entries.ts";
import { isConsistent } from "./restore-keys.ts";

type CarriedLine = Carried["trail"][number];

/** Converts a line of the origin to the converted format; null when that has no such line. */
type ConvertLine = (value: JsonObject) => JsonObject | null;

/** Restores the trail: lines in their original spelling, and lines that the converted format lacks. */
export function restoreTrail(
  restoration: Restoration,
  head: StateHead,
  entries: RestoredEntries,
): readonly TrailLine[] {
  const { common, carried, origin } = restoration;
  const convert = lineConverter(restoration, head, entries);
  const { following, replacing } = groupCarried(restoration, convert);
  const lines: TrailLine[] = [...(following.get(0) ?? [])];
  for (const [index, event] of common.events.entries()) {
    const original = replacing.get(index + 1);
    const mapped = event && origin.codec.fromEvent(event, common.context);
    const line = restoreLine(restoration, { index, original, mapped, convert });
    if (line) lines.push(line);
    lines.push(...(following.get(index + 1) ?? []));
  }
  // Lines may have been removed since; what followed them is still restored.
  const last = common.events.length;
  for (const each of carried.trail) {
    if (each.line <= last || each.guard !== undefined) continue;
    lines.push(...(following.get(each.line) ?? []));
    following.delete(each.line);
  }
  return lines;
}

function lineConverter(
  { origin, converted, countTokens }: Restoration,
  head: StateHead,
  { records, convertedIds }: RestoredEntries,
): ConvertLine {
  const byId = new Map<string, StateEntry>();
  for (const record of records) {
    const entry = origin.codec.toEntry(record, { head, countTokens });
    byId.set(entry.id, entry);
  }
  const context: CodecContext = { head, countTokens, entries: byId };
  return (value) => {
    const event = origin.codec.toEvent(value, context);
    if (!event) return null;
    const { entry_id: id, namespace } = event;
    const convertedId =
      id === undefined
        ? undefined
        : convertedIds.get(keyOf({ id, ...(namespace ? { namespace } : {}) }, head));
    const renamed = convertedId ? { ...event, entry_id: convertedId } : event;
    return converted.codec.fromEvent(renamed, context);
  };
}

/** The carried lines by the line they follow, and by the line they replace. */
function groupCarried({ carried, origin, tally, refused }: Restoration, convert: ConvertLine) {
  const following = new Map<number, TrailLine[]>();
  const replacing = new Map<number, CarriedLine>();
  for (const each of carried.trail) {
    if (each.guard !== undefined) {
      replacing.set(each.line, each);
      continue;
    }
    const line = toTrailLine(each, origin.codec.isTrailLine);
    const where = `a line after line ${each.line}`;
    // A blank line, or one that the converted format can express, was not in the original.
    if (withoutByteOrderMark(line.text).trim() === "" || (line.value && convert(line.value))) {
      refused.add("changed", where, "the bundle could contain this line, but does not");
      continue;
    }
    const group = following.get(each.line) ?? [];
    group.push(line);
    following.set(each.line, group);
    tally.countKept();
    tally.add("kept", where, `the complete line was ${RESTORED}`);
  }
  return { following, replacing };
}

interface ConvertedLine {
  readonly index: number;
  readonly original: CarriedLine | undefined;
  /** The converted bundle's line, mapped back. */
  readonly mapped: JsonObject | null;
  readonly convert: ConvertLine;
}

function restoreLine(
  restoration: Restoration,
  { index, original, mapped, convert }: ConvertedLine,
): TrailLine | null {
  const { convertedParts, converted, origin, tally, refused } = restoration;
  const shown = convertedParts.lines[index];
  const where = `${converted.codec.trailFile} line ${shown?.number || index + 1}`;
  if (original && shown && original.guard === guardOf(shown)) {
    const line = toTrailLine(original, origin.codec.isTrailLine);
    const view = { shown: shown.value ?? {}, convert };
    if (line.value && isConsistent(mapped ?? {}, line.value, view)) {
      tally.countKept();
      tally.add("kept", where, `the original spelling was ${RESTORED}`);
      return line;
    }
    refused.add("changed", where, CONTRADICTS);
  } else if (original && mapped) {
    tally.add("changed", where, EDITED);
    return trailLineFrom(mapped);
  }
  if (mapped) tally.countKept();
  else tally.add("dropped", where, "the line could not be parsed");
  return mapped && trailLineFrom(mapped);
}

function guardOf(line: TrailLine): string {
  return sha256(line.value ? writeJson(line.value, 0) : line.text);
}

/** A carried line as a reader of the trail would parse it: its text decides, not its value. */
function toTrailLine(
  { raw, value }: CarriedLine,
  isTrailLine: (value: JsonObject) => boolean,
): TrailLine {
  const text = raw ?? writeJson((value ?? null) as Json, 0);
  const parsed = parseLine(text).value;
  return { number: 0, text, value: isObject(parsed) && isTrailLine(parsed) ? parsed : null };
}
