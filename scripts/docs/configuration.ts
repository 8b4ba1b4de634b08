import * as z from "zod";
import { isObject, type Json, type JsonObject } from "../../src/base/json/value.ts";
import { projectConfigSchema } from "../../src/runtime/project-config.ts";
import { userConfigSchema } from "../../src/runtime/user-config.ts";
import { storeLocations } from "../../src/stores/registry.ts";
import { limitMeanings } from "./formats.ts";
import { code, page, table } from "./markdown.ts";

/** A configuration file: where it is, what it is for, and the schema that reads it. */
interface ConfigFile {
  readonly heading: string;
  readonly about: string;
  readonly schema: z.ZodObject;
}

const files: readonly ConfigFile[] = [
  {
    heading: "`holdall.yaml` in the project",
    about:
      "It lies in the project's root folder, beside `.holdall`, and describes the project. It cannot name a network address, a key or a program: the files of a project may come from anyone. A key of the other file is reported and ignored here.",
    schema: projectConfigSchema,
  },
  {
    heading: "`config.yaml` of the user",
    about:
      "It lies in `$XDG_CONFIG_HOME/holdall` (default: `~/.config/holdall`), belongs to you alone, and holds everything that names a network address or a key.",
    schema: userConfigSchema,
  },
];

/** The environment variables that a user may set. */
export const variables: readonly (readonly [name: string, meaning: string])[] = [
  ["`HOLDALL_STORE`", `Workspace to use when \`--store\` is not given: ${storeLocations}`],
  [
    "`HOLDALL_REGISTRY_TOKEN`",
    "Token for the registry of an `oci://` address (default: your login of docker or podman)",
  ],
  ["`HOLDALL_PROGRESS`", "`none`: long commands do not report how far they are (on stderr)"],
  ["`NO_COLOR`", "Any value: no colours"],
  [
    "`XDG_CONFIG_HOME`, `XDG_DATA_HOME`",
    "Where the user's configuration, the search index and the curator's key are",
  ],
];

/** The page of every key that a configuration file may have. */
export function configurationPage(): string {
  return page(
    "src/runtime/project-config.ts and user-config.ts",
    "# Configuration",
    `Holdall needs no configuration file; every key has a default or may be absent. A key that Holdall does not
know is reported with the nearest known one and otherwise ignored. A dot in a key stands for a nested map,
\`[]\` for the items of a list:`,
    "```yaml\nstate:\n  budget_tokens: 8192    # state.budget_tokens\nhooks:\n  max_tokens: 3000       # hooks.max_tokens\n```",
    ...files.flatMap(({ heading, about, schema }) => [
      `## ${heading}`,
      about,
      table(["key", "value", "default", "meaning"], rowsOf(schema)),
    ]),
    "## Environment variables",
    table(["variable", "meaning"], variables),
  );
}

function rowsOf(schema: z.ZodObject): string[][] {
  const json: Json = JSON.parse(
    JSON.stringify(z.toJSONSchema(schema, { io: "input", unrepresentable: "any" })),
  );
  return isObject(json) ? [...keysIn(json, "")] : [];
}

/** One row per key that has a value of its own; maps are followed to their keys. */
function* keysIn(schema: JsonObject, prefix: string): Generator<string[]> {
  for (const [name, value] of Object.entries(objectAt(schema, "properties"))) {
    if (!isObject(value)) continue;
    const key = `${prefix}${name}`;
    if (Object.hasOwn(value, "properties")) {
      yield* keysIn(value, `${key}.`);
      continue;
    }
    yield [code(key), kindOf(value), defaultOf(value), meaningOf(key, value)];
    yield* keysIn(objectAt(value, "items"), `${key}[].`);
  }
}

function objectAt(schema: JsonObject, key: string): JsonObject {
  const value = schema[key];
  return isObject(value) ? value : {};
}

/** What may be there, as a person would write it down. */
function kindOf(schema: JsonObject): string {
  const { type, enum: choices, anyOf, items, minimum, maximum } = schema;
  if (Array.isArray(choices)) return choices.map((choice) => code(String(choice))).join(", ");
  if (Array.isArray(anyOf)) return anyOf.filter(isObject).map(kindOf).join(" or ");
  if (type === "array") return `list of ${isObject(items) ? kindOf(items) : "values"}`;
  if (type === "object") {
    const keys = Object.keys(objectAt(schema, "properties"));
    return keys.length === 0 ? "map" : `map with ${keys.map(code).join(", ")}`;
  }
  if (type !== "integer" && type !== "number") return type === "boolean" ? "true or false" : "text";
  return [type, ...rangeOf(minimum, maximum)].join(", ");
}

function rangeOf(least: Json | undefined, most: Json | undefined): string[] {
  const spelled = (value: Json | undefined) =>
    typeof value === "number" && Math.abs(value) < Number.MAX_SAFE_INTEGER
      ? value.toLocaleString("en")
      : null;
  const from = spelled(least);
  const to = spelled(most);
  if (from !== null && to !== null) return [`${from} to ${to}`];
  if (from !== null) return [`at least ${from}`];
  return to === null ? [] : [`at most ${to}`];
}

/** A short default as it would be written; a long one is described by the meaning of its key. */
function defaultOf({ default: standard }: JsonObject): string {
  if (standard === undefined) return "";
  const text = JSON.stringify(standard);
  return text.length > 60 ? "see the meaning" : code(text);
}

function meaningOf(key: string, { description }: JsonObject): string {
  if (typeof description === "string") return description;
  const limit = key.startsWith("limits.") ? limitMeanings[key.slice("limits.".length)] : undefined;
  if (limit !== undefined) return `Limit of bundles that are read: ${limit}`;
  throw new Error(`Cannot write docs/configuration.md: "${key}" has no description`);
}
