import type * as z from "zod";
import type { ErrorCode } from "./codes.ts";
import type { Findings, Place } from "./findings.ts";
import { pointerOf } from "./json/pointer.ts";
import { asZodType, type Schema } from "./schema.ts";

/** What a format does with keys that its records do not define. */
export type UnknownKeys =
  /** The format forbids them: an error in strict, kept with a warning in lenient. */
  | "forbidden"
  /** The format allows them: kept, with a warning in strict. */
  | "reported"
  /** The format requires readers to ignore them: kept without a finding. */
  | "ignored";

/** A record type: its schema is the one source of its TypeScript type, its check and its JSON Schema. */
export interface RecordType<Value = unknown> {
  readonly schema: z.ZodType<Value>;
  readonly unknownKeys: UnknownKeys;
  /** One sentence for the published schema. */
  readonly description: string;
}

/** The record type of what a schema describes. */
export function recordType<ValueSchema extends Schema>(
  schema: ValueSchema,
  { unknownKeys, description }: Omit<RecordType, "schema">,
): RecordType<z.output<ValueSchema>> {
  return { schema: asZodType(schema), unknownKeys, description };
}

/** A message for a schema's `error`, with the code that the finding will have. */
export function codedMessage(code: ErrorCode, message: string): string {
  return `${code}: ${message}`;
}

const CODED_MESSAGE = /^(E_[A-Z0-9_]+): (.*)$/s;
// zod reports sizes of strings and lists in the same way as numbers, but only numbers have a range.
const NUMERIC = new Set(["number", "int", "bigint"]);

/**
 * Whether a value matches a record type, unknown keys included, for long series of values. From the
 * 200th position on, the schema may compile itself, which costs milliseconds and pays only then.
 */
export function matchesRecord(type: RecordType, value: unknown, position: number): boolean {
  return type.schema.safeParse(value, { jitless: position < COMPILE_FROM }).success;
}

const COMPILE_FROM = 200;

/**
 * Checks a value against a record type and adds every fault to the findings. Returns whether the value
 * can be used as the type; unknown keys do not matter for that.
 */
export function checkRecord<Value>(
  type: RecordType<Value>,
  value: unknown,
  place: Place,
  findings: Findings,
): value is Value {
  const result = type.schema.safeParse(value, { reportInput: true, jitless: true });
  if (result.success) return true;
  let usable = true;
  for (const issue of flatten(result.error.issues)) {
    if (issue.code === "unrecognized_keys") {
      for (const key of issue.keys) addUnknownKey(type, [...issue.path, key], place, findings);
      continue;
    }
    usable = false;
    addIssue(issue, place, findings);
  }
  return usable;
}

function flatten(issues: readonly z.core.$ZodIssue[]): readonly z.core.$ZodIssue[] {
  return issues.flatMap((issue) => {
    if (issue.code !== "invalid_union" || issue.errors.length === 0) return [issue];
    // The alternative with the fewest faults explains best.
    const best = issue.errors.reduce((a, b) => (b.length < a.length ? b : a));
    // zod reports the input of the union, not of the alternatives inside it.
    const inner = best.map((each) => {
      const input = valueAt(issue.input, each.path);
      return { ...each, path: [...issue.path, ...each.path], input } as z.core.$ZodIssue;
    });
    return flatten(inner);
  });
}

function valueAt(value: unknown, path: readonly PropertyKey[]): unknown {
  let at = value;
  for (const key of path) {
    if (typeof at !== "object" || at === null || !Object.hasOwn(at, key)) return undefined;
    at = (at as Record<PropertyKey, unknown>)[key];
  }
  return at;
}

function addUnknownKey(
  type: RecordType,
  path: readonly PropertyKey[],
  place: Place,
  findings: Findings,
): void {
  if (type.unknownKeys === "ignored") return;
  const at = { ...place, pointer: (place.pointer ?? "") + pointerOf(path) };
  const message = `Unknown key ${JSON.stringify(String(path.at(-1)))}`;
  if (type.unknownKeys === "forbidden") {
    findings.errorIfStrict(["E_UNKNOWN_KEY", "W_UNKNOWN_KEY"], at, message);
  } else if (findings.profile === "strict") {
    findings.warn("W_UNKNOWN_KEY", at, message);
  }
}

function addIssue(issue: z.core.$ZodIssue, place: Place, findings: Findings): void {
  const at = { ...place, pointer: (place.pointer ?? "") + pointerOf(issue.path) };
  const named = CODED_MESSAGE.exec(issue.message);
  const code = (named?.[1] as ErrorCode | undefined) ?? codeOf(issue);
  findings.error(code, at, named?.[2] ?? messageFor(issue));
}

function codeOf(issue: z.core.$ZodIssue): ErrorCode {
  // A missing key is a fault of shape, whatever its value would have to be.
  if (issue.input === undefined) return "E_SHAPE";
  switch (issue.code) {
    case "invalid_value":
      return "E_ENUM";
    case "too_small":
    case "too_big":
      return NUMERIC.has(issue.origin) ? "E_RANGE" : "E_SHAPE";
    case "invalid_type":
      // A fraction where an integer is required is out of range, not of the wrong type.
      return issue.expected === "int" && typeof issue.input === "number" ? "E_RANGE" : "E_SHAPE";
    default:
      return "E_SHAPE";
  }
}

function messageFor(issue: z.core.$ZodIssue): string {
  const key = issue.path.length === 0 ? "The value" : JSON.stringify(String(issue.path.at(-1)));
  const found = describe(issue.input);
  if (issue.input === undefined) return `${key} is required`;
  switch (issue.code) {
    case "invalid_type":
      return `${key} must be ${nameType(issue.expected)}, but is ${found}`;
    case "invalid_value":
      return `${key} must be one of ${issue.values.map((each) => JSON.stringify(each)).join(", ")}, but is ${found}`;
    case "invalid_union":
      return choiceMessage(key, issue) ?? `${key}: ${issue.message}`;
    case "too_small":
      return issue.origin === "string" || (issue.origin === "array" && issue.minimum === 1)
        ? `${key} must not be empty`
        : `${key} must be at least ${issue.minimum}, but is ${found}`;
    case "too_big":
      return `${key} must be at most ${issue.maximum}, but is ${found}`;
    default:
      return `${key}: ${issue.message}`;
  }
}

/** A record whose kind is none of those that there are; zod reports the record as the input. */
function choiceMessage(key: string, issue: z.core.$ZodIssueInvalidUnion): string | null {
  if (!("options" in issue) || issue.discriminator === undefined) return null;
  const chosen = valueAt(issue.input, [issue.discriminator]);
  const choices = `one of ${(issue.options ?? []).map((each) => JSON.stringify(each)).join(", ")}`;
  return chosen === undefined
    ? `${key} is required: ${choices}`
    : `${key} must be ${choices}, but is ${describe(chosen)}`;
}

function describe(value: unknown): string {
  if (value === null) return "null";
  if (Array.isArray(value)) return "a list";
  if (typeof value === "object") return "an object";
  const text = JSON.stringify(value) ?? String(value);
  return text.length > 60 ? `${text.slice(0, 59)}…` : text;
}

function nameType(type: string): string {
  if (type === "int") return "an integer";
  if (type === "array") return "a list";
  return /^[aeiou]/.test(type) ? `an ${type}` : `a ${type}`;
}
