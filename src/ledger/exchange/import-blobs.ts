import * as z from "zod";
import type { Findings } from "../../base/findings.ts";
import type { Transaction } from "../../stores/store.ts";
import { recordAliases, resolveAlias } from "../artifacts.ts";
import { redactionEvents } from "../maintenance.ts";
import { isRedacted } from "../tables/redactions.ts";
import { findText, type Text, toText } from "../texts.ts";
import type { UnitOfWork } from "../unit-of-work.ts";
import type { LogSource } from "./log-source.ts";

/** What was imported of blobs. */
export const blobCountsSchema = () =>
  z.object({
    artifacts: z.number(),
    aliases: z.number(),
    missing: z.number(),
    redacted: z.number(),
  });

/** What was imported of blobs. */
export type BlobCounts = z.infer<ReturnType<typeof blobCountsSchema>>;

/** Imports the blobs that imported events name. */
export interface BlobImport {
  readonly counts: BlobCounts;
  /** Stores an artifact, and the artifacts that are named in it. */
  importArtifact(tx: Transaction, id: string, line?: number): Promise<void>;
  /**
   * Stores what looks like an artifact's name in a line that is not understood, if the source has
   * it.
   */
  importMentioned(tx: Transaction, text: string): Promise<void>;
  /** A text that a history names: to be stored, present already or redacted. Null when it is missing. */
  importText(tx: Transaction, name: string, line: number): Promise<Text | "present" | null>;
  /**
   * Records what the source states about its blobs: foreign ids, and texts that were redacted
   * there.
   */
  finish(unit: UnitOfWork): Promise<void>;
}

const HEX_NAME = /(?<![0-9a-f])[0-9a-f]{64}(?![0-9a-f])/g;

function namesIn(text: string): string[] {
  return [...text.matchAll(HEX_NAME)].map(([name]) => name);
}

/** Blobs of a source; each is read once. */
export function createBlobImport(source: LogSource, findings: Findings): BlobImport {
  const counts: BlobCounts = { artifacts: 0, aliases: 0, missing: 0, redacted: 0 };
  const aliases = new Map<string, string>();
  const redacted = new Set<string>();
  const work: BlobContext = { source, findings, counts, aliases, redacted };
  const seen = new Set<string>();
  const file = source.log.path;

  /** Stores blobs and everything they name; returns those that the source does not have. */
  async function keepAll(tx: Transaction, ids: readonly string[], line?: number) {
    const wanted = [...ids];
    const lacking = new Set<string>();
    for (let next = wanted.pop(); next !== undefined; next = wanted.pop()) {
      if (seen.has(next)) continue;
      seen.add(next);
      const inner = await importBlob(work, tx, { id: next, line });
      if (inner === null) lacking.add(next);
      else wanted.push(...inner);
    }
    return lacking;
  }

  return {
    counts,
    async importArtifact(tx, id, line) {
      if (!(await keepAll(tx, [id], line)).has(id)) return;
      if ((await findText(tx, await resolveAlias(tx, id))).state === "present") return;
      counts.missing++;
      findings.warn("W_NO_CONTENT", { file, line }, `Artifact ${id} is referred to but missing`);
    },
    importMentioned: async (tx, text) => void (await keepAll(tx, namesIn(text))),
    importText: (tx, name, line) => importText(work, tx, { name, line }),
    async finish(unit) {
      await recordAliases(unit, aliases);
      const unrecorded: string[] = [];
      for (const name of redacted) if (!(await isRedacted(unit.tx, name))) unrecorded.push(name);
      await unit.append(redactionEvents(unit.newId(), unrecorded, { actor: null }));
    },
  };
}

interface BlobContext {
  readonly source: LogSource;
  readonly findings: Findings;
  readonly counts: BlobCounts;
  readonly aliases: Map<string, string>;
  readonly redacted: Set<string>;
}

/**
 * Stores one blob and returns what it names; null if the source does not have it. Bytes that do not
 * match a name that claims to be a SHA-256 are an error, or a swapped blob would be accepted.
 */
async function importBlob(
  { source, findings, counts, aliases }: BlobContext,
  tx: Transaction,
  { id, line }: { readonly id: string; readonly line: number | undefined },
): Promise<string[] | null> {
  const found = await source.blob(source.aliases.get(id) ?? id);
  if (found === null) return null;
  const { bytes, sha256 } = found;
  if (sha256 !== id && !source.aliases.has(id) && source.strictNames) {
    const place = { file: source.log.path, line };
    findings.error("E_BLOB", place, `The bytes of artifact ${id} do not match its SHA-256`);
    return [];
  }
  await tx.artifacts.put(sha256, bytes);
  aliases.set(id, sha256);
  counts.artifacts++;
  if (sha256 !== id) counts.aliases++;
  return namesIn(Buffer.from(bytes).toString("latin1"));
}

/** Finds a text here or in the source. What was redacted there stays redacted here. */
async function importText(
  { source, findings, redacted, counts }: BlobContext,
  tx: Transaction,
  { name, line }: { readonly name: string; readonly line: number },
): Promise<Text | "present" | null> {
  if ((await findText(tx, name)).state === "present") return "present";
  const found = await source.blob(name);
  if (found?.sha256 === name) return toText(found.bytes);
  if (found === null && source.redacted.has(name)) {
    if (!redacted.has(name)) counts.redacted++;
    redacted.add(name);
    return "present";
  }
  const state = found === null ? "is missing" : "was altered";
  findings.error("E_BLOB", { file: source.log.path, line }, `The text ${name} ${state}`);
  return null;
}
