import type { Json, JsonObject } from "../base/json/value.ts";
import { nearestName } from "../base/registry.ts";
import { excerpt } from "../base/text/text.ts";
import { callTool } from "./call-tool.ts";
import { RpcError } from "./json-rpc.ts";
import { getPrompt, prompts } from "./prompts.ts";
import { listResources, readResource, resourceTemplates } from "./resources.ts";
import type { Method } from "./revisions/revision.ts";
import type { McpSettings } from "./settings.ts";
import { argumentsIn } from "./tool-input.ts";
import { callableSets, describeTool, loadTools, type OfferedTool } from "./tools.ts";

/** The methods that all revisions of the protocol share: tools, resources and prompts. */
export function sharedMethods(settings: McpSettings): Readonly<Record<string, Method>> {
  // Loaded when a client first asks: the introduction must not wait for it.
  let loading: ReturnType<typeof loadTools> | undefined;
  let listed: readonly JsonObject[] | undefined;
  const tools = () => {
    loading ??= loadTools(callableSets(settings.sets));
    return loading;
  };
  const isListed = ({ tool }: OfferedTool) =>
    settings.sets?.some((set) => tool.sets.includes(set)) ?? true;
  return {
    "tools/list": async () => {
      listed ??= [...(await tools()).values()].filter(isListed).map(describeTool);
      return { tools: listed };
    },
    "tools/call": async (params, options) => {
      const name = stringIn(params, "name");
      const tool = (await tools()).get(name);
      if (tool === undefined) throw notFound("tool", name, (await tools()).keys());
      const args = argumentsIn(params);
      if (args === null) throw new RpcError("invalidParams", "arguments must be an object");
      return callTool(tool, args, settings, options);
    },
    "resources/list": async (params, options) =>
      pageOf("resources", await listResources(settings, options), params),
    "resources/templates/list": async () => ({ resourceTemplates }),
    "resources/read": (params, options) => readResource(stringIn(params, "uri"), settings, options),
    "prompts/list": async () => ({ prompts: prompts.map(({ description }) => description) }),
    "prompts/get": async (params, options) => {
      const name = stringIn(params, "name");
      const prompt = prompts.find((each) => each.name === name);
      if (prompt === undefined) {
        const names = prompts.map((each) => each.name);
        throw notFound("prompt", name, names);
      }
      return getPrompt(prompt, argumentsIn(params) ?? {}, settings, options);
    },
  };
}

/** Resources of one page; a workspace may have thousands of states. */
const PAGE_SIZE = 100;

/** One page of a list, and where the next one begins. */
function pageOf(name: string, all: readonly JsonObject[], { cursor }: JsonObject): JsonObject {
  const from = cursor === undefined ? 0 : Number(cursor);
  const isValid = typeof cursor === "string" || cursor === undefined;
  if (!isValid || !Number.isSafeInteger(from) || from < 0 || from > all.length) {
    throw new RpcError("invalidParams", "the cursor is not one of this list");
  }
  const next = from + PAGE_SIZE;
  return {
    [name]: all.slice(from, next),
    ...(next < all.length ? { nextCursor: String(next) } : {}),
  };
}

function stringIn(params: JsonObject, key: string): string {
  const value: Json | undefined = params[key];
  if (typeof value === "string") return value;
  throw new RpcError("invalidParams", `${key} must be a string`);
}

function notFound(what: string, name: string, known: Iterable<string>): RpcError {
  const near = nearestName(name, known);
  const hint = near === null ? "" : `; did you mean "${near}"?`;
  return new RpcError("invalidParams", `There is no ${what} "${excerpt(name, 80)}"${hint}`);
}
