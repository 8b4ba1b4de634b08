import * as z from "zod";
import { loadedSchema } from "../../curator/assemble/load.ts";
import { readStanding } from "../../curator/bundle/metadata.ts";
import { baselineOf, committedVolume } from "../../curator/disk/read/measured-volume.ts";
import { openBundle } from "../../curator/disk/read/open-bundle.ts";
import { readInputs } from "../../curator/disk/read/read-state.ts";
import { judgeVolume } from "../../curator/hygiene/gate.ts";
import { measureVolume, volumeSchema } from "../../curator/hygiene/volume.ts";
import { buildPrompt } from "../../curator/mandates/build-files.ts";
import { promptTokens, sectionsOf } from "../../curator/mandates/shares.ts";
import { publishedVolume, volumeLimits } from "../../curator/mandates/volume-verdict.ts";
import { defineOperation } from "../operation/define-operation.ts";
import { placeInput, responsibilityId } from "./input.ts";

export default defineOperation({
  name: "context volume",
  summary: "Measure the context of a responsibility against its limits",
  effect: "read",
  secrets: "none",
  surfaces: ["cli", "mcp", "http"],
  tool: { name: "context.volume", sets: ["context"] },
  positionals: ["id"],
  examples: ["context volume docs_cos", "context volume docs_cos --against HEAD~1"],
  input: z.object({
    id: responsibilityId.describe("Responsibility"),
    baseline: z
      .string()
      .regex(/^\d{1,9}:\d{1,9}$/)
      .optional()
      .describe(
        "Compare with these numbers of lines, TOTAL:AUTHORED, instead of the last publication",
      ),
    against: z
      .string()
      .min(1)
      .max(200)
      .optional()
      .describe("Compare with the files of this Git commit instead of the last publication")
      .meta({ by: "person" }),
    ...placeInput,
  }),
  output: () =>
    z.object({
      responsibility_id: z.string(),
      ...volumeSchema().shape,
      /** What a model reads by default, and the most that it may be. */
      tokens: z.number(),
      budget: z.number(),
      sections: loadedSchema().shape.sections,
      previous_total: z.number().nullable(),
      growth_pct: z.number(),
      /** Why a refresh would not be published now. */
      blocked: z.object({ code: z.string(), detail: z.string() }).nullable(),
    }),
  async run(context, input) {
    const bundle = await openBundle(context, input);
    const { files, place, root } = bundle;
    const prompt = buildPrompt(await readInputs(context, bundle));
    const volume = measureVolume(files);
    const previous =
      baselineOf(input.baseline) ??
      (await committedVolume(root, input.against)) ??
      publishedVolume(readStanding(files));
    const { growth, block, warnings } = judgeVolume(volume, previous, volumeLimits(place.config));
    files.save();
    return {
      ...volume,
      tokens: promptTokens(prompt),
      budget: place.config.load_budget_tokens,
      sections: sectionsOf(prompt),
      responsibility_id: input.id,
      previous_total: previous?.total_lines ?? null,
      growth_pct: growth,
      warnings,
      blocked: block,
    };
  },
  exitCode: ({ blocked }) => (blocked === null ? 0 : 3),
});
