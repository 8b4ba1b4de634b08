/** The description of the API (OpenAPI 3.1), from the schemas that the operations are checked with. */

import { isDeepStrictEqual } from "node:util";
import * as z from "zod";
import { isObject, type Json, type JsonObject } from "../base/json/value.ts";
import type { Schema } from "../base/schema.ts";
import { inlineFilesSchema } from "../bundles/disk/inline-files.ts";
import { bundleCheckSchema } from "../operations/bundle/check-bundle.ts";
import { findingSchema, lossSchema } from "../runtime/output-schemas.ts";
import type { Caller } from "./caller.ts";
import type { Problem } from "./problem.ts";
import { argumentsFor, type Route } from "./routes.ts";

/** What `.meta()` adds for other surfaces, and what a part of a document need not repeat. */
const OURS = new Set(["path", "by", "placeholder", "completes", "$schema", "readOnly"]);
/** Control characters, spelled as every dialect of regular expressions reads them. */
const CONTROLS: readonly [RegExp, string] = [/\\p\{Cc\}/g, "\\u0000-\\u001f\\u007f-\\u009f"];

/** Describes the routes that a caller has. */
export function describeApi(routes: Iterable<Route>, caller: Caller, version: string): JsonObject {
  const components: Components = {
    Finding: schemaOf(findingSchema(), "output", {}),
    Loss: schemaOf(lossSchema(), "output", {}),
  };
  components.Problem = schemaOf(problemSchema(), "output", components);
  const paths: Record<string, Json> = {};
  for (const route of routes) {
    if (!route.callers.includes(caller)) continue;
    paths[`/${route.path}`] = describeRoute(route, caller, components);
  }
  return {
    openapi: "3.1.1",
    info: {
      title: "Holdall",
      version,
      summary: "The operations of Holdall on the workspace that is served",
      license: { name: "Apache-2.0", identifier: "Apache-2.0" },
    },
    servers: [{ url: "/api/v1" }],
    security: [{ token: [] }],
    paths: { ...paths, ...ownPaths(components) },
    components: {
      schemas: components,
      securitySchemes: { token: { type: "http", scheme: "bearer" } },
    },
  };
}

const problemSchema = () =>
  z.object({
    type: z.string(),
    title: z.string(),
    status: z.number().int(),
    detail: z.string(),
    code: z.string(),
    cure: z.string().nullable(),
    findings: z.array(findingSchema()),
  }) satisfies Schema<Problem>;

type Components = Record<string, Json>;

function describeRoute(route: Route, caller: Caller, components: Components): JsonObject {
  const { operation, effect, summary } = route;
  const id = route.path.replaceAll("/", "-");
  const body = inputSchema(route, caller);
  components[id] = schemaOf(operation.output(), "output", components, id);
  const output = { $ref: `#/components/schemas/${id}` };
  const about = { summary, tags: [operation.name.split(" ")[0] ?? ""], "x-callers": route.callers };
  const post = {
    ...about,
    operationId: id,
    requestBody: { required: true, content: { "application/json": { schema: body } } },
    responses: responses(output),
  };
  if (effect === "write") return { post };
  const get = {
    ...about,
    operationId: `get-${id}`,
    parameters: parametersOf(body),
    responses: {
      ...responses(output),
      304: { description: "What the client has is still current" },
    },
  };
  return { get, post };
}

/** What a caller may send: the operation's own schema, without what the server sets. */
function inputSchema(route: Route, caller: Caller): JsonObject {
  const full = schemaOf(route.operation.input, "input", {});
  const all = isObject(full.properties) ? full.properties : {};
  const known = [...argumentsFor(route, caller).values()];
  const properties = Object.fromEntries(known.map(({ key }) => [key, all[key] ?? {}]));
  const required = known.filter((each) => each.required).map(({ key }) => key);
  return {
    type: "object",
    properties,
    ...(required.length === 0 ? {} : { required }),
    additionalProperties: false,
  };
}

/** The same input as a query. */
function parametersOf({ properties, required = [] }: JsonObject): Json[] {
  return Object.entries(isObject(properties) ? properties : {}).map(([name, schema]) => {
    const { description, ...rest } = isObject(schema) ? schema : {};
    return {
      name,
      in: "query",
      ...(description === undefined ? {} : { description }),
      required: Array.isArray(required) && required.includes(name),
      schema: rest,
    };
  });
}

