/**
 * The rules of OCF that need more than one record: versions, slots, identities, footprint,
 * saturation, and whether the trail agrees with the snapshot. The checks that the state formats
 * share are in `formats/state-rules.ts`.
 */

import type { Findings } from "../../base/findings.ts";
import { asText, isObject, type Json, type JsonObject } from "../../base/json/value.ts";
import { DEFAULT_NAMESPACE, entryKey } from "../../model/state.ts";
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
  tokenSum,
  trackInForce,
} from "../state-rules.ts";
import { records } from "./records.ts";

const AT = { file: "snapshot.json", pointer: "/entries" };
/** Saturation is written with few digits, so it may differ from the exact quotient by this much. */
const TOLERANCE = 0.01;

/** The three documents, as far as they could be read. */
interface Documents {
  readonly manifest: Json;
  readonly schema: Json;
  readonly snapshot: Json;
}

/** Names of the declared slots, in render order. */
export function slotNames(schema: Json): string[] {
  const slots = isObject(schema) && Array.isArray(schema.slots) ? schema.slots : [];
  return slots.flatMap((slot) =>
    isObject(slot) && typeof slot.name === "string" ? [slot.name] : [],
  );
}

/** The rules of OCF that one record alone cannot show. */
export function check(documents: Documents, entries: readonly Json[], options: ReadOptions): void {
  const { findings, limits } = options;
  checkManifest(documents, entries, findings);
  const { schema, snapshot } = documents;
  const slots = slotNames(schema);
  if (isObject(schema)) {
    checkVersion(
      schema.ocf_version,
      "0.2",
      { file: "schema.json", pointer: "/ocf_version" },
      findings,
    );
    if (Array.isArray(schema.slots))
      checkSlotNames(slots, { file: "schema.json", pointer: "/slots" }, findings);
    checkSlots(entries, slots, AT, findings);
  }
  if (isObject(snapshot)) {
    checkFootprint(snapshot, entries, AT.file, findings);
    checkSaturation(snapshot, entries, findings);
    checkBudgets(snapshot, schema, findings);
  }
  const namespace = defaultNamespace(documents.manifest);
  checkIdentities(entries, (entry) => keyOf(entry, namespace), AT, findings);
  checkPointers(entries, AT, findings);
  checkContentLimits(entries, AT, limits, findings);
  checkEntryTimes(entries, AT, findings);
}

function checkManifest(
  { manifest }: Documents,
  entries: readonly Json[],
  findings: Findings,
): void {
  if (!isObject(manifest)) return;
  const file = "manifest.json";
  checkVersion(manifest.ocf_version, "0.2", { file, pointer: "/ocf_version" }, findings);
  checkInstant(manifest.created, { file, pointer: "/created" }, findings);
  const refs = Array.isArray(manifest.unit_refs) ? manifest.unit_refs : [];
  checkUnits(manifest.unit_source, refs, entries, findings);
}

function checkBudgets(snapshot: JsonObject, schema: Json, findings: Findings): void {
  const declared = isObject(schema) ? schema.budget_tokens : undefined;
  const { budget_tokens: actual } = snapshot;
  if (typeof declared !== "number" || typeof actual !== "number" || declared === actual) return;
  findings.error(
    "E_BUDGET_MISMATCH",
    { file: AT.file, pointer: "/budget_tokens" },
    `budget_tokens is ${actual}, but schema.json has ${declared}`,
    { snapshot: actual, schema: declared },
  );
}

function checkSaturation(snapshot: JsonObject, entries: readonly Json[], findings: Findings): void {
  const { saturation, budget_tokens: budget } = snapshot;
  const sum = tokenSum(entries);
  if (typeof saturation !== "number" || typeof budget !== "number" || sum === null || budget <= 0)
    return;
  const actual = sum / budget;
  // Compared in decimals: 0.011 off must fail and 0.01 off must not, whatever binary fractions do.
  if (Math.abs(saturation - actual) <= TOLERANCE + 1e-9) return;
  findings.error(
    "E_SATURATION",
    { file: AT.file, pointer: "/saturation" },
    `saturation is ${saturation}, tokens / budget is ${actual.toFixed(4)}`,
    { declared: saturation, actual },
  );
}

function defaultNamespace(manifest: Json): string {
  const name = isObject(manifest) ? manifest.default_namespace : undefined;
  return typeof name === "string" ? name : DEFAULT_NAMESPACE;
}

function keyOf(entry: JsonObject, namespace: string): string {
  return entryKey(
    typeof entry.namespace === "string" ? entry.namespace : namespace,
    asText(entry.id),
  );
}

/**
 * Whether a decision leaves the entry in force. `merge` and `supersede` are missing: both halves
 * occur.
 */
const admits: Readonly<Record<string, boolean>> = {
  admit: true,
  reject: false,
  promote: true,
  decay: true,
  archive: false,
  evict: false,
};

/** How `qualify.jsonl` is read; `finish` compares the end of the trail with the snapshot. */
export function trailSpec(
  file: string,
  entries: readonly Json[],
  documents: Documents,
  findings: Findings,
): TrailSpec & { finish(): void } {
  const namespace = defaultNamespace(documents.manifest);
  const { active, byUnit } = identitiesOf(entries, namespace);
  const slots = new Set(slotNames(documents.schema));
  const force = trackInForce(active);
  return {
    file,
    type: records.qualify,
    isForeign: (value) => "event" in value || ("entry_id" in value && "decision" in value),
    onLine(value, line) {
      const place = { file, line };
      checkInstant(value.ts, { ...place, pointer: "/ts" }, findings);
      const decision = asText(value.decision ?? (value.admitted ? "admit" : "reject"));
      if (Object.hasOwn(admits, decision) && admits[decision] !== value.admitted) {
        findings.warn(
          "W_TRAIL_DISAGREES",
          place,
          `A ${decision} line with admitted ${value.admitted}`,
        );
      }
      if (typeof value.slot === "string" && slots.size > 0 && !slots.has(value.slot)) {
        findings.warn(
          "W_TRAIL_DISAGREES",
          place,
          `Slot ${JSON.stringify(value.slot)} is not declared`,
        );
      }
      // A rejected attempt changes nothing about the entry that is already there.
      if (decision === "reject") return;
      const key =
        typeof value.record_id === "string"
          ? keyOf({ id: value.record_id, namespace: value.namespace }, namespace)
          : byUnit.get(asText(value.unit_ref));
      if (key !== undefined) force.see(key, value.admitted === true, line);
    },
    finish: () => force.report(file, findings),
  };
}

/** Older lines name only the unit, so entries are also found by their `unit_ref`. */
function identitiesOf(entries: readonly Json[], namespace: string) {
  const active = new Set<string>();
  const byUnit = new Map<string, string>();
  for (const entry of entries) {
    if (!isObject(entry) || typeof entry.id !== "string") continue;
    const key = keyOf(entry, namespace);
    if (entry.state !== "archived") active.add(key);
    if (typeof entry.unit_ref === "string") byUnit.set(entry.unit_ref, key);
  }
  return { active, byUnit };
}
