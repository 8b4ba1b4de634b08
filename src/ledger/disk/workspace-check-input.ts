import * as z from "zod";

/** How a workspace is checked. */
export const workspaceCheckInput = {
  recompute: z
    .boolean()
    .default(false)
    .describe("Also repeat every recorded compile and compare the bytes"),
  against: z
    .string()
    .optional()
    .describe("Compare with where the ledger ended earlier: a file of `ledger heads`, or a bundle")
    .meta({ placeholder: "FILE|BUNDLE", path: true }),
  signers: z
    .string()
    .optional()
    .describe("Allowed signers file; the signature must be by one of them")
    .meta({ path: true }),
};
