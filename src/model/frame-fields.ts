import * as z from "zod";
import { isObject } from "../base/json/value.ts";
import type { Schema } from "../base/schema.ts";
import { isTextRef, type TextRef } from "./event.ts";

/**
 * How the value of a frame's key is stored in an event's body: in the body itself (`value`), as a
 * reference to a text (`text`) or to a text that contains JSON (`json`), or, for reasons and error
 * messages, in the body up to 200 characters and as a reference beyond that (`reason`). Text of
 * people, models and tools is stored by reference, because redaction removes texts and never events.
 */
type FieldStorage = "value" | "text" | "json" | "reason";

/** How a frame represents a missing value: it is invalid, it is written as null, or the key is left out. */
type Absence = "refused" | "null" | "left out";

/** One key of a frame. */
export interface FrameField {
  readonly storage: FieldStorage;
  readonly absence: Absence;
  /** The value as it is stored in a body. */
  readonly schema: Schema;
  /** Key order of the object, or of the objects in the list, in a frame; null for ascending. */
  readonly order: readonly string[] | null;
}

const textRef = z.custom<TextRef>(isTextRef, "Must name a text");

function field(storage: FieldStorage, schema: Schema, order: string | null = null): FrameField {
  return { storage, absence: "refused", schema, order: order?.split(" ") ?? null };
}

/** A key whose value is stored in the body itself. */
export function value(schema: Schema): FrameField {
  return field("value", schema);
}

/** A key with an object, or a list of objects, whose keys a frame writes in this order. */
export function ordered(schema: Schema, order: string): FrameField {
  return field("value", schema, order);
}

/** A key with text of a person, a model or a tool. */
export const text: FrameField = field("text", textRef);

/** A key with JSON of a model or a tool. */
export const json: FrameField = field("json", textRef);

/** A key with a reason or an error message. */
export const reason: FrameField = field("reason", z.union([z.string(), textRef]));

/** A key that is written as null when it has no value. */
export function orNull(inner: FrameField): FrameField {
  return { ...inner, absence: "null", schema: z.nullish(inner.schema) };
}

/** A key that is left out when it has no value; null is read as absence. */
export function optional(inner: FrameField): FrameField {
  return { ...inner, absence: "left out", schema: z.nullish(inner.schema) };
}

/** An object of any keys. */
export const freeForm = value(z.custom(isObject, "Must be an object"));
