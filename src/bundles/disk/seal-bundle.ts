import type { Limits } from "../../formats/limits.ts";
import { writeArchive } from "../archive.ts";
import type { ValidReading } from "../read-bundle.ts";
import { requireUnpackable } from "./check-unpacked.ts";

/** A folder's archive, which ends in an error when nobody could unpack it. */
export async function* unpackableArchive(
  { files, format, model }: ValidReading,
  input: { readonly path: string; readonly limits: Partial<Limits> },
): AsyncGenerator<Uint8Array> {
  const counts = { files: 0, bytes: 0, packedBytes: 0, doing: `seal "${input.path}"` };
  // The seal already proves every byte, so no sums are added: what is opened is what was sealed.
  const archive = writeArchive(files, format.topFolder(model), {
    addSums: false,
    onFile: ({ size }) => {
      counts.files++;
      counts.bytes += size;
    },
  });
  for await (const piece of archive) {
    counts.packedBytes += piece.length;
    yield piece;
  }
  requireUnpackable(counts, format, input.limits);
}
