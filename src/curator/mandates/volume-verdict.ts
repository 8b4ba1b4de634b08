import { isObject, type JsonObject } from "../../base/json/value.ts";
import { countLines } from "../../model/ai-context/volume.ts";
import {
  type JudgedVolume,
  judgeVolume,
  type PublishedVolume,
  type VolumeLimits,
} from "../hygiene/gate.ts";
import { measureVolume, type Volume } from "../hygiene/volume.ts";
import { formatMemoryLine } from "../memory/line.ts";
import type { WorkspaceConfig } from "../workspace/config.ts";
import { BUNDLE } from "../workspace/layout.ts";
import type { Metric } from "../workspace/record.ts";
import type { BuiltFiles } from "./build-files.ts";
import type { Override, Snapshot } from "./mandate.ts";

/** How much context there would be, and whether it may be published. */
export interface Verdict extends JudgedVolume {
  readonly volume: Volume;
  readonly previous: PublishedVolume | null;
}

/** Judges the curated files against what was published last. */
export function judge({ files, config, standing }: Snapshot, { texts }: BuiltFiles): Verdict {
  const encoder = new TextEncoder();
  const lines = new Map(
    [...texts].map(([stem, text]) => [`${BUNDLE}/${stem}.md`, countLines(encoder.encode(text))]),
  );
  const volume = measureVolume(files, lines);
  const previous = publishedVolume(standing);
  const judged = judgeVolume(volume, previous, volumeLimits(config));
  return { volume, previous, ...judged };
}

/** The limits of a workspace. */
export function volumeLimits(config: WorkspaceConfig): VolumeLimits {
  return {
    growthFloor: config.growth_floor_lines,
    fileFloor: config.file_growth_floor_lines,
    changeChecks: config.change_checks,
  };
}

/** What the metadata says about the last publication. */
export function publishedVolume(before: JsonObject | null): PublishedVolume | null {
  const total = before?.total_lines;
  const authored = before?.authored_lines;
  if (typeof total !== "number" || typeof authored !== "number") return null;
  const files = Object.entries(isObject(before?.authored_files) ? before.authored_files : {});
  const prominence = before?.prominence_pct;
  return {
    total_lines: total,
    authored_lines: authored,
    files: Object.fromEntries(
      files.flatMap(([path, lines]) => (typeof lines === "number" ? [[path, lines]] : [])),
    ),
    prominence_pct: typeof prominence === "number" ? prominence : null,
  };
}

/** The line that records who published although a limit was exceeded. */
export function overrideLine(
  { at, responsibility }: Snapshot,
  { by, reason }: Override,
  { volume, previous, growth }: Verdict,
): string {
  const facts = {
    responsibility,
    by,
    old_total: String(previous?.total_lines ?? 0),
    new_total: String(volume.total_lines),
    growth_pct: growth.toFixed(2),
    clause: "context.hygiene",
  };
  return formatMemoryLine({ at, kind: "context_override", facts, text: reason });
}

/** The measurement of a volume. */
export function volumeMetric(
  { volume, previous, growth, block }: Verdict,
  override: Override | null,
): Metric {
  const { warnings: _, ...measured } = volume;
  return {
    name: "context_volume",
    value: volume.total_lines,
    unit: "lines",
    window: "PT0S",
    status: ({ green: "ok", yellow: "warning", red: "critical" } as const)[volume.level],
    clause: "context.hygiene",
    context: {
      ...measured,
      previous_total: previous?.total_lines ?? null,
      growth_pct: growth,
      override: override === null ? null : { ...override },
    },
    ...(block === null || override !== null
      ? {}
      : {
          alert: {
            type: "context_volume",
            severity: "critical" as const,
            note: `not published: ${block.detail}`,
          },
        }),
  };
}
