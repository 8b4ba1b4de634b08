/**
 * Lines of the memory as events: each line that is written to `memory/events.md` is recorded in the
 * stream of its responsibility first. Reading goes on where the last run stopped.
 */

import { isObject } from "../../base/json/value.ts";
import { decodeUtf8 } from "../../base/text/text.ts";
import type { NewEvent } from "../../ledger/append.ts";
import { readStream } from "../../ledger/read.ts";
import { findTexts, toText } from "../../ledger/texts.ts";
import { type Actor, isTextRef } from "../../model/event.ts";
import type { Transaction } from "../../stores/store.ts";
import { responsibilityStream } from "../streams.ts";
import { parseMemoryLine } from "./line.ts";

/** The type of a note's event. */
const NOTED = "responsibility_noted";

/** Whose memory it is. */
export interface MemoryOwner {
  readonly workspace: string;
  readonly responsibility: string;
}

/** One event per line. */
export function noteEvents(
  { workspace, responsibility }: MemoryOwner,
  lines: readonly string[],
  { at, actor, by }: { readonly at: string; readonly actor: Actor; readonly by: string },
): readonly NewEvent[] {
  return lines.map((line) => {
    const text = toText(line);
    const kind = parseMemoryLine(line)?.kind ?? null;
    const body = { at, kind, by, line: { ...text.ref } };
    return {
      stream: responsibilityStream(workspace, responsibility),
      type: NOTED,
      actor,
      body,
      texts: [text],
    };
  });
}

/** Notes of a stream from a place on, and the position after its last event. */
export async function readNotes(
  tx: Transaction,
  { workspace, responsibility }: MemoryOwner,
  from: number,
): Promise<{ readonly notes: readonly string[]; readonly end: number }> {
  const stream = responsibilityStream(workspace, responsibility);
  const refs: string[] = [];
  let end = from;
  for (;;) {
    const page = await readStream(tx, stream, { from: end });
    for (const { type, body } of page) {
      const line = type === NOTED && isObject(body) ? body.line : null;
      if (isTextRef(line)) refs.push(line.sha256);
    }
    end += page.length;
    if (page.length === 0) break;
  }
  const found = await findTexts(tx, refs);
  const notes = refs.flatMap((ref) => {
    const text = found.get(ref);
    return text?.state === "present" ? [decodeUtf8(text.content) ?? ""] : [];
  });
  return { notes, end };
}
