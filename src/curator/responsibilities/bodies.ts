import * as z from "zod";
import { at, by, id, json, text } from "../tables/values.ts";

/** Every status of a responsibility. */
export const responsibilityStatuses = ["draft", "active", "suspended", "retired"] as const;
/** Whether a responsibility takes part in the workspace. */
export type ResponsibilityStatus = (typeof responsibilityStatuses)[number];

/** The changes of a status that exist, by the event that records each. */
export const responsibilitySteps = {
  responsibility_activated: { from: ["draft", "suspended"], to: "active" },
  responsibility_suspended: { from: ["active"], to: "suspended" },
  responsibility_retired: { from: ["draft", "active", "suspended"], to: "retired" },
} as const satisfies Readonly<
  Record<
    string,
    { readonly from: readonly ResponsibilityStatus[]; readonly to: ResponsibilityStatus }
  >
>;

/** An event that changes the status of a responsibility. */
export type ResponsibilityStep = keyof typeof responsibilitySteps;

/** Every change of a status, as `from>to`. */
export const responsibilityArrows: readonly string[] = Object.values(responsibilitySteps).flatMap(
  ({ from, to }) => from.map((before) => `${before}>${to}`),
);

/** A responsibility as it was registered, or as its manifest was read again. */
export const registeredSchema = z.object({
  at,
  ...by,
  name: text(200).nullish(),
  chief_of_staff_id: id,
  capability_path: text(1024),
  metadata: json.nullish(),
});
/** A change of a responsibility's status. */
export const statusSchema = z.object({ at, ...by, from: text(16), note: text(2000).nullish() });

/** What an artifact of the lineage is. */
export const artifactTypes = [
  "dataset",
  "visualization",
  "report",
  "model",
  "document",
  "context_bundle",
] as const satisfies readonly string[];

/** Where an artifact comes from. */
export const artifactSources = ["event", "mandate_run", "request", "manual"] as const;

/** An artifact of the lineage. The word `artifact` in a key would name a blob of the ledger. */
export const lineageRegisteredSchema = z.object({
  at,
  id: text(256).min(1),
  type: text(32),
  uri: text(4096),
  source_type: z.enum(artifactSources),
  source_id: text(512),
  metadata: json.nullish(),
});

/** What was made of which artifacts. */
export const lineageLinkedSchema = z.object({
  at,
  inputs: z.array(text(256).min(1)).min(1).max(1000),
  output: text(256).min(1),
  tool_name: text(200).min(1),
  guardrail_clause: text(200).min(1),
});
