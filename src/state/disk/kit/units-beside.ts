import path from "node:path";
import type { FileSet } from "../../../base/file-set.ts";
import { sha256 } from "../../../base/hash.ts";
import { readBytes } from "../../../base/text/text.ts";
import { folderFiles } from "../../../disk/folder.ts";
import type { StateCodec, StateParts } from "../../../formats/state-codec.ts";
import { isFileLayer, resolveInFiles } from "../../../memory/layers/resolve-ref.ts";
import { DEFAULT_BUDGET } from "../../../model/state.ts";
import type { OperationContext } from "../../../runtime/operation-context.ts";

const MAX_TEXT = 16 * 1024 * 1024;

/** A bundle that was opened, and where it is. */
interface OpenedBundle {
  readonly files: FileSet;
  readonly absolute: string;
}

/**
 * The texts that the entries of a bundle refer to, by reference: `history/blobs` of the bundle, or the
 * files of its unit layer, in the bundle or in the folder beside it. Only the named files are read.
 */
export async function unitsNamed(
  context: Pick<OperationContext, "roots">,
  bundle: OpenedBundle,
  parts: StateParts,
  codec: StateCodec<unknown>,
): Promise<ReadonlyMap<string, string>> {
  const { unit_source: layer } = codec.readHead(parts, DEFAULT_BUDGET);
  const places = placesOf(context, bundle);
  const texts = new Map<string, string>();
  for (const { unit_ref: ref } of parts.records) {
    if (typeof ref !== "string" || texts.has(ref)) continue;
    const text = ref.startsWith("sha256:")
      ? await blobAt(bundle.files, ref.slice("sha256:".length))
      : await unitAt(places, layer, ref);
    if (text !== null) texts.set(ref, text);
  }
  return texts;
}

/** The bundle itself and its folder; a caller who is bound to roots gets nothing outside the bundle. */
function placesOf({ roots }: Pick<OperationContext, "roots">, { files, absolute }: OpenedBundle) {
  const isOnDisk = path.isAbsolute(absolute);
  return roots === null && isOnDisk ? [files, folderFiles(path.dirname(absolute))] : [files];
}

async function blobAt(files: FileSet, name: string): Promise<string | null> {
  if (!/^[0-9a-f]{64}$/.test(name)) return null;
  const entry = await files.get(`history/blobs/${name}`);
  if (entry?.kind !== "file") return null;
  const bytes = await readBytes(entry, MAX_TEXT);
  return sha256(bytes) === name ? Buffer.from(bytes).toString() : null;
}

async function unitAt(
  places: readonly FileSet[],
  layer: string,
  ref: string,
): Promise<string | null> {
  if (!isFileLayer(layer)) return null;
  for (const files of places) {
    const found = await resolveInFiles(ref, layer, files);
    if (found.state === "resolved") return found.content;
  }
  return null;
}
