import type { FileEntry, FileTree } from "../../base/file-set.ts";
import type { BundleDocument } from "../../model/context-documents.ts";
import { serialiseDocument } from "../../model/serialise-document.ts";
import { BLOBS, DOCUMENT } from "./layout.ts";

/** Artifacts by hash: their bytes if the document names them, otherwise their file. */
export type Blobs = ReadonlyMap<string, Uint8Array | FileEntry>;

/** A context bundle: one document, and the artifacts it names when it is a folder. */
export interface ContextBundle {
  readonly file: string;
  readonly isFolder: boolean;
  readonly document: BundleDocument;
  /** The document's bytes as they were read, or as they are written for the first time. */
  readonly bytes: Uint8Array;
  readonly blobs: Blobs;
}

/** A bundle around a document that was built here; a folder when there are artifacts. */
export function createContextBundle(
  document: BundleDocument,
  blobs: Blobs = new Map(),
): ContextBundle {
  const bytes = serialiseDocument(document);
  return { file: DOCUMENT, isFolder: blobs.size > 0, document, bytes, blobs };
}

/** The files of a bundle. */
export function filesOf({ file, bytes, blobs }: ContextBundle): FileTree {
  const artifacts = [...blobs].map(([id, blob]) => [`${BLOBS}/${id}`, blob] as const);
  return new Map<string, Uint8Array | FileEntry>([...artifacts, [file, bytes]]);
}
