/**
 * A refresh is recorded before its files are written. Until they are, a mark lies beside them: a process that is
 * killed leaves it, and whoever checks the files knows that they are not altered, but those of the refresh before.
 *
 * Files that somebody put back look the same, and so would a mark that somebody wrote. Therefore the mark has a secret
 * whose hash is in the record of the refresh. It is removed when the files are written, and then nobody has it.
 */

import { sha256 } from "../../base/hash.ts";
import { readHead, readStream } from "../../ledger/read.ts";
import type { Transaction } from "../../stores/store.ts";
import type { FormerRefresh } from "../audit/entry.ts";
import { type MemoryOwner, REFRESH_RECORDED, readRecorded } from "../memory/noted.ts";
import { responsibilityStream } from "../streams.ts";

/** The mark of a refresh whose files are not all written. */
export interface UnfinishedMark {
  readonly secret: string;
  /** Hash of the files that the refresh replaces; null when they were not those that had been recorded. */
  readonly before: string | null;
  /** Hash of the files that it writes. */
  readonly after: string;
}

/** What is in the record of a refresh, to recognise its mark by. */
export function proofOf({ secret }: Pick<UnfinishedMark, "secret">): string {
  return sha256(secret);
}

/** Which of some marks belongs to the newest refresh; null if none does. Marks are in the project: anyone may have written them. */
export async function newestMark(
  tx: Transaction | null,
  marks: readonly UnfinishedMark[],
  { owner, newest }: { readonly owner: MemoryOwner; readonly newest: FormerRefresh | null },
): Promise<UnfinishedMark | null> {
  if (marks.length === 0) return null;
  const proof = tx === null ? null : await newestProof(tx, owner);
  const proven = marks.find((mark) => proofOf(mark) === proof);
  if (proven !== undefined) return proven;
  // A run that records nothing in the ledger has only its line, which anyone can write as well.
  if (newest === null || (tx !== null && (await isRecorded(tx, owner, newest)))) return null;
  return marks.find(({ after }) => after === newest.hash) ?? null;
}

async function isRecorded(
  tx: Transaction,
  owner: MemoryOwner,
  { line }: FormerRefresh,
): Promise<boolean> {
  const { lines } = await readRecorded(tx, owner, 0);
  return lines.some((each) => sha256(each.line) === line);
}

const PAGE = 1000;

/** The proof of the newest refresh that published files; null if it has none. */
async function newestProof(tx: Transaction, owner: MemoryOwner): Promise<string | null> {
  const stream = responsibilityStream(owner.workspace, owner.responsibility);
  for (let end = (await readHead(tx, stream))?.events ?? 0; end > 0; end -= PAGE) {
    const page = await readStream(tx, stream, { from: Math.max(0, end - PAGE), to: end - 1 });
    const newest = page.findLast(
      ({ type, body }) => type === REFRESH_RECORDED && body.bundle !== null,
    );
    if (newest !== undefined)
      return typeof newest.body.proof === "string" ? newest.body.proof : null;
  }
  return null;
}
