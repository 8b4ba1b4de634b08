/**
 * Shows the commands of a skill, and runs them only after confirmation: the digest of exactly these
 * commands must be passed. A unit may come from an import or from a model, and reading it must not
 * be enough to run it.
 */

import * as z from "zod";
import { filterFor, ownerAliases, ownerInput } from "../../memory/disk/owner.ts";
import { findSkill, notConfirmed, notRun, ran, runAll } from "../../memory/disk/replay-skill.ts";
import { readSkill, skillDigest } from "../../memory/skill.ts";
import { markUsed } from "../../memory/units.ts";
import { variablesInput } from "../../runtime/variables-input.ts";
import { defineWorkspaceOperation } from "../operation/define-workspace-operation.ts";

export default defineWorkspaceOperation({
  name: "skill replay",
  summary: "Show the commands of a skill, or run them: guards first, up to the first failure",
  effect: "write",
  secrets: "shown",
  surfaces: ["cli", "mcp"],
  withheld: { http: "it can run commands" },
  tool: {
    name: "memory.skill.replay",
    sets: ["skills"],
    summary: "Show the commands of a skill, guards first; only a person can run them",
    parameterNames: { project: "namespace" },
  },
  positionals: ["title"],
  aliases: ownerAliases,
  examples: ["skill replay 'Cut a release'"],
  input: z.object({
    title: z.string().min(1).max(512).describe("Title of the skill, or its unit"),
    "dry-run": z.boolean().default(false).describe("Only show the commands, as without --execute"),
    execute: z
      .boolean()
      .default(false)
      .describe("Run the commands in this folder")
      .meta({ by: "person" }),
    confirm: z
      .string()
      .optional()
      .describe("Digest that was shown with the commands; only these are run")
      .meta({ by: "person" }),
    env: variablesInput.env.meta({ placeholder: "NAME", by: "person" }),
    ...ownerInput,
  }),
  output: () =>
    z.object({
      id: z.string(),
      title: z.string(),
      /** Digest of the commands, for `--confirm`. */
      digest: z.string(),
      executed: z.boolean(),
      ok: z.boolean(),
      commands: z.array(ran()),
    }),
  run: async ({ context, ledger, actor }, input) => {
    const { row, content } = await findSkill(
      ledger,
      input.title,
      filterFor(context, ledger, input),
    );
    const skill = readSkill(content);
    const digest = skillDigest(skill);
    const isRun = input.execute && !input["dry-run"];
    if (isRun && input.confirm !== digest) throw notConfirmed(skill.title, digest);
    const planned = [
      ...skill.guards.map((command) => ({ kind: "guard" as const, command })),
      ...skill.steps.map((command) => ({ kind: "step" as const, command })),
    ];
    const commands = isRun
      ? await runAll(context, planned, input.env)
      : planned.map(notRun("planned"));
    const ok = commands.every(({ state }) => state === "planned" || state === "done");
    if (isRun && ok) await ledger.write((unit) => markUsed(unit, row.unit_id, actor));
    return { id: row.unit_id, title: skill.title, digest, executed: isRun, ok, commands };
  },
  exitCode: ({ ok }) => (ok ? 0 : 1),
});
