/**
 * Resources: states of the workspace and bundles in the roots, as Markdown. All of them are read by
 * operations, under the same restrictions as a tool.
 */

import path from "node:path";
import { HoldallError } from "../base/errors.ts";
import type { JsonObject } from "../base/json/value.ts";
import { findBundles } from "../bundles/disk/find-bundles.ts";
import { loadOperation, type OperationName } from "../operations/registry.ts";
import { withoutSecrets } from "../runtime/remote/remote-call.ts";
import { type CallOptions, contextOf, forModel } from "./call-tool.ts";
import { RpcError } from "./json-rpc.ts";
import { readRestored, type StateChoice } from "./restored-state.ts";
import type { McpSettings } from "./settings.ts";

const mimeType = "text/markdown";
const BUNDLE = "holdall://bundle/";
const STATE = "holdall://state/";
const CURRENT = `${STATE}current`;

/** The resources that are there now: the states of the workspace, and the bundles in the roots. */
export async function listResources(
  settings: McpSettings,
  options: CallOptions,
): Promise<JsonObject[]> {
  const { cwd, roots, outputFolder } = settings;
  const bundles = (await Promise.all([...roots, outputFolder].map(findBundles))).flat();
  return [
    { uri: CURRENT, name: "state", description: "What is in force now", mimeType },
    ...(await listStates(settings, options)),
    ...bundles.map(({ absolute, format }) => {
      const name = path.relative(cwd, absolute) || ".";
      const description = format === null ? "An archive" : `A ${format} bundle`;
      return { uri: `${BUNDLE}${encodeURIComponent(name)}`, name, description, mimeType };
    }),
  ];
}

async function listStates(settings: McpSettings, options: CallOptions): Promise<JsonObject[]> {
  const listed = await run("session list", {}, settings, options).catch((error) => {
    // Without a workspace there are no states; calling a tool reports that.
    if (error instanceof HoldallError && error.code === "E_NOT_FOUND") return { sessions: [] };
    throw error;
  });
  const { sessions } = listed as {
    readonly sessions: readonly Readonly<Record<"user_id" | "session_id" | "task_id", string>>[];
  };
  return sessions.map(({ user_id, session_id, task_id }) => {
    const parts = [user_id, session_id, task_id];
    return {
      uri: STATE + parts.map(encodeURIComponent).join("/"),
      name: `state of ${parts.join("/")}`,
      description: "What is in force for a user, a session and a task",
      mimeType,
    };
  });
}

/** The forms that addresses of resources have. */
export const resourceTemplates: readonly JsonObject[] = [
  {
    uriTemplate: `${STATE}{user}/{session}/{task}`,
    name: "state",
    description: "What is in force for a user, a session and a task",
    mimeType,
  },
  {
    uriTemplate: `${BUNDLE}{path}`,
    name: "bundle",
    description: "Any bundle inside the roots, as Markdown",
    mimeType,
  },
];

/** Reads a resource. */
export async function readResource(
  uri: string,
  settings: McpSettings,
  options: CallOptions,
): Promise<JsonObject> {
  try {
    const text = await textOf(uri, settings, options);
    return { contents: [{ uri, mimeType, text: withoutSecrets(text, settings.redactor) }] };
  } catch (error) {
    if (!(error instanceof HoldallError)) throw error;
    throw new RpcError("resourceNotFound", `${error.code}  ${error.message}`);
  }
}

async function textOf(uri: string, settings: McpSettings, options: CallOptions): Promise<string> {
  if (uri.startsWith(BUNDLE)) return bundleText(uri, settings, options);
  const choice = uri === CURRENT ? {} : stateChoiceIn(uri);
  const text = choice && (await readRestored(choice, settings, options));
  if (text !== null) return text;
  if (uri === CURRENT) return "Nothing is in force.\n";
  throw new HoldallError("E_NOT_FOUND", `Cannot read "${uri}": no such resource`);
}

async function bundleText(
  uri: string,
  settings: McpSettings,
  options: CallOptions,
): Promise<string> {
  const input = { path: decoded(uri.slice(BUNDLE.length)), markdown: true };
  const { markdown, findings } = (await run("inspect", input, settings, options)) as {
    readonly markdown: string | null;
    readonly findings: readonly { readonly message: string }[];
  };
  if (markdown !== null) {
    const { text, note } = forModel(markdown);
    return note === null ? text : `${text}\n[${note}]\n`;
  }
  throw new HoldallError("E_FORMAT", `Cannot read "${uri}": ${findings[0]?.message ?? ""}`);
}

function stateChoiceIn(uri: string): StateChoice | null {
  if (!uri.startsWith(STATE)) return null;
  const [user, session, task, more] = uri.slice(STATE.length).split("/").map(decoded);
  const isComplete = user !== undefined && session !== undefined && task !== undefined;
  return isComplete && more === undefined ? { user, session, task } : null;
}

async function run(
  name: OperationName,
  input: Readonly<Record<string, unknown>>,
  settings: McpSettings,
  options: CallOptions,
): Promise<unknown> {
  const operation = await loadOperation(name);
  const store = Object.hasOwn(operation.input.shape, "store") ? { store: settings.store } : {};
  return operation.run(contextOf(settings, options, []), { ...input, ...store });
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    throw new HoldallError("E_USAGE", `Cannot read "${text}": it has invalid percent-encoding`);
  }
}
