import { sha256 } from "../../base/hash.ts";
import { isObject, type Json, type JsonObject } from "../../base/json/value.ts";
import { parseYaml } from "../../base/yaml/yaml.ts";
import { METADATA } from "../../model/ai-context/context-file.ts";
import { countLines } from "../../model/ai-context/volume.ts";
import { metadataBytes } from "../../model/ai-context/write-yaml.ts";
import { BUNDLE } from "../workspace/layout.ts";
import type { ResponsibilityFiles } from "../workspace/port.ts";

/** Whose standing bundle it is, and when it is written. */
export interface StandingBundle {
  readonly responsibility: string;
  readonly workspace: string;
  readonly at: string;
  readonly watermarks: JsonObject;
  readonly stableHash: string;
  readonly authoredLines: number;
  readonly totalLines: number;
  /** SHA-256 of the policy that was in force; null when there is none. */
  readonly policyHash: string | null;
  /** What the next publication is compared with; null when this one did not measure it. */
  readonly measured: {
    readonly files: Readonly<Record<string, number>>;
    readonly prominence: number | null;
  } | null;
}

/** The metadata of the standing bundle as it was published last; null if it never was. */
export function readStanding(files: ResponsibilityFiles): JsonObject | null {
  const path = `${BUNDLE}/${METADATA}`;
  if (files.stat(path) === null) return null;
  return files.derive(path, "standing", (text) => {
    const { value, faults } = parseYaml(text);
    return faults.length === 0 && isObject(value) ? value : null;
  });
}

/** The metadata of the standing bundle, with what the curator read; the steward's keys stay. */
export function writeStanding(
  before: JsonObject | null,
  texts: ReadonlyMap<string, string>,
  bundle: StandingBundle,
): string {
  const { responsibility, workspace, at } = bundle;
  const created = typeof before?.created_at === "string" ? before.created_at : at;
  const content: Json = [...texts].map(([stem, text]) => {
    const bytes = new TextEncoder().encode(text);
    return {
      path: `${stem}.md`,
      sha256: sha256(bytes),
      bytes: bytes.length,
      lines: countLines(bytes),
    };
  });
  const metadata: JsonObject = {
    origin: "system_derived",
    primary_responsibilities: [responsibility],
    suggested_responsibilities: [],
    scope: `standing context of ${responsibility}`,
    bundle_ids: [`standing-${responsibility}`],
    ingestion_status: "pending",
    ...before,
    workspace_id: workspace,
    created_at: created,
    updated_at: at,
    content,
    watermarks: bundle.watermarks,
    stable_hash: bundle.stableHash,
    authored_lines: bundle.authoredLines,
    total_lines: bundle.totalLines,
    ...(bundle.policyHash === null && before?.policy_sha256 === undefined
      ? {}
      : { policy_sha256: bundle.policyHash }),
    ...(bundle.measured === null
      ? {}
      : {
          prominence_pct: bundle.measured.prominence,
          authored_files: { ...bundle.measured.files },
        }),
  };
  return new TextDecoder().decode(metadataBytes(metadata));
}
