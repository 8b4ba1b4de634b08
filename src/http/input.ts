import { HoldallError } from "../base/errors.ts";
import { isObject, type Json } from "../base/json/value.ts";
import { isWellFormed } from "../base/json/well-formed.ts";
import { nearestName } from "../base/registry.ts";
import { excerpt } from "../base/text/text.ts";
import { type Argument, argumentsOf } from "../operations/operation/arguments.ts";
import type { Caller } from "./caller.ts";
import { argumentsFor, type Route } from "./routes.ts";

/** What is fixed when a server starts, and goes into every input. */
export interface FixedInput {
  readonly store: string | undefined;
  readonly actor: string;
  readonly origin: string;
}

/** What a caller may have sent: keys of the operation's input. */
export type InputKeys = Readonly<Record<string, unknown>>;

/** The input of a call: what the caller sent, what its route fixes, and what the server was started with. */
export function inputOf(
  route: Route,
  caller: Caller,
  keys: InputKeys,
  fixed: FixedInput,
): InputKeys {
  const known = argumentsFor(route, caller);
  const input: Record<string, unknown> = {};
  for (const { key, by } of argumentsOf(route.operation)) {
    if (by === "surface") input[key] = fixed[key as keyof FixedInput];
  }
  for (const [key, value] of Object.entries(keys)) {
    const argument = known.get(key);
    if (argument === undefined) throw unknownKey(route, key, [...known.keys()]);
    // The schema would take "7", true and null for numbers, because a command line only has texts.
    if (argument.isNumber && typeof value !== "number") throw wrong(route, key, "must be a number");
    if (argument.path !== null && [value].flat().some(hasNul)) {
      throw wrong(route, key, "contains a NUL character");
    }
    input[key] = value;
  }
  return { ...input, ...route.fixed };
}

/** No path has one, and the operating system would be asked for it. */
function hasNul(value: unknown): boolean {
  return typeof value === "string" && value.includes("\0");
}

/** The keys of a JSON body. */
export function bodyInput(route: Route, body: Buffer): InputKeys {
  const value = body.length === 0 ? {} : parse(route, body);
  if (!isObject(value)) throw wrong(route, "the body", "must be a JSON object");
  if (!isWellFormed(value)) throw wrong(route, "a text", "contains an unpaired surrogate");
  return value;
}

const decoder = new TextDecoder("utf-8", { fatal: true });

function parse(route: Route, body: Buffer): Json {
  try {
    return JSON.parse(decoder.decode(body));
  } catch {
    throw wrong(route, "the body", "is not JSON in UTF-8");
  }
}

/** The keys of a query: flags are `true` or `false`, lists repeat their key. */
export function queryInput(route: Route, caller: Caller, query: URLSearchParams): InputKeys {
  const known = argumentsFor(route, caller);
  const keys: Record<string, unknown> = Object.create(null);
  for (const key of new Set(query.keys())) {
    const argument = known.get(key);
    if (argument === undefined) throw unknownKey(route, key, [...known.keys()]);
    keys[key] = queryValue(route, argument, query.getAll(key));
  }
  return keys;
}

function queryValue(route: Route, { key, kind, isNumber }: Argument, texts: readonly string[]) {
  if (kind === "list") return texts;
  const [text = "", ...more] = texts;
  if (more.length > 0) throw wrong(route, key, "is given twice");
  if (kind === "flag") {
    if (text !== "true" && text !== "false") throw wrong(route, key, "must be true or false");
    return text === "true";
  }
  if (!isNumber) return text;
  const number = text.trim() === "" ? Number.NaN : Number(text);
  if (Number.isNaN(number)) throw wrong(route, key, "must be a number");
  return number;
}

function unknownKey(route: Route, key: string, known: readonly string[]): HoldallError {
  const near = nearestName(key, known);
  const list = known.length === 0 ? "it takes none" : `it takes ${known.join(", ")}`;
  const shown = excerpt(key, 60);
  return new HoldallError("E_USAGE", `Cannot call ${route.path}: it does not take "${shown}"`, {
    cure: near === null ? list : `did you mean "${near}"?`,
  });
}

function wrong(route: Route, what: string, state: string): HoldallError {
  return new HoldallError("E_USAGE", `Cannot call ${route.path}: ${what} ${state}`, {
    cure: "see its schema in /api/v1/openapi.json",
  });
}
