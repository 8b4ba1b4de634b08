import * as z from "zod";
import type { Json, JsonObject } from "../base/json/value.ts";
import { asText, isObject } from "../base/json/value.ts";
import type { StateHead } from "../model/state.ts";

/** The work session a bundle belongs to; who may resume it asks for these. */
export const sessionSchema = z.strictObject({
  session_id: z.string().optional(),
  task_id: z.string().optional(),
  user_id: z.string().optional(),
  handed_off_from: z.string().optional(),
});

/** What a manifest with sessions and units says about the whole state. */
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
