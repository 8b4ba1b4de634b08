import * as z from "zod";

/** What is in a run record. Everything in it may come from anyone: counts are bounded by the size of the record. */

const text = () => z.string().max(8192);
const count = () => z.number().int().nonnegative();

const versionSchema = z.object({
  /** `<sequence>.<place>`, unique in a chain. */
  id: text(),
  bytes: count(),
  modified_ms: z.number(),
  mode: count(),
  /** The version whose parts the numbers in `parts` refer to. */
  base: text().optional(),
  /** `<sha256>:<bytes>`, or how many parts are those of `base` at the same place. */
  parts: z.array(z.union([z.string().max(80), count()])),
});

/** The content of a file as a run record has it. */
export type VersionRecord = z.infer<typeof versionSchema>;

const fileSchema = z.object({
  agent: text(),
  place: text(),
  path: text(),
  kind: z.enum(["log", "document", "database"]),
  /** By which the machine that wrote the record knows the file to be unchanged. */
  stamp: text(),
  current: text(),
  earlier: z.array(text()),
});

/** A file as a run record has it. */
export type FileRecord = z.infer<typeof fileSchema>;

const sessionSchema = z.object({
  agent: text(),
  id: text(),
  title: text().nullable(),
  cwd: text().nullable(),
  bytes: count(),
  modified_ms: z.number(),
  /** Keys of its files (`place/path`), the main one first. */
  files: z.array(text()).min(1),
  /** Stamps of the folders that are its own, by their keys. */
  folders: z.array(z.tuple([text(), text()])),
  kept_since: text(),
  gone: z
    .object({ last_seen_at: text(), missing_since: text(), versions: z.array(text()) })
    .nullable(),
});

/** A session as a run record has it. */
export type SessionRecord = z.infer<typeof sessionSchema>;

const tombstoneSchema = z.object({
  agent: text(),
  id: text(),
  at: text(),
  /** Set for a session that was pruned: it is kept again once it was written to after this. */
  modified_ms: z.number().optional(),
});

/** A run record. A full one describes everything; any other what changed since the one before it. */
export const runSchema = z.object({
  format: z.literal("holdall-kept-run"),
  version: z.literal(1),
  chain: text(),
  sequence: count().min(1),
  /** SHA-256 of the record before it; null for the first one. */
  previous: text().nullable(),
  at: text(),
  host: text(),
  home_folder: text(),
  full: z.boolean(),
  /** Whether sessions were removed, so that what is before it must be removed, too. */
  base: z.boolean(),
  versions: z.array(versionSchema),
  files: z.array(fileSchema),
  sessions: z.array(sessionSchema),
  forgotten: z.array(tombstoneSchema),
});

/** A run record. */
export type RunRecord = z.infer<typeof runSchema>;

/** The key of a file in a chain. */
export function fileKey(agent: string, place: string, path: string): string {
  return `${agent}/${place}/${path}`;
}

/** The key of a session in a chain. */
export function sessionKey({ agent, id }: Pick<SessionRecord, "agent" | "id">): string {
  return `${agent}/${id}`;
}
