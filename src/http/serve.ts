/** One server for a workspace: the app at `/`, the API at `/api/v1/`, and MCP at `/mcp`. */

import type { IncomingMessage, ServerResponse } from "node:http";
import { API, createApi } from "./api.ts";
import { createAssets } from "./assets.ts";
import { createCallerCheck } from "./caller.ts";
import { strangerRefusal } from "./guards.ts";
import { type Answer, type ListenOptions, listen } from "./listen.ts";
import { refuse } from "./problem.ts";
import type { ApiSettings } from "./settings.ts";
import { readTarget } from "./target.ts";

/** What a server serves besides the API. */
export interface ServeOptions extends Omit<ListenOptions, "isKnown"> {
  /** Folder with the files of the app. */
  readonly assets: string;
  /** Paths that are answered by someone else, who checks tokens too. */
  readonly mounted: Readonly<
    Record<string, (request: IncomingMessage, response: ServerResponse) => Promise<void>>
  >;
}

/** Serves until the signal is aborted. */
export async function serve(settings: ApiSettings, options: ServeOptions): Promise<void> {
  const callerOf = createCallerCheck(settings.tokens, settings.launch);
  const api = await createApi(settings, callerOf);
  const assets = createAssets(options.assets);
  const isKnown: ListenOptions["isKnown"] = (header) => callerOf(header) !== null;
  const answer: Answer = async (request, response, port) => {
    const refusal = strangerRefusal(request, port, settings.launch?.isPending());
    if (refusal !== null) return refuse(response, refusal);
    const target = readTarget(request.url ?? "/");
    if (target === null) return refuse(response, { status: 400, detail: "the path is not valid" });
    const { pathname } = target;
    const mounted = Object.hasOwn(options.mounted, pathname)
      ? options.mounted[pathname]
      : undefined;
    if (mounted !== undefined) return mounted(request, response);
    if (pathname.startsWith(API)) return api(request, response, target);
    assets(request, response, target);
  };
  await listen(answer, { ...options, isKnown });
}
