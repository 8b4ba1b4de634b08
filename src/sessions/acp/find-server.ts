import path from "node:path";
import { findProgram } from "../../agents/find-program.ts";
import { isAgentId } from "../../agents/registry.ts";
import { HoldallError } from "../../base/errors.ts";
import { splitCommand } from "../../base/text/split-command.ts";
import { userConfigFor } from "../../runtime/config.ts";
import type { OperationContext } from "../../runtime/operation-context.ts";
import { agentEnvironment } from "../agent-sessions.ts";

/** A server of an agent that the user named, and what it may work on. */
export interface NamedServer {
  /** What people call it: its name in the configuration, else that of its program. */
  readonly name: string;
  /** As it is typed. */
  readonly command: readonly string[];
  readonly program: string;
  /** Names of variables of the user that it gets. */
  readonly variables: readonly string[];
  /** Folders of the home that it gets a copy of, relative to the home; null to look for folders with its name. */
  readonly folders: readonly string[] | null;
  /** Whether it works on the home itself. */
  readonly isLive: boolean;
}

/** Whether a text is the name of a server in the user's configuration, and no agent that is read without one. */
export function isServerName(context: OperationContext, name: string): boolean {
  return !isAgentId(name) && Object.hasOwn(userConfigFor(context).acp_servers, name);
}

/** Finds the server that a text means: one of the user's configuration, else a command line. */
export async function findNamedServer(
  context: OperationContext,
  text: string,
  isLive: boolean,
): Promise<NamedServer> {
  const { acp_servers } = userConfigFor(context);
  const configured = Object.hasOwn(acp_servers, text) ? acp_servers[text] : undefined;
  const command = configured?.command ?? splitCommand(text) ?? [];
  const [typed = "", ...args] = command;
  if (typed === "") {
    throw new HoldallError("E_USAGE", `Cannot start the server "${text}": it is no command`, {
      cure: 'for example --acp "goose acp"',
    });
  }
  const program = await locate(context, typed, configured !== undefined);
  if (program === null) {
    throw new HoldallError("E_NOT_FOUND", `Cannot find the program "${typed}" of --acp`, {
      cure: "install it, or give its path",
    });
  }
  return {
    name: configured === undefined ? stemOf(typed) : text,
    command: [typed, ...args],
    program,
    variables: configured?.env ?? [],
    folders: configured?.folders ?? null,
    isLive: isLive || configured?.live === true,
  };
}

/** A configured name is never looked for in the folder that one works in: it may come from anyone. */
async function locate(
  context: OperationContext,
  typed: string,
  isConfigured: boolean,
): Promise<string | null> {
  if (path.isAbsolute(typed)) return typed;
  if (!isConfigured && typed.includes(path.sep)) return path.resolve(context.cwd, typed);
  return findProgram(typed, agentEnvironment(context).env);
}

/** The name of an agent in that of its program: `vibe` of `/opt/bin/vibe-acp`. */
export function stemOf(program: string): string {
  const { name } = path.parse(program);
  return name.replace(/[-_](?:acp|agent|cli|server)$/, "") || name;
}
