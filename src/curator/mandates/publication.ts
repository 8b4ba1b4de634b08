import { sha256 } from "../../base/hash.ts";
import { METADATA } from "../../model/ai-context/context-file.ts";
import { AUDIT_CLAUSE, formatAuditLine, REFRESHED } from "../audit/entry.ts";
import { bundleHash, stableHash } from "../bundle/hash.ts";
import { type StandingBundle, writeStanding } from "../bundle/metadata.ts";
import { wantsMemoryLine } from "../files/audit-clause.ts";
import { CURATOR } from "../files/provenance.ts";
import { takeWatermarks, watermarksAfter } from "../freshness/watermarks.ts";
import { authoredFiles, measureVolume } from "../hygiene/volume.ts";
import { alertFacts } from "../memory/alerts.ts";
import { foldLines, keptEvents } from "../memory/digest.ts";
import { formatMemoryLine } from "../memory/line.ts";
import {
  type KeptDigest,
  type Memory,
  type MemoryMark,
  markAfter,
  type NamedLines,
} from "../memory/reconcile.ts";
import type { ModelCheck } from "../model/check.ts";
import { AUDIT, BUNDLE } from "../workspace/layout.ts";
import type { MandateRecord, Metric, TelemetryIds } from "../workspace/record.ts";
import type { BuiltFiles } from "./build-files.ts";
import type { JudgedFiles } from "./build-within-limits.ts";
import type { MandateChoice, MandatePlan, PublishingSnapshot, Snapshot } from "./mandate.ts";
import type { Verdict } from "./volume-verdict.ts";

/** Nothing is published; the curated files, the measurement and a line of the memory remain. */
export function blockedPlan(
  { memory, at, responsibility }: Snapshot,
  { mandate }: MandateChoice,
  { block, verdict, curated, metrics }: JudgedFiles,
  { warnings, ids }: { readonly warnings: readonly string[]; readonly ids: TelemetryIds | null },
): MandatePlan {
  const facts = {
    responsibility,
    mandate: `${CURATOR}.${mandate}`,
    clause: "context.hygiene",
    ...alertFacts(ids, 0),
  };
  const text = `${block?.code}: ${block?.detail}`;
  const line = formatMemoryLine({ at, kind: "context_blocked", facts, text });
  return {
    publish: new Map([...curated.texts].map(([stem, text]) => [`${stem}.md`, text])),
    insights: null,
    append: [...memory.missing, line],
    audit: [],
    memory: null,
    record: {
      mandate,
      responsibility,
      at,
      metrics,
      changed: [],
      bundleHash: null,
      audit: null,
      expectedIds: ids,
      notes: notesOf(memory, [line]),
    },
    changed: [],
    unchanged: [...curated.texts.keys()],
    warnings,
    blocked: block,
    hashes: {},
    model: null,
    volume: verdict?.volume ?? null,
  };
}

/** What is published. */
export interface Publication {
  readonly curated: BuiltFiles;
  /** Null when the volume was not measured. */
  readonly verdict: Verdict | null;
  readonly model: ModelCheck | null;
  readonly insights: string | null;
  readonly warnings: readonly string[];
  readonly metrics: readonly Metric[];
  readonly recordsNotes: boolean;
}

/** The plan of a publication: the files that change, the lines of the memory, the measurements. */
export function planPublication(
  snapshot: PublishingSnapshot,
  { mandate, files: built }: MandateChoice,
  { curated, verdict, model, insights, warnings, metrics, recordsNotes }: Publication,
): MandatePlan {
  const { files, memory, record, responsibility, at, config, standing: before } = snapshot;
  const { texts } = curated;
  const hash = bundleHash(texts);
  const audit = auditLine(snapshot, mandate, texts, hash);
  const repeated = audit === null ? [] : repeatedInMemory(snapshot, mandate, hash);
  const own = [...curated.notes, ...repeated];
  const recorded = memory.added.length + own.length + (audit === null ? 0 : 1);
  const { append, lastLine, mark, kept } = memoryAfter(snapshot, curated, own, {
    recordsNotes,
    recorded,
  });
  const now = takeWatermarks(files, record, { lastLine, mark });
  const audit_line = audit === null ? snapshot.audit.lastLine : sha256(audit);
  const watermarks = { ...watermarksAfter(now, before, built), audit_line };
  const isSettled =
    before?.stable_hash === hash &&
    JSON.stringify(before.watermarks) === JSON.stringify(watermarks);
  const metadata = writeStanding(before, texts, {
    responsibility,
    workspace: config.workspace_id,
    watermarks,
    stableHash: hash,
    at: isSettled && typeof before?.updated_at === "string" ? before.updated_at : at,
    policyHash: snapshot.policy.sha256,
    ...measuredLines(snapshot, verdict),
  });
  const all = new Map([...texts].map(([stem, text]) => [`${stem}.md`, text]));
  all.set(METADATA, metadata);
  const publish = new Map(
    [...all].filter(([name, text]) => files.read(`${BUNDLE}/${name}`) !== text),
  );
  const changed = [...publish.keys()];
  return {
    publish,
    insights,
    append,
    audit: [...snapshot.audit.missing, ...(audit === null ? [] : [audit])],
    memory: kept,
    record: {
      mandate,
      responsibility,
      at,
      metrics,
      changed,
      bundleHash: hash,
      audit,
      expectedIds: recordsNotes && raisesAlert(metrics) ? record.nextIds : null,
      notes: notesOf(memory, own),
    },
    changed,
    unchanged: [...all.keys()].filter((name) => !publish.has(name)),
    warnings,
    blocked: null,
    hashes: Object.fromEntries([...texts].map(([stem, text]) => [stem, stableHash(text)])),
    model,
    volume: verdict?.volume ?? null,
  };
}

