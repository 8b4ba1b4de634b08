/**
 * Imports a kit; without `--apply` it shows what would happen. Hand edits of the files are refused
 * unless a person vouches for them, since a bundle that was changed on its way looks exactly like
 * one that was edited.
 */

import * as z from "zod";
import { inlineFilesSchema } from "../../bundles/disk/inline-files.ts";
import { readingInput } from "../../bundles/disk/open-path.ts";
import { actorAliases, actorInput } from "../../runtime/actor.ts";
import { findingSchema } from "../../runtime/output-schemas.ts";
import { inWorkspace, storeChoice, storeInput } from "../../runtime/workspace.ts";
import { addressText, stateIdOf } from "../../state/address.ts";
import { applyKit, previewKit } from "../../state/disk/kit/apply-kit.ts";
import { bundleNumbers, bundleNumbersSchema } from "../../state/disk/kit/bundle-numbers.ts";
import { sourceOf, warnAboutTrail } from "../../state/disk/kit/import-kit.ts";
import { readKit } from "../../state/disk/kit/read-kit.ts";
import { addressInput } from "../../state/disk/settings/state-input.ts";
import { editTexts } from "../../state/kit/hand-edits.ts";
import { conflictPolicies, importPlanSchema } from "../../state/kit/import-entries.ts";
import { resumableContext } from "../../state/kit/resumable-context.ts";
import { locateStore } from "../../stores/locate.ts";
import { defineOperation } from "../operation/define-operation.ts";

export default defineOperation({
  name: "kit import",
  summary: "Check and preview a bundle with a state; --apply imports it into the workspace",
  effect: "write",
  secrets: "shown",
  surfaces: ["cli", "mcp", "http"],
  tool: {
    name: "memory.kit.import",
    sets: ["memory"],
    summary:
      "Check a bundle with a state and preview what it would change; with apply it is imported into the workspace",
  },
  positionals: ["path"],
  aliases: { ...actorAliases, from: "path", format: "as" },
  examples: ["kit import ./wc", "kit import ./wc --apply --session from-a-friend --json"],
  input: z.object({
    path: z
      .string()
      .optional()
      .describe("Folder, .tar.gz or address with a state")
      .meta({ path: true, address: true }),
    files: inlineFilesSchema()
      .optional()
      .describe("Files of a bundle instead of a path, as returned by kit export"),
    apply: z.boolean().default(false).describe("Import the bundle (default: preview only)"),
    mode: z
      .enum(["preview", "apply"])
      .optional()
      .describe("apply is the same as --apply; preview is the default"),
    "on-conflict": z
      .enum(conflictPolicies)
      .default("reject")
      .describe("What to do with an entry that exists with another content"),
    "accept-edits": z
      .boolean()
      .default(false)
      .describe("Record hand edits of the bundle as edits by the operator")
      .meta({ by: "person" }),
    ...readingInput,
    ...addressInput,
    ...actorInput,
    ...storeInput,
  }),
  output: () =>
    z.object({
      path: z.string(),
      format: z.string(),
      ok: z.boolean(),
      applied: z.boolean(),
      /** The state of the bundle, from its history or its files. */
      bundle: bundleNumbersSchema(),
      /** How the workspace's own history relates to it; null without a workspace. */
      relation: z.enum(["empty", "same", "behind", "ahead", "diverged", "unrelated"]).nullable(),
      plan: importPlanSchema().nullable(),
      /** Hand edits since the bundle was written. */
      edits: z.array(z.string()),
      state: z.string(),
      is_current: z.boolean(),
      state_hash: z.string().nullable(),
      head_seq: z.number().nullable(),
      context: z.string(),
      findings: z.array(findingSchema()),
    }),
  async run(context, input) {
    const kit = await readKit(context, sourceOf(input), input, {
      doing: "import",
      profile: "lenient",
      acceptEdits: input["accept-edits"],
    });
    const edits = editTexts(kit.edits);
    if (input["accept-edits"]) warnAboutTrail(kit);
    const isRefused = edits.length > 0 && !input["accept-edits"];
    const isApplied =
      (input.mode === undefined ? input.apply : input.mode === "apply") && !isRefused;
    const hasWorkspace = locateStore(storeChoice(context, input.store)) !== null;
    const effect = isApplied ? ("write" as const) : ("read" as const);
    const done =
      isApplied || hasWorkspace
        ? await inWorkspace(context, { store: input.store, effect }, (ledger) =>
            isApplied
              ? applyKit(context, ledger, kit, input)
              : previewKit(context, ledger, kit, input),
          )
        : null;
    const conflicts = (done?.plan.conflict.length ?? 0) > 0;
    return {
      path: kit.absolute,
      format: kit.format.name,
      ok: !isRefused && !(isApplied && conflicts) && kit.findings.errorCount() === 0,
      applied: isApplied && kit.findings.errorCount() === 0,
      bundle: bundleNumbers(kit),
      relation: done?.relation ?? null,
      plan: done?.plan ?? null,
      edits: [...edits],
      state: addressText(done?.address ?? kit.incoming.address),
      is_current: done !== null && done.current === stateIdOf(done.address),
      state_hash: done?.state_hash ?? null,
      head_seq: done?.head_seq ?? null,
      context: resumableContext(isRefused ? kit.incoming : kit.edited),
      findings: [...kit.findings.list()],
    };
  },
  exitCode: ({ ok }) => (ok ? 0 : 1),
});
