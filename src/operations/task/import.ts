import * as z from "zod";
import { importAll, importSchema } from "../../tasks/disk/exchange/import-all.ts";
import { defineOperation } from "../operation/define-operation.ts";
import { keptSchema, SECRETS_KEPT } from "../operation/secrets-kept.ts";

export default defineOperation({
  name: "task import",
  summary: "Import tasks of Harbor or Terminal-Bench, and trials or ATIF trajectories as runs",
  effect: "write",
  secrets: "kept",
  surfaces: ["cli"],
  withheld: {
    mcp: "a model must not write the files of a stranger's task",
    http: "files are written where a person asked for them",
  },
  positionals: ["from"],
  examples: [
    "task import harbor-task --out ./imported",
    "task import trajectory.json --out ./imported-run",
  ],
  input: z.object({
    from: z
      .string()
      .describe("Task folder, trial or job of Harbor, folder of these, or trajectory (.json)")
      .meta({ path: true }),
    out: z
      .string()
      .describe("Folder to create; with several, one bundle for each is in it")
      .meta({ path: "output" }),
  }),
  output: () => z.object({ secrets: keptSchema(), ...importSchema().shape }),
  async run(context, input) {
    return { secrets: SECRETS_KEPT, ...(await importAll(context, input)) };
  },
  exitCode: ({ failed }) => (failed.length === 0 ? 0 : 1),
});
