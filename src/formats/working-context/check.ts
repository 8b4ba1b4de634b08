import type { Findings } from "../../base/findings.ts";
import { asText, isObject, type Json, type JsonObject } from "../../base/json/value.ts";
import type { ReadOptions } from "../format.ts";
import type { TrailSpec } from "../state-read.ts";
import {
  checkContentLimits,
  checkEntryTimes,
  checkFootprint,
  checkIdentities,
  checkInstant,
  checkPointers,
  checkSlotNames,
  checkSlots,
  checkUnits,
  checkVersion,
  trackInForce,
} from "../state-rules.ts";
import { records } from "./records.ts";

const AT = { file: "snapshot.json", pointer: "/entries" };

/** The rules of working-context that one record alone cannot show. */
export function check(
  manifest: Json,
  snapshot: Json,
  entries: readonly Json[],
  { findings, limits }: ReadOptions,
): void {
  if (isObject(manifest)) {
    const file = "manifest.json";
    checkVersion(manifest.version, "0.1", { file, pointer: "/version" }, findings);
    checkInstant(manifest.created_at, { file, pointer: "/created_at" }, findings);
    const refs = Array.isArray(manifest.unit_refs) ? manifest.unit_refs : [];
    checkUnits(manifest.unit_source, [manifest.unit_ref, ...refs], entries, findings);
  }
  if (!isObject(snapshot)) return;
  const slots = Array.isArray(snapshot.schema) ? snapshot.schema : [];
  checkFootprint(snapshot, entries, AT.file, findings);
  checkSlotNames(slots, { file: AT.file, pointer: "/schema" }, findings);
  checkSlots(entries, slots.map(asText), AT, findings);
  checkIdentities(entries, (entry) => asText(entry.id), AT, findings);
  checkPointers(entries, AT, findings);
  checkContentLimits(entries, AT, limits, findings);
  checkEntryTimes(entries, AT, findings);
}

/** How `lifecycle.jsonl` is read; `finish` compares the end of the trail with the snapshot. */
export function trailSpec(
  file: string,
  entries: readonly Json[],
  findings: Findings,
): TrailSpec & { finish(): void } {
  const ids = entries.flatMap((entry) =>
    isObject(entry) && typeof entry.id === "string" && entry.state !== "archived" ? [entry.id] : [],
  );
  const force = trackInForce(new Set(ids));
  return {
    file,
    type: records.lifecycle,
    isForeign: (value) => "event" in value || ("admitted" in value && "unit_ref" in value),
    onLine(value, line) {
      checkInstant(value.ts, { file, line, pointer: "/ts" }, findings);
      if (value.decision === "supersede" && value.supersedes === undefined) {
        findings.errorIfStrict(
          ["E_JSONL_LINE", "W_SUPERSEDES"],
          { file, line },
          'A supersede line needs "supersedes"',
        );
      }
      force.see(asText(value.entry_id), leavesInForce(value), line);
    },
    finish: () => force.report(file, findings),
  };
}

function leavesInForce(line: JsonObject): boolean {
  return line.decision === "commit" || line.decision === "supersede";
}
