import * as z from "zod";
import { actorInput } from "../../runtime/actor.ts";
import { storeInput } from "../../runtime/workspace.ts";
import { addressInput } from "../../state/disk/settings/state-input.ts";

/** Input keys of operations that write the texts of a kit. */
export const kitTextInput = {
  vision: z.string().min(1).max(65_536).optional().describe("The goal of the work"),
  agents: z.string().min(1).max(65_536).optional().describe("Rules for agents"),
  ...addressInput,
  ...actorInput,
  ...storeInput,
};
