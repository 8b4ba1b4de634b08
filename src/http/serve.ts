/** One server for a workspace: the app at `/`, the API at `/api/v1/`, and MCP at `/mcp`. */

import type { IncomingMessage, ServerResponse } from "node:http";
import { packageVersion } from "../runtime/package-version.ts";
import { API, createApi } from "./api.ts";
import { createAssets } from "./assets.ts";
import { type CallerCheck, identify } from "./caller.ts";
import { GET_ONLY, strangerRefusal } from "./guards.ts";
import { JSON_HEADERS } from "./headers.ts";
import { createHealthCheck } from "./health.ts";
import { type Answer, type ListenOptions, listen } from "./listen.ts";
import { createMeter } from "./meter.ts";
import { refuse } from "./problem.ts";
import type { ApiSettings } from "./settings.ts";
import { readTarget } from "./target.ts";

const HEALTH = "/health";
const METRICS = "/metrics";
const METRICS_HEADERS = {
  ...JSON_HEADERS,
  "content-type": "text/plain; version=0.0.4; charset=utf-8",
};

/** What a server serves besides the API. */
export interface ServeOptions extends Omit<ListenOptions, "isKnown"> {
  /** Shared with what is mounted. */
  readonly callers: CallerCheck;
  /** Folder with the files of the app. */
  readonly assets: string;
  /** Paths that are answered by someone else, who checks tokens too. */
  readonly mounted: Readonly<
    Record<string, (request: IncomingMessage, response: ServerResponse) => Promise<void>>
  >;
}

/** Serves until the signal is aborted. */
export async function serve(settings: ApiSettings, options: ServeOptions): Promise<void> {
  const { callers } = options;
  const meter = createMeter(packageVersion());
  const api = await createApi(settings, callers, meter);
  const health = createHealthCheck(settings);
  const assets = createAssets(options.assets);
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
    if (pathname === HEALTH) {
      if (request.method !== "GET") return refuse(response, GET_ONLY);
      const found = await health();
      response.writeHead(found.ok ? 200 : 503, JSON_HEADERS).end(JSON.stringify(found));
      return;
    }
    if (pathname === METRICS) {
      if ((await identify(callers, request, response)) === null) return;
      if (request.method !== "GET") return refuse(response, GET_ONLY);
      response.writeHead(200, METRICS_HEADERS).end(meter.render());
      return;
    }
    if (pathname.startsWith(API)) return api(request, response, target);
    assets(request, response, target);
  };
  await listen(answer, { ...options, isKnown: callers.isKnown });
}
