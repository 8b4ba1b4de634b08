import * as z from "zod";
import {
  setUp,
  setupBasis,
  setupPreviewSchema,
  setupReportSchema,
  undoBasis,
  undoSetup,
} from "../../hosts/setup/set-up.ts";
import { defineOperation } from "../operation/define-operation.ts";
import { hostFlags, namedHosts, scopeSchema } from "./host-input.ts";

export default defineOperation({
  name: "setup",
  summary: "Set up your agents: register the MCP server and install the hooks, or undo that",
  effect: "write",
  secrets: "replaced",
  surfaces: ["cli", "person"],
  withheld: { mcp: "a model must not change what starts with it", http: "as for MCP" },
  positionals: [],
  examples: ["setup", "setup --dry-run", "setup --claude --codex --yes", "setup --undo"],
  input: z.object({
    ...hostFlags,
    scope: scopeSchema()
      .default("user")
      .describe("Set up for this user everywhere, or in this project's files")
      .meta({ by: "terminal" }),
    yes: z.boolean().default(false).describe("Do not ask"),
    undo: z.boolean().default(false).describe("Take the newest setup back"),
    "dry-run": z.boolean().default(false).describe("Show the changes, and change nothing"),
  }),
  output: setupReportSchema,
  piece: setupPreviewSchema,
  async basis(context, { undo, scope, ...flags }) {
    if (undo) return undoBasis(context);
    return setupBasis(context, { named: namedHosts(flags), scope });
  },
  async run(context, { undo, scope, yes, "dry-run": isDry, ...flags }) {
    if (undo) return undoSetup(context, isDry);
    const show = context.emit;
    return setUp(context, { named: namedHosts(flags), scope }, { isDry, isAgreed: yes, show });
  },
  exitCode: ({ agents }) =>
    agents.some(({ steps }) => steps.some(({ action }) => action === "refused")) ? 1 : 0,
});
