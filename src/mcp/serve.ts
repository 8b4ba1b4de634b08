import { createServer } from "./server.ts";
import type { McpSettings } from "./settings.ts";
import { serveStdio } from "./stdio.ts";

/** Serves until the client or the user ends it. Nothing but the protocol goes to standard output. */
export async function serveMcp(settings: McpSettings, signal: AbortSignal): Promise<void> {
  const server = createServer(settings);
  if (settings.http === null) {
    return serveStdio(server, { input: process.stdin, output: process.stdout });
  }
  const { serveHttp } = await import("./http.ts");
  const onOpen = (url: string) => settings.note(`listening on ${url}`);
  await serveHttp(server, { ...settings.http, onOpen, signal });
}
