import path from "node:path";
import * as z from "zod";
import { HoldallError } from "../base/errors.ts";
import type { Json } from "../base/json/value.ts";
import { isObject } from "../base/json/value.ts";
import { nearestName, nearestNames } from "../base/registry.ts";
import { parseYaml } from "../base/yaml/yaml.ts";
import { readConfigText, USER_CONFIG_FILE, userConfigFolder } from "./config-text.ts";
import { projectConfigSchema } from "./project-config.ts";
import { userConfigSchema } from "./user-config.ts";

/** A setting of the user's own file. */
export interface Setting {
  /** With dots between its parts: `redaction.allow.values`. */
  readonly key: string;
  /** Null where nothing is set and there is no default. */
  readonly value: Json;
  /** Whether the file says so; otherwise it is the default. */
  readonly is_set: boolean;
}

/** The user's own file. */
export interface UserFile {
  readonly path: string;
  readonly text: string;
  /** What the file says. */
  readonly value: Json;
}

/** Reads the user's own file; one that does not exist is empty. */
export function readUserFile(): UserFile {
  const folder = userConfigFolder();
  const text = readConfigText(folder, USER_CONFIG_FILE);
  const file = path.join(folder, USER_CONFIG_FILE);
  const { value, faults } = parseYaml(text);
  const [fault] = faults;
  if (fault !== undefined) {
    throw new HoldallError("E_YAML", `Cannot use ${file}: line ${fault.line}: ${fault.message}`);
  }
  return { path: file, text, value: value ?? {} };
}

/** Every setting, with its default where the file says nothing. */
export function listSettings({ path: file, value }: UserFile): readonly Setting[] {
  const inForce = checkSettings(value, `use ${file}`);
  const keys = new Set([...leavesOf(inForce), ...Object.keys(userConfigSchema.shape)]);
  for (const key of keys) {
    if ([...keys].some((other) => other.startsWith(`${key}.`))) keys.delete(key);
  }
  return [...keys].sort().map((key) => settingAt({ value, inForce }, key));
}

/** What one setting, or a group of them, is; refuses a key that nobody knows. */
export function findSetting(file: UserFile, key: string): Setting {
  const inForce = checkSettings(file.value, `use ${file.path}`);
  const setting = settingAt({ value: file.value, inForce }, key);
  if (setting.value !== null || isKnownKey(key)) return setting;
  throw unknownSetting("find", key);
}

/** Refuses a key that is no setting of the user's file, before it is written there. */
export function requireUserKey(key: string): void {
  if (!isKnownKey(key)) throw unknownSetting("set", key);
}

function unknownSetting(doing: "find" | "set", key: string): HoldallError {
  const message = `Cannot ${doing} "${key}": there is no such setting`;
  return new HoldallError("E_NOT_FOUND", message, { cure: cureForUnknown(key) });
}

/** Where a setting belongs that the user's file does not have, or what may have been meant. */
function cureForUnknown(key: string): string {
  const [first = ""] = key.split(".");
  if (Object.hasOwn(projectConfigSchema.shape, first))
    return "it describes a project: write it into holdall.yaml there";
  const near = nearKeys(key).map((name) => `"${name}"`);
  return near.length > 0
    ? `did you mean ${near.join(" or ")}?`
    : "`holdall config list` shows all settings";
}

/** At most so many settings are named for one that nobody knows. */
const MAX_NEAR = 3;

/** Settings spelt nearly so; else those that contain one of its parts. */
function nearKeys(key: string): readonly string[] {
  const keys = knownKeys();
  const near = nearestNames(key, keys);
  if (near.length > 0) return near.slice(0, MAX_NEAR);
  const parts = key
    .toLowerCase()
    .split(/[._-]/)
    .filter((part) => part.length >= MIN_PART);
  const isNear = (name: string) =>
    name.split(/[._]/).some((own) => parts.some((part) => nearestName(part, [own]) !== null));
  return keys.filter(isNear).slice(0, MAX_NEAR);
}

/** Shorter parts of a key are like many others. */
const MIN_PART = 4;

function isKnownKey(key: string): boolean {
  return knownKeys().includes(key);
}

/** Every setting and every group of settings that the user's file may have. */
function knownKeys(): readonly string[] {
  return keysIn(z.toJSONSchema(userConfigSchema, { io: "input" }));
}

function keysIn({ properties = {} }: z.core.JSONSchema.BaseSchema, above = ""): readonly string[] {
  return Object.entries(properties).flatMap(([name, member]) => {
    const key = `${above}${name}`;
    return typeof member === "boolean" ? [key] : [key, ...keysIn(member, `${key}.`)];
  });
}

function settingAt(
  { value, inForce }: { readonly value: Json; readonly inForce: Json },
  key: string,
): Setting {
  const parts = key.split(".");
  return { key, value: at(inForce, parts) ?? null, is_set: at(value, parts) !== undefined };
}

function at(value: Json, parts: readonly string[]): Json | undefined {
  let found: Json | undefined = value;
  for (const part of parts) {
    found = isObject(found) && Object.hasOwn(found, part) ? found[part] : undefined;
  }
  return found;
}

/** The keys of all values that are no groups of settings. */
function leavesOf(value: Json, above = ""): string[] {
  if (!isObject(value)) return [above];
  return Object.entries(value).flatMap(([key, member]) =>
    leavesOf(member ?? null, above === "" ? key : `${above}.${key}`),
  );
}

/** The settings in force; refuses what the schema does not know. */
export function checkSettings(value: Json, doing: string): Json {
  const parsed = userConfigSchema.safeParse(value);
  // What a schema of plain values gives is plain.
  if (parsed.success) return JSON.parse(JSON.stringify(parsed.data)) as Json;
  const [issue] = parsed.error.issues;
  const where = issue === undefined ? "" : issue.path.join(".");
  const state = `${where === "" ? "" : `${where}: `}${issue?.message ?? "not valid"}`;
  throw new HoldallError("E_SHAPE", `Cannot ${doing}: ${state}`, {
    cure: "docs/configuration.md lists the settings and their forms",
  });
}
