import * as z from "zod";
import { isObject } from "../base/json/value.ts";
import { isTextRef, type TextRef } from "./event.ts";

/**
 * How the value of a frame's key is kept in an event's body: as it is, as a text, as a text that holds
 * JSON, or, for the reasons people and programs give, as it is up to 200 characters and else as a text.
 */
type FieldStorage = "value" | "text" | "json" | "reason";

/** What a frame says when it has nothing to say under a key. */
type Absence = "refused" | "null" | "left out";

/** One key of a frame. */
export interface FrameField {
  readonly storage: FieldStorage;
  readonly absence: Absence;
  /** The value as a body holds it. */
  readonly schema: z.ZodType;
  /** Keys of the object, or of the objects in the list, as a frame orders them; ascending where not said. */
  readonly order: readonly string[] | null;
}

const textRef = z.custom<TextRef>(isTextRef, "Must name a text");

function field(storage: FieldStorage, schema: z.ZodType, order: string | null = null): FrameField {
  return { storage, absence: "refused", schema, order: order?.split(" ") ?? null };
}

/** A key whose value stands in the body. */
export function value(schema: z.ZodType): FrameField {
  return field("value", schema);
}

/** A key that holds an object, or a list of objects, whose keys a frame writes in this order. */
export function ordered(schema: z.ZodType, order: string): FrameField {
  return field("value", schema, order);
}

/** A key that holds what a person, a model or a tool said. */
export const text: FrameField = field("text", textRef);

/** A key that holds JSON of a model or a tool. */
export const json: FrameField = field("json", textRef);

/** A key that says why. */
export const reason: FrameField = field("reason", z.union([z.string(), textRef]));

/** A key that is written as null when there is nothing to say. */
export function orNull(inner: FrameField): FrameField {
  return { ...inner, absence: "null", schema: inner.schema.nullish() };
}

/** A key that is left out when there is nothing to say; null is read as absence. */
export function optional(inner: FrameField): FrameField {
  return { ...inner, absence: "left out", schema: inner.schema.nullish() };
}

/** An object of any keys. */
export const freeForm = value(z.custom(isObject, "Must be an object"));
