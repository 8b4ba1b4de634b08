import * as z from "zod";
import { bundleStatuses } from "../ingestion/bodies.ts";
import { type Bundle, requestsOf } from "../ingestion/metadata.ts";
import { contentFault, metadataState } from "./bundles.ts";
import type { Place } from "./workspace.ts";

/** The id of a bundle; it names a folder. */
export const bundleId = z
  .string()
  .regex(/^[A-Za-z0-9][A-Za-z0-9_@.-]{0,127}$/, { error: "not the id of a bundle" })
  .refine((text) => !text.includes(".."), { error: "not the id of a bundle" })
  .describe("Id of the bundle");

/** A bundle in an operation's output. */
export const bundleSchema = () =>
  z.object({
    bundle_id: z.string(),
    origin: z.string(),
    scope: z.string(),
    ingestion_status: z.enum(bundleStatuses),
    primary_responsibilities: z.array(z.string()),
    suggested_responsibilities: z.array(z.string()),
    review: z.object({ decision: z.string(), reason: z.string() }).nullable(),
    request_id: z.string().nullable(),
    rfa_ids: z.array(z.string()),
    created_at: z.string(),
    updated_at: z.string(),
    files: z.number(),
    /** Whether `bundle.yaml` is what the record says. */
    metadata: z.enum(["current", "earlier", "missing", "changed"]),
    /** What is wrong with the content. */
    fault: z.string().nullable(),
  });

/** A bundle as commands show it, with the state of its files. */
export function shownBundle(
  place: Place,
  bundle: Bundle,
): z.infer<ReturnType<typeof bundleSchema>> {
  const { row, review } = bundle;
  return {
    bundle_id: bundle.id,
    origin: row.origin,
    scope: row.scope,
    ingestion_status: row.ingestion_status,
    primary_responsibilities: [...bundle.primary],
    suggested_responsibilities: [...bundle.suggested],
    review: review === null ? null : { decision: review.decision, reason: review.reason },
    request_id: row.request_id,
    rfa_ids: [...new Set(bundle.events.flatMap(requestsOf))],
    created_at: row.created_at,
    updated_at: row.updated_at,
    files: bundle.content.length,
    metadata: metadataState(place, bundle),
    fault: contentFault(place, bundle),
  };
}
