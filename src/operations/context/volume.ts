import * as z from "zod";
import { HoldallError } from "../../base/errors.ts";
import { loadedSchema } from "../../curator/assemble/load.ts";
import { readStanding } from "../../curator/bundle/metadata.ts";
import { openBundle } from "../../curator/disk/read/open-bundle.ts";
import { readInputs } from "../../curator/disk/read/read-state.ts";
import { judgeVolume } from "../../curator/hygiene/gate.ts";
import { authoredFiles, measureVolume, volumeSchema } from "../../curator/hygiene/volume.ts";
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

/** The volume at a commit; null when none was named. */
async function committedVolume(root: string, against: string | undefined) {
  if (against === undefined) return null;
  // Most calls name no commit, and then what starts git is not loaded.
  const { resolveGitCommit } = await import("../../tasks/disk/git.ts");
  const commit = await resolveGitCommit(root, against);
  if (commit === null) {
    throw new HoldallError("E_NOT_FOUND", `Cannot find the commit "${against}"`, {
      cure: "name a commit of the Git repository that the workspace is in, such as HEAD",
    });
  }
  const { readCommittedFiles } = await import("../../curator/disk/read/committed-files.ts");
  const volume = measureVolume(await readCommittedFiles(root, commit));
  const { total_lines, authored_lines, prominence_pct } = volume;
  return { total_lines, authored_lines, prominence_pct, files: authoredFiles(volume) };
}

function baselineOf(text: string | undefined) {
  if (text === undefined) return null;
  const [total = 0, authored = 0] = text.split(":").map(Number);
  return { total_lines: total, authored_lines: authored };
}
