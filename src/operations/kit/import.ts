import * as z from "zod";
import { HoldallError } from "../../base/errors.ts";
import { addressText, stateIdOf } from "../../state/address.ts";
import { editTexts } from "../../state/kit/hand-edits.ts";
import { conflictPolicies, type ImportPlan } from "../../state/kit/import-entries.ts";
import { resumableContext } from "../../state/kit/resumable-context.ts";
import { locateStore } from "../../stores/locate.ts";
import { type InlineFiles, inlineFilesSchema } from "../bundle/inline-files.ts";
import { readingInput } from "../bundle/open-path.ts";
import { actorAliases, actorInput } from "../operation/actor.ts";
import { defineOperation } from "../operation/define-operation.ts";
import { findingSchema } from "../operation/output-schemas.ts";
import { inWorkspace, storeChoice, storeInput } from "../operation/workspace.ts";
import { addressInput } from "../state/input.ts";
import { applyKit, previewKit } from "./apply-kit.ts";
import { bundleNumbers, bundleNumbersSchema } from "./input.ts";
import { readKit } from "./read-kit.ts";

const plan = () =>
  z.object({
    insert: z.array(z.string()),
    update: z.array(z.string()),
    conflict: z.array(z.string()),
    unchanged: z.array(z.string()),
  });

export default defineOperation({
  name: "kit import",
  summary: "Check a bundle with a state and show it; with --apply, take it into the workspace",
  effect: "write",
  surfaces: ["cli", "mcp", "http"],
  tool: { name: "memory.kit.import", sets: ["memory"] },
  positionals: ["path"],
  aliases: { ...actorAliases, from: "path", format: "as" },
  examples: ["kit import ./wc", "kit import ./wc --apply --session from-a-friend --json"],
  input: z.object({
    path: z.string().optional().describe("Folder or .tar.gz with a state").meta({ path: true }),
    files: inlineFilesSchema()
      .optional()
      .describe("In place of a path, what kit export gives without --out (not on a command line)"),
    apply: z.boolean().default(false).describe("Take it over; without this nothing is changed"),
    mode: z.enum(["preview", "apply"]).optional().describe("The same in a word"),
    "on-conflict": z
      .enum(conflictPolicies)
      .default("reject")
      .describe("What to do with an entry that is here and says something else"),
    "accept-edits": z
      .boolean()
      .default(false)
      .describe("Log what was edited by hand as edits by the operator")
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
      /** What the bundle's state is, by its history or by its files. */
      bundle: bundleNumbersSchema(),
      /** How the workspace's own past stands to it; null when there is no workspace. */
      relation: z.enum(["empty", "same", "behind", "ahead", "diverged", "unrelated"]).nullable(),
      plan: plan().nullable(),
      /** What was edited by hand since it was written. */
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
      plan: done === null ? null : copied(done.plan),
      edits: [...edits],
      state: addressText(done?.address ?? kit.incoming.address),
      is_current: done !== null && done.current === stateIdOf(done.address),
      state_hash: done?.state_hash ?? null,
      head_seq: done?.head_seq ?? null,
      context: resumableContext(kit.incoming),
      findings: [...kit.findings.list()],
    };
  },
  exitCode: ({ ok }) => (ok ? 0 : 1),
});

/** Where the bundle is: one place, not two. */
function sourceOf({
  path,
  files,
}: {
  readonly path?: string | undefined;
  readonly files?: InlineFiles | undefined;
}): string | InlineFiles {
  const source = path ?? files;
  if (source !== undefined && (path === undefined || files === undefined)) return source;
  const state = source === undefined ? "neither a path nor files" : "both a path and files";
  throw new HoldallError("E_USAGE", `Cannot import a kit: ${state} were given`);
}

function copied({
  insert,
  update,
  conflict,
  unchanged,
}: ImportPlan): z.infer<ReturnType<typeof plan>> {
  return {
    insert: [...insert],
    update: [...update],
    conflict: [...conflict],
    unchanged: [...unchanged],
  };
}
