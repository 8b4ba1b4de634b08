/**
 * `history/carried.json`: what a conversion could not express in the target. It is bound to the
 * target's content by hashes (`guards`), so that an edit made after the conversion is noticed and
 * wins. Its content is as untrusted as the rest of a bundle; `restore-keys.ts` only uses what does
 * not change what the bundle itself shows.
 */

import * as z from "zod";
import type { FileSet } from "../../base/file-set.ts";
import { createFindings, type Findings } from "../../base/findings.ts";
import { JSON_LIMITS } from "../../base/json/parse.ts";
import type { Json } from "../../base/json/value.ts";
import { readJson } from "../../base/read-document.ts";
import { type FormatName, formatNames } from "../../formats/registry.ts";
import { CARRIED_FILE } from "./carried-facts.ts";

/** Wider than for a document: carried values are nested deeper, and the trail is part of the file. */
const LIMITS = {
  maxBytes: 256 * 1024 * 1024,
  maxDepth: JSON_LIMITS.maxDepth + 4,
  maxValues: 3_000_000,
};
const members = z.record(z.string(), z.looseObject({}));
const names = z.record(z.string(), z.array(z.string()));

const carriedSchema = z.object({
  version: z.literal(1),
  from: z.enum(formatNames),
  to: z.string(),
  /** Keys of the source's documents that the target has no field for. */
  files: members,
  /** Keys of the source's entries, by namespace and id. */
  entries: members,
  /** Lines of the source's trail that the target encodes differently or not at all. */
  trail: z.array(
    z.object({
      /** The target's line that it replaces, or that it follows. */
      line: z.int().min(0),
      value: z.unknown(),
      /** The line's own text, when writing the value would give another one. */
      raw: z
        .string()
        .regex(/^[^\n]*$/)
        .optional(),
      /** SHA-256 of the target's line; absent when the target has none. */
      guard: z.string().optional(),
    }),
  ),
  /** Keys that mapping back would add and that the source did not have. */
  absent: z.object({ files: names, entries: names }),
  /** Entries that exist only here, because the target cannot contain them. */
  outside: z.array(z.string()),
  /** The source's order of entries, when some exist only here. */
  order: z.array(z.string()),
  /** Ids that had to change to stay unique: from the target's identity to the source's. */
  renamed: z.record(z.string(), z.string()),
  /** SHA-256 of the target's entries when they were written, to see what was edited since. */
  guards: z.record(z.string(), z.string()),
  /** What the source itself had carried from an earlier conversion. */
  before: z.looseObject({}).nullable(),
});

/** What a conversion could not put into the target's own files. */
export type Carried = z.infer<typeof carriedSchema>;

/** A document that carries nothing yet. */
export function emptyCarried(from: FormatName, to: string, before: Carried | null): Carried {
  return {
    version: 1,
    from,
    to,
    files: {},
    entries: {},
    trail: [],
    absent: { files: {}, entries: {} },
    outside: [],
    order: [],
    renamed: {},
    guards: {},
    before,
  };
}

/** Whether anything is carried at all. */
export function carriesAnything(carried: Carried): boolean {
  const { files, entries, trail, absent, renamed, before } = carried;
  const maps = [files, entries, absent.files, absent.entries, renamed];
  return before !== null || trail.length > 0 || maps.some((map) => Object.keys(map).length > 0);
}

/** Reads what a bundle of `format` carries; null with a warning when it cannot be used. */
export async function readCarried(
  files: FileSet,
  format: string,
  findings: Findings,
): Promise<Carried | null> {
  if (!(await files.get(CARRIED_FILE))) return null;
  const local = createFindings("lenient");
  const document = await readJson(files, CARRIED_FILE, { findings: local, ...LIMITS });
  const carried = document && local.errorCount() === 0 ? asCarried(document.value) : null;
  if (carried?.to === format) return carried;
  const why = carried ? `it belongs to a ${carried.to} bundle` : "it is damaged";
  findings.warn("W_CARRIED", { file: CARRIED_FILE }, `Ignored: ${why}`);
  return null;
}

/** A value as a carried document, or null. The value itself is returned, because it has the number spellings. */
export function asCarried(value: Json | unknown): Carried | null {
  return carriedSchema.safeParse(value).success ? (value as Carried) : null;
}

/** The value under a name that came from a file: never one that every object inherits, such as "constructor". */
export function carriedAt<Value>(
  map: Readonly<Record<string, Value>>,
  name: string,
): Value | undefined {
  return Object.hasOwn(map, name) ? map[name] : undefined;
}
