/**
 * Writes YAML for this format without a library, because loading one would slow every start. Only
 * what front matter can contain is supported: strings, numbers, booleans, null, lists and maps.
 * Keys have a fixed order, so that the same content gives the same bytes.
 */

import { sha256 } from "../../base/hash.ts";
import { copyKey, isObject, type Json, type JsonObject } from "../../base/json/value.ts";
import type { ContextFile } from "./context-file.ts";

const encoder = new TextEncoder();

const FRONT_MATTER_KEYS = [
  "authored_by",
  "author_id",
  "created_at",
  "updated_at",
  "source",
  "context_role",
  "preferred_model",
  "fallback_models",
  "capability_overrides",
  "last_detected_model",
  "enforcement_mode",
  "action_required",
  "last_checked_at",
  "guardrail_clause",
  "responsibility_id",
  "workspace_id",
  "bundle_file",
  "update_mode",
  "content_sha256",
  "inputs",
];

const METADATA_KEYS = [
  "origin",
  "primary_responsibilities",
  "suggested_responsibilities",
  "scope",
  "bundle_ids",
  "ingestion_status",
  "workspace_id",
  "created_at",
  "updated_at",
  "content",
  "lineage_artifact_ids",
  "review",
  "status_history",
  "watermarks",
  "stable_hash",
];

/** A curated file built here: front matter in fixed key order, with the hash of the body, then the body. */
export function createContextFile(stem: string, fields: JsonObject, body: string): ContextFile {
  const bundle = { ...fields, bundle_file: stem, content_sha256: bodyHash(body) };
  const frontMatter = inOrder(bundle, FRONT_MATTER_KEYS);
  const bytes = encoder.encode(`---\n${toYaml(frontMatter)}---\n${body}`);
  return { stem, bytes, frontMatter, body };
}

/** The bytes of `bundle.yaml`, keys in fixed order and unknown ones last. */
export function metadataBytes(metadata: JsonObject): Uint8Array {
  return encoder.encode(toYaml(inOrder(metadata, METADATA_KEYS)));
}

/** The hash that a file records of its body, independent of its line ends. */
export function bodyHash(body: string): string {
  return sha256(body.replaceAll("\r\n", "\n"));
}

function inOrder(object: JsonObject, keys: readonly string[]): JsonObject {
  const out: JsonObject = {};
  for (const key of keys) copyKey(object, out, key);
  for (const key of Object.keys(object)) if (!Object.hasOwn(out, key)) copyKey(object, out, key);
  return out;
}

/** Block YAML of a map. A list inside a list is written as JSON, which YAML accepts. */
function toYaml(value: JsonObject, indent = ""): string {
  let out = "";
  for (const key of Object.keys(value)) {
    const member = value[key];
    if (member === undefined) continue;
    out += `${indent}${scalar(key)}:${nested(member, indent)}`;
  }
  return out;
}

function nested(value: Json, indent: string): string {
  if (Array.isArray(value)) {
    if (value.length === 0) return " []\n";
    return `\n${value.map((item: Json) => listItem(item, `${indent}  `)).join("")}`;
  }
  if (!isObject(value)) return ` ${scalar(value)}\n`;
  return Object.keys(value).length === 0 ? " {}\n" : `\n${toYaml(value, `${indent}  `)}`;
}

function listItem(item: Json, indent: string): string {
  // The first key of a map is on the line of its dash.
  if (isObject(item) && Object.keys(item).length > 0) {
    return `${indent}- ${toYaml(item, `${indent}  `).slice(indent.length + 2)}`;
  }
  return Array.isArray(item)
    ? `${indent}- ${JSON.stringify(item)}\n`
    : `${indent}-${nested(item, indent)}`;
}

const PLAIN = /^[A-Za-z0-9_/](?:[A-Za-z0-9_./@+#-]|:(?=[A-Za-z0-9_]))*$/;
const KEYWORD = /^(?:true|false|null|yes|no|on|off|y|n)$/i;
const NUMERIC = /^(?:0[xX].*|[0-9][0-9_.:eEoObB+-]*)$/;

/**
 * A text is written plain only if no reader of YAML 1.1 or 1.2 takes it for anything but a text or
 * a time: in 1.1 `no` is a boolean and `1:30` a number.
 */
function scalar(value: Json): string {
  if (typeof value !== "string") return JSON.stringify(value);
  const isPlain = PLAIN.test(value) && !KEYWORD.test(value) && !NUMERIC.test(value);
  return isPlain ? value : JSON.stringify(value);
}
