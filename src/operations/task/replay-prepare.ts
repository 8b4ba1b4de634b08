import * as z from "zod";
import { guardOutput } from "../../bundles/disk/guard-output.ts";
import { replayStarts } from "../../model/task-bundle.ts";
import { laidOutSchema, WITH_SETTINGS_HELP } from "../../tasks/disk/lay-out.ts";
import { prepareStart } from "../../tasks/disk/prepare-start.ts";
import { REPO_HELP, readCommitFrom } from "../../tasks/disk/read-commit.ts";
import { bundleInput, readTask } from "../../tasks/disk/read-task.ts";
import { requireValidTask } from "../../tasks/disk/require-task.ts";
import { openStart } from "../../tasks/starting-state.ts";
import { defineOperation } from "../operation/define-operation.ts";

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
    "with-settings": z.boolean().default(false).describe(WITH_SETTINGS_HELP),
    repo: z.string().optional().describe(REPO_HELP).meta({ path: true, placeholder: "FOLDER" }),
  }),
  output: () =>
    z.object({ out: z.string(), start: z.enum(replayStarts), ...laidOutSchema().shape }),
  async run(context, input) {
    const reading = await readTask(context, input.bundle, { level: "full" }, input);
    const options = { force: false, source: reading.absolute, limit: input.limit };
    const { absolute } = await guardOutput(context, input.out, options);
    const doing = "prepare the task";
    const source = { task: requireValidTask(reading, doing), files: reading.files };
    const start = openStart(source, doing, {
      readCommit: readCommitFrom(context, input.repo),
      withSettings: input["with-settings"],
    });
    const prepared = await prepareStart(start, absolute);
    return { out: absolute, ...prepared };
  },
});
