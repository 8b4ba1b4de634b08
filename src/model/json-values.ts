import * as z from "zod";
import type { Json, JsonObject } from "../base/json/value.ts";
import { asZodType } from "../base/schema.ts";

/** Any JSON of another program in an operation's output. */
export const jsonValue = (): z.ZodType<Json> => asZodType(z.json());

/** A JSON object of another program in an operation's output, with any keys. */
export const jsonObject = (): z.ZodType<JsonObject> => asZodType(z.record(z.string(), z.json()));
