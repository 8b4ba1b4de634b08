import { parseCommented } from "../../base/json/commented.ts";
import { isObject, type Json, type JsonObject, setKey } from "../../base/json/value.ts";
import { type NamePattern, parseWildcards } from "../../base/text/wildcards.ts";
import { selectStatements } from "../../base/toml-text.ts";

/** Settings with wanted keys only, and the keys that they have; no text when they have none. */
export interface SelectedSettings {
  readonly text: string | null;
  readonly keys: readonly string[];
}

/** How a file of settings is written. */
export type SettingsFormat = "json" | "toml" | "env";

/** Takes the wanted keys out of a file of settings; a file that cannot be read has none. */
export function selectSettings(
  text: string,
  format: SettingsFormat,
  wanted: readonly string[],
): SelectedSettings {
  const patterns = wanted.map((key) => key.split(".").map(parseWildcards));
  const { text: selected, keys } = selectors[format](text, patterns);
  const names = [...new Set(keys.map((path) => path.join(".")))];
  return { text: names.length === 0 ? null : selected, keys: names };
}

/** One pattern for each key of a path. */
type Pattern = readonly NamePattern[];
type Path = readonly string[];

interface Selection {
  readonly text: string;
  readonly keys: readonly Path[];
}

const selectors: Readonly<
  Record<SettingsFormat, (text: string, patterns: readonly Pattern[]) => Selection>
> = { json: selectJson, toml: selectToml, env: selectVariables };

function selectJson(text: string, patterns: readonly Pattern[]): Selection {
  const value = parseCommented(text);
  const keys: Path[] = [];
  const selected = isObject(value) ? selectKeys(value, patterns, { path: [], keys }) : {};
  return { text: `${JSON.stringify(selected, null, 2)}\n`, keys };
}

/** The wanted keys of an object, and which they are. */
function selectKeys(
  object: JsonObject,
  patterns: readonly Pattern[],
  { path, keys }: { readonly path: Path; readonly keys: Path[] },
): JsonObject {
  const selected = {};
  for (const [key, value] of Object.entries(object)) {
    const fitting = patterns.filter(([first]) => first?.test(key)).map((each) => each.slice(1));
    const found = wantedPart(value, fitting, { path: [...path, key], keys });
    if (found !== undefined) setKey(selected, key, found);
  }
  return selected;
}

function wantedPart(
  value: Json | undefined,
  patterns: readonly Pattern[],
  { path, keys }: { readonly path: Path; readonly keys: Path[] },
): Json | undefined {
  if (value === undefined || patterns.length === 0) return undefined;
  if (patterns.some((pattern) => pattern.length === 0)) {
    keys.push(path);
    return value;
  }
  const below = isObject(value) ? selectKeys(value, patterns, { path, keys }) : {};
  return Object.keys(below).length === 0 ? undefined : below;
}

/** What is below a wanted key is wanted; it is listed under that key, since users choose the names below it. */
function selectToml(text: string, patterns: readonly Pattern[]): Selection {
  const fits = (path: Path) =>
    patterns.find(
      (pattern) =>
        pattern.length <= path.length && pattern.every((part, at) => part.test(path[at] ?? "")),
    );
  const { text: selected, keys } = selectStatements(text, (path) => fits(path) !== undefined);
  return { text: selected, keys: keys.map((path) => path.slice(0, fits(path)?.length)) };
}

const VARIABLE = /^\s*(?:export\s+)?([A-Za-z_]\w*)\s*=/;

function selectVariables(text: string, patterns: readonly Pattern[]): Selection {
  const keys: Path[] = [];
  const lines = text.split(/\r?\n/).filter((line) => {
    const name = VARIABLE.exec(line)?.[1];
    const isWanted = name !== undefined && patterns.some(([first]) => first?.test(name));
    if (isWanted) keys.push([name]);
    return isWanted;
  });
  return { text: `${lines.join("\n")}\n`, keys };
}
