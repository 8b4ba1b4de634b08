import * as z from "zod";
import { defineOperation } from "../operation/define-operation.ts";
import { findHooks, hookFile, removeHooks } from "./hook-registration.ts";
import {
  changesSchema,
  configInput,
  editConfig,
  editEach,
  hostFlags,
  namedHosts,
} from "./host-config.ts";

export default defineOperation({
  name: "hooks uninstall",
  summary: "Remove the hooks of Holdall from coding agents; other hooks stay",
  effect: "write",
  surfaces: ["cli"],
  withheld: { mcp: "a model must not change what runs without it", http: "as for MCP" },
  positionals: [],
  examples: ["hooks uninstall --claude --codex --dry-run"],
  input: z.object({ ...hostFlags, ...configInput }),
  output: changesSchema,
  run: async (context, { scope, "dry-run": dryRun, ...named }) =>
    editEach(namedHosts(named), dryRun, (host, isTrial) => {
      const file = hookFile(host, scope, context);
      const isOurs = (text: string) => findHooks(text).length > 0;
      return editConfig({ host, file }, removeHooks(file), { isOurs, dryRun: isTrial });
    }),
});
