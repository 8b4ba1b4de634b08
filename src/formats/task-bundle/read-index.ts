import { checkRecord } from "../../base/check-record.ts";
import type { FileSet } from "../../base/file-set.ts";
import { isObject, type JsonObject } from "../../base/json/value.ts";
import { readJson } from "../../base/read-document.ts";
import { textOf } from "../../model/task-bundle.ts";
import { bundleRecord } from "../../model/task-bundle-records.ts";
import type { ReadOptions } from "../format.ts";
import { checkValues } from "./check-values.ts";
import { checkVersion } from "./version.ts";

/** `bundle.json` as it was read. */
export interface Index {
  readonly bundle: JsonObject;
  readonly bytes: Uint8Array;
}

/** Reads `bundle.json`; null if it is unreadable or of an unsupported major version. */
export async function readIndex(
  files: FileSet,
  { limits, findings }: ReadOptions,
): Promise<Index | null> {
  const options = { findings, maxBytes: limits.documentBytes, allowBom: true };
  const document = await readJson(files, "bundle.json", options);
  if (!document) return null;
  const { value, bytes } = document;
  const version = isObject(value) ? textOf(value, "schemaVersion") : null;
  if (version !== null && !checkVersion(version, findings)) return null;
  checkRecord(bundleRecord, value, { file: "bundle.json" }, findings);
  if (!isObject(value)) return null;
  checkValues(value, findings);
  return { bundle: value, bytes };
}
