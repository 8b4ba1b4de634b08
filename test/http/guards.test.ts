import assert from "node:assert/strict";
import { once } from "node:events";
import fs from "node:fs";
import http from "node:http";
import net from "node:net";
import path from "node:path";
import { test } from "node:test";
import { holdall } from "../support/program.ts";
import { makeScratch } from "../support/scratch.ts";
import { bearer, startServe } from "../support/serve.ts";

const project = path.join(makeScratch(), "project");
fs.mkdirSync(project);
holdall(["init"], { cwd: project });
const server = await startServe(project);
const person = bearer(server.tokens.person);
const json = { "content-type": "application/json" };
const places = ["/", "/api/v1/status", "/mcp"];

test("another host gets 421, whatever it asks for", async () => {
  const { port } = server;
  const hosts = [
    `localhost:${port}`,
    "127.0.0.1",
    "evil.example",
    `127.0.0.1.evil.example:${port}`,
  ];
  for (const place of places) {
    for (const host of hosts) {
      const { status } = await server.send(place, { headers: { ...person, host } });
      assert.equal(status, 421, `${place} ${host}`);
    }
  }
});

test("another origin and another site get 403, also of this machine and with the token", async () => {
  const strangers = [
    { origin: "http://127.0.0.1:1" },
    { origin: `http://localhost:${server.port}` },
    { origin: "null" },
    { origin: "https://evil.example" },
    { "sec-fetch-site": "cross-site" },
    { "sec-fetch-site": "same-site" },
    { "sec-fetch-site": "none" },
    { "sec-fetch-site": "cross-site", "sec-fetch-mode": "navigate" },
  ];
  for (const place of places) {
    for (const stranger of strangers) {
      const { status } = await server.send(place, { headers: { ...person, ...stranger } });
      assert.equal(status, 403, `${place} ${JSON.stringify(stranger)}`);
    }
  }
});

test("the own page and a typed address are let in", async () => {
  const own = { origin: server.origin, "sec-fetch-site": "same-origin" };
  const { status } = await server.send("/api/v1/status", { headers: { ...person, ...own } });
  assert.equal(status, 200);
  const typed = { "sec-fetch-site": "none", "sec-fetch-mode": "navigate" };
  const { status: page } = await server.send("/", { headers: typed });
  assert.notEqual(page, 403);
  assert.notEqual(page, 401);
});

/** A route, what is answered apart from the routes, and no route. */
const PLACES = ["status", "openapi.json", "thread/follow?id=x", "bundle/check", "nowhere"].map(
  (path) => `/api/v1/${path}`,
);

test("the API and MCP need the token in the header", async () => {
  const { tokens } = server;
  const wrong = [
    "",
    "Bearer",
    "Bearer ",
    "Bearer wrong",
    tokens.person,
    // Of another scheme: shorter, and as long as ours.
    `Basic ${tokens.person}`,
    `Digest ${tokens.person}`,
    `Bearer-${tokens.person}`,
    `Bearer ${"x".repeat(tokens.person.length)}`,
  ];
  for (const authorization of wrong) {
    const headers = authorization === "" ? {} : { authorization };
    for (const place of [...PLACES, "/mcp"]) {
      const answer = await server.send(place, { headers });
      assert.equal(answer.status, 401, `${place} ${authorization}`);
      assert.equal(answer.headers["www-authenticate"], "Bearer");
    }
  }
  const cookie = { cookie: `token=${tokens.person}` };
  assert.equal((await server.send("/api/v1/status", { headers: cookie })).status, 401);
  const query = await server.send(`/api/v1/status?token=${tokens.person}`);
  assert.equal(query.status, 401);
  const models = { method: "POST", headers: { ...person, ...json }, body: "{}" };
  assert.equal((await server.send("/mcp", models)).status, 401);
});

/** Every directive counts: without one of them, what it forbids is allowed. */
const POLICY = [
  "base-uri 'none'",
  "connect-src 'self'",
  "default-src 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
  "img-src 'self' data:",
  "require-trusted-types-for 'script'",
  "script-src 'self'",
  "style-src 'self'",
  "trusted-types dompurify",
];

test("a refusal ends the connection, so that an unread body is not taken for a request", async () => {
  const refused = [
    await server.send("/api/v1/status"),
    await server.send("/api/v1/nowhere", { headers: person }),
    await server.send("/api/v1/status", { headers: { ...person, host: "evil.example" } }),
    await server.send("/api/v1/status", { headers: { ...person, origin: "http://evil.example" } }),
  ];
  assert.deepEqual(
    refused.map(({ status, headers }) => [status, headers.connection]),
    [401, 404, 421, 403].map((status) => [status, "close"]),
  );
});

