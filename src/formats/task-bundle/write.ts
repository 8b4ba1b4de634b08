import { HoldallError } from "../../base/errors.ts";
import type { FileEntry, FileTree } from "../../base/file-set.ts";
import { writeJson } from "../../base/json/write.ts";
import { trimEndOf } from "../../base/text/trim-end.ts";
import { MAX_KEPT_FILES, type TaskBundle } from "../../model/task-bundle.ts";

const encoder = new TextEncoder();

/**
 * The bundle's files: `bundle.json` from its original bytes unless it was changed, all others as
 * they are.
 */
export function write(model: TaskBundle): FileTree {
  const kept = model.files.all();
  if (kept === null) {
    throw new HoldallError(
      "E_LIMIT",
      `Cannot write the bundle from memory: it has more than ${MAX_KEPT_FILES} files`,
      { cure: "copy its folder, or pack it into an archive" },
    );
  }
  const tree = new Map<string, Uint8Array | FileEntry>([["bundle.json", indexBytes(model)]]);
  for (const entry of kept) tree.set(entry.path, entry);
  return tree;
}

function indexBytes({ bundle, original }: TaskBundle): Uint8Array {
  if (original && original.bundle === bundle) return original.bytes;
  return encoder.encode(`${writeJson(bundle)}\n`);
}

/** The bundle's id as a folder name that is valid on every system. */
export function topFolder({ bundle }: TaskBundle): string {
  const id = typeof bundle.id === "string" ? bundle.id : "";
  const safe = id
    .normalize("NFKD")
    .replaceAll(/[^A-Za-z0-9._-]+/g, "-")
    .replace(/^[._-]+/, "")
    .slice(0, 100);
  return trimEndOf(safe, ".-") || "task-bundle";
}
