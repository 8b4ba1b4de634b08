/**
 * The files of the app. Only what the build put into the folder is served, under its exact name; any other
 * path that is not the API's is one of the app's own addresses and gets its page.
 */

import fs from "node:fs";
import type { IncomingMessage, ServerResponse } from "node:http";
import path from "node:path";
import { SECURITY_HEADERS } from "./headers.ts";
import { refuse } from "./problem.ts";
import type { Target } from "./target.ts";

const types: Readonly<Record<string, string>> = {
  ".html": "text/html; charset=utf-8",
  ".js": "text/javascript; charset=utf-8",
  ".css": "text/css; charset=utf-8",
  ".svg": "image/svg+xml",
  ".png": "image/png",
  ".ico": "image/x-icon",
  ".json": "application/json",
  ".txt": "text/plain; charset=utf-8",
};
const PAGE = "/index.html";

/** Answers a request for a file of the app. */
export type Assets = (request: IncomingMessage, response: ServerResponse, target: Target) => void;

interface Asset {
  readonly type: string;
  readonly bytes: Buffer;
}

/** Reads the files of the app once; they are part of the program. */
export function createAssets(folder: string): Assets {
  const files = readFiles(folder);
  return (request, response, { pathname }) => {
    if (request.method !== "GET" && request.method !== "HEAD") {
      const headers = { allow: "GET, HEAD" };
      return refuse(response, { status: 405, detail: "it takes GET", headers });
    }
    // An address of the app has no extension: a missing script must not be answered with a page.
    const isAddress = path.extname(pathname) === "";
    const asset = files.get(pathname) ?? (isAddress ? files.get(PAGE) : undefined);
    if (asset === undefined) return refuse(response, missing(files.size === 0, pathname));
    const { type, bytes } = asset;
    const headers = { "content-type": type, "content-length": bytes.length };
    response.writeHead(200, { ...SECURITY_HEADERS, "cache-control": "no-cache", ...headers });
    response.end(request.method === "HEAD" ? undefined : bytes);
  };
}

function missing(isEmpty: boolean, pathname: string) {
  const detail = isEmpty
    ? "this copy of Holdall was built without the app; the API is at /api/v1/"
    : `there is no file ${pathname.slice(0, 200)}`;
  return { status: 404, detail };
}

function readFiles(folder: string): ReadonlyMap<string, Asset> {
  const files = new Map<string, Asset>();
  if (!fs.existsSync(folder)) return files;
  for (const entry of fs.readdirSync(folder, { recursive: true, withFileTypes: true })) {
    const type = types[path.extname(entry.name)];
    if (!entry.isFile() || type === undefined) continue;
    const file = path.join(entry.parentPath, entry.name);
    const name = `/${path.relative(folder, file).split(path.sep).join("/")}`;
    files.set(name, { type, bytes: fs.readFileSync(file) });
  }
  return files;
}
