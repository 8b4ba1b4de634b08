import type { FileSet } from "../base/file-set.ts";
import { type ArchiveOptions, archiveEntries } from "./archive-entries.ts";
import { type ArchiveLimits, createAllowance } from "./tar/allowance.ts";
import { gunzip, gzip } from "./tar/gzip.ts";
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
 * The members of a `.tar.gz`, each checked before its bytes come. Whoever writes them down must
 * throw all away when this throws: an archive is known to be good only at its end.
 */
export async function* readArchive(
  chunks: AsyncIterable<Uint8Array>,
  limits: ArchiveLimits,
  packedBytes?: number,
): AsyncGenerator<TarMember> {
  let soFar = 0;
  // With the whole size unknown, as in an upload, the ratio is that of what has come.
  const allowance = createAllowance(limits, () => packedBytes ?? soFar);
  yield* readTar(gunzip(counted()), allowance);

  async function* counted(): AsyncGenerator<Uint8Array> {
    for await (const chunk of chunks) {
      soFar += chunk.length;
      yield chunk;
    }
  }
}
