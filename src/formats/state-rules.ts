/**
 * Rules that several state formats share. The names INV1 to INV13 are those of the invariants in
 * the published specification of the state formats.
 */

import type { Findings, Place } from "../base/findings.ts";
import { isObject, type Json, type JsonObject } from "../base/json/value.ts";
import { isImpossibleDate } from "../model/values.ts";
import type { Limits } from "./limits.ts";

/** Where the entries of a bundle are, for findings. */
export interface EntriesPlace {
  readonly file: string;
  /** Pointer of the list. */
  readonly pointer: string;
}

/** A format version: same major or refused, newer minor with a warning. */
export function checkVersion(
  version: Json | undefined,
  newest: string,
  place: Place,
  findings: Findings,
): void {
  if (typeof version !== "string") return;
  const match = /^(\d+)\.(\d+)(?:\.\d+)?$/.exec(version);
  const [major, minor] = newest.split(".");
  if (!match || match[1] !== major) {
    findings.error(
      "E_VERSION",
      place,
      `Version "${version}" is not supported, only ${major}.x is`,
      {
        found: version,
        supported: newest,
      },
    );
    return;
  }
  if (Number(match[2]) > Number(minor)) {
    findings.warn("W_NEWER_MINOR", place, `Version ${version} is newer than ${newest}`);
  }
}

/** A time stamp whose day exists; the shape was checked by its schema. */
export function checkInstant(value: Json | undefined, place: Place, findings: Findings): void {
  if (typeof value === "string" && isImpossibleDate(value)) {
    findings.error("E_TIME", place, `"${value}" is not a day of the calendar`);
  }
}

/** Sum of the entries' tokens, or null if some are not integers. */
export function tokenSum(entries: readonly Json[]): number | null {
  let sum = 0;
  for (const entry of entries) {
    const tokens = isObject(entry) ? entry.tokens : undefined;
    if (typeof tokens !== "number" || !Number.isSafeInteger(tokens)) return null;
    sum += tokens;
  }
  return sum;
}

/** INV1 and INV8: the declared footprint is the real one, and within the budget. */
export function checkFootprint(
  snapshot: JsonObject,
  entries: readonly Json[],
  file: string,
  findings: Findings,
): void {
  const { token_count: declared, budget_tokens: budget } = snapshot;
  const actual = tokenSum(entries);
  if (actual === null || typeof declared !== "number") return;
  if (declared !== actual) {
    findings.error(
      "E_TOKENS",
      { file, pointer: "/token_count" },
      `token_count is ${declared}, but the entries' tokens add up to ${actual}`,
      { declared, actual },
    );
  }
  if (typeof budget === "number" && actual > budget) {
    findings.warn("W_OVER_BUDGET", { file }, `${actual} tokens exceed the budget of ${budget}`, {
      tokens: actual,
      budget,
    });
  }
}

/** INV3: every entry's slot is declared. */
export function checkSlots(
  entries: readonly Json[],
  slots: readonly string[],
  at: EntriesPlace,
  findings: Findings,
): void {
  const known = new Set(slots);
  for (const [index, entry] of entries.entries()) {
    if (!isObject(entry) || typeof entry.slot !== "string" || known.has(entry.slot)) continue;
    findings.error(
      "E_SLOT",
      { file: at.file, pointer: `${at.pointer}/${index}/slot` },
      `Slot ${JSON.stringify(entry.slot)} is not declared`,
      { entry: entry.id, slot: entry.slot },
    );
  }
}

/** INV7: slot names are unique, and there is at least one. */
export function checkSlotNames(slots: readonly Json[], place: Place, findings: Findings): void {
  if (slots.length === 0) findings.error("E_SHAPE", place, "At least one slot must be declared");
  const seen = new Set<Json>();
  for (const [index, name] of slots.entries()) {
    if (seen.has(name)) {
      const at = { ...place, pointer: `${place.pointer ?? ""}/${index}` };
      findings.error("E_SHAPE", at, `Slot ${JSON.stringify(name)} is declared twice`);
    }
    seen.add(name);
  }
}

