import * as z from "zod";

/** The id of a thread, for every operation on one. */
export const threadId = z
  .string()
  .min(1)
  .describe("Thread id, or a unique prefix of it")
  .meta({ completes: "thread" });
