/**
 * Checks the one document of a context bundle: first the schema tag, which selects the record type,
 * then the lengths of lists, then the shape, then rules that a schema cannot express. The length
 * comes before the shape, because reporting a million wrong items would need more memory than
 * reading them.
 */

import { checkRecord } from "../../base/check-record.ts";
import type { Findings, Place } from "../../base/findings.ts";
import { pointerTo } from "../../base/json/pointer.ts";
import { isObject, type Json, type JsonObject } from "../../base/json/value.ts";
import { pathFault } from "../../base/paths.ts";
import { excerpt } from "../../base/text/text.ts";
import {
  type BundleDocument,
  type CompactionSummary,
  documentTypes,
  type HandoffBundle,
  isSchemaTag,
  itemTypes,
  type SchemaTag,
} from "../../model/context-documents.ts";
import type { ReadOptions } from "../format.ts";
import { checkToolCalls } from "./check-tool-calls.ts";

/** Where a check's findings go, and how long a list may be. */
export type CheckOptions = Pick<ReadOptions, "findings" | "limits">;

/** Checks a parsed file against the schema it names; null if it cannot be used as such. */
export function checkDocument(
  value: Json,
  file: string,
  { findings, limits }: CheckOptions,
): BundleDocument | null {
  const tag = isObject(value) ? value.schema : undefined;
  if (!isObject(value) || !isSchemaTag(tag)) {
    addSchemaFault(value, file, findings);
    return null;
  }
  const pointer = longListAt(value, limits.entries);
  if (pointer !== null) {
    const message = `A list of more than ${limits.entries}`;
    findings.error("E_LIMIT", { file, pointer }, message, { limit: limits.entries });
    return null;
  }
  if (!isDocument(value, tag, file, findings)) return null;
  checkRules(value, file, findings);
  return value;
}

/** Items are checked one by one, so that the faults of all of them are never in memory at once. */
function isDocument(
  value: JsonObject,
  tag: SchemaTag,
  file: string,
  findings: Findings,
): value is JsonObject & BundleDocument {
  const { items } = value;
  if (!Array.isArray(items))
    return checkRecord<BundleDocument>(documentTypes[tag], value, { file }, findings);
  const itemType = tag === "rip.context_bundle.v1" ? itemTypes.v1 : itemTypes.v2;
  let isUsable = checkRecord<BundleDocument>(
    documentTypes[tag],
    { ...value, items: [] },
    { file },
    findings,
  );
  for (const [index, item] of items.entries()) {
    const place = { file, pointer: `/items/${index}` };
    isUsable = checkRecord(itemType, item, place, findings) && isUsable;
  }
  return isUsable;
}

/** Depth is bounded by the JSON parser, so the recursion is too. */
function longListAt(value: Json, longest: number, pointer = ""): string | null {
  if (typeof value !== "object" || value === null) return null;
  if (Array.isArray(value) && value.length > longest) return pointer;
  for (const [key, member] of Object.entries(value)) {
    const found = longListAt(
      member,
      longest,
      typeof member === "object" ? pointerTo(pointer, key) : "",
    );
    if (found !== null) return found;
  }
  return null;
}

/**
 * A foreign tag is another format (`E_FORMAT`); an unknown one of ours is a newer version
 * (`E_VERSION`).
 */
function addSchemaFault(value: Json, file: string, findings: Findings): void {
  const place = { file, pointer: "/schema" };
  if (!isObject(value)) {
    findings.error("E_SHAPE", { file, pointer: "" }, "A context bundle is a JSON object");
    return;
  }
  const tag = value.schema;
  if (typeof tag !== "string") findings.error("E_SHAPE", place, '"schema" must be a string');
  else if (!tag.startsWith("rip.")) {
    findings.error("E_FORMAT", place, `Not a schema of context bundles: "${excerpt(tag)}"`);
  } else findings.error("E_VERSION", place, `Unknown schema "${excerpt(tag)}"`);
}

function checkRules(document: BundleDocument, file: string, findings: Findings): void {
  switch (document.schema) {
    case "rip.context_bundle.v1":
      return;
    case "rip.context_bundle.v2":
      document.items.forEach((item, index) => {
        if (item.type !== "file_ref") return;
        checkPath(item.path, { file, pointer: `/items/${index}/path` }, findings);
      });
      checkToolCalls(document.items, file, findings);
      return;
    case "rip.compaction_summary.v1":
      checkSummary(document, file, findings);
      return;
    case "rip.handoff_context_bundle.v1":
      checkHandoff(document, file, findings);
      return;
    default:
      document satisfies never;
  }
}

function checkSummary({ kind, coverage }: CompactionSummary, file: string, findings: Findings) {
  if (kind !== "cumulative_v1") {
    const message = `Unknown kind of summary "${excerpt(kind)}"; the known one is "cumulative_v1"`;
    findings.errorIfStrict(["E_ENUM", "W_UNKNOWN_ENUM"], { file, pointer: "/kind" }, message);
  }
  if (coverage.from_seq > coverage.to_seq) {
    const place = { file, pointer: "/coverage/to_seq" };
    findings.error("E_RANGE", place, "The coverage ends before it begins");
  } else if (kind === "cumulative_v1" && coverage.from_seq !== 0) {
    const place = { file, pointer: "/coverage/from_seq" };
    findings.warn("W_RANGE", place, "A cumulative summary begins at 0");
  }
}

function checkHandoff({ refs }: HandoffBundle, file: string, findings: Findings): void {
  for (const [index, { path }] of (refs?.files ?? []).entries()) {
    checkPath(path, { file, pointer: `${pointerTo("/refs/files", index)}/path` }, findings);
  }
}

function checkPath(path: string, place: Place, findings: Findings): void {
  const fault = pathFault(path);
  if (fault) findings.error("E_PATH", place, `The path "${excerpt(path)}" ${fault}`);
}