test("every answer forbids frames, other origins and sniffing, and sets no cookie", async () => {
  const answers = await Promise.all([
    server.send("/"),
    server.send("/missing.js"),
    server.send("/api/v1/status"),
    server.send("/api/v1/status", { headers: person }),
    server.send("/api/v1/status", { headers: { ...person, host: "evil.example" } }),
    server.send("/mcp", { method: "POST" }),
    server.send("/api/v1/status", { method: "OPTIONS", headers: { origin: server.origin } }),
  ]);
  for (const { headers } of answers) {
    const policy = String(headers["content-security-policy"]).split("; ").toSorted();
    assert.deepEqual(policy, POLICY);
    assert.match(String(headers["cache-control"]), /\bno-(?:store|cache)\b/);
    assert.equal(headers["x-content-type-options"], "nosniff");
    assert.equal(headers["referrer-policy"], "no-referrer");
    assert.equal(headers["cross-origin-opener-policy"], "same-origin");
    assert.equal(headers["cross-origin-resource-policy"], "same-origin");
    assert.equal(headers["set-cookie"], undefined);
    assert.equal(headers["access-control-allow-origin"], undefined);
  }
});

test("what is refused is refused before its body is read", async () => {
  const huge = { ...json, "content-length": String(17 * 1024 * 1024) };
  const cases = [
    { path: "/api/v1/state/commit", status: 413, headers: { ...person, ...huge } },
    { path: "/api/v1/state/commit", status: 401, headers: huge },
    { path: "/api/v1/nowhere", status: 404, headers: { ...person, ...huge } },
    { path: "/api/v1/state/commit", status: 415, headers: { ...person, "content-length": "9" } },
    { path: "/mcp", status: 413, headers: { ...bearer(server.tokens.program), ...huge } },
    ...[
      ["application/octet-stream", 257],
      ["application/json", 65],
    ].map(([type, mebibytes]) => ({
      path: "/api/v1/bundle/check",
      status: 413,
      headers: {
        ...person,
        "content-type": String(type),
        "content-length": String(Number(mebibytes) * 1024 * 1024),
      },
    })),
  ];
  for (const { path: place, status, headers } of cases) {
    assert.equal(await statusOfHead(place, headers), status, place);
  }
});

/** Sends the head of a POST and no body, and returns the status. */
function statusOfHead(place: string, headers: Readonly<Record<string, string>>): Promise<number> {
  const lines = Object.entries({ host: `127.0.0.1:${server.port}`, ...headers });
  return statusOf(
    `POST ${place} HTTP/1.1`,
    lines.map(([key, value]) => `${key}: ${value}`),
  );
}

test("a body that grows beyond the limit is refused", async () => {
  const body = Buffer.alloc(17 * 1024 * 1024, " ");
  const headers = { ...person, ...json, "transfer-encoding": "chunked" };
  const answer = server.send("/api/v1/state/show", { method: "POST", headers, body });
  // The server may close the connection while the rest is still being sent.
  const status = await answer.then((each) => each.status).catch(() => 413);
  assert.equal(status, 413);
  assert.equal((await server.call("person", "state/show")).status, 200);
});

test("a client that sends slowly holds nobody up and is disconnected", {
  timeout: 60_000,
}, async () => {
  const socket = net.connect(server.port, "127.0.0.1");
  const slow = new Promise<string>((resolve) => {
    let text = "";
    socket.on("data", (chunk) => {
      text += chunk;
    });
    socket.once("close", () => resolve(text));
  });
  socket.write(
    `POST /api/v1/state/show HTTP/1.1\r\nhost: 127.0.0.1:${server.port}\r\n` +
      `authorization: ${person.authorization}\r\ncontent-type: application/json\r\ncontent-length: 9\r\n\r\n{`,
  );
  let isEnded = false;
  const ended = slow.then((text) => {
    isEnded = true;
    return text;
  });
  assert.equal((await server.call("person", "state/show")).status, 200);
  assert.equal(isEnded, false);
  assert.match(await ended, /^(?:HTTP\/1\.1 408|$)/);
});

test("headers that are too large and requests that are none are refused", async () => {
  const headers = { ...person, "x-long": "x".repeat(20_000) };
  const answer = await server.send("/api/v1/status", { headers });
  assert.deepEqual([answer.status, answer.json?.code], [431, "E_LIMIT"]);
  assert.equal((await server.send("/api/v1/status")).status, 401);
});

/** A request whose head arrives and whose body never does. */
function openSlowly(token: string): net.Socket {
  const socket = net.connect(server.port, "127.0.0.1");
  socket.on("error", () => {}); // The server may end it.
  const head = [
    "POST /api/v1/state/show HTTP/1.1",
    `host: 127.0.0.1:${server.port}`,
    `authorization: Bearer ${token}`,
    "content-type: application/json",
    "content-length: 9",
  ];
  socket.write(`${head.join("\r\n")}\r\n\r\n`);
  return socket;
}

