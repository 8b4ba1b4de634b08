import * as z from "zod";
import { readingInput } from "../bundles/disk/open-path.ts";
import { workspaceCheckInput } from "../ledger/disk/workspace-check-input.ts";
import { storeInput } from "../runtime/store-input.ts";

/** What is checked and how strictly; shared with other commands that check. */
export const verifyInput = z.object({
  path: z
    .string()
    .optional()
    .describe(
      "Bundle, session file, folder of a responsibility or of a workspace (default: the workspace)",
    )
    .meta({ path: true, address: true }),
  ...readingInput,
  ...workspaceCheckInput,
  ...storeInput,
});

/** The same as a type. */
export type VerifyInput = z.infer<typeof verifyInput>;
