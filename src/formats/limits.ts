/**
 * How much of a bundle is read before it is refused. A bundle may come from anyone, so everything
 * that grows with its content has a bound. Every number can be overridden by name, up to
 * `highestLimits`.
 */
export interface Limits {
  /** Bytes of a small JSON or YAML file (manifest, schema, metadata). */
  readonly documentBytes: number;
  /** Values in a small JSON file of a state: every wrong one costs memory to report. */
  readonly documentValues: number;
  /** Bytes of the file with the entries, items or file index. */
  readonly snapshotBytes: number;
  readonly entries: number;
  /** Bytes of one entry's content. */
  readonly contentBytes: number;
  readonly lineBytes: number;
  readonly jsonlBytes: number;
  /** Members of an archive. */
  readonly members: number;
  readonly unpackedBytes: number;
  /** Unpacked bytes per packed byte: a higher ratio looks like a decompression bomb. */
  readonly ratio: number;
}

const KiB = 1024;
const MiB = 1024 * KiB;
const GiB = 1024 * MiB;

const state: Limits = {
  documentBytes: MiB,
  documentValues: 20_000,
  snapshotBytes: 16 * MiB,
  entries: 25_000,
  contentBytes: MiB,
  lineBytes: MiB,
  jsonlBytes: GiB,
  members: 10_000,
  unpackedBytes: 256 * MiB,
  ratio: 100,
};

/** The default limits of each format; one table, so that they can be compared. */
export const limitsByFormat = {
  "working-context": state,
  "ocf-kit": state,
  ocf: state,
  "context-bundle": { ...state, contentBytes: 16 * MiB },
  "task-bundle": {
    ...state,
    snapshotBytes: GiB,
    entries: 1_000_000,
    jsonlBytes: 64 * GiB,
    members: 1_000_000,
    unpackedBytes: 64 * GiB,
    ratio: 200,
  },
  "ai-context": { ...state, entries: 1_000 },
} satisfies Record<string, Limits>;

/** The most that the user's configuration may allow; `--limit` may allow more. */
export const highestLimits: Limits = {
  documentBytes: 64 * MiB,
  documentValues: 1_000_000,
  snapshotBytes: GiB,
  entries: 1_000_000,
  contentBytes: 64 * MiB,
  lineBytes: 64 * MiB,
  jsonlBytes: 64 * GiB,
  members: 1_000_000,
  unpackedBytes: 64 * GiB,
  ratio: 1_000,
};

/** The most that any format allows: for an archive whose format is not known before it is read. */
export const widestLimits: Limits = limitsByFormat["task-bundle"];

/** The default limits of a format; the widest ones for a format without a line in the table. */
export function limitsOf({ name }: { readonly name: string }): Limits {
  const table: Readonly<Record<string, Limits>> = limitsByFormat;
  const own = Object.hasOwn(table, name) ? table[name] : undefined;
  return own ?? widestLimits;
}
