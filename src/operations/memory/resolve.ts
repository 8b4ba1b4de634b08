/**
 * Resolves a reference of an entry. "Kept" is a success: the reference belongs to a program that
 * understands it.
 */

import * as z from "zod";
import { openPath } from "../../bundles/disk/open-path.ts";
import { resolveRef } from "../../memory/layers/resolve-ref.ts";
import { chosenLimits } from "../../runtime/chosen-limits.ts";
import { inWorkspace, storeInput } from "../../runtime/workspace.ts";
import { defineOperation } from "../operation/define-operation.ts";

export default defineOperation({
  name: "memory resolve",
  summary:
    "Resolve a unit_ref: a text or unit of the workspace, a file, or a memory of a PAM or OAMP document",
  effect: "read",
  secrets: "shown",
  surfaces: ["cli", "mcp", "http"],
  tool: { name: "memory.resolve", sets: ["state"] },
  positionals: ["ref"],
  examples: [
    "memory resolve caching-policy",
    "memory resolve caching.md --layer files --from records",
  ],
  input: z.object({
    ref: z.string().min(1).max(4096).describe("Reference, as it is in an entry"),
    layer: z
      .string()
      .default("inline")
      .describe("Layer of the reference: inline, files, pam, oamp …"),
    from: z
      .string()
      .optional()
      .describe("Folder or file that contains the target")
      .meta({ path: true, placeholder: "PATH" }),
    ...storeInput,
  }),
  output: () =>
    z.object({
      ref: z.string(),
      layer: z.string(),
      state: z.enum(["resolved", "unresolved", "kept"]),
      content: z.string().nullable(),
      reason: z.string().nullable(),
    }),
  exitCode: ({ state }) => (state === "unresolved" ? 1 : 0),
  run: (context, { ref, layer, from, store }) =>
    inWorkspace(context, { store, effect: "read" }, async (ledger) => {
      const files =
        from === undefined
          ? null
          : (await openPath(context, from, await chosenLimits(context, { store }))).files;
      const found = await ledger.read((tx) => resolveRef(ref, layer, { tx, files }));
      return {
        ref,
        layer: found.layer,
        state: found.state,
        content: found.state === "resolved" ? found.content : null,
        reason: found.state === "resolved" ? null : found.reason,
      };
    }),
});
