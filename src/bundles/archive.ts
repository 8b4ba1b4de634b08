/**
 * A bundle as `.tar.gz` and back, as two pipelines: entries, tar, gzip for writing; gunzip, tar,
 * quota for reading. Both are streams, so memory does not grow with the archive.
 */

import type { FileSet } from "../base/file-set.ts";
import { type ArchiveOptions, archiveEntries } from "./archive-entries.ts";
import { gunzip, gzip } from "./tar/gzip.ts";
import type { NameGuardOptions } from "./tar/name-guard.ts";
import { type ArchiveLimits, createQuota } from "./tar/quota.ts";
import { readTar, type TarMember } from "./tar/read.ts";
import { writeTar } from "./tar/write.ts";

/**
 * A bundle as the bytes of a `.tar.gz` with one top folder. The same content gives the same bytes,
 * whatever the order, times, owners and place of the files. A bundle with sums is checked against
 * them; one without gets them.
 */
export function writeArchive(
  files: FileSet,
  topFolder: string,
  options: ArchiveOptions = {},
): AsyncGenerator<Uint8Array> {
  return gzip(writeTar(archiveEntries(files, topFolder, options)));
}

/**
 * The members of a `.tar.gz`, each checked before its bytes are read. A caller that writes them must
 * discard everything when this throws: only the end of an archive shows that it is complete.
 */
export async function* readArchive(
  chunks: AsyncIterable<Uint8Array>,
  limits: ArchiveLimits,
  packedBytes?: number,
  options: NameGuardOptions = {},
): AsyncGenerator<TarMember> {
  let soFar = 0;
  // Without a known size, as in an upload, the ratio is that of the bytes received so far.
  const quota = createQuota(limits, () => packedBytes ?? soFar);
  yield* readTar(gunzip(countedChunks()), quota, options);

  async function* countedChunks(): AsyncGenerator<Uint8Array> {
    for await (const chunk of chunks) {
      soFar += chunk.length;
      yield chunk;
    }
  }
}
