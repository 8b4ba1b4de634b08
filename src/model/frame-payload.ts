import * as z from "zod";
import { isObject, type Json, type JsonObject, setKey } from "../base/json/value.ts";
import { type Actor, isTextRef, type TextRef } from "./event.ts";
import type { FrameField } from "./frame-fields.ts";
import type { FrameType } from "./frames.ts";

/** The longest reason that is stored in the body itself; a longer one is stored as a text. */
const REASON_CHARACTERS = 200;

/** The content of a frame in the form in which an event stores it. */
export interface FrameContent {
  readonly actor: Actor | null;
  readonly body: JsonObject;
}

/** Stores a text and returns the reference that the body contains in its place. */
type StoreText = (content: string) => TextRef;

/** Turns the keys of a frame after its `type` into an actor and a body. Values are not checked. */
export function payloadToContent(
  type: FrameType,
  payload: JsonObject,
  storeText: StoreText,
): FrameContent {
  const body: Record<string, Json> = {};
  for (const [key, each] of Object.entries(payload)) {
    if (each === undefined || (type.actor !== "none" && isActorKey(key))) continue;
    const field = Object.hasOwn(type.fields, key) ? type.fields[key] : undefined;
    if (each === null && field?.absence === "left out") continue;
    setKey(body, key, field ? storeValue(field, each, storeText) : each);
  }
  return { actor: type.actor === "none" ? null : actorOf(payload), body };
}

function isActorKey(key: string): boolean {
  return key === "actor_id" || key === "origin";
}

function actorOf({ actor_id, origin }: JsonObject): Actor | null {
  if (typeof actor_id !== "string" && typeof origin !== "string") return null;
  return { id: asName(actor_id), origin: asName(origin) };
}

function asName(name: Json | undefined): string {
  return typeof name === "string" ? name : "";
}

function storeValue({ storage }: FrameField, each: Json, storeText: StoreText): Json {
  if (storage === "json") return each === null ? null : storeText(JSON.stringify(each));
  if (typeof each !== "string" || storage === "value") return each;
  return storage === "reason" && each.length <= REASON_CHARACTERS ? each : storeText(each);
}

/** Returns the text of a reference; null when it was redacted. */
type ReadText = (ref: TextRef) => string | null;

/** Turns a body back into the keys of a frame, in the order a frame has them; unknown keys follow. */
export function contentToPayload(
  type: FrameType,
  { actor, body }: FrameContent,
  readText: ReadText,
): JsonObject {
  const payload: Record<string, Json> = {};
  const provenance = actor === null ? {} : { actor_id: actor.id, origin: actor.origin };
  if (type.actor === "first") Object.assign(payload, provenance);
  for (const [key, field] of Object.entries(type.fields)) {
    const kept = Object.hasOwn(body, key) ? body[key] : undefined;
    if (kept != null) payload[key] = restoreValue(field, kept, readText);
    else if (field.absence !== "left out") payload[key] = null;
  }
  for (const [key, each] of Object.entries(body)) {
    if (!Object.hasOwn(type.fields, key) && each !== undefined) setKey(payload, key, each);
  }
  if (type.actor === "last") Object.assign(payload, provenance);
  return payload;
}

function restoreValue(field: FrameField, kept: Json, readText: ReadText): Json {
  if (field.storage === "value") return field.order ? reorder(kept, field.order) : kept;
  if (!isTextRef(kept)) return kept;
  const content = readText(kept);
  return field.storage === "json" && content !== null ? JSON.parse(content) : content;
}

function reorder(value: Json, order: readonly string[]): Json {
  if (Array.isArray(value)) return value.map((each: Json) => reorder(each, order));
  if (!isObject(value)) return value;
  const keys = new Set([
    ...order.filter((key) => Object.hasOwn(value, key)),
    ...Object.keys(value),
  ]);
  const out: Record<string, Json> = {};
  for (const key of keys) setKey(out, key, value[key] ?? null);
  return out;
}

const schemas = new Map<FrameType, z.ZodType<JsonObject>>();

/** The schema of a body; keys that are not known are allowed, as logs of later versions have them. */
export function bodySchema(type: FrameType): z.ZodType<JsonObject> {
  const known = schemas.get(type);
  if (known) return known;
  const shape = Object.entries(type.fields).map(([key, { schema }]) => [key, schema] as const);
  const schema = z.looseObject(Object.fromEntries(shape)) as unknown as z.ZodType<JsonObject>;
  schemas.set(type, schema);
  return schema;
}