/** The memory after a run. */
interface MemoryAfter {
  /** Lines to append, notes that the file lacks first. */
  readonly append: readonly string[];
  readonly lastLine: string | null;
  readonly mark: MemoryMark;
  /** What the next run can continue from; null if it has to read the file again. */
  readonly kept: KeptDigest | null;
}

function memoryAfter(
  { memory, record, config }: Snapshot,
  curated: BuiltFiles,
  own: readonly string[],
  { recordsNotes, recorded }: { readonly recordsNotes: boolean; readonly recorded: number },
): MemoryAfter {
  const append = [...memory.missing, ...own];
  const keep = keptEvents(config.recent_activity_max);
  const digest = foldLines(memory.digest, own, keep);
  const { lastLine } = digest;
  // Lines that are not recorded now become notes at the next run, which must find them after the mark.
  if (!recordsNotes) return { append, lastLine, mark: memory.mark, kept: null };
  const mark = markAfter(memory, append, { end: record.streamEnd, recorded });
  const { bytes, sha256 } = mark;
  // Only complete lines can be continued.
  const endsWithLine = append.length > 0 || bytes === 0 || memory.bytes.at(-1) === 10;
  const kept = { bytes, sha256, keep, digest, named: namedAfter(memory, curated) };
  return { append, lastLine, mark, kept: endsWithLine ? kept : null };
}

/** The sizes in the metadata. A run without a verdict keeps those of the last one that measured. */
function measuredLines(
  { files, standing }: Snapshot,
  verdict: Verdict | null,
): Pick<StandingBundle, "authoredLines" | "totalLines" | "measured"> {
  const { authored_lines: authored, total_lines: total } = standing ?? {};
  if (verdict === null && typeof authored === "number" && typeof total === "number") {
    return { authoredLines: authored, totalLines: total, measured: null };
  }
  const volume = verdict?.volume ?? measureVolume(files);
  return {
    authoredLines: volume.authored_lines,
    totalLines: volume.total_lines,
    measured:
      verdict === null ? null : { files: authoredFiles(volume), prominence: volume.prominence_pct },
  };
}

function raisesAlert(metrics: readonly Metric[]): boolean {
  return metrics.some(({ alert }) => alert !== undefined);
}

/** What the next run need not look for again in the file as it was before this one. */
function namedAfter(memory: Memory, { named }: BuiltFiles): NamedLines {
  if (named === null) return memory.named;
  return { bytes: memory.bytes.length, lines: Object.fromEntries(named) };
}

function notesOf(memory: Memory, own: readonly string[]): MandateRecord["notes"] {
  return [
    ...memory.added.map((line) => ({ line, by: "person" as const })),
    ...own.map((line) => ({ line, by: "curator" as const })),
  ];
}

/** The line of the audit file that records the hash of the bundle, when the workspace wants one. */
function auditLine(
  { config: { evaluation_hook: hook }, audit, at, responsibility }: PublishingSnapshot,
  mandate: string,
  texts: ReadonlyMap<string, string>,
  hash: string,
): string | null {
  const { newest } = audit;
  const isSame = newest?.hash === hash;
  if (texts.size === 0 || hook === "off" || (hook === "on_change" && isSame)) return null;
  return formatAuditLine(
    { responsibility, mandate: `${CURATOR}.${mandate}` },
    {
      at,
      bundle: hash,
      prev: newest?.hash ?? null,
      prevLine: newest?.line ?? null,
      files: new Map([...texts].map(([stem, text]) => [stem, stableHash(text).slice(0, 12)])),
    },
  );
}

/** The line of the memory that a clause of the guardrails wants for each refresh; none without such a clause. */
function repeatedInMemory(
  { files, at, responsibility }: Snapshot,
  mandate: string,
  hash: string,
): readonly string[] {
  if (!wantsMemoryLine(files.read("guardrails.md") ?? "")) return [];
  const facts = {
    responsibility,
    mandate: `${CURATOR}.${mandate}`,
    bundle: `sha256:${hash}`,
    clause: AUDIT_CLAUSE,
  };
  return [formatMemoryLine({ at, kind: REFRESHED, facts, text: `recorded in ${AUDIT}` })];
}
