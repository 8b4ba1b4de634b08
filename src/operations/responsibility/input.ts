import type * as z from "zod";
import { isObject } from "../../base/json/value.ts";
import type { ResponsibilityRow } from "../../curator/responsibilities/tables/registry.ts";

/** A row of the registry with its metadata as an object. */
export function shownResponsibility({ metadata_json, ...row }: ResponsibilityRow) {
  const metadata: unknown = JSON.parse(metadata_json ?? "{}");
  return {
    ...row,
    metadata: (isObject(metadata) ? metadata : {}) as Record<string, z.core.util.JSONType>,
  };
}
