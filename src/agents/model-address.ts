import { readFileSync } from "node:fs";
import { parse } from "smol-toml";
import { parseCommented } from "../base/json/commented.ts";
import { isObject, type Json } from "../base/json/value.ts";
import type { AgentEnvironment } from "./agent.ts";
import { splitModel } from "./task-command.ts";

/**
 * The servers that an agent asks its model at, as its settings and variables say: base URLs, or names of vendors whose
 * URL is known. Empty when they do not say it. Nobody else's files count.
 */
export type ModelAddresses = (
  environment: AgentEnvironment,
  model: string | null,
) => readonly string[];

/** The value below a path of keys in a file of settings (JSON or TOML); null when it is no text. */
export function settingOf(file: string, ...keys: readonly string[]): string | null {
  let value: unknown = readSettings(file);
  for (const key of keys) value = isObject(value as Json) ? own(value as object, key) : undefined;
  return typeof value === "string" && value !== "" ? value : null;
}

/** For an agent that knows many vendors: the URL that its settings have for the one of a model, else its name. */
export function vendorAddress(
  model: string | null,
  urlOf: (vendor: string) => string | null,
): readonly string[] {
  const vendor = model === null ? null : splitModel(model).provider;
  return vendor === null ? [] : [urlOf(vendor) ?? vendor];
}

function readSettings(file: string): unknown {
  try {
    const text = readFileSync(file, "utf8");
    return file.endsWith(".toml") ? parse(text) : parseCommented(text);
  } catch {
    return null; // The agent itself says what is wrong with its settings.
  }
}

function own(value: object, key: string): unknown {
  return Object.hasOwn(value, key) ? Reflect.get(value, key) : undefined;
}