test("calls that send slowly keep nobody out, whoever makes them", async () => {
  for (const token of [server.tokens.program, server.tokens.person]) {
    const slow = Array.from({ length: 80 }, () => openSlowly(token));
    for (const caller of ["person", "program"] as const) {
      assert.equal((await server.call(caller, "status")).status, 200);
    }
    for (const socket of slow) socket.destroy();
  }
});

test("more calls of programs than may be open get 503, and the person is answered", async () => {
  const { thread_id: id } = Object((await server.call("person", "thread/new")).json);
  const follow = (token: string) =>
    new Promise<{ status: number; end: () => void }>((resolve, reject) => {
      const request = http.get(
        `${server.origin}/api/v1/thread/follow?id=${id}`,
        { headers: bearer(token), agent: false },
        (response) =>
          resolve({ status: Number(response.statusCode), end: () => request.destroy() }),
      );
      request.on("error", reject);
    });
  const streams = [];
  for (let count = 0; count < 128; count++) streams.push(await follow(server.tokens.program));
  assert.deepEqual([...new Set(streams.map(({ status }) => status))], [200]);
  assert.equal((await server.call("program", "status")).status, 503);
  assert.equal((await server.call("person", "status")).status, 200);
  for (const { end } of streams) end();
});

test("many slow calls of a program over MCP do not keep the person out", async () => {
  const head = [
    "POST /mcp HTTP/1.1",
    `host: 127.0.0.1:${server.port}`,
    `authorization: Bearer ${server.tokens.program}`,
    "content-type: application/json",
    "content-length: 9",
  ];
  const slow = Array.from({ length: 300 }, () => net.connect(server.port, "127.0.0.1"));
  for (const socket of slow) {
    socket.on("error", () => {}); // The server may end it.
    socket.write(`${head.join("\r\n")}\r\n\r\n`);
  }
  await Promise.all(slow.map((socket) => (socket.connecting ? once(socket, "connect") : null)));
  for (let count = 0; count < 5; count++) {
    assert.equal((await server.call("person", "status")).status, 200);
  }
  for (const socket of slow) socket.destroy();
});

test("connections that send nothing give way to new ones", async () => {
  const idle = Array.from({ length: 300 }, () => net.connect(server.port, "127.0.0.1"));
  for (const socket of idle) socket.on("error", () => {});
  await Promise.all(idle.map((socket) => once(socket, "connect")));
  for (let count = 0; count < 5; count++) {
    assert.equal((await server.call("person", "status")).status, 200);
  }
  for (const socket of idle) socket.destroy();
});

test("two headers that decide who may call are refused", async () => {
  const own = `host: 127.0.0.1:${server.port}`;
  const authorization = `authorization: ${person.authorization}`;
  const twice = [
    [own, "host: evil.example", authorization],
    [own, own, authorization],
    [own, `origin: ${server.origin}`, "origin: http://evil.example", authorization],
    [own, authorization, "authorization: Bearer other"],
    [own, authorization, "sec-fetch-site: same-origin", "Sec-Fetch-Site: cross-site"],
  ];
  for (const place of places) {
    for (const lines of twice) {
      assert.equal(await statusOf(`GET ${place} HTTP/1.1`, lines), 400, `${place} ${lines}`);
    }
  }
});

/** Sends lines as they are and returns the status of the answer. */
function statusOf(request: string, lines: readonly string[]): Promise<number> {
  return new Promise((resolve, reject) => {
    const socket = net.connect(server.port, "127.0.0.1");
    socket.once("error", reject);
    socket.once("data", (chunk) => {
      socket.destroy();
      resolve(Number(/^HTTP\/1\.1 (\d+)/.exec(String(chunk))?.[1]));
    });
    socket.write(`${[request, ...lines].join("\r\n")}\r\n\r\n`);
  });
}

test("nothing outside the folder of the app is served", async () => {
  // However many folders up the package begins.
  const up = [1, 2, 3, 4].flatMap((count) =>
    ["../", "..%2f", "%2e%2e/", "%2e%2e%2f", "..%5c"].map((part) => `/${part.repeat(count)}`),
  );
  for (const place of [...up.map((folders) => `${folders}package.json`), "//etc/passwd"]) {
    const { text } = await server.send(place);
    assert.ok(!text.includes('"name": "holdall"') && !text.includes("root:"), place);
  }
});

test("the server listens on 127.0.0.1 alone", { skip: process.platform !== "linux" }, async () => {
  // Linux answers at every address that begins with 127 for who listens on all of them.
  const refused = new Promise<string | undefined>((resolve) => {
    const socket = net.connect(server.port, "127.0.0.2");
    socket.once("error", (error: NodeJS.ErrnoException) => resolve(error.code));
    socket.once("connect", () => {
      socket.destroy();
      resolve(undefined);
    });
  });
  assert.equal(await refused, "ECONNREFUSED");
});

test("the server ends when it is told to", async () => {
  assert.equal(server.faults(), "");
  assert.equal(await server.end(), 0);
});
