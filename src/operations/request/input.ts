import * as z from "zod";
import { isId } from "../../curator/workspace/ids.ts";

/** The id of a request; anything else is refused before a path is built from it. */
export const requestId = z
  .string()
  .refine(isId, { error: "must be an id: up to 64 of a-z, 0-9, _, @, . and -, without .." })
  .describe("Id of the request");
