import * as z from "zod";
import { loadTokenCounter } from "../../base/tokens.ts";
import { hookSettings, startContext } from "../../hosts/hooks/start-context.ts";
import { MIN_RESTORED_TOKENS } from "../../runtime/project-config.ts";
import { inWorkspace, storeInput } from "../../runtime/workspace.ts";
import { defineOperation } from "../operation/define-operation.ts";
import { hostSchema } from "./host-input.ts";

export default defineOperation({
  name: "hooks preview",
  summary: "Show the text that hooks give to a model when a session starts in this folder",
  effect: "read",
  secrets: "replaced",
  surfaces: ["cli", "person"],
  withheld: { mcp: "hooks are for the user to manage", http: "as for MCP" },
  positionals: ["host"],
  examples: ["hooks preview", "hooks preview claude"],
  input: z.object({
    host: hostSchema().optional().describe("Agent whose session starts (default: any)"),
    ...storeInput,
  }),
  output: () =>
    z.object({
      /** Null when nothing is in force. */
      text: z.string().nullable(),
      tokens: z.number(),
      /** Tokens of the state that a start restores (`hooks.max_tokens` of the project). */
      max_tokens: z.number(),
    }),
  run: (context, { host = "", store }) =>
    inWorkspace(context, { store, effect: "read" }, async () => {
      const call = { session_id: undefined, cwd: undefined };
      const text = await startContext(context, { event: "session-start", host, call });
      const { count } = await loadTokenCounter("o200k_base");
      const max_tokens = Math.max(hookSettings(context).max_tokens, MIN_RESTORED_TOKENS);
      return { text, tokens: text === null ? 0 : count(text), max_tokens };
    }),
});
