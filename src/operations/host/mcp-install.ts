import * as z from "zod";
import { defineOperation } from "../operation/define-operation.ts";
import {
  changesSchema,
  configInput,
  editConfig,
  editEach,
  hostFlags,
  namedHosts,
  programCommand,
} from "./host-config.ts";
import { registrationFor } from "./mcp-registration.ts";
import { toolSetNamed, toolsInput } from "./tool-sets.ts";

export default defineOperation({
  name: "mcp install",
  summary: "Add the MCP server to the configuration of coding agents",
  effect: "write",
  surfaces: ["cli"],
  withheld: { mcp: "a model must not change what starts with it", http: "as for MCP" },
  positionals: [],
  examples: ["mcp install --claude --codex --dry-run"],
  input: z.object({ ...hostFlags, ...configInput, tools: toolsInput.optional() }),
  output: changesSchema,
  async run(context, { scope, "dry-run": dryRun, tools = [], ...named }) {
    for (const word of tools) if (word !== "all") toolSetNamed(word);
    const [command = "", ...first] = programCommand();
    const sets = tools.flatMap((word) => ["--tools", word]);
    return editEach(namedHosts(named), dryRun, (host, isTrial) => {
      const { file, isOurs, add } = registrationFor(host, scope, context);
      const args = [...first, "mcp", "--as", host, ...sets];
      return editConfig({ host, file }, add({ command, args }), { isOurs, dryRun: isTrial });
    });
  },
});
