import * as z from "zod";
import type { Json, JsonObject } from "../../base/json/value.ts";
import type { Schema } from "../../base/schema.ts";
import { parseStoredAs } from "../../ledger/stored-json.ts";
import { metadataBytes } from "../../model/ai-context/write-yaml.ts";
import { type BundleContent, contentSchema } from "./bodies.ts";
import type { BundleEventRow, BundleRow } from "./tables.ts";

/** A bundle as the record has it. */
export interface Bundle {
  readonly id: string;
  readonly row: BundleRow;
  readonly primary: readonly string[];
  readonly suggested: readonly string[];
  readonly objectives: readonly string[];
  readonly content: readonly BundleContent[];
  readonly lineage: readonly string[];
  readonly review: { readonly decision: string; readonly reason: string } | null;
  readonly events: readonly BundleEventRow[];
}

const texts = z.array(z.string());
const review = z.object({ decision: z.string(), reason: z.string() }).nullable();
type JsonColumn = Extract<keyof BundleRow, `${string}_json`>;

/** A row of the record with its lists; our own projection wrote them. */
export function toBundle(row: BundleRow, events: readonly BundleEventRow[]): Bundle {
  const read = <Value>(schema: Schema<Value>, column: JsonColumn) => {
    const place = { table: "ingestion_bundles", column, row: row.bundle_id };
    return parseStoredAs(schema, row[column] ?? "null", place);
  };
  return {
    id: row.bundle_id,
    row,
    primary: read(texts, "primary_json"),
    suggested: read(texts, "suggested_json"),
    objectives: read(texts, "objectives_json"),
    content: read(z.array(contentSchema), "content_json"),
    lineage: read(texts, "lineage_json"),
    review: read(review, "review_json"),
    events,
  };
}

/** The ids of the requests that a step made or followed. */
export function requestsOf({ requests_json }: BundleEventRow): readonly string[] {
  const place = { table: "ingestion_events", column: "requests_json", row: null };
  return parseStoredAs(texts, requests_json, place);
}

/** The content of `bundle.yaml`: the six fields, and what the record knows besides. */
function bundleMetadata({ row, ...bundle }: Bundle): JsonObject {
  const history = bundle.events.map(
    (event): Json => ({
      from: event.old_status,
      to: event.new_status,
      at: event.created_at,
      by: event.created_by,
      rfa_ids: [...requestsOf(event)],
      memory: null,
    }),
  );
  return {
    origin: row.origin,
    primary_responsibilities: [...bundle.primary],
    suggested_responsibilities: [...bundle.suggested],
    scope: row.scope,
    bundle_ids: [bundle.id],
    ingestion_status: row.ingestion_status,
    workspace_id: row.workspace_id,
    created_at: row.created_at,
    updated_at: row.updated_at,
    content: bundle.content.map((file) => ({ ...file })),
    lineage_artifact_ids: [...bundle.lineage],
    review: bundle.review === null ? null : { ...bundle.review },
    status_history: history,
  };
}

/** The bytes of `bundle.yaml`; the same record gives the same bytes. */
export function bundleYaml(bundle: Bundle): Uint8Array {
  return metadataBytes(bundleMetadata(bundle));
}
