/**
 * Keeps what was found in many files of one kind: a short mark, which every run reads, and a table, which
 * is read when a file changed. The mark names the MAC of its table, so that both are of the same run.
 */

import path from "node:path";
import { isObject } from "../../base/json/value.ts";
import {
  type CollectionKind,
  type CollectionSource,
  type OpenCollection,
  openCollection,
} from "../workspace/collection/collection.ts";
import {
  readAuthenticated,
  readAuthenticatedBytes,
  writeAuthenticated,
  writeAuthenticatedBytes,
} from "./authenticated-file.ts";

/** The collections that a run has opened. */
export interface KeptCollections {
  open(kind: CollectionKind, files: Pick<CollectionSource, "survey" | "read">): OpenCollection;
  save(): void;
}

/** Opens the collections that are kept in a folder; without one nothing is kept. */
export function keptCollections(folder: string | null): KeptCollections {
  const opened = new Map<string, OpenCollection>();
  return {
    open(kind, files) {
      const before = opened.get(kind.name);
      if (before !== undefined) return before;
      const collection = openCollection(kind, { ...files, ...readKept(folder, kind.name) });
      opened.set(kind.name, collection);
      return collection;
    },
    save() {
      if (folder === null) return;
      for (const [name, collection] of opened) writeKept(folder, name, collection);
    },
  };
}

function readKept(folder: string | null, name: string) {
  const value = folder === null ? null : readAuthenticated(path.join(folder, markFile(name)));
  const { mark, mac } = isObject(value) ? value : {};
  return {
    kept: () => mark,
    keptTable: () =>
      folder === null || typeof mac !== "string"
        ? null
        : readAuthenticatedBytes(path.join(folder, tableFile(name)), mac),
  };
}

function writeKept(folder: string, name: string, collection: OpenCollection): void {
  const kept = collection.toKeep();
  if (kept === null) return;
  const mac = writeAuthenticatedBytes(path.join(folder, tableFile(name)), kept.table);
  if (mac !== null) writeAuthenticated(path.join(folder, markFile(name)), { mark: kept.mark, mac });
}

function markFile(name: string): string {
  return `${name}.json`;
}

function tableFile(name: string): string {
  return `${name}.table`;
}
