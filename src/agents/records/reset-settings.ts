import { isObject, type Json, type JsonObject } from "../../base/json/value.ts";
import { excerptLine } from "../../base/text/one-line.ts";
import type { SessionDraft } from "../agent.ts";
import {
  type RecordRule,
  type SettingSubject,
  type SettingsRecords,
  settingReason,
} from "../settings-records.ts";
import { parseDocument } from "./parse-document.ts";
import { readPointer, withoutPointer, withPointer } from "./pointer-edit.ts";

/** Takes the settings out of a record; null for one that is not carried. */
export type ResetRecord = (record: JsonObject, where: string) => JsonObject | null;

/**
 * Takes the settings out of records that move to the same agent, and reports each. From the user's own store, what no
 * table knows stays; of a stranger's session it is not carried either, because it may grant rights in a version
 * that we do not know.
 */
export function resetSettings(table: SettingsRecords, draft: SessionDraft): ResetRecord {
  const carried = draft.carriedSettings ?? "none";
  if (carried === "all") return (record) => record;
  const isStranger = carried === "none";
  const context: Reset = { table, draft, isStranger, report: createReport(draft) };
  return (record, where) => resetRecord(record, where, context);
}

/**
 * The same for lines. A stranger's record is written again from what was read of it, so that no other parser
 * reads something else in the line; of the user's own, only what changed is.
 */
export function resetLines(
  table: SettingsRecords,
  file: string,
  draft: SessionDraft,
): (line: string, number: number) => string | null {
  const carried = draft.carriedSettings ?? "none";
  const reset = resetSettings(table, draft);
  return (line, number) => {
    if (carried === "all") return line;
    const where = `${file}:${number}`;
    const record = parseDocument(line);
    if (record === null) {
      if (carried === "unknown" || line.trim() === "") return line;
      draft.loss({ kind: "dropped", where, why: settingReason("unknown", [DAMAGED]) });
      return null;
    }
    const left = reset(record, where);
    if (left === null) return null;
    return left === record && carried === "unknown" ? line : JSON.stringify(left);
  };
}

const DAMAGED = "a line that is not a record";

interface Reset {
  readonly table: SettingsRecords;
  readonly draft: SessionDraft;
  readonly isStranger: boolean;
  readonly report: Report;
}

function resetRecord(
  record: JsonObject,
  where: string,
  reset: Reset,
  kindOfLoss: "dropped" | "changed" = "dropped",
): JsonObject | null {
  const { table, isStranger, report } = reset;
  const kind = table.kindOf(record);
  const rule = ruleFor(table, kind);
  const leavesOut = rule.decides !== undefined && (isStranger || rule.ofStrangers !== true);
  if (leavesOut || (isStranger && !table.isKnown(kind))) {
    const values = leavesOut ? valuesOf(record, rule, table) : [excerptLine(kind, MAX_VALUE)];
    report(kindOfLoss, where, leavesOut ? (rule.decides ?? "unknown") : "unknown", values);
    return table.replacement?.(record) ?? null;
  }
  const all = table.rules["*"];
  const general = all === undefined ? record : resetFields(record, all, where, reset);
  return resetFields(general, rule, where, reset);
}

const NO_RULE: RecordRule = {};

/** The rule for a kind, else for the longest beginning of it that has one. */
function ruleFor({ rules }: SettingsRecords, kind: string): RecordRule {
  for (let name = kind; name !== ""; name = name.slice(0, Math.max(0, name.lastIndexOf("/")))) {
    if (Object.hasOwn(rules, name)) return rules[name] ?? NO_RULE;
  }
  return NO_RULE;
}

function resetFields(
  record: JsonObject,
  rule: RecordRule,
  where: string,
  reset: Reset,
): JsonObject {
  const { draft, report, table } = reset;
  let left = record;
  for (const [pointer, field] of Object.entries(rule.fields ?? {})) {
    const value = readPointer(left, pointer);
    if (value === undefined || value === null) continue;
    const decides = typeof field === "string" ? field : field.decides;
    const next = typeof field === "string" ? undefined : field.becomes(draft, value);
    if (next === value) continue;
    left = next === undefined ? withoutPointer(left, pointer) : withPointer(left, pointer, next);
    report("changed", where, decides, shownValues([value], table));
  }
  for (const [pointer, known] of Object.entries(rule.keys ?? {})) {
    left = resetKeys(left, pointer, known, { where, reset });
  }
  for (const [pointer, asRecord] of Object.entries(rule.lists ?? {})) {
    left = resetList(left, pointer, asRecord, { where, reset });
  }
  return left;
}

interface Place {
  readonly where: string;
  readonly reset: Reset;
}

/** Removes keys of a stranger's object that nobody knows. */
function resetKeys(
  record: JsonObject,
  pointer: string,
  known: readonly string[],
  { where, reset }: Place,
): JsonObject {
  const owner = readPointer(record, pointer);
  if (!reset.isStranger || !isObject(owner)) return record;
  let left = record;
  for (const key of Object.keys(owner)) {
    if (known.includes(key)) continue;
    left = withoutPointer(left, `${pointer}/${key.replaceAll("~", "~0").replaceAll("/", "~1")}`);
    reset.report("changed", where, "unknown", [excerptLine(key, MAX_VALUE)]);
  }
  return left;
}

function resetList(
  record: JsonObject,
  pointer: string,
  asRecord: (element: JsonObject) => JsonObject,
  { where, reset }: Place,
): JsonObject {
  const list = readPointer(record, pointer);
  if (!Array.isArray(list)) return record;
  // The record that has the list stays.
  const stays = (element: Json) =>
    !isObject(element) || resetRecord(asRecord(element), where, reset, "changed") !== null;
  const left = list.filter(stays);
  return left.length === list.length ? record : withPointer(record, pointer, left);
}

const MAX_VALUE = 60;

function valuesOf(
  record: JsonObject,
  { shows = [] }: RecordRule,
  table: SettingsRecords,
): readonly string[] {
  return shownValues(
    shows.flatMap((pointer) => readPointer(record, pointer) ?? []),
    table,
  );
}

/** Short values in plain words; long texts and structures are not shown. */
function shownValues(values: readonly Json[], { labels = {} }: SettingsRecords): readonly string[] {
  return values.flatMap((value) => {
    if (typeof value !== "string" || value === "" || value.length > MAX_VALUE) return [];
    const plain = Object.hasOwn(labels, value) ? labels[value] : undefined;
    return [plain ?? excerptLine(value, MAX_VALUE)];
  });
}

type Report = (
  kind: "dropped" | "changed",
  where: string,
  subject: SettingSubject,
  values: readonly string[],
) => void;

/** Different values of a subject that are named; a hostile file may have any number. */
const MAX_NAMED = 20;

function createReport(draft: SessionDraft): Report {
  const named = new Map<SettingSubject, Set<string>>();
  return (kind, where, subject, values) => {
    const reasons = named.get(subject) ?? new Set<string>();
    named.set(subject, reasons);
    const reason = settingReason(subject, values);
    if (reasons.size < MAX_NAMED) reasons.add(reason);
    const why = reasons.has(reason) ? reason : settingReason(subject, []);
    draft.loss({ kind, where, why });
  };
}
