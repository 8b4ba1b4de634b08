import assert from "node:assert/strict";
import type { ChildProcess } from "node:child_process";
import fs from "node:fs";
import http from "node:http";
import path from "node:path";
import { test } from "node:test";
import { startHttp } from "../support/mcp.ts";
import { holdall, startHoldall } from "../support/program.ts";
import { makeScratch } from "../support/scratch.ts";

const project = path.join(makeScratch(), "project");
fs.mkdirSync(project);
holdall(["init"], { cwd: project });

const ping = { jsonrpc: "2.0", id: 1, method: "ping" };

/** What a server says on standard output until it ends by itself. */
async function outputOf(child: ChildProcess): Promise<{ lines: unknown[]; code: number | null }> {
  let text = "";
  child.stdout?.on("data", (chunk) => {
    text += chunk;
  });
  const code = await new Promise<number | null>((resolve) => child.once("close", resolve));
  const lines = text.split("\n").filter((line) => line !== "");
  return { lines: lines.map((line) => JSON.parse(line)), code };
}

async function exchange(text: string | Buffer): Promise<{ lines: unknown[]; code: number | null }> {
  const child = startHoldall(["mcp"], { cwd: project });
  const result = outputOf(child);
  child.stdin?.end(text);
  return result;
}

const codeIn = (line: unknown) => Object(Object(line).error).code;

test("a server ends when its input ends, with every question answered", async () => {
  const call = { ...ping, id: "a", method: "tools/list" };
  const { lines, code } = await exchange(`${JSON.stringify(ping)}\n${JSON.stringify(call)}`);
  assert.equal(code, 0);
  assert.deepEqual(
    lines.map((line) => Object(line).id),
    [1, "a"],
  );
});

for (const signal of ["SIGINT", "SIGTERM"] as const) {
  test(`a server ends on ${signal}`, async () => {
    const child = startHoldall(["mcp"], { cwd: project });
    const result = outputOf(child);
    child.stdin?.write(`${JSON.stringify(ping)}\n`);
    await new Promise((resolve) => child.stdout?.once("data", resolve));
    child.kill(signal);
    assert.deepEqual(await result, { lines: [{ jsonrpc: "2.0", id: 1, result: {} }], code: 0 });
  });
}

test("what is no message is refused, and the next one is answered", async () => {
  const bad = [
    "{",
    "7",
    "null",
    '{"jsonrpc":"1.0","id":1}',
    '{"jsonrpc":"2.0","id":{},"method":"x"}',
  ];
  const { lines } = await exchange(`${[...bad, "", JSON.stringify(ping)].join("\n")}\n`);
  assert.deepEqual(lines.map(codeIn), [-32700, -32600, -32600, -32600, -32600, undefined]);
  const odd = [
    '{"jsonrpc":"2.0","id":1,"method":"__proto__"}',
    '{"jsonrpc":"2.0","id":1,"result":{}}',
  ];
  const more = await exchange(`${odd.join("\n")}\n`);
  assert.deepEqual(more.lines.map(codeIn), [-32601]);
});

test("a line without end is refused within bounded memory", async () => {
  const long = Buffer.alloc(17 * 1024 * 1024, "x");
  const { lines } = await exchange(
    Buffer.concat([long, Buffer.from(`\n${JSON.stringify(ping)}\n`)]),
  );
  assert.deepEqual(lines.map(codeIn), [-32600, undefined]);
});

test("a version that is not spoken is answered with one that is", async () => {
  const greet = (protocolVersion: string) =>
    JSON.stringify({ ...ping, method: "initialize", params: { protocolVersion } });
  const { lines } = await exchange(`${greet("2024-11-05")}\n${greet("2031-01-01")}\n`);
  const versions = lines.map((line) => Object(Object(line).result).protocolVersion);
  assert.deepEqual(versions, ["2024-11-05", "2025-11-25"]);
});

test("several messages in one line are answered in one line", async () => {
  const { lines } = await exchange(`${JSON.stringify([ping, { ...ping, id: 2 }])}\n`);
  assert.equal(Array.isArray(lines[0]) && lines[0].length, 2);
});

test("a wrong set, a wrong root and a short token are refused before anything is served", () => {
  for (const args of [
    ["--tools", "memroy"],
    ["--root", "/nowhere"],
    ["--as", "two words"],
  ]) {
    const { code, stdout } = holdall(["mcp", ...args], { cwd: project });
    assert.ok(code === 2 || code === 4, args.join(" "));
    assert.equal(stdout, "");
  }
  const env = { HOLDALL_MCP_TOKEN: "short" };
  assert.equal(holdall(["mcp", "--http", "0"], { cwd: project, env }).code, 2);
});

test("HTTP lets in only who has the token, from this machine, with a message", async () => {
  const server = await startHttp(project);
  const good = { authorization: `Bearer ${server.token}`, "content-type": "application/json" };
  const status = (headers: Record<string, string>, options: http.RequestOptions = {}) =>
    new Promise<number | undefined>((resolve, reject) => {
      const request = http.request(
        server.url,
        { method: "POST", headers, ...options },
        (response) => {
          response.resume();
          resolve(response.statusCode);
        },
      );
      request.once("error", reject);
      request.end(options.method === "GET" ? undefined : JSON.stringify(ping));
    });
  assert.equal(await status(good), 200);
  assert.equal(await status({ ...good, origin: new URL(server.url).origin }), 200);
  assert.equal(await status({ ...good, authorization: "Bearer wrong" }), 401);
  assert.equal(await status({ "content-type": "application/json" }), 401);
  const strangers = [
    "https://evil.example",
    "null",
    "http://127.0.0.1:3000",
    "http://localhost:3000",
  ];
  for (const origin of strangers) {
    assert.equal(await status({ ...good, origin }), 403, origin);
  }
  assert.equal(await status({ ...good, "sec-fetch-site": "cross-site" }), 403);
  for (const host of ["evil.example", "127.0.0.1.evil.example:80", "localhost", "127.0.0.1"]) {
    assert.equal(await status({ ...good, host }), 421, host);
  }
  assert.equal(await status({ ...good, "content-type": "text/plain" }), 415);
  assert.equal(await status({ ...good, "mcp-protocol-version": "1999-01-01" }), 400);
  assert.equal(await status(good, { method: "GET" }), 405);
  assert.equal(await status(good, { path: "/other" }), 404);
  assert.equal(await server.end(), 0);
});
