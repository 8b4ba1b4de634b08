import * as z from "zod";
import { toolSetNamed, toolsInput } from "../../operations/host/tool-sets.ts";
import { DEFAULT_TOOL_SET } from "../../operations/operation/tool.ts";
import { integer } from "../../runtime/integer.ts";
import { keepWorkspaces } from "../../runtime/kept-workspaces.ts";
import { redactorUnless } from "../../runtime/redactor-for.ts";
import { defineCommand } from "./command.ts";
import { chooseToken, servedFolders, serverInput, TOKEN_VARIABLE } from "./server-input.ts";

/** Serves models from this process until the client or the user ends it. */
export default defineCommand({
  name: "mcp",
  summary:
    "Serve the workspace to models over MCP, on standard input and output or on a local port",
  effect: "write",
  positionals: [],
  examples: ["mcp"],
  input: z.object({
    http: integer()
      .max(65_535)
      .optional()
      .describe(
        `Listen on this port of 127.0.0.1 (0 chooses a free port). The token comes from ${TOKEN_VARIABLE}, or is generated and printed`,
      )
      .meta({ placeholder: "PORT" }),
    tools: toolsInput.default([DEFAULT_TOOL_SET]),
    ...serverInput,
  }),
  async run({ context, expectStop }, { http, tools, as, store, "keep-secrets": keep, ...folders }) {
    const settings = {
      cwd: context.cwd,
      ...servedFolders(context, { store, ...folders }),
      store,
      actor: as ?? null,
      sets: tools.includes("all") ? null : tools.map(toolSetNamed),
      redactor: redactorUnless(context, keep),
      now: context.now,
      http: http === undefined ? null : { port: http, token: chooseToken(context) },
      note: context.note,
    };
    expectStop();
    const { serveMcp } = await import("../../mcp/serve.ts");
    const workspaces = keepWorkspaces();
    // Standard output belongs to the protocol to its end: there is no result to print.
    await serveMcp({ ...settings, workspaces }, context.signal).finally(() => workspaces.close());
    return 0;
  },
});
