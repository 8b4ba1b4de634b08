import * as z from "zod";
import { checkRecord, type RecordType } from "../base/check-record.ts";
import { createFindings } from "../base/findings.ts";
import { asText, copyKey, isObject, type Json, type JsonObject } from "../base/json/value.ts";
import type { Schema } from "../base/schema.ts";
import type { StateHead } from "../model/state.ts";

/** The work session that a bundle belongs to; resuming compares these values with the request. */
export const sessionSchema = z.strictObject({
  session_id: z.string().optional(),
  task_id: z.string().optional(),
  user_id: z.string().optional(),
  handed_off_from: z.string().optional(),
});

/** The keys of a record type, each with the schema of its value. */
export type Shape = Readonly<Record<string, Schema>>;

/**
 * Copies a key if its value is valid in the record type. A key of another format may have the same
 * name and another meaning; what does not fit is left for the converter to carry.
 */
export function copyValid(from: object, to: object, key: string, shape: Shape): void {
  if (!Object.hasOwn(shape, key) || !Object.hasOwn(from, key)) return;
  const schema = shape[key];
  const value: unknown = Reflect.get(from, key);
  if (schema !== undefined && z.safeParse(schema, value).success) copyKey(from, to, key);
}

/** Whether a value can be used as a record of a type, ignoring its unknown keys. */
export function isUsable(type: RecordType, value: JsonObject): boolean {
  const { schema } = type;
  // Reporting an unknown key costs many times as much as removing it first.
  const known = schema instanceof z.ZodObject ? knownKeys(value, schema.shape) : value;
  if (schema.safeParse(known).success) return true;
  return checkRecord(type, value, {}, createFindings("lenient"));
}

function knownKeys(value: JsonObject, shape: Shape): JsonObject {
  const known: Record<string, Json> = {};
  for (const key of Object.keys(value)) if (Object.hasOwn(shape, key)) copyKey(value, known, key);
  return known;
}

/** What a manifest with sessions and units states about the state as such. */
export function headOfManifest(
  manifest: JsonObject,
  refs: readonly (Json | undefined)[],
): Pick<StateHead, "agent_id" | "default_namespace" | "unit_source" | "unit_refs" | "session"> {
  return {
    ...(typeof manifest.agent_id === "string" ? { agent_id: manifest.agent_id } : {}),
    ...(typeof manifest.default_namespace === "string"
      ? { default_namespace: manifest.default_namespace }
      : {}),
    unit_source: asText(manifest.unit_source),
    unit_refs: refs.filter((ref): ref is string => typeof ref === "string"),
    ...(isObject(manifest.session) ? { session: manifest.session } : {}),
  };
}