function responses(schema: JsonObject): JsonObject {
  return {
    200: {
      description: "What the operation answers",
      content: {
        "application/json": { schema },
        "text/event-stream": { schema: { type: "string" } },
      },
    },
    default: PROBLEM,
  };
}

const PROBLEM: JsonObject = {
  description: "Why it was refused or failed",
  content: { "application/problem+json": { schema: { $ref: "#/components/schemas/Problem" } } },
};

/** The routes that are no operations. */
function ownPaths(components: Components): JsonObject {
  const check = schemaOf(bundleCheckSchema(), "output", components, "bundle-check");
  const name = { name: "name", in: "query", schema: { type: "string" }, required: false };
  const files = schemaOf(z.object({ files: inlineFilesSchema() }), "input", components, "files");
  const streamed = { "text/event-stream": { schema: { type: "string" } } };
  return {
    "/bundle/check": {
      post: {
        operationId: "bundle-check",
        summary: "Check an archive or the files of a folder without keeping them",
        parameters: [{ ...name, description: "The name of the file or the folder" }],
        requestBody: {
          required: true,
          content: {
            "application/octet-stream": { schema: {} },
            "application/json": { schema: files },
          },
        },
        responses: responses(check),
      },
    },
    "/thread/follow": {
      get: {
        operationId: "thread-follow",
        summary: "Stream the events of a thread as they are recorded",
        parameters: [
          { name: "id", in: "query", required: true, schema: { type: "string" } },
          { name: "from-seq", in: "query", required: false, schema: { type: "integer" } },
          { name: "Last-Event-ID", in: "header", required: false, schema: { type: "string" } },
        ],
        responses: {
          200: { description: "Events; the id is their seq", content: streamed },
          default: PROBLEM,
        },
      },
    },
    "/openapi.json": {
      get: {
        operationId: "openapi",
        summary: "This description",
        responses: {
          200: {
            description: "An OpenAPI document",
            content: { "application/json": { schema: { type: "object" } } },
          },
          default: PROBLEM,
        },
      },
    },
  };
}

/** A schema as a part of the document: definitions of its own go to the components, under its name. */
function schemaOf(
  schema: Schema,
  io: "input" | "output",
  components: Components,
  name = "part",
): JsonObject {
  const json = z.toJSONSchema(schema, { io, unrepresentable: "any" }) as JsonObject;
  const { $defs = {}, ...rest } = withShared(plain(json, name), components) as JsonObject;
  for (const [each, definition] of Object.entries(isObject($defs) ? $defs : {})) {
    components[`${name}.${each}`] = definition ?? {};
  }
  return rest;
}

/** Schemas that many outputs contain: the document has them once. */
const SHARED = ["Finding", "Loss"];

function withShared(value: Json, components: Components): Json {
  if (Array.isArray(value)) return value.map((each) => withShared(each, components));
  if (!isObject(value)) return value;
  const name = SHARED.find((each) => isDeepStrictEqual(components[each], value));
  if (name !== undefined) return { $ref: `#/components/schemas/${name}` };
  const entries = Object.entries(value);
  return Object.fromEntries(
    entries.map(([key, inner]) => [key, withShared(inner ?? null, components)]),
  );
}

/** Removes what is ours alone, and points references to where the document has their definitions. */
function plain(value: Json, name: string): Json {
  if (Array.isArray(value)) return value.map((each) => plain(each, name));
  if (!isObject(value)) return value;
  const entries = Object.entries(value).flatMap(([key, inner]): [string, Json][] => {
    if (key === "properties" && isObject(inner)) return [[key, plainProperties(inner, name)]];
    if (OURS.has(key)) return [];
    if (key === "$ref")
      return [[key, String(inner).replace("#/$defs/", `#/components/schemas/${name}.`)]];
    if (key === "pattern") return [[key, String(inner).replaceAll(...CONTROLS)]];
    return [[key, plain(inner ?? null, name)]];
  });
  return Object.fromEntries(entries);
}

/** Names of properties are names of ours, whatever they are. */
function plainProperties(properties: JsonObject, name: string): JsonObject {
  return Object.fromEntries(
    Object.entries(properties).map(([key, inner]) => [key, plain(inner ?? null, name)]),
  );
}
