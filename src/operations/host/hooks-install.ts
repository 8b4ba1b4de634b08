import * as z from "zod";
import { defineOperation } from "../operation/define-operation.ts";
import { addHooks, findHooks, hookFile } from "./hook-registration.ts";
import {
  changesSchema,
  configInput,
  editConfig,
  editEach,
  hostFlags,
  namedHosts,
  programCommand,
} from "./host-config.ts";

export default defineOperation({
  name: "hooks install",
  summary:
    "Add hooks to coding agents that restore the state at the start and record it before a compaction",
  effect: "write",
  surfaces: ["cli"],
  withheld: { mcp: "a model must not change what runs without it", http: "as for MCP" },
  positionals: [],
  examples: ["hooks install --claude --codex --gemini --dry-run"],
  input: z.object({ ...hostFlags, ...configInput }),
  output: changesSchema,
  async run(context, { scope, "dry-run": dryRun, ...named }) {
    const program = programCommand();
    const result = editEach(namedHosts(named), dryRun, (host, isTrial) => {
      const file = hookFile(host, scope, context);
      const isOurs = (text: string) => findHooks(text).length > 0;
      return editConfig({ host, file }, addHooks(file, host, program), { isOurs, dryRun: isTrial });
    });
    if (named.codex && !dryRun) {
      context.note("Codex runs new hooks only after a review: start `codex` once and accept them");
    }
    return result;
  },
});
