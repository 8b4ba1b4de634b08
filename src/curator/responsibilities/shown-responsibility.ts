import type * as z from "zod";
import { isObject } from "../../base/json/value.ts";
import type { ResponsibilityRow } from "./tables/registry.ts";

/** A row of the registry with its metadata as an object. */
export function shownResponsibility({ metadata_json, ...row }: ResponsibilityRow) {
  const metadata: unknown = JSON.parse(metadata_json ?? "{}");
  return {
    ...row,
    metadata: (isObject(metadata) ? metadata : {}) as Record<string, z.core.util.JSONType>,
  };
}

/** What a search among responsibilities looks at, besides id and name. */
export function termsIn({
  intent_tags,
  mandates,
  tools,
}: Readonly<Record<string, unknown>>): string[] {
  return [intent_tags, mandates, tools].flat().filter((term) => typeof term === "string");
}
