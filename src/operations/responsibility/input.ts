import * as z from "zod";
import { isObject } from "../../base/json/value.ts";
import { responsibilityStatuses } from "../../curator/responsibilities/bodies.ts";
import type { ResponsibilityRow } from "../../curator/responsibilities/tables/registry.ts";

/** A responsibility in an operation's output. */
export const responsibilitySchema = () =>
  z.object({
    id: z.string(),
    workspace_id: z.string(),
    name: z.string().nullable(),
    chief_of_staff_id: z.string(),
    status: z.enum(responsibilityStatuses),
    capability_path: z.string(),
    created_at: z.string(),
    updated_at: z.string(),
    retired_at: z.string().nullable(),
    metadata: z.record(z.string(), z.json()),
  });

/** A row of the registry with its metadata as an object. */
export function shownResponsibility({ metadata_json, ...row }: ResponsibilityRow) {
  const metadata: unknown = JSON.parse(metadata_json ?? "{}");
  return {
    ...row,
    metadata: (isObject(metadata) ? metadata : {}) as Record<string, z.core.util.JSONType>,
  };
}
