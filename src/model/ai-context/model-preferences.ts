/**
 * Reads the model policy. Older bundles have it in other shapes: nested under `model`, with
 * `default_model` and `allowed_models`, or as YAML in the body. All are mapped to the canonical
 * names before the schema is applied.
 */

import { checkRecord } from "../../base/check-record.ts";
import type { Findings } from "../../base/findings.ts";
import { isObject, type Json, type JsonObject } from "../../base/json/value.ts";
import { excerpt } from "../../base/text/text.ts";
import { FRONT_MATTER_BYTES } from "../../base/yaml/front-matter.ts";
import { parseYaml } from "../../base/yaml/yaml.ts";
import type { ContextFile } from "./context-file.ts";
import { type ModelPreferences, modelPreferencesType } from "./records.ts";

const FIELDS = [
  "preferred_model",
  "fallback_models",
  "capability_overrides",
  "last_detected_model",
  "enforcement_mode",
  "action_required",
  "last_checked_at",
  "guardrail_clause",
];

/** Reads the model policy under its canonical names, whichever of the older shapes it has. */
export function readPreferences(
  { frontMatter, body }: Pick<ContextFile, "frontMatter" | "body">,
  file: string,
  findings: Findings,
): ModelPreferences | null {
  const record = canonicalOf(frontMatter ?? {}, body);
  if (!checkRecord(modelPreferencesType, record, { file }, findings)) return null;
  checkAction(record, file, findings);
  return record;
}

/** Front matter wins; the body is only searched if no model is named there. */
function canonicalOf(frontMatter: JsonObject, body: string): JsonObject {
  const inFront = withNested(frontMatter);
  const places = inFront.some(namesModel) ? inFront : [...inFront, ...withNested(bodyFields(body))];
  const record: Record<string, Json> = {};
  for (const field of FIELDS) {
    const value = firstOf(places, field);
    if (value !== undefined) record[field] = value;
  }
  const preferred = record.preferred_model ?? firstOf(places, "default_model");
  if (preferred !== undefined) record.preferred_model = preferred;
  const allowed = firstOf(places, "allowed_models");
  if (record.fallback_models === undefined && allowed !== undefined) {
    // The older list names the preferred model among the allowed ones.
    record.fallback_models = Array.isArray(allowed)
      ? allowed.filter((model) => model !== preferred)
      : allowed;
  }
  return record;
}

function withNested(fields: JsonObject): readonly JsonObject[] {
  return isObject(fields.model) ? [fields, fields.model] : [fields];
}

function namesModel(fields: JsonObject): boolean {
  return fields.preferred_model !== undefined || fields.default_model !== undefined;
}

/** Own keys only: the fields come from a file of someone else. */
function firstOf(places: readonly JsonObject[], key: string): Json | undefined {
  for (const fields of places) if (Object.hasOwn(fields, key)) return fields[key];
  return undefined;
}

/**
 * Fields in the body: in its first fenced block of YAML, or the body itself up to the drift log, which a
 * check appends. Bounded like front matter.
 */
function bodyFields(body: string): JsonObject {
  const text = /^```ya?ml[ \t]*\r?\n(.*?)^```/ms.exec(body)?.[1] ?? beforeLog(body);
  if (text.length > FRONT_MATTER_BYTES) return {};
  const { value, faults } = parseYaml(text);
  return faults.length === 0 && isObject(value) ? value : {};
}

function beforeLog(body: string): string {
  const log = body.search(/^##[ \t]+drift log[ \t]*\r?$/im);
  return log === -1 ? body : body.slice(0, log);
}

function checkAction(
  { action_required: action, enforcement_mode: mode }: ModelPreferences,
  file: string,
  findings: Findings,
): void {
  const place = { file, pointer: "/action_required" };
  if (action && !/^(?:none|auto_switch|notify_[a-z0-9][a-z0-9_@.-]{0,63})$/.test(action)) {
    const message = `Unknown action "${excerpt(action)}"; it means that the steward is notified`;
    findings.warn("W_UNKNOWN_ENUM", place, message);
  }
  if (action === "none" && mode === "enforce") {
    findings.warn("W_POLICY", place, 'The mode is "enforce", but no action is required');
  }
}
