import * as z from "zod";
import { isObject, type Json, type JsonObject } from "../base/json/value.ts";
import { type Argument, argumentsOf } from "../operations/operation/arguments.ts";
import type { Operation } from "../operations/operation/operation.ts";
import type { Tool } from "../operations/operation/tool.ts";

/** The parameter that requests the complete output of a tool that answers in text. */
export const DETAILS = "details";
const ABOUT_DETAILS = "Return the complete record (long)";

/** A parameter of a tool: its name for models, and the input key it sets. */
export interface Parameter {
  readonly name: string;
  readonly argument: Argument;
}

/** The parameters of a tool: what a caller may set, under the tool's names. */
export function parametersOf(operation: Pick<Operation, "input">, tool: Tool): Parameter[] {
  const nameOf = new Map(
    Object.entries(tool.parameterNames ?? {}).map(([name, key]) => [key, name]),
  );
  return argumentsOf(operation)
    .filter(({ key, by }) => by === null && (tool.only?.includes(key) ?? true))
    .filter(({ key }) => !Object.hasOwn(tool.fixed ?? {}, key))
    .map((argument) => ({
      name: nameOf.get(argument.key) ?? argument.key.replaceAll("-", "_"),
      argument,
    }));
}

/** The JSON Schema of a tool's parameters. */
export function schemaOf(operation: Pick<Operation, "input">, tool: Tool): JsonObject {
  const schema = z.toJSONSchema(operation.input, { io: "input", unrepresentable: "any" });
  const properties: Record<string, JsonObject> = {};
  const required: string[] = [];
  for (const { name, argument } of parametersOf(operation, tool)) {
    if (RARE_KEYS.has(argument.key)) continue;
    if (isAddress(argument) && !CHOOSES_STATE.test(tool.name)) continue;
    properties[name] = plain(schema.properties?.[argument.key] as Json | undefined);
    if (argument.required) required.push(name);
  }
  if (tool.text !== undefined)
    properties[DETAILS] = { type: "boolean", description: ABOUT_DETAILS };
  return {
    type: "object",
    properties,
    ...(required.length === 0 ? {} : { required }),
    additionalProperties: false,
  };
}

/** The current state is fixed by the server; these tools choose another one, and the rest need not name it. */
const CHOOSES_STATE = /^memory\.session\.(?:resume|use)/;
const ADDRESS_KEYS = new Set(["user", "session", "task"]);

/** Whether a parameter is part of the address of a state. It is still accepted where it is not listed. */
const isAddress = ({ key, required }: Argument) => ADDRESS_KEYS.has(key) && !required;

/** Parameters that a model hardly ever needs: they are accepted and not listed. */
const RARE_KEYS = new Set([
  "stakes",
  "allow",
  "at-commit",
  "author",
  "unit-ref",
  "session-id",
  "mmr",
]);

/** What is for other surfaces or checked at a call anyway, and what is true of every number in JavaScript. */
const ours = new Set([
  "path",
  "by",
  "placeholder",
  "completes",
  "pattern",
  "minLength",
  "maxLength",
  "default",
]);
const EDGE = Number.MAX_SAFE_INTEGER;

const STANDARD_INPUT = /; (?:- reads|without any they are read from) standard input/;

function plain(schema: Json | undefined): JsonObject {
  if (!isObject(schema)) return {};
  const kept = Object.entries(schema).filter(
    ([key, value]) => !ours.has(key) && !(typeof value === "number" && Math.abs(value) === EDGE),
  );
  const { description, ...rest } = Object.fromEntries(kept);
  // A tool has no standard input.
  const about = typeof description === "string" ? description.replace(STANDARD_INPUT, "") : null;
  return { ...(about === null ? {} : { description: about }), ...rest };
}
