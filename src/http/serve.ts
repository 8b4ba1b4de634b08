/** One server for a workspace: the app at `/`, the API at `/api/v1/`, and MCP at `/mcp`. */

import type { IncomingMessage, ServerResponse } from "node:http";
import { API, createApi } from "./api.ts";
import { createAssets } from "./assets.ts";
import { strangerRefusal } from "./guards.ts";
import { type ListenOptions, listen } from "./listen.ts";
import { refuse } from "./problem.ts";
import type { ApiSettings } from "./settings.ts";

/** What a server serves besides the API. */
export interface ServeOptions extends ListenOptions {
  /** Folder with the files of the app. */
  readonly assets: string;
  /** Paths that are answered by someone else, who checks tokens too. */
  readonly mounted: Readonly<
    Record<string, (request: IncomingMessage, response: ServerResponse) => Promise<void>>
  >;
}

/** Serves until the signal is aborted. */
export async function serve(settings: ApiSettings, options: ServeOptions): Promise<void> {
  const api = await createApi(settings);
  const assets = createAssets(options.assets);
  await listen(async (request, response, port) => {
    const refusal = strangerRefusal(request, port);
    if (refusal !== null) return refuse(response, refusal);
    const url = URL.parse(request.url ?? "/", "http://localhost");
    if (url === null) return refuse(response, { status: 400, detail: "the path is not valid" });
    const mounted = Object.hasOwn(options.mounted, url.pathname)
      ? options.mounted[url.pathname]
      : undefined;
    if (mounted !== undefined) return mounted(request, response);
    if (url.pathname.startsWith(API)) return api(request, response, url);
    assets(request, response, url);
  }, options);
}
