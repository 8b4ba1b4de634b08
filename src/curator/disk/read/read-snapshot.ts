import { formatCount } from "../../../base/text/format-count.ts";
import textPieces from "../../../base/token-counters/text-pieces.ts";
import type { Ledger } from "../../../ledger/ledger.ts";
import type { OperationContext } from "../../../runtime/operation-context.ts";
import { readStanding } from "../../bundle/metadata.ts";
import { collectRuns } from "../../files/runs.ts";
import { memoryMarkOf } from "../../freshness/watermarks.ts";
import type { Snapshot } from "../../mandates/mandate.ts";
import { keptEvents } from "../../memory/digest.ts";
import type { MemoryLine } from "../../memory/line.ts";
import type { MemoryMark } from "../../memory/reconcile.ts";
import {
  type Memory,
  type MemoryReading,
  reconcileMemory,
  startsAsRecorded,
} from "../../memory/reconcile.ts";
import { EVENTS } from "../../workspace/layout.ts";
import { clockOf } from "../../workspace/time.ts";
import { type AppendOnlyFile, readAppendOnly } from "../append-only-files.ts";
import { readKeptDigest } from "../kept-digest.ts";
import { readPolicy } from "../policies.ts";
import { newest, readRecord } from "../read-record.ts";
import type { DiskFiles } from "../responsibility-files.ts";
import type { OpenedBundle } from "./open-bundle.ts";
import { withReachableResults } from "./reachable-results.ts";

/** A line for the memory; its time is that of the mandate. */
export type UntimedLine = Omit<MemoryLine, "at">;

/** What decides how inputs are read. */
interface SnapshotRequest {
  readonly now?: string | undefined;
  /** The model in use, when the caller knows it. */
  readonly detected?: string | undefined;
  /** The steward's id, when it accepts a memory whose earlier lines changed. */
  readonly acceptMemoryBy?: string | undefined;
}

/** What a mandate reads, and what it has to note about it. */
export interface MandateSnapshot extends Snapshot {
  readonly files: DiskFiles;
  readonly memoryFile: AppendOnlyFile;
  /** Lines about what changed since the last run: a memory that was accepted, another policy. */
  readonly changes: readonly UntimedLine[];
}

/** Reads the files and the record of a responsibility, in one transaction of a connection that cannot write. */
export async function readSnapshot(
  context: OperationContext,
  { place, id, root, folder }: Pick<OpenedBundle, "place" | "id" | "root" | "folder">,
  { files, read }: { readonly files: DiskFiles; readonly read: Ledger["read"] },
  { now, detected, acceptMemoryBy }: SnapshotRequest,
): Promise<MandateSnapshot> {
  const { config } = place;
  const at = clockOf(now, context.now);
  const standing = readStanding(files);
  const mark = memoryMarkOf(standing);
  const policy = readPolicy(place, id);
  const recorded = await read((tx) =>
    readRecord(tx, {
      workspace: config.workspace_id,
      responsibility: id,
      at,
      maxEvents: config.recent_activity_max,
      folders: [root, place.root],
      notesFrom: mark.noted,
      responseSeconds: policy.queueLatencySeconds,
    }),
  );
  const record = withReachableResults(recorded, place, id);
  const memoryFile = readAppendOnly(root, EVENTS);
  const memory = openMemory(memoryFile.bytes, mark, acceptMemoryBy, {
    notes: record.notes,
    keep: keptEvents(config.recent_activity_max),
    kept: readKeptDigest(folder, memoryFile),
  });
  const seen = newest([record.detectedModel, collectRuns(files).summary.model]);
  return {
    responsibility: id,
    at,
    config,
    files,
    budget: { tokens: config.load_budget_tokens, count: textPieces.count },
    standing,
    record,
    memory,
    memoryFile,
    policy,
    detectedModel: detected ?? seen?.model ?? process.env.AI_RUNTIME_MODEL ?? "unknown",
    changes: [
      ...acceptedLine(id, acceptMemoryBy, mark, memory),
      ...policyLine(id, standing?.policy_sha256, policy.sha256),
    ],
  };
}

const EMPTY_SHA256 = "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855";

/** The memory as it is, unless lines that were recorded have changed and nobody accepted that. */
function openMemory(
  bytes: Uint8Array,
  mark: MemoryMark,
  acceptedBy: string | undefined,
  reading: MemoryReading,
): Memory {
  if (acceptedBy === undefined || startsAsRecorded(bytes, mark)) {
    return reconcileMemory(bytes, mark, reading);
  }
  const start = { ...mark, bytes: 0, sha256: EMPTY_SHA256, last_line: 0 };
  const memory = reconcileMemory(bytes, start, { ...reading, kept: null });
  // Lines from before are known or were changed by the person who accepts them: none is new.
  return { ...memory, added: [] };
}

/** The line that records who accepted a changed memory. */
function acceptedLine(
  responsibility: string,
  by: string | undefined,
  mark: MemoryMark,
  memory: Memory,
): readonly UntimedLine[] {
  if (by === undefined || memory.mark === mark) return []; // Nothing had changed.
  const facts = { responsibility, by, clause: "context.audit" };
  const text = `earlier lines were changed; ${formatCount(mark.last_line, "line")} had been recorded`;
  return [{ kind: "memory_accepted", facts, text }];
}

/** The line that records which policy is in force from now on, when it is another one than before. */
function policyLine(
  responsibility: string,
  before: unknown,
  now: string | null,
): readonly UntimedLine[] {
  const known = typeof before === "string" ? before : null;
  if (known === now) return [];
  const shown = (hash: string | null) => (hash === null ? "none" : `sha256:${hash}`);
  const facts = { responsibility, policy: shown(now), prev: shown(known) };
  return [{ kind: "policy_changed", facts, text: "the effective policy is another one" }];
}
