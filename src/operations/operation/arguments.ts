/**
 * Reads the arguments of an operation out of its zod schema: kind, default, description, and what
 * `.meta()` adds. The command line, MCP tools, completion and the reference pages all use this one
 * declaration.
 */

import type * as z from "zod";
import type { Operation } from "./operation.ts";
import { type ArgumentSource, argumentSources } from "./tool.ts";

/** How one input key of an operation is passed by name or position. */
export interface Argument {
  readonly key: string;
  readonly kind: "flag" | "value" | "list";
  /** Whether it can be typed; an object can only be passed by a program. */
  readonly isTypeable: boolean;
  /** Whether its value is a number. */
  readonly isNumber: boolean;
  /** Whether digits are a number to it, also where another text is allowed. */
  readonly takesNumber: boolean;
  /** Placeholder of its value in a usage line. */
  readonly placeholder: string;
  readonly choices: readonly string[];
  readonly required: boolean;
  readonly description: string;
  /** The default as it would be typed; null when there is none. */
  readonly standard: string | null;
  /** Whether it names something on disk that is read, or something that is created; null for neither. */
  readonly path: "input" | "output" | null;
  /** Whether it may also be an address that `push` takes; what is there is fetched first. */
  readonly isAddress: boolean;
  /** Who alone may set it; null for any caller. */
  readonly by: ArgumentSource | null;
  /** Where a shell finds values to offer, declared with `.meta({ completes })`. */
  readonly completes: readonly ValueSource[];
}

/**
 * The kinds of values that completion can offer: names that are known, ids of a workspace or an
 * agent, paths.
 */
const valueSources = [
  "agent",
  "format",
  "strategy",
  "provider",
  "tool-set",
  "session",
  "thread",
  "entry",
  "state",
  "path",
] as const;

/** A kind of values that a shell can offer. */
export type ValueSource = (typeof valueSources)[number];

/** Computed once per schema: a server needs it with every call. */
const described = new WeakMap<z.ZodObject, readonly Argument[]>();

/** The arguments of an operation, read from its input schema: one declaration for all surfaces. */
export function argumentsOf({ input }: Pick<Operation, "input">): readonly Argument[] {
  const known = described.get(input);
  if (known !== undefined) return known;
  const found = Object.entries(input.shape).map(([key, schema]) =>
    describe(key, schema as z.ZodType),
  );
  described.set(input, found);
  return found;
}

/** The arguments that a person can type. */
export function typeableArgumentsOf(operation: Pick<Operation, "input">): readonly Argument[] {
  return argumentsOf(operation).filter(({ isTypeable }) => isTypeable);
}

function describe(key: string, schema: z.ZodType): Argument {
  const { inner, required, standard, about } = unwrap(schema);
  const { type, entries } = defOf(inner);
  const numbers = alternativesOf(inner).map(isNumeric);
  const isNumber = numbers.every(Boolean);
  const choices = type === "enum" ? Object.values(entries ?? {}) : [];
  const named = typeof about.placeholder === "string" ? about.placeholder : null;
  return {
    key,
    kind: type === "boolean" ? "flag" : type === "array" ? "list" : "value",
    isTypeable: type !== "record" && type !== "object",
    isNumber,
    takesNumber: numbers.includes(true),
    placeholder: named ?? placeholderFor(key, choices, isNumber),
    choices,
    required,
    description: typeof about.description === "string" ? about.description : "",
    standard,
    path: about.path === true ? "input" : about.path === "output" ? "output" : null,
    isAddress: about.address === true,
    by: argumentSources.find((source) => source === about.by) ?? null,
    completes: valueSources.filter((source) => [about.completes].flat().includes(source)),
  };
}

/** Keys that are no nouns, with what their value is. `.meta({ placeholder })` overrides it. */
const valueNames: Readonly<Record<string, string>> = {
  at: "TIME",
  before: "TIME",
  since: "TIME",
  until: "TIME",
  as: "ACTOR",
  by: "ACTOR",
  into: "FOLDER",
  map: "OLD=NEW",
  undo: "ID",
};

/** The longest list of choices that is shown in place of a value. */
const MAX_LISTED = 50;

function placeholderFor(key: string, choices: readonly string[], isNumber: boolean): string {
  const listed = choices.join("|");
  if (listed !== "" && listed.length <= MAX_LISTED) return listed;
  return isNumber ? "NUMBER" : (valueNames[key] ?? key.toUpperCase());
}

/**
 * Removes optional and default wrappers, and collects the metadata of all of them; the outermost
 * wins.
 */
function unwrap(schema: z.ZodType) {
  let inner = schema;
  let required = true;
  let standard: string | null = null;
  let about: Readonly<Record<string, unknown>> = {};
  for (;;) {
    about = { ...inner.meta(), ...about };
    const { type, innerType, defaultValue } = defOf(inner);
    if (type !== "optional" && type !== "default") break;
    required = false;
    if (type === "default" && defaultValue !== false) standard = String(defaultValue);
    if (!innerType) break;
    inner = innerType;
  }
  return { inner, required, standard, about };
}

/** The schemas of which a value has to meet one. */
function alternativesOf(schema: z.ZodType): readonly z.ZodType[] {
  const { type, options, innerType } = defOf(schema);
  if (type === "union") return (options ?? []).flatMap(alternativesOf);
  return innerType === undefined ? [schema] : alternativesOf(innerType);
}

function isNumeric(schema: z.ZodType): boolean {
  const { type, values = [] } = defOf(schema);
  return type === "literal"
    ? values.every((value) => typeof value === "number")
    : type === "number";
}

/** The part of a schema's definition that is read here; zod types it per class. */
interface Definition {
  readonly type: string;
  readonly options?: readonly z.ZodType[];
  readonly values?: readonly unknown[];
  readonly innerType?: z.ZodType;
  readonly defaultValue?: unknown;
  readonly entries?: Readonly<Record<string, string>>;
}

function defOf(schema: z.ZodType): Definition {
  return (schema as unknown as { readonly def: Definition }).def;
}
