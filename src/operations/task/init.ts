/** Writes the inputs of a first task bundle: texts to fill in, settings for `task pack`. */

import fs from "node:fs";
import path from "node:path";
import * as z from "zod";
import { requireParent, writeAtomically, writeTree } from "../../disk/write-atomically.ts";
import { findGitFacts } from "../../tasks/disk/git.ts";
import { askTask } from "../../tasks/disk/pack/ask-task.ts";
import { starterFiles } from "../../tasks/pack/starter-files.ts";
import { defineOperation } from "../operation/define-operation.ts";

export default defineOperation({
  name: "task init",
  summary: "Create the files of a first task: texts to fill in and settings to pack it",
  effect: "write",
  secrets: "none",
  surfaces: ["cli"],
  withheld: { mcp: "it asks a person questions", http: "as for MCP" },
  positionals: [],
  aliases: { o: "out" },
  examples: ["task init --title 'Fix the login' --request 'The form accepts a blank name.'"],
  input: z.object({
    out: z.string().default("taskbundle-starter").describe("Folder to create"),
    title: z.string().optional().describe("Title of the task"),
    request: z.string().optional().describe("What is to be done"),
    acceptance: z
      .array(z.string())
      .optional()
      .describe("How to check that it is done; may be repeated")
      .meta({ placeholder: "TEXT" }),
    workspace: z.string().optional().describe("Folder of the project, for the settings"),
  }),
  output: () =>
    z.object({
      out: z.string(),
      files: z.array(z.string()),
      /** Where the task can be packed to: beside the project, because a bundle may not be in it. */
      bundle: z.string(),
    }),
  async run(context, input) {
    const out = path.resolve(context.cwd, input.out);
    requireParent(out);
    const answers = await askTask(context, input);
    const project = path.resolve(context.cwd, input.workspace ?? ".");
    const workspace = path.relative(out, project) || ".";
    const beside = `${path.basename(project)}-task`;
    const bundle = path.join(workspace, "..", beside);
    const hasCommit = ((await findGitFacts(project))?.commit ?? null) !== null;
    const place = path.relative(project, out);
    const own = place === "" || place.startsWith("..") ? null : `/${place}/`;
    const files = starterFiles({ ...answers, workspace, bundle, hasCommit, own });
    await writeAtomically(out, (temporary) => writeTree(files, temporary));
    return { out, files: fs.readdirSync(out).sort(), bundle: path.resolve(out, bundle) };
  },
});
