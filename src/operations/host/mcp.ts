import { randomBytes } from "node:crypto";
import path from "node:path";
import * as z from "zod";
import { HoldallError } from "../../base/errors.ts";
import { namesOf, nearestName } from "../../base/registry.ts";
import { requirePath } from "../../disk/require-file.ts";
import { actorInput } from "../operation/actor.ts";
import { defineOperation } from "../operation/define-operation.ts";
import { integer } from "../operation/integer.ts";
import { keepWorkspaces } from "../operation/kept-workspaces.ts";
import type { OperationContext } from "../operation/operation.ts";
import { folderForModels } from "../operation/project-folder.ts";
import { DEFAULT_TOOL_SET, type ToolSet, toolSets } from "../operation/tool.ts";
import { storeInput } from "../operation/workspace.ts";

const TOKEN_VARIABLE = "HOLDALL_MCP_TOKEN";
const MIN_TOKEN = 16;

/** The sets of tools to offer. */
export const toolsInput = z
  .array(z.string())
  .describe(`Sets of tools to offer: ${namesOf(toolSets).join(", ")}, or all`)
  .meta({ placeholder: "SET" });

export default defineOperation({
  name: "mcp",
  summary:
    "Serve the workspace to models over MCP, on standard input and output or on a local port",
  effect: "write",
  surfaces: ["cli"],
  withheld: { mcp: "a server does not start another", http: "a server does not start another" },
  positionals: [],
  examples: ["mcp --help"],
  input: z.object({
    http: integer()
      .max(65_535)
      .optional()
      .describe(
        `Listen on this port of 127.0.0.1 (0 takes a free one); the token is in ${TOKEN_VARIABLE}, or made and shown`,
      )
      .meta({ placeholder: "PORT" }),
    tools: toolsInput.default([DEFAULT_TOOL_SET]),
    as: actorInput.actor.unwrap().default("agent").describe("Who acts in whatever the tools do"),
    root: z
      .array(z.string())
      .default([])
      .describe("A folder that paths may name, besides the project's")
      .meta({ placeholder: "DIR" }),
    ...storeInput,
  }),
  output: () => z.object({ served: z.boolean() }),
  async run(context, { http, tools, as, root, store }) {
    if (context.serve === undefined) {
      throw new HoldallError("E_USAGE", "Cannot serve: only the command line can start a server");
    }
    const workspaces = keepWorkspaces();
    await context
      .serve({
        cwd: context.cwd,
        roots: [folderForModels(context, store), ...root.map((each) => rootFolder(context, each))],
        store,
        workspaces,
        actor: as,
        sets: tools.includes("all") ? null : tools.map(toolSetNamed),
        now: context.now,
        http: http === undefined ? null : { port: http, token: chooseToken(context) },
        note: context.note,
      })
      .finally(() => workspaces.close());
    return { served: true };
  },
  // Standard output belongs to the protocol to its end.
  bytes: () => new Uint8Array(),
});

/** The set of tools that a word names. */
export function toolSetNamed(word: string): ToolSet {
  const names = namesOf(toolSets);
  const name = names.find((each) => each === word);
  if (name !== undefined) return name;
  const near = nearestName(word, [...names, "all"]);
  throw new HoldallError("E_USAGE", `Cannot offer the tools "${word}": no such set`, {
    cure: near === null ? `choose one of ${names.join(", ")}, all` : `did you mean "${near}"?`,
  });
}

function rootFolder({ cwd }: OperationContext, typed: string): string {
  const absolute = path.resolve(cwd, typed);
  if (requirePath({ absolute, typed, doing: "serve" }).isDirectory()) return absolute;
  throw new HoldallError("E_USAGE", `Cannot serve "${typed}": it is not a folder`);
}

/** The token that clients must show: as set, else a new one, which whoever starts the server is told. */
function chooseToken(context: OperationContext): string {
  const set = process.env[TOKEN_VARIABLE];
  if (set === undefined || set === "") {
    const made = randomBytes(32).toString("base64url");
    context.note(`token: ${made}`);
    return made;
  }
  if (set.length >= MIN_TOKEN) return set;
  throw new HoldallError("E_USAGE", `Cannot use ${TOKEN_VARIABLE}: it is too short`, {
    cure: `take at least ${MIN_TOKEN} characters, or leave it out`,
  });
}