/** INV4 and INV5: one entry per identity. */
export function checkIdentities(
  entries: readonly Json[],
  keyOf: (entry: JsonObject) => string,
  at: EntriesPlace,
  findings: Findings,
): void {
  const seen = new Set<string>();
  for (const [index, entry] of entries.entries()) {
    if (!isObject(entry) || typeof entry.id !== "string") continue;
    const key = keyOf(entry);
    if (seen.has(key)) {
      const place = { file: at.file, pointer: `${at.pointer}/${index}/id` };
      findings.error("E_DUP_ID", place, `A second entry ${JSON.stringify(key)}`, { id: entry.id });
    }
    seen.add(key);
  }
}

/** INV9: content is there, or a reference to it. */
export function checkPointers(
  entries: readonly Json[],
  at: EntriesPlace,
  findings: Findings,
): void {
  for (const [index, entry] of entries.entries()) {
    if (!isObject(entry)) continue;
    const isPointer = entry.resolution === "pointer";
    const place = { file: at.file, pointer: `${at.pointer}/${index}` };
    if (entry.content === "" && !isPointer) {
      findings.errorIfStrict(
        ["E_POINTER", "W_POINTER"],
        place,
        "Empty content without being a pointer",
      );
    }
    if (isPointer && (entry.unit_ref === undefined || entry.unit_ref === "")) {
      findings.errorIfStrict(["E_POINTER", "W_POINTER"], place, "A pointer without a unit_ref");
    }
  }
}

/** INV13: entries of another unit layer need a way to reach it. */
export function checkUnits(
  unitSource: Json | undefined,
  refs: readonly (Json | undefined)[],
  entries: readonly Json[],
  findings: Findings,
): void {
  if (unitSource === "inline" || typeof unitSource !== "string") return;
  const somewhere =
    refs.some((ref) => typeof ref === "string" && ref !== "") ||
    entries.some((entry) => isObject(entry) && typeof entry.unit_ref === "string");
  if (somewhere) return;
  findings.warn(
    "W_UNRESOLVABLE_UNITS",
    { file: "manifest.json", pointer: "/unit_source" },
    `Units are in "${unitSource}", but no entry has a unit_ref`,
  );
}

/** The limit on the size of each content. */
export function checkContentLimits(
  entries: readonly Json[],
  at: EntriesPlace,
  limits: Limits,
  findings: Findings,
): void {
  for (const [index, entry] of entries.entries()) {
    if (!isObject(entry) || typeof entry.content !== "string") continue;
    // The UTF-8 length is at most three times the UTF-16 length, so most entries need no count.
    if (entry.content.length * 3 <= limits.contentBytes) continue;
    const actual = Buffer.byteLength(entry.content);
    if (actual <= limits.contentBytes) continue;
    const place = { file: at.file, pointer: `${at.pointer}/${index}/content` };
    const values = { what: "content", limit: limits.contentBytes, actual };
    findings.error(
      "E_LIMIT",
      place,
      `Content of ${actual} bytes, limit ${limits.contentBytes}`,
      values,
    );
  }
}

/** The times of every entry are days that exist. */
export function checkEntryTimes(
  entries: readonly Json[],
  at: EntriesPlace,
  findings: Findings,
): void {
  for (const [index, entry] of entries.entries()) {
    if (!isObject(entry)) continue;
    for (const key of ["committed_at", "last_access", "created_at"]) {
      checkInstant(
        entry[key],
        { file: at.file, pointer: `${at.pointer}/${index}/${key}` },
        findings,
      );
    }
  }
}

/**
 * INV10: follows a trail and reports at the end which entries of the snapshot it left out of force.
 * Only identities of the snapshot are remembered, so memory does not grow with the trail.
 */
export function trackInForce(identities: ReadonlySet<string>) {
  const last = new Map<string, { inForce: boolean; line: number }>();
  return {
    see(identity: string, inForce: boolean, line: number): void {
      if (identities.has(identity)) last.set(identity, { inForce, line });
    },
    report(file: string, findings: Findings): void {
      for (const [identity, { inForce, line }] of last) {
        if (inForce) continue;
        findings.warn(
          "W_TRAIL_DISAGREES",
          { file, line },
          `The trail takes ${JSON.stringify(identity)} out of force, but it is still in the snapshot`,
        );
      }
    },
  };
}
