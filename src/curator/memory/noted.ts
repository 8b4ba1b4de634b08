/**
 * Lines of the memory and of the audit file as events: each line is recorded in the stream of its
 * responsibility before it is written. Reading goes on where the last run stopped.
 */

import { decodeUtf8 } from "../../base/text/text.ts";
import type { NewEvent } from "../../ledger/append.ts";
import { readHead, readStream } from "../../ledger/read.ts";
import { findTexts, toText } from "../../ledger/texts.ts";
import { type Actor, isTextRef } from "../../model/event.ts";
import type { Transaction } from "../../stores/store.ts";
import { responsibilityStream } from "../streams.ts";
import { parseMemoryLine } from "./line.ts";

/** The type of a note's event. */
const NOTED = "responsibility_noted";
/** The type of a refresh's event; its body refers to the line of the audit file. */
export const REFRESH_RECORDED = "responsibility_refreshed";

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

/** A line that the ledger has: of the memory, or of the audit file. */
export interface RecordedLine {
  readonly line: string;
  readonly isAudit: boolean;
  /** What the mark of its refresh is recognised by while the files are not written; null for a line of the memory. */
  readonly proof: string | null;
}

/** Lines of a stream from a place on, and the position after its last event. */
export async function readRecorded(
  tx: Transaction,
  { workspace, responsibility }: MemoryOwner,
  from: number,
): Promise<{ readonly lines: readonly RecordedLine[]; readonly end: number }> {
  const stream = responsibilityStream(workspace, responsibility);
  const refs: (Omit<RecordedLine, "line"> & { readonly sha256: string })[] = [];
  const events = (await readHead(tx, stream))?.events ?? 0;
  // A project that came from another machine names a place in the ledger of that machine.
  let end = from <= events ? from : 0;
  for (;;) {
    const page = await readStream(tx, stream, { from: end });
    for (const { type, body } of page) {
      const line = type === NOTED ? body.line : null;
      if (isTextRef(line)) refs.push({ sha256: line.sha256, isAudit: false, proof: null });
      const audit = type === REFRESH_RECORDED ? body.audit : null;
      if (!isTextRef(audit)) continue;
      const proof = typeof body.proof === "string" ? body.proof : null;
      refs.push({ sha256: audit.sha256, isAudit: true, proof });
    }
    end += page.length;
    if (page.length === 0) break;
  }
  const texts = refs.map((ref) => ref.sha256);
  const found = await findTexts(tx, texts);
  const lines = refs.flatMap(({ sha256, isAudit, proof }): RecordedLine[] => {
    const text = found.get(sha256);
    if (text?.state !== "present") return [];
    return [{ line: decodeUtf8(text.content) ?? "", isAudit, proof }];
  });
  return { lines, end };
}

/** Those that belong into the memory. */
export function memoryLinesOf(lines: readonly RecordedLine[]): readonly string[] {
  return lines.filter(({ isAudit }) => !isAudit).map(({ line }) => line);
}

/** Those that belong into the audit file. */
export function auditLinesOf(lines: readonly RecordedLine[]): readonly string[] {
  return lines.filter(({ isAudit }) => isAudit).map(({ line }) => line);
}
