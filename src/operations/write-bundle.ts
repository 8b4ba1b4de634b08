import { HoldallError } from "../base/errors.ts";
import { type FileTree, treeFiles } from "../base/file-set.ts";
import { isArchiveName } from "../bundles/archive-name.ts";
import { packFolder } from "../disk/pack.ts";
import { place, writeSingle, writeTree } from "../disk/place.ts";
import type { Format } from "../formats/format.ts";
import type { Output } from "./guard-output.ts";

/** A bundle in memory that is to be written. */
export interface MadeBundle {
  readonly tree: FileTree;
  readonly model: unknown;
}

/** Writes a bundle as its name says: a folder, a `.tar.gz`, or one JSON file. */
export async function writeBundle(
  bundle: MadeBundle,
  format: Format,
  output: Output,
): Promise<void> {
  const { absolute } = output;
  await place(absolute, (temporary) => writeAs(bundle, format, { temporary, absolute }), output);
}

async function writeAs(
  { tree, model }: MadeBundle,
  format: Format,
  { temporary, absolute }: { readonly temporary: string; readonly absolute: string },
): Promise<void> {
  const [only] = tree;
  if (isArchiveName(absolute)) {
    await packFolder(treeFiles(tree), format.topFolder(model), temporary);
  } else if (!/\.json$/i.test(absolute)) {
    await writeTree(tree, temporary);
  } else if (tree.size === 1 && only && format.holds === "conversation") {
    await writeSingle(only[1], temporary);
  } else {
    const message = `Cannot write "${absolute}": the bundle is not a single JSON file`;
    throw new HoldallError("E_USAGE", message, { cure: "name a folder or a .tar.gz instead" });
  }
}
