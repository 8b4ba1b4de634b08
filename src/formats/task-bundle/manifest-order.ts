import { HoldallError } from "../../base/errors.ts";
import { compareBytes } from "../../base/file-set.ts";
import type { ListedFile } from "../../model/task-bundle-records.ts";
import type { Limits } from "../limits.ts";
import { byPath } from "./listed-file.ts";
import type { Manifest } from "./read-manifest.ts";
import { listedFiles } from "./stream-manifest.ts";

/**
 * Most characters of an unsorted manifest that are kept for sorting: about a million usual entries.
 */
const SORTED_CHARACTERS = 200_000_000;
const BATCH = 1000;

/** The usable files of a manifest in the byte order of their paths, in batches. */
export async function* inByteOrder(
  manifest: Manifest,
  limits: Limits,
): AsyncGenerator<readonly ListedFile[]> {
  if (manifest.kept) {
    yield manifest.isOrdered ? manifest.kept : manifest.kept.toSorted(byPath);
  } else if (manifest.isOrdered) {
    yield* listedFiles(manifest.entry, limits);
  } else {
    yield* sorted(manifest, limits);
  }
}

async function* sorted(manifest: Manifest, limits: Limits): AsyncGenerator<readonly ListedFile[]> {
  const packed: string[] = [];
  let characters = 0;
  for await (const batch of listedFiles(manifest.entry, limits)) {
    for (const file of batch) {
      const text = pack(file);
      characters += text.length;
      packed.push(text);
    }
    if (characters > SORTED_CHARACTERS) throw tooLarge(manifest.entry.path);
  }
  packed.sort(compareBytes);
  for (let at = 0; at < packed.length; at += BATCH) yield packed.slice(at, at + BATCH).map(unpack);
}

// One string needs a third of the memory of an object. No path contains a NUL, which also sorts
// before every other character, so that sorting the packed strings sorts by path.
function pack({ path, sha256, size, mode, target }: ListedFile): string {
  return [path, sha256, size, mode ?? "", target ?? ""].join("\0");
}

function unpack(text: string): ListedFile {
  const [path = "", sha256 = "", size = "", mode = "", target = ""] = text.split("\0");
  const file = { path, sha256, size: Number(size) };
  if (mode === "100644" || mode === "100755") return { ...file, mode };
  return mode === "120000" ? { ...file, mode, target } : file;
}

function tooLarge(path: string): HoldallError {
  return new HoldallError("E_LIMIT", `Cannot check "${path}": too large to be put in order`, {
    cure: "write the manifest's files sorted by path",
  });
}
