import * as z from "zod";
import { replayStarts } from "../../model/task-bundle.ts";
import { guardOutput } from "../bundle/guard-output.ts";
import { defineOperation } from "../operation/define-operation.ts";
import { bundleInput } from "./input.ts";
import { prepareStart } from "./prepare-start.ts";
import { REPO_HELP, readCommitFrom } from "./read-commit.ts";
import { readTask } from "./read-task.ts";

export default defineOperation({
  name: "task replay prepare",
  summary: "Write the files that a task started from into a new folder",
  effect: "write",
  secrets: "shown",
  surfaces: ["cli"],
  withheld: {
    mcp: "a model must not write the files of a stranger's bundle",
    http: "files are written where a person asked for them",
  },
  positionals: ["bundle"],
  examples: [
    "task replay prepare ./fix-login --out ./again",
    "task replay prepare ./fix-login --repo . --out ./again",
  ],
  input: z.object({
    ...bundleInput,
    out: z.string().describe("Folder to create"),
    repo: z.string().optional().describe(REPO_HELP).meta({ path: true, placeholder: "FOLDER" }),
  }),
  output: () =>
    z.object({
      out: z.string(),
      start: z.enum(replayStarts),
      files: z.number(),
      links: z.number(),
      bytes: z.number(),
      leftOut: z.array(z.object({ path: z.string(), why: z.string() })).readonly(),
    }),
  async run(context, input) {
    const reading = await readTask(context, input.bundle, { level: "full" }, input);
    const options = { force: false, source: reading.absolute, limit: input.limit };
    const { absolute } = await guardOutput(context, input.out, options);
    const prepared = await prepareStart(reading, absolute, readCommitFrom(context, input.repo));
    return { out: absolute, ...prepared };
  },
});
