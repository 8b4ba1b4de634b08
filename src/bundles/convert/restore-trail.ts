import { sha256 } from "../../base/hash.ts";
import { isObject, type Json, type JsonObject } from "../../base/json/value.ts";
import { writeJson } from "../../base/json/write.ts";
import { parseLine } from "../../base/jsonl.ts";
import { type CodecContext, type TrailLine, trailLineFrom } from "../../formats/state-codec.ts";
import type { StateEntry, StateHead } from "../../model/state.ts";
import { agrees } from "./agreement.ts";
import type { Carried } from "./carried.ts";
import type { RestoredEntries } from "./restore-entries.ts";
import { CONTRADICTS, RESTORED, type WayBack } from "./restore-state.ts";
import { keyOf } from "./state-pair.ts";

type CarriedLine = Carried["trail"][number];

/** Says a line of the source in the image's words; null when the image has none for it. */
type Say = (value: JsonObject) => JsonObject | null;

/** Puts the trail back: lines as they were spelled, and lines that the image cannot say. */
export function restoreTrail(
  way: WayBack,
  head: StateHead,
  entries: RestoredEntries,
): readonly TrailLine[] {
  const { common, carried, source } = way;
  const say = sayer(way, head, entries);
  const { behind, instead } = sortCarried(way, say);
  const lines: TrailLine[] = [...(behind.get(0) ?? [])];
  for (const [index, event] of common.events.entries()) {
    const original = instead.get(index + 1);
    const mapped = event && source.codec.fromEvent(event, common.context);
    const line = restoreLine(way, { index, original, mapped, say });
    if (line) lines.push(line);
    lines.push(...(behind.get(index + 1) ?? []));
  }
  // Lines were taken away since; what stood behind them is still there.
  const last = common.events.length;
  for (const each of carried.trail) {
    if (each.line <= last || each.guard !== undefined) continue;
    lines.push(...(behind.get(each.line) ?? []));
    behind.delete(each.line);
  }
  return lines;
}

function sayer(way: WayBack, head: StateHead, { records, imageIds }: RestoredEntries): Say {
  const { source, image, countTokens } = way;
  const byId = new Map<string, StateEntry>();
  for (const record of records) {
    const entry = source.codec.toEntry(record, { head, countTokens });
    byId.set(entry.id, entry);
  }
  const context: CodecContext = { head, countTokens, entries: byId };
  return (value) => {
    const event = source.codec.toEvent(value, context);
    if (!event) return null;
    const { entry_id: id, namespace } = event;
    const imageId =
      id === undefined
        ? undefined
        : imageIds.get(keyOf({ id, ...(namespace ? { namespace } : {}) }, head));
    return image.codec.fromEvent(imageId ? { ...event, entry_id: imageId } : event, context);
  };
}

/** Lines that stand behind one of the image, and lines that stand for one. */
function sortCarried({ carried, source, tally, refused }: WayBack, say: Say) {
  const behind = new Map<number, TrailLine[]>();
  const instead = new Map<number, CarriedLine>();
  for (const each of carried.trail) {
    if (each.guard !== undefined) {
      instead.set(each.line, each);
      continue;
    }
    const line = asLine(each, source.codec.isTrailLine);
    const where = `a line behind line ${each.line}`;
    if (line.text.replace(/^\ufeff/, "").trim() === "" || (line.value && say(line.value))) {
      refused.lose("changed", where, "the bundle itself could say it, and does not");
      continue;
    }
    const group = behind.get(each.line) ?? [];
    group.push(line);
    behind.set(each.line, group);
    tally.keep();
    tally.lose("kept", where, `the whole line is ${RESTORED}`);
  }
  return { behind, instead };
}

interface LineImage {
  readonly index: number;
  readonly original: CarriedLine | undefined;
  /** The image's line mapped back. */
  readonly mapped: JsonObject | null;
  readonly say: Say;
}

function restoreLine(way: WayBack, { index, original, mapped, say }: LineImage): TrailLine | null {
  const { imageParts, image, source, tally, refused } = way;
  const shown = imageParts.lines[index];
  const where = `${image.codec.trailFile} line ${shown?.number || index + 1}`;
  if (original && shown && original.guard === guardOf(shown)) {
    const line = asLine(original, source.codec.isTrailLine);
    const visible = { shown: shown.value ?? {}, say };
    if (line.value && agrees(mapped ?? {}, line.value, visible)) {
      tally.keep();
      tally.lose("kept", where, `the line as it was spelled is ${RESTORED}`);
      return line;
    }
    refused.lose("changed", where, CONTRADICTS);
  } else if (original && mapped) {
    tally.lose("changed", where, "edited since the conversion; the edit is kept");
    return trailLineFrom(mapped);
  }
  if (mapped) tally.keep();
  else tally.lose("dropped", where, "the line was not understood");
  return mapped && trailLineFrom(mapped);
}

function guardOf(line: TrailLine): string {
  return sha256(line.value ? writeJson(line.value, 0) : line.text);
}

/** A carried line as its reader will take it: its text is what counts. */
function asLine({ raw, value }: CarriedLine, isLine: (value: JsonObject) => boolean): TrailLine {
  const text = raw ?? writeJson((value ?? null) as Json, 0);
  const parsed = parseLine(text).value;
  return { number: 0, text, value: isObject(parsed) && isLine(parsed) ? parsed : null };
}
