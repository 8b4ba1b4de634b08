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
  programWords,
} from "./host-config.ts";

export default defineOperation({
  name: "hooks install",
  summary:
    "Let coding agents restore the state when a session begins and record it before they compact",
  effect: "write",
  surfaces: ["cli"],
  withheld: { mcp: "a model must not change what runs without it", http: "as for MCP" },
  positionals: [],
  examples: ["hooks install --claude --codex --gemini --dry-run"],
  input: z.object({ ...hostFlags, ...configInput }),
  output: changesSchema,
  async run(context, { scope, "dry-run": dryRun, ...named }) {
    const program = programWords();
    const result = editEach(namedHosts(named), dryRun, (host, isTrial) => {
      const file = hookFile(host, scope, context);
      const isOurs = (text: string) => findHooks(text).length > 0;
      return editConfig({ host, file }, addHooks(file, host, program), { isOurs, dryRun: isTrial });
    });
    if (named.codex && !dryRun) {
      context.note(
        "Codex runs new hooks only after you have reviewed them: start `codex` once and accept",
      );
    }
    return result;
  },
});
