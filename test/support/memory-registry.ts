/** A registry in memory, which can be made to misbehave. It keeps a list of what it was asked. */
import { createHash } from "node:crypto";
import { once } from "node:events";
import http from "node:http";
import type { AddressInfo } from "node:net";
import { after } from "node:test";

/** A request, and the way to answer it. */
export interface Call {
  readonly method: string;
  readonly path: string;
  readonly headers: http.IncomingHttpHeaders;
  readonly body: Buffer;
  readonly response: http.ServerResponse;
}

/** A running registry. */
export interface MemoryRegistry {
  readonly host: string;
  readonly calls: Call[];
  /** Blobs and manifests by digest; manifests by tag too, as `name:tag`. */
  readonly content: Map<string, Buffer>;
  /** Answers in place of the registry when it returns true. */
  intercept: (call: Call) => boolean;
  /** The calls whose method and path match, as text. */
  asked(pattern: RegExp): readonly string[];
}

/** Starts a registry without a list of referrers; it ends with the tests of a file. */
export async function startRegistry(): Promise<MemoryRegistry> {
  const content = new Map<string, Buffer>();
  const calls: Call[] = [];
  const server = http.createServer(async (request, response) => {
    const chunks: Buffer[] = await request.toArray();
    const call: Call = {
      method: request.method ?? "",
      path: request.url ?? "",
      headers: request.headers,
      body: Buffer.concat(chunks),
      response,
    };
    calls.push(call);
    if (!registry.intercept(call)) answer(content, call);
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  after(() => server.closeAllConnections());
  after(() => server.close());
  const registry: MemoryRegistry = {
    host: `127.0.0.1:${(server.address() as AddressInfo).port}`,
    calls,
    content,
    intercept: () => false,
    asked: (pattern) =>
      calls.map(({ method, path }) => `${method} ${path}`).filter((call) => pattern.test(call)),
  };
  return registry;
}

/** The digest of bytes. */
export function digestOf(bytes: Uint8Array | string): string {
  return `sha256:${createHash("sha256").update(bytes).digest("hex")}`;
}

function answer(content: Map<string, Buffer>, call: Call): void {
  const { response, method, path, body } = call;
  const url = new URL(path, "http://registry");
  const [, name = "", kind = "", reference = ""] =
    /^\/v2\/(.+)\/(blobs|manifests|referrers)\/(.*)$/.exec(url.pathname) ?? [];
  if (method === "POST") {
    response.writeHead(202, { location: `/v2/${name}/blobs/uploads/one?state=a%2Bb` }).end();
  } else if (method === "PUT" && kind === "blobs") {
    store(content, url.searchParams.get("digest") ?? "", call);
  } else if (method === "PUT") {
    const digest = digestOf(body);
    content.set(digest, body);
    content.set(`${name}:${reference}`, body);
    response.writeHead(201, { "docker-content-digest": digest }).end();
  } else {
    const key = reference.startsWith("sha256:") ? reference : `${name}:${reference}`;
    sendContent(kind === "referrers" ? undefined : content.get(key), call);
  }
}

function store(content: Map<string, Buffer>, digest: string, { body, response }: Call): void {
  const isRight = digestOf(body) === digest;
  if (isRight) content.set(digest, body);
  response.writeHead(isRight ? 201 : 400).end();
}

function sendContent(bytes: Buffer | undefined, { method, headers, response }: Call): void {
  if (bytes === undefined) {
    response.writeHead(404).end();
    return;
  }
  const from = Number(/^bytes=(\d+)-$/.exec(headers.range ?? "")?.[1] ?? 0);
  const part = bytes.subarray(from);
  response.writeHead(from > 0 ? 206 : 200, {
    "content-length": part.length,
    ...(from > 0 && { "content-range": `bytes ${from}-${bytes.length - 1}/${bytes.length}` }),
  });
  response.end(method === "HEAD" ? undefined : part);
}
