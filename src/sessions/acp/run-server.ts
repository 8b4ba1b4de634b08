import fs from "node:fs";
import path from "node:path";
import type { AcpConnection, ConnectionRequest } from "../../acp/open-connection.ts";
import { withConnection } from "../../acp/open-connection.ts";
import { NOWHERE } from "../../agents/acp-server.ts";
import { HoldallError, messageOf } from "../../base/errors.ts";
import { formatCount } from "../../base/text/format-count.ts";
import { createTemporaryFolder, removeTemporary } from "../../disk/temporary.ts";
import type { OperationContext } from "../../runtime/operation-context.ts";
import { agentEnvironment } from "../agent-sessions.ts";
import { copyAgentFiles } from "./copy-agent-files.ts";
import type { NamedServer } from "./find-server.ts";

/** Variables by which a program reaches no server of its maker: every proxy leads nowhere. */
export const NO_NETWORK = {
  HTTP_PROXY: NOWHERE,
  HTTPS_PROXY: NOWHERE,
  http_proxy: NOWHERE,
  https_proxy: NOWHERE,
  // Some programs connect to themselves over the loopback interface.
  NO_PROXY: "127.0.0.1,localhost",
  no_proxy: "127.0.0.1,localhost",
} as const;

/** What is done with a server, and what it sends unasked. */
export interface ServerWork<Result> extends Pick<ConnectionRequest, "onNotification"> {
  work(connection: AcpConnection): Promise<Result>;
}

/**
 * Starts a server that the user named and ends it: on a copy of what it has in the home, because loading a session may
 * change or delete it, unless the user wants it to work on the home itself.
 */
export async function runServer<Result>(
  context: OperationContext,
  server: NamedServer,
  { work, onNotification }: ServerWork<Result>,
): Promise<Result> {
  const environment = agentEnvironment(context);
  const folder = createTemporaryFolder();
  try {
    const root = fs.realpathSync(folder);
    const home = path.join(root, "home");
    const project = path.join(root, "project");
    for (const each of [home, project]) fs.mkdirSync(each, { mode: 0o700 });
    context.progress(`copying the sessions of ${server.name}`);
    const copied = server.isLive ? null : await copyAgentFiles(server, environment, home);
    context.progress(`asking ${server.name}`);
    const used = server.isLive ? environment.home : home;
    const set = { ...NO_NETWORK, HOME: used, USERPROFILE: used };
    const { program, variables } = server;
    const args = server.command.slice(1);
    const result = await withConnection(
      {
        server: { program, args, variables, from: environment.env, set, cwd: project },
        ...(onNotification === undefined ? {} : { onNotification }),
      },
      work,
    );
    reportChanges(context, server, copied?.changed() ?? []);
    return result;
  } catch (error) {
    throw error instanceof HoldallError ? error : serverError(server, error);
  } finally {
    removeTemporary(folder);
  }
}

/** A program may know its files by their full paths, and reach them from the copy. */
function reportChanges(
  context: OperationContext,
  { name }: NamedServer,
  changed: readonly string[],
): void {
  const [first] = changed;
  if (first === undefined) return;
  const count = formatCount(changed.length, "file");
  context.note(
    `While ${name} worked on a copy, ${count} in your home folder changed as well, such as "${first}"`,
  );
}

function serverError({ command, name }: NamedServer, error: unknown): HoldallError {
  const why = messageOf(error);
  return new HoldallError("E_SERVER", `Cannot ask "${command.join(" ")}": ${why}`, {
    cure: `start it by hand to see whether it works; variables that it needs are named with "env" under "acp_servers" (${name}) in your config.yaml`,
    cause: error,
  });
}
