/** Checks a bundle with a state, and whether a certain other state could import it. */

import * as z from "zod";
import { HoldallError } from "../../base/errors.ts";
import { createFindings, isOk } from "../../base/findings.ts";
import { detectFormat, resolveFormatName } from "../../bundles/detect.ts";
import { openPath, type ReadingInput, readingInput } from "../../bundles/disk/open-path.ts";
import { chosenLimits } from "../../runtime/chosen-limits.ts";
import type { OperationContext } from "../../runtime/operation-context.ts";
import { findingSchema } from "../../runtime/output-schemas.ts";
import { bundleNumbers, bundleNumbersSchema } from "../../state/disk/kit/bundle-numbers.ts";
import { type KitReading, readKit } from "../../state/disk/kit/read-kit.ts";
import { findingsOfRefusal } from "../../state/disk/kit/refused-reading.ts";
import { editTexts } from "../../state/kit/hand-edits.ts";
import { defineOperation } from "../operation/define-operation.ts";

export default defineOperation({
  name: "kit validate",
  summary: "Check a bundle with a state: its files, its history, and whether they agree",
  effect: "read",
  secrets: "shown",
  surfaces: ["cli", "mcp", "http"],
  tool: { name: "memory.kit.validate", sets: ["verify"] },
  positionals: ["path"],
  aliases: { format: "as" },
  examples: ["kit validate ./wc", "kit validate ./a-kit --against ./wc --json"],
  input: z.object({
    path: z.string().describe("Folder or .tar.gz with a state").meta({ path: true }),
    against: z
      .string()
      .optional()
      .describe("Bundle of the state that will import it: slots and budget must be compatible")
      .meta({ path: true }),
    ...readingInput,
  }),
  output: () =>
    z.object({
      ok: z.boolean(),
      format: z.string().nullable(),
      bundle: bundleNumbersSchema().nullable(),
      /** Whether every past state can be rebuilt from the bundle. */
      replayable: z.boolean(),
      edits: z.array(z.string()),
      /** Why the other state cannot import it. */
      unfit: z.array(z.string()),
      findings: z.array(findingSchema()),
    }),
  async run(context, input) {
    const options = { doing: "validate", profile: "strict", acceptEdits: false } as const;
    const kit = await readKit(context, input.path, input, options).catch(findingsOfRefusal);
    if ("findings" in kit && !("parts" in kit)) {
      const none = { bundle: null, replayable: false, edits: [], unfit: [] };
      const format = await formatOf(context, input);
      return { ok: false, format, ...none, findings: [...kit.findings] };
    }
    const other =
      input.against === undefined
        ? null
        : await readKit(context, input.against, {}, { ...options, profile: "lenient" });
    const edits = editTexts(kit.edits);
    const unfit = other === null ? [] : unfitFor(kit, other);
    const findings = kit.findings.list();
    return {
      ok: isOk(findings) && edits.length === 0 && unfit.length === 0,
      format: kit.format.name,
      bundle: bundleNumbers(kit),
      replayable: kit.history?.history != null,
      edits: [...edits],
      unfit,
      findings: [...findings],
    };
  },
  exitCode: ({ ok }) => (ok ? 0 : 1),
});

/** The format of a bundle that was refused; null when it is not known. */
async function formatOf(
  context: OperationContext,
  input: ReadingInput & { readonly path: string },
): Promise<string | null> {
  if (input.as !== undefined) return resolveFormatName(input.as);
  try {
    const { files } = await openPath(context, input.path, await chosenLimits(context, input));
    return (await detectFormat(files, createFindings("lenient")))?.name ?? null;
  } catch (error) {
    if (error instanceof HoldallError) return null; // The findings say what is wrong with it.
    throw error;
  }
}

/** Slots that the other state does not have, and a budget that exceeds its own. */
function unfitFor(kit: KitReading, other: KitReading): string[] {
  const known = new Set(other.incoming.bounds.slots.map(({ name }) => name));
  const missing = kit.incoming.bounds.slots.filter(({ name }) => !known.has(name));
  const [mine, theirs] = [kit, other].map(({ incoming }) => incoming.bounds.budget_tokens);
  return [
    ...missing.map(({ name }) => `the other state has no slot "${name}"`),
    ...((mine ?? 0) > (theirs ?? 0) ? [`its budget of ${mine} tokens exceeds ${theirs}`] : []),
  ];
}
