import { HoldallError } from "../../base/errors.ts";
import { type FileTree, treeFiles } from "../../base/file-set.ts";
import { packFolder } from "../../disk/pack.ts";
import { writeAtomically, writeEntry, writeTree } from "../../disk/write-atomically.ts";
import type { Format } from "../../formats/format.ts";
import type { Limits } from "../../formats/limits.ts";
import { isArchiveName } from "../archive-name.ts";
import { requireUnpackable } from "./check-unpacked.ts";
import type { OutputTarget } from "./guard-output.ts";

/** A bundle in memory that is to be written. */
export interface BuiltBundle {
  readonly tree: FileTree;
  readonly model: unknown;
}

/** Writes a bundle in the form that its name implies: a folder, a `.tar.gz`, or one JSON file. */
export async function writeBundle(
  bundle: BuiltBundle,
  format: Format,
  output: OutputTarget & { readonly limits: Partial<Limits> },
): Promise<void> {
  const { absolute, limits } = output;
  const write = (temporary: string) => writeAs(bundle, format, { temporary, absolute, limits });
  await writeAtomically(absolute, write, output);
}

interface Target {
  readonly temporary: string;
  readonly absolute: string;
  readonly limits: Partial<Limits>;
}

async function writeAs(
  { tree, model }: BuiltBundle,
  format: Format,
  { temporary, absolute, limits }: Target,
): Promise<void> {
  const [only] = tree;
  if (isArchiveName(absolute)) {
    const packed = await packFolder(treeFiles(tree), format.topFolder(model), temporary);
    requireUnpackable({ ...packed, doing: `write "${absolute}"` }, format, limits);
  } else if (!/\.json$/i.test(absolute)) {
    await writeTree(tree, temporary);
  } else if (tree.size === 1 && only && format.holds === "conversation") {
    await writeEntry(only[1], temporary);
  } else {
    const message = `Cannot write "${absolute}": the bundle is not a single JSON file`;
    throw new HoldallError("E_USAGE", message, { cure: "name a folder or a .tar.gz instead" });
  }
}
