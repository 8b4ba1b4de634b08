import type * as z from "zod";
import { HoldallError } from "../base/errors.ts";
import type { Finding } from "../base/findings.ts";
import { pointerOf } from "../base/json/pointer.ts";
import { nearestName } from "../base/registry.ts";
import type { Schema } from "../base/schema.ts";
import { parseYaml } from "../base/yaml/yaml.ts";

/** A configuration file: its name in messages, its schema, and the other file with the keys that belong there. */
export interface ConfigFile<Config extends z.ZodObject> {
  readonly label: string;
  readonly schema: Config;
  /** Another file: one of its keys here is reported and has no effect. */
  readonly elsewhere: { readonly schema: z.ZodObject; readonly label: string };
}

/** A text that was parsed, with what was reported about it. */
interface ParsedText {
  readonly text: string;
  readonly label: string;
  readonly config: unknown;
  readonly notes: readonly string[];
}

/** What was parsed last by each schema: a server asks with every call, and the files seldom change. */
const lastParsed = new WeakMap<z.ZodObject, ParsedText>();

/** The same as `parseConfig` for a text that is asked for often; what it reports is reported each time. */
export function parseSameConfig<Config extends z.ZodObject>(
  text: string,
  file: ConfigFile<Config>,
  note: (text: string) => void,
): z.output<Config> {
  const { label, schema } = file;
  const last = lastParsed.get(schema);
  if (last?.text === text && last.label === label) {
    last.notes.forEach(note);
    return last.config as z.output<Config>; // The same schema made it.
  }
  const notes: string[] = [];
  const config = parseConfig(text, file, (line) => {
    notes.push(line);
    note(line);
  });
  lastParsed.set(schema, { text, label, config, notes });
  return config;
}

/** Parses the text of a configuration; absent keys get their defaults. */
export function parseConfig<Config extends z.ZodObject>(
  text: string,
  file: ConfigFile<Config>,
  note: (text: string) => void,
): z.output<Config> {
  const { value, faults, lineOf } = parseYaml(text);
  if (faults.length > 0) {
    throw refused(
      file.label,
      faults.map(({ code, line, message }) => fault(file.label, code, { line, message })),
    );
  }
  const known = withoutUnknown(value ?? {}, file, note);
  const parsed = file.schema.safeParse(known);
  if (parsed.success) return parsed.data;
  throw refused(
    file.label,
    parsed.error.issues.map(({ path: at, message }) => {
      const pointer = pointerOf(at);
      return fault(file.label, "E_SHAPE", { line: lineOf(pointer), pointer, message });
    }),
  );
}

type Fault = { readonly line: number; readonly pointer?: string; readonly message: string };

function fault(
  file: string,
  code: Finding["code"],
  { line, pointer = "", message }: Fault,
): Finding {
  return { severity: "error", code, file, pointer, line, message };
}

function refused(label: string, findings: readonly Finding[]): HoldallError {
  const [first] = findings;
  return new HoldallError(
    first?.code === "E_YAML" ? "E_YAML" : "E_SHAPE",
    `Cannot use ${label}: line ${first?.line}: ${first?.message}`,
    { findings },
  );
}

/**
 * Removes unknown keys and reports each: it may be mistyped, from a later version, or belong to the
 * other file.
 */
function withoutUnknown(
  value: unknown,
  file: ConfigFile<z.ZodObject>,
  note: (text: string) => void,
): unknown {
  const parsed = file.schema.safeParse(value);
  let known = value;
  for (const issue of parsed.error?.issues ?? []) {
    if (issue.code !== "unrecognized_keys") continue;
    for (const key of issue.keys) {
      note(`${file.label}: ${stateOf(key, issue.path, file)}`);
      known = without(known, [...issue.path, key]);
    }
  }
  return known;
}

function stateOf(
  key: string,
  place: readonly PropertyKey[],
  { schema, elsewhere }: ConfigFile<z.ZodObject>,
): string {
  const at = [...place.map(String), key].join(".");
  if (keysAt(elsewhere.schema, place).includes(key)) {
    return `"${at}" is ignored here; only ${elsewhere.label} may set it`;
  }
  const near = nearestName(key, keysAt(schema, place));
  return `unknown key "${at}"${near === null ? "" : `; did you mean "${near}"?`}`;
}

/** The known keys at a position of the configuration. */
function keysAt(schema: Schema, place: readonly PropertyKey[]): readonly string[] {
  const inner = unwrap(schema);
  const { shape, element } = inner as unknown as {
    shape?: Record<string, Schema>;
    element?: Schema;
  };
  const [key, ...rest] = place;
  if (key === undefined) return Object.keys(shape ?? {});
  const next =
    element ?? (shape && Object.hasOwn(shape, String(key)) ? shape[String(key)] : undefined);
  return next === undefined ? [] : keysAt(next, rest);
}

/** A schema without its optional and default wrappers. */
function unwrap(schema: Schema): Schema {
  const { innerType } = (schema as unknown as { def: { innerType?: Schema } }).def;
  return innerType === undefined ? schema : unwrap(innerType);
}

function without(value: unknown, [key, ...rest]: readonly PropertyKey[]): unknown {
  if (!(value instanceof Object) || key === undefined) return value;
  if (Array.isArray(value)) {
    return value.map((each, index) => (index === key ? without(each, rest) : each));
  }
  const pairs = Object.entries(value).filter(([name]) => rest.length > 0 || name !== key);
  return Object.fromEntries(
    pairs.map(([name, each]) => [name, name === key ? without(each, rest) : each]),
  );
}
