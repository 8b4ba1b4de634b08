import { randomBytes } from "node:crypto";
import path from "node:path";
import * as z from "zod";
import { HoldallError } from "../../base/errors.ts";
import { requirePath } from "../../disk/require-file.ts";
import { toolSetNamed, toolsInput } from "../../operations/host/tool-sets.ts";
import { actorInput } from "../../operations/operation/actor.ts";
import { defaultOutputFolder, isInside, realPath } from "../../operations/operation/guard-paths.ts";
import { integer } from "../../operations/operation/integer.ts";
import { keepWorkspaces } from "../../operations/operation/kept-workspaces.ts";
import type { OperationContext } from "../../operations/operation/operation.ts";
import { folderForModels } from "../../operations/operation/project-folder.ts";
import { keepSecretsInput, redactorUnless } from "../../operations/operation/redaction.ts";
import { DEFAULT_TOOL_SET } from "../../operations/operation/tool.ts";
import { storeInput } from "../../operations/operation/workspace.ts";
import { defineCommand } from "./command.ts";

const TOKEN_VARIABLE = "HOLDALL_MCP_TOKEN";
const MIN_TOKEN = 16;

/** Serves models from this process until the client or the user ends it. */
export default defineCommand({
  name: "mcp",
  summary:
    "Serve the workspace to models over MCP, on standard input and output or on a local port",
  effect: "write",
  positionals: [],
  examples: ["mcp --help"],
  input: z.object({
    http: integer()
      .max(65_535)
      .optional()
      .describe(
        `Listen on this port of 127.0.0.1 (0 chooses a free port). The token comes from ${TOKEN_VARIABLE}, or is generated and printed`,
      )
      .meta({ placeholder: "PORT" }),
    tools: toolsInput.default([DEFAULT_TOOL_SET]),
    as: actorInput.actor
      .unwrap()
      .default("agent")
      .describe("Actor that is recorded for whatever the tools do"),
    root: z
      .array(z.string())
      .default([])
      .describe("Folder in which models may name paths, besides the project's")
      .meta({ placeholder: "DIR" }),
    out: z
      .string()
      .optional()
      .describe("Folder in which tools create files (default: .holdall/out in the project)")
      .meta({ placeholder: "DIR" }),
    ...keepSecretsInput,
    ...storeInput,
  }),
  async run({ context, expectStop }, { http, tools, as, root, out, store, "keep-secrets": keep }) {
    const project = folderForModels(context, store);
    const settings = {
      cwd: context.cwd,
      roots: [project, ...root.map((each) => rootFolder(context, each))],
      outputFolder:
        out === undefined
          ? defaultOutputFolder(project)
          : chosenOutputFolder(context, out, project),
      store,
      actor: as,
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

function rootFolder({ cwd }: OperationContext, typed: string): string {
  const absolute = path.resolve(cwd, typed);
  if (requirePath({ absolute, typed, doing: "serve" }).isDirectory()) return absolute;
  throw new HoldallError("E_USAGE", `Cannot serve "${typed}": it is not a folder`);
}

/**
 * The folder that the user chose for files of tools: not around the project, and not in a folder
 * with a dot, where programs look for configuration.
 */
function chosenOutputFolder({ cwd }: OperationContext, typed: string, project: string): string {
  const folder = realPath(path.resolve(cwd, typed));
  const isAround = [project, cwd].some((each) => isInside(realPath(each), folder));
  const ownParts = path.relative(realPath(project), folder).split(path.sep);
  const hasDotName = ownParts.some((part) => /^\.[^.]/.test(part));
  if (!isAround && (!hasDotName || folder === defaultOutputFolder(project))) return folder;
  const state = isAround ? "it contains the project" : "it is in a folder that begins with a dot";
  throw new HoldallError("E_PROTECTED", `Cannot let tools write to "${typed}": ${state}`, {
    cure: "choose a folder of its own, such as holdall-out",
  });
}

/**
 * The token that clients must send: from the environment, otherwise a new one, printed for the
 * user.
 */
function chooseToken(context: OperationContext): string {
  const set = process.env[TOKEN_VARIABLE];
  if (set === undefined || set === "") {
    const generated = randomBytes(32).toString("base64url");
    context.note(`token: ${generated}`);
    return generated;
  }
  if (set.length >= MIN_TOKEN) return set;
  throw new HoldallError("E_USAGE", `Cannot use ${TOKEN_VARIABLE}: it is too short`, {
    cure: `use at least ${MIN_TOKEN} characters, or unset it to have one generated`,
  });
}
