import path from "node:path";
import { HoldallError } from "../base/errors.ts";
import type { JsonObject } from "../base/json/value.ts";
import { findBundles } from "../operations/find-bundles.ts";
import type { McpSettings } from "../operations/mcp-settings.ts";
import { loadOperation, type OperationName } from "../operations/registry.ts";
import { type CallOptions, contextOf } from "./call-tool.ts";
import { RpcError } from "./json-rpc.ts";

const MIME = "text/markdown";
const BUNDLE = "holdall://bundle/";

/** The resources that are there now: the bundles that stand in the roots. */
export async function listResources({ cwd, roots }: McpSettings): Promise<JsonObject[]> {
  const found = (await Promise.all(roots.map(findBundles))).flat();
  return found.map(({ absolute, format }) => {
    const name = path.relative(cwd, absolute) || ".";
    return {
      uri: `${BUNDLE}${encodeURIComponent(name)}`,
      name,
      description: format === null ? "An archive" : `A ${format} bundle`,
      mimeType: MIME,
    };
  });
}

/** The forms that addresses of resources have. */
export const resourceTemplates: readonly JsonObject[] = [
  {
    uriTemplate: `${BUNDLE}{path}`,
    name: "bundle",
    description: "Any bundle inside the roots, as Markdown",
    mimeType: MIME,
  },
];

/** Reads a resource. */
export async function readResource(
  uri: string,
  settings: McpSettings,
  options: CallOptions,
): Promise<JsonObject> {
  const read = async (name: OperationName, input: Record<string, unknown>) => {
    const operation = await loadOperation(name);
    return operation.run(contextOf(settings, options, []), input);
  };
  try {
    const text = await textOf(uri, read);
    return { contents: [{ uri, mimeType: MIME, text }] };
  } catch (error) {
    if (!(error instanceof HoldallError)) throw error;
    throw new RpcError("noSuchResource", `${error.code}  ${error.message}`);
  }
}

type Read = (name: OperationName, input: Record<string, unknown>) => Promise<unknown>;

async function textOf(uri: string, read: Read): Promise<string> {
  if (uri.startsWith(BUNDLE)) {
    const input = { path: decoded(uri.slice(BUNDLE.length)), markdown: true };
    const { markdown, findings } = (await read("inspect", input)) as {
      readonly markdown: string | null;
      readonly findings: readonly { readonly code: string; readonly message: string }[];
    };
    if (markdown !== null) return markdown;
    throw new HoldallError("E_FORMAT", `Cannot read "${uri}": ${findings[0]?.message ?? ""}`);
  }
  throw new HoldallError("E_NOT_FOUND", `Cannot read "${uri}": no such resource`);
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    throw new HoldallError("E_USAGE", `Cannot read "${text}": its escapes are damaged`);
  }
}
