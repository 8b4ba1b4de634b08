import * as z from "zod";
import { sha256 } from "../../base/hash.ts";
import { at, by, id, text } from "../tables/values.ts";

/** The steps of ingestion, in the only order there is. */
export const bundleStatuses = ["pending", "registered", "dispatched", "retired"] as const;
/** Where a bundle is in its ingestion. */
export type BundleStatus = (typeof bundleStatuses)[number];

/** The changes of a status that exist, by the event that records each. */
export const bundleSteps = {
  ingestion_registered: { from: "pending", to: "registered" },
  ingestion_dispatched: { from: "registered", to: "dispatched" },
  ingestion_retired: { from: "dispatched", to: "retired" },
} as const satisfies Readonly<
  Record<string, { readonly from: BundleStatus; readonly to: BundleStatus }>
>;

/** An event that changes the status of a bundle. */
export type BundleStep = keyof typeof bundleSteps;

/** Every change of a status, as `from>to`. */
export const bundleArrows: readonly string[] = Object.values(bundleSteps).map(
  ({ from, to }) => `${from}>${to}`,
);

/** A file of a bundle. */
export const contentSchema = z.object({
  path: text(1024).min(1),
  sha256: z.string().regex(/^[0-9a-f]{64}$/),
  bytes: z.int().min(0),
  lines: z.int().min(0),
});
/** A file of a bundle. */
export type BundleContent = z.infer<typeof contentSchema>;

const ids = z.array(id).max(1000);

/** A bundle as it was prepared. */
export const createdSchema = z.object({
  at,
  ...by,
  origin: z.enum(["workspace_ingestion", "user_cli", "system_derived"]),
  scope: text(200).min(1),
  objectives: z.array(text(2000)).max(100).default([]),
  primary: ids,
  suggested: ids,
  content: z.array(contentSchema).min(1).max(10_000),
  /** Ids of artifacts of the lineage. */
  lineage: z.array(text(256)).max(10_000),
  /** The request that asks the steward to take it in. */
  request: id.nullish(),
});
/** A step of a bundle. `primary` is the steward's routing, where the step sets it. */
export const stepSchema = z.object({
  at,
  ...by,
  primary: ids.nullish(),
  requests: ids.default([]),
  note: text(2000).nullish(),
});

/** The steward's decision about a bundle. */
export const reviewedSchema = z.object({
  at,
  ...by,
  decision: z.enum(["accepted", "rejected"]),
  reason: text(2000),
});

/** A file of the drop folder as a scan found it. */
export const seenSchema = z.object({
  at,
  path: text(1024).min(1),
  size: z.int().min(0),
  mtime: z.int(),
  sha256: z.string().regex(/^[0-9a-f]{64}$/),
});

/** A file of the drop folder that was taken in. */
export const takenSchema = z.object({
  at,
  path: text(1024).min(1),
  sha256: z.string().regex(/^[0-9a-f]{64}$/),
  bundle: text(128).min(1),
  lineage: text(256).min(1),
});

/** The hash over the names and the content of a bundle's files, whatever their order. */
export function contentHash(content: readonly BundleContent[]): string {
  const lines = content.map((file) => `${file.path} ${file.sha256}\n`);
  return sha256(lines.sort().join(""));
}
