/**
 * The routes of the API, from the operations table: `POST /api/v1/thread/show` calls `thread show`. An
 * operation whose tools fix a part of its input has one route for each such variant, with the variant's
 * effect, so that a route that only reads can be called with GET.
 */

import { type Argument, argumentsOf } from "../operations/operation/arguments.ts";
import type { Operation } from "../operations/operation/operation.ts";
import type { Tool } from "../operations/operation/tool.ts";
import { loadOperation, operationNames } from "../operations/registry.ts";
import type { Caller } from "./caller.ts";

/** One way to call an operation over HTTP. */
export interface Route {
  /** The words of its path: `thread/show`. */
  readonly path: string;
  readonly operation: Operation;
  readonly summary: string;
  readonly effect: Operation["effect"];
  /** Input with a fixed value. */
  readonly fixed: Readonly<Record<string, unknown>>;
  /** Who may call it. */
  readonly callers: readonly Caller[];
}

/** Every route, by path, in the order of the operations. */
export async function loadRoutes(): Promise<ReadonlyMap<string, Route>> {
  const loaded = await Promise.all(operationNames.map(loadOperation));
  return new Map(loaded.flatMap(routesOf).map((route) => [route.path, route]));
}

function routesOf(operation: Operation): readonly Route[] {
  const callers = callersOf(operation);
  if (callers.length === 0) return [];
  const own = operation.name.replaceAll(" ", "/");
  const { summary, effect } = operation;
  const variants = toolsFor(operation).filter((tool) => tool.fixed !== undefined);
  if (variants.length === 0) {
    return [{ path: own, operation, summary, effect, fixed: {}, callers }];
  }
  return variants.map((tool) => ({
    path: tool.name.replaceAll(".", "/"),
    operation,
    summary: tool.summary ?? summary,
    effect: tool.effect ?? effect,
    fixed: tool.fixed ?? {},
    callers,
  }));
}

/**
 * The tools whose parameters limit what a route accepts; none for a route of a person alone, who may do more than a
 * model.
 */
function toolsFor({ surfaces, tools }: Operation): Operation["tools"] {
  return surfaces.includes("http") ? tools : [];
}

function callersOf({ surfaces }: Operation): readonly Caller[] {
  if (surfaces.includes("http")) return ["person", "program", "agent"];
  return surfaces.includes("person") ? ["person"] : [];
}

/** Found out once for each route and caller: it is asked for with every call. */
const settable = new WeakMap<Route, Map<Caller, ReadonlyMap<string, Argument>>>();

/** The arguments of a route that a caller may set, by key. */
export function argumentsFor(route: Route, caller: Caller): ReadonlyMap<string, Argument> {
  const ofRoute = settable.get(route) ?? new Map<Caller, ReadonlyMap<string, Argument>>();
  settable.set(route, ofRoute);
  const known = ofRoute.get(caller) ?? findArguments(route, caller);
  ofRoute.set(caller, known);
  return known;
}

function findArguments({ operation, fixed }: Route, caller: Caller) {
  const tools = toolsFor(operation);
  // What no tool takes stays with the command line: a report is answered, not written to a file.
  const keys = tools.every(hasKeys) && tools.length > 0 ? tools.flatMap(({ only }) => only) : null;
  const found = argumentsOf(operation)
    .filter(({ key }) => !Object.hasOwn(fixed, key) && (keys?.includes(key) ?? true))
    .filter(({ key, by }) => by === null || isNamed(caller, key, by));
  return new Map(found.map((argument) => [argument.key, argument]));
}

function hasKeys(tool: Tool): tool is Tool & { readonly only: readonly string[] } {
  return tool.only !== undefined;
}

/**
 * A person acts in any name, as on the command line, and an agent in those that it was granted; the workspace is the one
 * that is served.
 */
function isNamed(caller: Caller, key: string, by: NonNullable<Argument["by"]>): boolean {
  if (key === "actor") return caller !== "program";
  return caller === "person" && by === "person";
}
