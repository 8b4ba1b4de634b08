/**
 * Shows the commands of a skill, and runs them only after confirmation: the digest of exactly these
 * commands must be passed. A unit may come from an import or from a model, and reading it must not
 * be enough to run it.
 */

import * as z from "zod";
import { ownerAliases } from "../../memory/disk/owner.ts";
import { replayInput, replaySkill, skillCommandSchema } from "../../memory/disk/replay-skill.ts";
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
  input: replayInput,
  output: () =>
    z.object({
      id: z.string(),
      title: z.string(),
      /** Digest of the commands, for `--confirm`. */
      digest: z.string(),
      executed: z.boolean(),
      ok: z.boolean(),
      commands: z.array(skillCommandSchema()),
    }),
  run: ({ context, ledger, actor }, input) => replaySkill(context, ledger, { ...input, by: actor }),
  exitCode: ({ ok }) => (ok ? 0 : 1),
});
