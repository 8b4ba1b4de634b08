import * as z from "zod";
import type { SessionSource, SourceFile } from "../../agents/agent.ts";
import { sha256 } from "../../base/hash.ts";

/** How far a stream of a session was read, and what was there, so that a rewritten file is noticed. */
const positionsSchema = z.array(
  z.object({ path: z.string(), bytes: z.number(), digest: z.string() }),
);
/** How far a stream of a session was read. */
export type StreamPosition = z.infer<typeof positionsSchema>[number];

const NEWLINE = 10;
/** Bytes before a position that must be the same as before. */
const CHECKED_BYTES = 1024;

/** Positions as the index keeps them; none when they cannot be read. */
export function parsePositions(text: string | null): readonly StreamPosition[] {
  const parsed = positionsSchema.safeParse(JSON.parse(text ?? "[]"));
  return parsed.success ? parsed.data : [];
}

/** Where the next reading of a session can begin; empty when it must begin at the first byte. */
export async function positionsOf(source: SessionSource): Promise<readonly StreamPosition[]> {
  const positions: StreamPosition[] = [];
  for (const file of source.files) {
    const last = await bytesBefore(file, file.bytes);
    // A line that is still being written would be read twice, or never.
    if (!isPlain(file) || (last.length > 0 && last.at(-1) !== NEWLINE)) return [];
    positions.push({ path: file.path, bytes: file.bytes, digest: sha256(last) });
  }
  return positions;
}

/** The part of a session that was added since; null when it was not only added to. */
export async function tailOf(
  source: SessionSource,
  positions: readonly StreamPosition[],
): Promise<SessionSource | null> {
  if (positions.length === 0) return null;
  const before = new Map(positions.map((each) => [each.path, each]));
  const files: SourceFile[] = [];
  for (const file of source.files) {
    const position = before.get(file.path);
    before.delete(file.path);
    if (!isPlain(file)) return null;
    if (position === undefined) files.push(file);
    else if (!(await isSameUpTo(file, position))) return null;
    else files.push(after(file, position.bytes));
  }
  return before.size === 0 ? { ...source, files } : null;
}

async function isSameUpTo(file: SourceFile, { bytes, digest }: StreamPosition): Promise<boolean> {
  return file.bytes >= bytes && sha256(await bytesBefore(file, bytes)) === digest;
}

/** Only what is read from a file as it is has positions; rows and documents are built again each time. */
function isPlain(file: SourceFile): boolean {
  return file.isPlain === true;
}

async function bytesBefore(file: SourceFile, end: number): Promise<Buffer> {
  const start = Math.max(0, end - CHECKED_BYTES);
  const pieces: Uint8Array[] = [];
  let size = 0;
  for await (const piece of file.read(start)) {
    pieces.push(piece);
    size += piece.length;
    if (size >= end - start) break;
  }
  return Buffer.concat(pieces, size).subarray(0, end - start);
}

function after({ isPlain: _isPlain, ...file }: SourceFile, position: number): SourceFile {
  return {
    ...file,
    bytes: file.bytes - position,
    read: (from = 0) => file.read(position + from),
  };
}
