import type { CallerCheck } from "../http/caller.ts";
import type { TurnQueue } from "../runtime/turn-queue.ts";
import { createEndpoint, type Endpoint, serveHttp } from "./http.ts";
import { createServer } from "./server.ts";
import type { McpSettings } from "./settings.ts";
import { serveStdio } from "./stdio.ts";

/** Serves until the client or the user ends it. Nothing but the protocol goes to standard output. */
export async function serveMcp(settings: McpSettings, signal: AbortSignal): Promise<void> {
  const server = createServer(settings);
  if (settings.http === null) {
    return serveStdio(server, { input: process.stdin, output: process.stdout });
  }
  const onOpen = (url: string) => settings.note(`listening on ${url}`);
  await serveHttp(server, { ...settings.http, onOpen, signal });
}

/** The server as a part of another one, whose queue its calls wait in. */
export function mountMcp(
  settings: McpSettings,
  { callers, inTurn }: { readonly callers: CallerCheck; readonly inTurn: TurnQueue },
): Endpoint {
  return createEndpoint(createServer(settings, inTurn), async (header) => {
    const identity = await callers.find(header);
    return identity?.caller === "person" ? null : identity;
  });
}
