import type { FileEntry, FileTree } from "../../base/file-set.ts";
import { type ContextFile, METADATA } from "../../model/ai-context/context-file.ts";
import type { Metadata, ModelPreferences } from "../../model/ai-context/records.ts";
import type { Root } from "./layout.ts";

/** A responsibility's curated context. */
export interface AiContext {
  readonly root: Root;
  /** The core files in reading order, then the add-ons by name. */
  readonly files: readonly ContextFile[];
  readonly preferences: ModelPreferences | null;
  readonly metadata: { readonly value: Metadata | null; readonly bytes: Uint8Array } | null;
  /** Other content that the metadata lists, by path below the root. */
  readonly others: ReadonlyMap<string, FileEntry>;
}

/** The files of the bundle, where they were read. */
export function filesOf({ root, files, metadata, others }: AiContext): FileTree {
  const tree = new Map<string, Uint8Array | FileEntry>();
  if (metadata) tree.set(`${root}${METADATA}`, metadata.bytes);
  for (const { stem, bytes } of files) tree.set(`${root}${stem}.md`, bytes);
  for (const [path, entry] of others) tree.set(`${root}${path}`, entry);
  return tree;
}
