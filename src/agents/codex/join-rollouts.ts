import type { JsonObject } from "../../base/json/value.ts";
import type { SourceFile } from "../agent.ts";
import { skipBytes } from "../disk-file.ts";
import { followLineage, lineageOf } from "./lineage.ts";
import { readMeta } from "./locate.ts";
import { parseRolloutName } from "./rollout-name.ts";

/**
 * A rollout that contains all of its conversation: what it continues comes before its own records, and its
 * description no longer refers to other files. One that continues nothing stays as it is.
 */
export async function joinRollouts(
  file: SourceFile,
  others: readonly SourceFile[],
): Promise<SourceFile> {
  const metas = new Map<SourceFile, JsonObject | null>();
  for (const one of [file, ...others]) metas.set(one, await readMeta(one));
  const meta = metas.get(file);
  if (meta?.history_base === undefined || meta.history_base === null) return file;
  const beginning = Buffer.from(firstLine(meta));
  const { segments } = await followLineage(file, {
    lineageOf: (one) => lineageOf(metas.get(one) ?? {}),
    find: (id) => others.find((one) => rolloutIdOf(one, metas.get(one) ?? {}) === id),
  });
  const parts = segments.toReversed();
  async function* joined(): AsyncGenerator<Uint8Array> {
    yield beginning;
    for (const { rollout, end } of parts) yield* recordsAfterFirst(rollout, end);
  }
  return { path: file.path, bytes: file.bytes, read: (from = 0) => skipBytes(joined(), from) };
}

function rolloutIdOf({ path }: SourceFile, { id }: JsonObject): string {
  return parseRolloutName(path)?.rollout ?? `${id}`.toLowerCase();
}

/** The first line of a session that begins with its first record. */
function firstLine({ history_base: _base, ...payload }: JsonObject): string {
  const line = { timestamp: payload.timestamp, ordinal: 0, type: "session_meta", payload };
  return `${JSON.stringify(line)}\n`;
}

const NEWLINE = 10;

/** The lines after the first, as far as they end before a position. */
async function* recordsAfterFirst(
  file: SourceFile,
  end: number | null,
): AsyncGenerator<Uint8Array> {
  let at = 0;
  let isFirst = true;
  let rest: Uint8Array[] = [];
  for await (const chunk of file.read()) {
    const within = end === null ? chunk : chunk.subarray(0, Math.max(0, end - at));
    at += chunk.length;
    let start = 0;
    if (isFirst) {
      start = within.indexOf(NEWLINE) + 1;
      isFirst = start === 0;
    }
    const stop = within.lastIndexOf(NEWLINE) + 1;
    if (!isFirst && stop > start) {
      yield* rest;
      rest = [];
      yield within.subarray(start, stop);
    }
    if (!isFirst) rest.push(Buffer.from(within.subarray(Math.max(start, stop))));
    if (end !== null && at >= end) return;
  }
  // Only the rollout that is continued may end with a line that is being written.
  if (end === null) yield* rest;
}
