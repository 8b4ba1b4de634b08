import * as z from "zod";
import { HoldallError } from "../../base/errors.ts";
import { integer } from "../../runtime/integer.ts";
import { toComparison } from "../../tasks/compare/compare-output.ts";
import { compareRuns } from "../../tasks/compare/compare-runs.ts";
import { type Comparison, comparisonSchema } from "../../tasks/compare/compare-schema.ts";
import { openRun } from "../../tasks/disk/report/open-run.ts";
import { defineOperation } from "../operation/define-operation.ts";

export default defineOperation({
  name: "task compare",
  summary:
    "Compare runs of a task step by step: files, patches, steps, tokens, time, cost, outcome",
  effect: "read",
  secrets: "shown",
  surfaces: ["cli", "mcp", "http"],
  tool: {
    name: "task.compare",
    sets: ["tasks"],
    summary: "Compare task bundles: files, patches, aligned steps, tokens, time, cost, outcome",
  },
  positionals: ["left", "right", "others"],
  examples: ["task compare ./run-a ./run-b", "task compare ./run-a ./run-b --rehash --diff"],
  input: z.object({
    left: runArgument("Task bundle (folder or .tar.gz), or a session as `holdall show` takes it"),
    right: runArgument("The run to compare it with"),
    others: z
      .array(z.string())
      .default([])
      .describe("More runs, each compared with the first")
      .meta({ path: true, completes: ["path", "session"] }),
    rehash: z
      .boolean()
      .default(false)
      .describe("Hash every file instead of believing the recorded hashes"),
    diff: z.boolean().default(false).describe("Show in which lines the two patches differ"),
    steps: integer(0).max(100_000).default(500).describe("Maximum number of aligned steps to list"),
    "exit-code": z
      .boolean()
      .default(false)
      .describe("End with exit code 1 when the content differs")
      .meta({ by: "person" }),
  }),
  output: () =>
    z.object({
      ...comparisonSchema()
        .shape /** The first run compared with the third, the fourth and so on. */,
      others: z.array(comparisonSchema()).readonly(),
      exitCodeAsked: z.boolean(),
    }),
  async run(context, { left, right, others, rehash, diff, steps, ...input }) {
    if (others.length > MAX_OTHERS) {
      throw new HoldallError("E_USAGE", `Cannot compare more than ${MAX_OTHERS + 2} runs at once`, {
        cure: "see `holdall task report` for many runs",
      });
    }
    const base = await openRun(context, left, { rehash });
    const options = { maxRows: steps, diff };
    const compare = async (name: string): Promise<Comparison> =>
      toComparison(compareRuns(base, await openRun(context, name, { rehash }), options));
    const first = await compare(right);
    const more: Comparison[] = [];
    for (const name of others) more.push(await compare(name));
    return { ...first, others: more, exitCodeAsked: input["exit-code"] };
  },
  exitCode: ({ exitCodeAsked, different, others }) =>
    exitCodeAsked && (different || others.some((each) => each.different)) ? 1 : 0,
});

/** More than these are a report, not a comparison. */
const MAX_OTHERS = 50;

function runArgument(description: string) {
  return z
    .string()
    .describe(description)
    .meta({ path: true, completes: ["path", "session"] });
}
