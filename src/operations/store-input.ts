import * as z from "zod";

/** The input key of every operation on a workspace. */
export const storeInput = {
  store: z
    .string()
    .optional()
    .describe("Workspace: a folder or postgresql:// URL (also HOLDALL_STORE; else .holdall)")
    .meta({ by: "surface" }),
};
