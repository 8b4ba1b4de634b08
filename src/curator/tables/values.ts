import * as z from "zod";
import type { JsonObject } from "../../base/json/value.ts";
import { isObject } from "../../base/json/value.ts";
import { isId } from "../workspace/ids.ts";

/** An id of a responsibility, a workspace or a request. */
export const id = z.string().refine(isId, "must be an id");

/** A time as the curator writes it: UTC, whole seconds, so that text order is time order. */
export const at = z.string().regex(/^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}Z$/, "must be UTC seconds");

/** Text of at most this many characters, without the character that no database stores. */
export const text = (most: number) =>
  z
    .string()
    .max(most)
    .refine((value) => !value.includes("\0"), "must not contain NUL");

/** Who did something: an actor, and the program that acted for it. */
export const by = { by: text(128).min(1), agent: text(128).nullish() };

/** Any JSON object that a table keeps as text. */
export const json = z.custom<JsonObject>(isObject, "must be an object");

/** A condition for a column with a time. It is the same in every engine. */
export const isTime = (column: string) =>
  `check (${column} like '____-__-__T__:__:__Z' and length(${column}) = 20)`;

/** A condition for a column with one of several values. */
export const isOneOf = (column: string, values: readonly string[]) =>
  `check (${column} in (${values.map((value) => `'${value}'`).join(", ")}))`;
