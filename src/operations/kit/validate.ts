/** Checks a bundle with a state, and whether a certain other state could import it. */

import * as z from "zod";
import { isOk } from "../../base/findings.ts";
import { readingInput } from "../../bundles/disk/open-path.ts";
import { findingSchema } from "../../runtime/output-schemas.ts";
import { bundleNumbers, bundleNumbersSchema } from "../../state/disk/kit/bundle-numbers.ts";
import { readKit } from "../../state/disk/kit/read-kit.ts";
import { findingsOfRefusal } from "../../state/disk/kit/refused-reading.ts";
import { formatOf, unfitFor } from "../../state/disk/kit/validate-kit.ts";
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
