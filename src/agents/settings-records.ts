import type { Json, JsonObject } from "../base/json/value.ts";
import type { LossItem } from "../model/loss.ts";
import type { SessionDraft } from "./agent.ts";

/** What a record or a field decides for whoever continues the session, in the words of the loss report. */
export const settingSubjects = {
  rights: "rights",
  folder: "folder",
  model: "model and provider",
  agent: "agent",
  instructions: "instructions",
  tools: "tools",
  server: "connection to a server",
  files: "undo points, which restore and remove files",
  schedule: "scheduled prompts",
  extension: "state of extensions",
  unknown: "unknown records and fields",
} as const;
/** One of the subjects. */
export type SettingSubject = keyof typeof settingSubjects;

/** A field that decides something, and what it becomes; without `becomes` it is removed. */
export interface FieldRule {
  readonly decides: SettingSubject;
  readonly becomes: (draft: SessionDraft, value: Json) => Json;
}

/** What is done with the records of a kind. Pointers are JSON pointers into the record. */
export interface RecordRule {
  /** Set for a record that is not carried. */
  readonly decides?: SettingSubject;
  /** Whether it is left out only of a session that is not from the user's own store. */
  readonly ofStrangers?: true;
  /** Values that the loss report names. */
  readonly shows?: readonly string[];
  /** Fields that are not carried, by their pointers. */
  readonly fields?: Readonly<Record<string, SettingSubject | FieldRule>>;
  /** The keys that are known of an object, by its pointer: others of a stranger's are not carried. */
  readonly keys?: Readonly<Record<string, readonly string[]>>;
  /** Lists whose elements are subject to the same rules, each as a record. */
  readonly lists?: Readonly<Record<string, (element: JsonObject) => JsonObject>>;
}

/**
 * What of an agent's session decides about rights, folder, program, server, provider, model, agent, hooks or
 * instructions of whoever continues it. One table for each agent, in its `settings-records.ts`.
 */
export interface SettingsRecords {
  /** The kind of a record, from the coarse word to the fine one: `attachment/hook_success`. */
  kindOf(record: JsonObject): string;
  /** Whether a kind is known: of a stranger's session, records of other kinds are not carried. */
  isKnown(kind: string): boolean;
  /** Rules by kind or by its beginning up to a slash; `*` applies to every record. */
  readonly rules: Readonly<Record<string, RecordRule>>;
  /** Plain words for values that the report names. */
  readonly labels?: Readonly<Record<string, string>>;
  /** What replaces a record to which others refer; null for one that is simply left out. */
  replacement?(record: JsonObject): JsonObject | null;
}

/** Kinds of records that are not carried, by what they decide. */
export type KindsBySubject = Readonly<Partial<Record<SettingSubject, readonly string[]>>>;

/** The rules for such kinds, with the values that the loss report names by kind. */
export function decidingRules(
  deciding: KindsBySubject,
  shown: Readonly<Record<string, readonly string[]>>,
): Readonly<Record<string, RecordRule>> {
  const rules: Record<string, RecordRule> = {};
  for (const [subject, names] of Object.entries(deciding)) {
    const decides = subject as SettingSubject;
    for (const kind of names) rules[kind] = { decides, shows: shown[kind] ?? [] };
  }
  return rules;
}

/** The subject of a loss that is a setting; null for any other loss. */
export function settingOf({ why }: Pick<LossItem, "why">): SettingSubject | null {
  for (const [subject, label] of Object.entries(settingSubjects)) {
    if (why.startsWith(`${label}${NOT_CARRIED}`)) return subject as SettingSubject;
  }
  return null;
}

/** The reason of a loss that is a setting: "rights not carried: full access". */
export function settingReason(subject: SettingSubject, values: readonly string[]): string {
  const shown = values.length === 0 ? "" : `: ${values.join(", ")}`;
  return `${settingSubjects[subject]}${NOT_CARRIED}${shown}`;
}

const NOT_CARRIED = " not carried";
