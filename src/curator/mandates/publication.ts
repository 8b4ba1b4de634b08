import type { JsonObject } from "../../base/json/value.ts";
import { coreFiles, METADATA } from "../../model/ai-context/context-file.ts";
import { bundleHash, stableHash } from "../bundle/hash.ts";
import { type StandingBundle, writeStanding } from "../bundle/metadata.ts";
import { CURATOR } from "../files/provenance.ts";
import { takeWatermarks, watermarksAfter } from "../freshness/watermarks.ts";
import { authoredFiles, measureVolume } from "../hygiene/volume.ts";
import { noteLine } from "../memory/compaction.ts";
import { foldLines, keptEvents, REFRESHED } from "../memory/digest.ts";
import { type KeptDigest, type Memory, markAfter, type NamedLines } from "../memory/reconcile.ts";
import type { ModelCheck } from "../model/check.ts";
import { BUNDLE } from "../workspace/layout.ts";
import type { MandateRecord, Metric } from "../workspace/record.ts";
import type { MandateChoice, MandateInput, MandatePlan } from "./mandate.ts";
import type { Staged } from "./stage.ts";
import type { Verdict } from "./volume-verdict.ts";

/** A publication that has to wait. */
export interface Blocked extends Verdict {
  readonly staged: Staged;
  readonly volumes: readonly Metric[];
}

/** Nothing is published; the staged files, the measurement and a line of the memory remain. */
export function blockedPlan(
  input: MandateInput,
  { mandate }: MandateChoice,
  { block, volume, staged, warnings, volumes }: Blocked,
): MandatePlan {
  const { memory, at, responsibility } = input;
  const facts = { responsibility, mandate: `${CURATOR}.${mandate}`, clause: "context.hygiene" };
  const line = noteLine(at, "context_blocked", facts, `${block?.code}: ${block?.detail}`);
  return {
    publish: new Map([...staged.texts].map(([stem, text]) => [`${stem}.md`, text])),
    insights: null,
    append: [...memory.missing, line],
    memory: null,
    record: {
      mandate,
      responsibility,
      at,
      metrics: volumes,
      changed: [],
      bundleHash: null,
      expectedIds: null,
      notes: notesOf(memory, [line]),
    },
    changed: [],
    unchanged: [...staged.texts.keys()],
    warnings,
    blocked: block,
    hashes: {},
    model: null,
    volume,
  };
}

/** What is published. */
export interface Publication {
  readonly staged: Staged;
  readonly before: JsonObject | null;
  readonly warnings: readonly string[];
  readonly metrics: readonly Metric[];
  readonly insights: string | null;
  readonly model: ModelCheck | null;
  readonly verdict: Verdict | null;
}

/** The plan of a publication: the files that change, the lines of the memory, the measurements. */
export function publication(
  input: MandateInput,
  { mandate, files: built }: MandateChoice,
  { staged, before, warnings, metrics, insights, model, verdict }: Publication,
): MandatePlan {
  const { files, memory, record, responsibility, at, config } = input;
  const { texts } = staged;
  const hash = bundleHash(texts);
  const refreshed = refreshLine(input, mandate, texts, hash);
  const own = [...staged.notes, ...(refreshed === null ? [] : [refreshed])];
  const append = [...memory.missing, ...own];
  const keep = keptEvents(config.recent_activity_max);
  const digest = foldLines(memory.digest, own, keep);
  const recorded = memory.added.length + own.length;
  // Lines that are not recorded now become notes at the next run, which must find them after the mark.
  const mark = input.recordsNotes
    ? markAfter(memory, append, { end: record.streamEnd, recorded })
    : memory.mark;
  const now = takeWatermarks(files, record, { lastLine: digest.lastLine, mark });
  const watermarks = watermarksAfter(now, before, built);
  const isSettled =
    before?.stable_hash === hash &&
    JSON.stringify(before.watermarks) === JSON.stringify(watermarks);
  const metadata = writeStanding(before, texts, {
    responsibility,
    workspace: config.workspace_id,
    watermarks,
    stableHash: hash,
    at: isSettled && typeof before?.updated_at === "string" ? before.updated_at : at,
    policyHash: input.policyHash,
    ...measuredLines(input, before, verdict),
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
    memory: keptDigest(input, append, {
      ...mark,
      keep,
      digest,
      named: namedAfter(memory, staged),
    }),
    record: {
      mandate,
      responsibility,
      at,
      metrics,
      changed,
      bundleHash: hash,
      expectedIds: input.recordsNotes && raisesAlert(metrics) ? record.nextIds : null,
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

/** The sizes in the metadata. A run without a verdict keeps those of the last one that measured. */
function measuredLines(
  { files }: MandateInput,
  before: JsonObject | null,
  verdict: Verdict | null,
): Pick<StandingBundle, "authoredLines" | "totalLines" | "measured"> {
  if (verdict === null) {
    const { authored_lines, total_lines } = measureVolume(files);
    return {
      authoredLines: numberOr(before?.authored_lines, authored_lines),
      totalLines: numberOr(before?.total_lines, total_lines),
      measured: null,
    };
  }
  const { volume } = verdict;
  return {
    authoredLines: volume.authored_lines,
    totalLines: volume.total_lines,
    measured: { files: authoredFiles(volume), prominence: volume.prominence_pct },
  };
}

function raisesAlert(metrics: readonly Metric[]): boolean {
  return metrics.some(({ alert }) => alert !== undefined);
}

/** Only complete lines can be continued, and only where they were recorded is the mark after them. */
function keptDigest(
  { memory, recordsNotes }: MandateInput,
  append: readonly string[],
  { bytes, sha256, keep, digest, named }: KeptDigest,
): KeptDigest | null {
  const endsWithLine = append.length > 0 || bytes === 0 || memory.bytes.at(-1) === 10;
  return recordsNotes && endsWithLine ? { bytes, sha256, keep, digest, named } : null;
}

/** What the next run need not look for again in the file as it was before this one. */
function namedAfter(memory: Memory, { named }: Staged): NamedLines {
  if (named === null) return memory.named;
  return { bytes: memory.bytes.length, lines: Object.fromEntries(named) };
}

function notesOf(memory: Memory, own: readonly string[]): MandateRecord["notes"] {
  return [
    ...memory.added.map((line) => ({ line, by: "person" as const })),
    ...own.map((line) => ({ line, by: "curator" as const })),
  ];
}

/** The line that records the hash of the bundle, when the workspace wants one. */
function refreshLine(
  { config, memory, at, responsibility }: MandateInput,
  mandate: string,
  texts: ReadonlyMap<string, string>,
  hash: string,
): string | null {
  const newest = memory.digest.refresh;
  const isSame = newest?.hash === hash;
  if (config.evaluation_hook === "off" || (config.evaluation_hook === "on_change" && isSame)) {
    return null;
  }
  if (coreFiles.some((stem) => !texts.has(stem)) && texts.size === 0) return null;
  const names = [...texts].map(([stem, text]) => `${stem}=${stableHash(text).slice(0, 12)}`);
  const facts = {
    responsibility,
    mandate: `${CURATOR}.${mandate}`,
    bundle: `sha256:${hash}`,
    prev: newest === null ? "none" : `sha256:${newest.hash}`,
    clause: "context.audit",
  };
  return noteLine(at, REFRESHED, facts, names.join(" "));
}

function numberOr(value: unknown, otherwise: number): number {
  return typeof value === "number" ? value : otherwise;
}
