import * as z from "zod";
import { readingInput } from "../../bundles/disk/open-path.ts";
import { decimal } from "../../runtime/decimal.ts";
import { storeInput } from "../../runtime/store-input.ts";
import { dreamKit, dreamtSchema } from "../../state/disk/kit/dream-kit.ts";
import { addressInput } from "../../state/disk/settings/state-input.ts";
import { defineOperation } from "../operation/define-operation.ts";

const share = (standard: number) => decimal().min(0).max(1).default(standard);

export default defineOperation({
  name: "dream",
  summary:
    "Propose how to tidy a state: duplicates, outdated and unused entries, each with a reason",
  effect: "write",
  secrets: "shown",
  surfaces: ["cli", "mcp", "http"],
  tool: { name: "memory.dream", sets: ["memory"] },
  positionals: ["path"],
  aliases: {
    output: "out",
    "admit-threshold": "threshold",
    "similarity-threshold": "similarity",
  },
  examples: [
    "dream",
    "dream ./wc --out ./dreamt",
    "dream bundle.tar.gz --out dreamt.tar.gz --json",
  ],
  input: z.object({
    path: z
      .string()
      .optional()
      .describe("Folder or .tar.gz with a state; it is not changed (default: the current state)")
      .meta({ path: true }),
    out: z
      .string()
      .optional()
      .describe("Folder or FILE.tar.gz to create (default: a folder in the workspace)")
      .meta({ path: "output" }),
    similarity: share(0.6).describe("Share of common words from which entries count as similar"),
    threshold: share(0.3).describe(
      "Score below which an entry decays; below half of it, an unused one is archived",
    ),
    protect: z
      .array(z.string())
      .default(["constraint"])
      .describe("Slot whose entries neither decay nor are archived")
      .meta({ placeholder: "SLOT" }),
    force: z
      .boolean()
      .default(false)
      .describe("Replace an existing bundle at --out")
      .meta({ by: "person" }),
    ...readingInput,
    ...addressInput,
    ...storeInput,
  }),
  output: dreamtSchema,
  run: dreamKit,
});
