import { isObject } from "../../base/json/value.ts";
import { parseStored } from "../../ledger/stored-json.ts";
import type { RequestRow } from "./tables/rows.ts";

/** The bundles that a request is about. */
export function bundleIdsOf({
  payload_json,
  id,
}: Pick<RequestRow, "payload_json" | "id">): readonly string[] {
  const place = { table: "requests", column: "payload_json", row: id };
  const payload = parseStored(payload_json ?? "null", place);
  const ids = isObject(payload) && Array.isArray(payload.bundle_ids) ? payload.bundle_ids : [];
  return ids.filter((each) => typeof each === "string");
}
