import * as z from "zod";
import type { Json, JsonObject } from "../base/json/value.ts";

/** Any JSON of another program in an operation's output. */
export const jsonValue = (): z.ZodType<Json> => z.json();

/** A JSON object of another program in an operation's output, with any keys. */
export const jsonObject = (): z.ZodType<JsonObject> => z.record(z.string(), z.json());
