import * as z from "zod";
import type { StoreChoice } from "../stores/locate.ts";
import { storeLocations } from "../stores/registry.ts";
import type { OperationContext } from "./operation-context.ts";

/** The input key of every operation on a workspace. */
export const storeInput = {
  store: z
    .string()
    .optional()
    .describe(`Workspace: ${storeLocations} (also HOLDALL_STORE; else .holdall)`)
    .meta({ by: "surface" }),
};

/** The sources for the location of the workspace. */
export function storeChoice(context: OperationContext, named: string | undefined): StoreChoice {
  return { named, cwd: context.cwd, environment: process.env.HOLDALL_STORE };
}
