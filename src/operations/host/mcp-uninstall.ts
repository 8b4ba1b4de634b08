import * as z from "zod";
import { defineOperation } from "../operation/define-operation.ts";
import {
  changesSchema,
  configInput,
  editConfig,
  editEach,
  hostFlags,
  namedHosts,
} from "./host-config.ts";
import { registrationFor } from "./mcp-registration.ts";

export default defineOperation({
  name: "mcp uninstall",
  summary: "Remove the MCP server from the configuration of coding agents",
  effect: "write",
  surfaces: ["cli"],
  withheld: { mcp: "a model must not change what starts with it", http: "as for MCP" },
  positionals: [],
  examples: ["mcp uninstall --claude --codex --dry-run"],
  input: z.object({ ...hostFlags, ...configInput }),
  output: changesSchema,
  async run(context, { scope, "dry-run": dryRun, ...named }) {
    return editEach(namedHosts(named), dryRun, (host, isTrial) => {
      const { file, isOurs, remove } = registrationFor(host, scope, context);
      return editConfig({ host, file }, remove, { isOurs, dryRun: isTrial });
    });
  },
});
