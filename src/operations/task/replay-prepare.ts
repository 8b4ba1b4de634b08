import path from "node:path";
import * as z from "zod";
import { guardOutput } from "../bundle/guard-output.ts";
import { defineOperation } from "../operation/define-operation.ts";
import { bundleInput } from "./input.ts";
import { prepareStart } from "./prepare-start.ts";
import { readTask } from "./read-task.ts";

export default defineOperation({
  name: "task replay prepare",
  summary: "Lay out the files a task started from, in a new folder",
  effect: "write",
  secrets: "shown",
  surfaces: ["cli"],
  withheld: {
    mcp: "a model must not lay out the files of a stranger's bundle",
    http: "files are laid out where a person asked for them",
  },
  positionals: ["bundle"],
  examples: ["task replay prepare ./fix-login --out ./again"],
  input: z.object({
    ...bundleInput,
    out: z.string().describe("Folder to create"),
  }),
  output: () =>
    z.object({
      out: z.string(),
      start: z.enum(["snapshot", "reversed-diff"]),
      files: z.number(),
      links: z.number(),
      bytes: z.number(),
      leftOut: z.array(z.object({ path: z.string(), why: z.string() })).readonly(),
    }),
  async run(context, input) {
    const reading = await readTask(context, input.bundle, { level: "full" }, input);
    const options = { force: false, source: reading.absolute, limit: input.limit };
    const { absolute } = await guardOutput(context, input.out, options);
    const prepared = await prepareStart(reading, path.resolve(absolute));
    return { out: absolute, ...prepared };
  },
});
