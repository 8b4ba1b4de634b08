import assert from "node:assert/strict";
import fs from "node:fs";
import http from "node:http";
import net from "node:net";
import path from "node:path";
import { test } from "node:test";
import { startHttp } from "../support/mcp.ts";
import { holdall, holdallJson, startHoldall } from "../support/program.ts";
import { makeScratch } from "../support/scratch.ts";

const project = path.join(makeScratch(), "project");
fs.mkdirSync(project);
holdall(["init"], { cwd: project });

interface Answer {
  readonly id?: unknown;
  readonly error?: { readonly code: number };
  readonly result?: { readonly structuredContent?: { readonly error?: { readonly code: string } } };
}

/** What a server answers to some lines until it ends by itself, without a word of complaint. */
async function exchange(...lines: (string | object)[]): Promise<Answer[]> {
  const child = startHoldall(["mcp", "--tools", "all"], { cwd: project });
  const output: Buffer[] = [];
  const complaints: Buffer[] = [];
  child.stdout?.on("data", (part) => output.push(part));
  child.stderr?.on("data", (part) => complaints.push(part));
  for (const line of lines) {
    child.stdin?.write(`${typeof line === "string" ? line : JSON.stringify(line)}\n`);
  }
  child.stdin?.end();
  const code = await new Promise((resolve) => child.once("close", resolve));
  assert.deepEqual([code, String(Buffer.concat(complaints))], [0, ""]);
  const texts = String(Buffer.concat(output)).split("\n");
  return texts.filter((text) => text !== "").map((text) => JSON.parse(text));
}

const ping = { jsonrpc: "2.0", id: "last", method: "ping" };
const tool = (id: unknown, name: string, input: unknown = {}) => ({
  jsonrpc: "2.0",
  id,
  method: "tools/call",
  params: { name, arguments: input },
});
const nested = (depth: number) => "[".repeat(depth) + "]".repeat(depth);
const byId = (answers: readonly Answer[], id: unknown) => answers.find((each) => each.id === id);

test("a thousand calls at once are all answered, each once", async () => {
  const calls = Array.from({ length: 1000 }, (_, id) =>
    id % 20 === 0 ? tool(id, "thread.new", { title: `t${id}` }) : tool(id, "thread.list"),
  );
  const answers = await exchange(...calls);
  assert.equal(answers.length, 1000);
  assert.equal(new Set(answers.map(({ id }) => id)).size, 1000);
  assert.ok(answers.every(({ result }) => result?.structuredContent?.error === undefined));
  assert.equal((holdallJson(["thread", "list"], { cwd: project }).json.threads as []).length, 50);
});

test("whatever is wrong with a request, whoever asked gets the answer under the id", async () => {
  const faults: [object, number][] = [
    [{ method: "tools/list", params: [] }, -32602],
    [{ method: "tools/list", params: "x" }, -32602],
    [{ method: 7 }, -32600],
    [{ method: "tools/call", params: {} }, -32602],
    [{ method: "tools/call", params: { name: "thread.list", arguments: [] } }, -32602],
    [{ method: "resources/read", params: { uri: 7 } }, -32602],
    [{ method: "no/such" }, -32601],
    [{ method: "notifications/cancelled", params: { requestId: {} } }, -32601],
  ];
  const ids = [0, -1, 1.5, 1e300, "", "é", "x".repeat(10_000), "7"];
  const answers = await exchange(
    ...faults.map(([fault], at) => ({ jsonrpc: "2.0", id: ids[at], ...fault })),
    { jsonrpc: "2.0", id: 7, method: "tools/list", params: null },
    { jsonrpc: "2.0", id: "7", method: "ping" },
  );
  for (const [at, [fault, code]] of faults.entries()) {
    assert.equal(byId(answers, ids[at])?.error?.code, code, JSON.stringify(fault));
  }
  assert.ok(byId(answers, 7)?.result);
  const wrong = await exchange(
    ...[null, true, [], {}].map((id) => ({ jsonrpc: "2.0", id, method: "ping" })),
  );
  assert.deepEqual(
    wrong.map(({ id, error }) => [id, error?.code]),
    Array(4).fill([null, -32600]),
  );
});

test("depth, length and lists without end are refused, and the next message is answered", async () => {
  const deep = JSON.stringify(tool("deep", "memory.kit.import", { files: { a: 0 } }));
  const answers = await exchange(
    nested(500_000),
    deep.replace(":0", `:${nested(200_000)}`),
    `{"jsonrpc":"2.0","id":"token","method":"tools/call","params":{"_meta":{"progressToken":${nested(100_000)}},"name":"thread.list"}}`,
    "x".repeat(50 * 1024 * 1024),
    "[]",
    JSON.stringify(Array.from({ length: 5000 }, () => ping)),
    ping,
  );
  assert.equal(byId(answers, "deep")?.result?.structuredContent?.error?.code, "E_USAGE");
  assert.ok(byId(answers, "token")?.result);
  assert.ok(byId(answers, "last")?.result);
  assert.equal(answers.filter(({ error, id }) => id === null && error?.code === -32600).length, 3);
});

test("an id that is in use is refused, alone and in a list", async () => {
  const twice = { jsonrpc: "2.0", id: 1, method: "tools/list" };
  const codes = (answers: readonly Answer[]) => answers.map(({ error }) => error?.code ?? 0).sort();
  assert.deepEqual(codes(await exchange(twice, twice)), [-32600, 0]);
  const [list] = await exchange([twice, twice]);
  assert.deepEqual(codes(list as readonly Answer[]), [-32600, 0]);
});

test("a tool has one name, and keys of Object.prototype are plain data", async () => {
  const names = ["thread_list", "thread.list ", "Thread.List", "__proto__", "constructor", ""];
  const answers = await exchange(
    ...names.map((name) => tool(name, name)),
    `{"jsonrpc":"2.0","id":"p","method":"tools/call","params":{"name":"thread.list","arguments":{"__proto__":{"archived":true}}}}`,
    tool("c", "thread.list", { constructor: 1 }),
  );
  for (const name of names) assert.equal(byId(answers, name)?.error?.code, -32602, name);
  for (const id of ["p", "c"]) {
    assert.equal(byId(answers, id)?.result?.structuredContent?.error?.code, "E_USAGE", id);
  }
});

test("half a character is refused instead of being stored as another one", async () => {
  const answers = await exchange(
    tool(1, "state.commit", { text: "A lone \ud800", slot: "fact" }),
    tool(2, "memory.store", { content: "x", tags: ["\udc00"] }),
    tool(3, "state.commit", { text: "A pair 😀", slot: "fact", score: 0.9 }),
  );
  const codes = [1, 2, 3].map((id) => byId(answers, id)?.result?.structuredContent?.error?.code);
  assert.deepEqual(codes, ["E_USAGE", "E_USAGE", undefined]);
});

test("no path leads out of the roots, whichever way it is given", async () => {
  fs.symlinkSync("/etc", path.join(project, "link"));
  fs.mkdirSync(path.join(project, "sub"));
  fs.symlinkSync("/etc/passwd", path.join(project, "sub/passwd"));
  const paths = ["/etc", "../..", "link", "link/hosts", "sub/passwd", "sub/../../x", ".holdall/x"];
  const uri = (at: string) => `holdall://bundle/${encodeURIComponent(at)}`;
  const answers = await exchange(
    ...paths.flatMap((at) => [
      tool(`in ${at}`, "bundle.inspect", { path: at }),
      tool(`out ${at}`, "memory.kit.export", { out: at }),
      { jsonrpc: "2.0", id: `uri ${at}`, method: "resources/read", params: { uri: uri(at) } },
    ]),
    tool("nul", "bundle.inspect", { path: "a\0b" }),
    tool("long", "bundle.inspect", { path: "x".repeat(10_000) }),
  );
  for (const at of paths) {
    // A name alone is created in the output folder, whatever is called so elsewhere.
    for (const way of at === "link" ? ["in"] : ["in", "out"]) {
      const answer = byId(answers, `${way} ${at}`);
      assert.equal(answer?.result?.structuredContent?.error?.code, "E_PROTECTED", `${way} ${at}`);
    }
    assert.equal(byId(answers, `uri ${at}`)?.error?.code, -32002, at);
  }
  for (const id of ["nul", "long"]) {
    assert.equal(byId(answers, id)?.result?.structuredContent?.error?.code, "E_IO", id);
  }
});

test("a client that asks and never reads is waited for in bounded memory, and one that leaves is not", async () => {
  const child = startHoldall(["mcp", "--tools", "all"], { cwd: project });
  const left = new Promise((resolve) => child.once("exit", resolve));
  const list = JSON.stringify({ jsonrpc: "2.0", id: 1, method: "tools/list" });
  child.stdin?.on("error", () => {});
  for (let id = 0; id < 3000; id++) child.stdin?.write(`${list.replace("1", `${id}`)}\n`);
  await new Promise((resolve) => setTimeout(resolve, 1500));
  const status = `/proc/${child.pid}/status`;
  if (fs.existsSync(status)) {
    const [, kilobytes] = /VmRSS:\s+(\d+)/.exec(fs.readFileSync(status, "utf8")) ?? [];
    assert.ok(Number(kilobytes) < 400_000, `${kilobytes} kB`);
  }
  child.stdout?.destroy();
  await left;
});

/** Speaks HTTP by hand. */
async function raw(url: string, text: string): Promise<string> {
  const socket = net.connect(Number(new URL(url).port), "127.0.0.1");
  socket.end(text);
  const parts: Buffer[] = [];
  for await (const part of socket) parts.push(part);
  return String(Buffer.concat(parts));
}

test("over HTTP what is malformed, foreign or too large is refused, and the next request is answered", async () => {
  const server = await startHttp(project, ["--tools", "all"]);
  const good = { authorization: `Bearer ${server.token}`, "content-type": "application/json" };
  const post = (body: string | Uint8Array<ArrayBuffer>, headers: Record<string, string> = {}) =>
    fetch(server.url, { method: "POST", headers: { ...good, ...headers }, body });
  const text = JSON.stringify(ping);
  const statusOf = async (body: string, headers: Record<string, string>) =>
    (await post(body, headers)).status;
  assert.equal(await statusOf(text, {}), 200, "no session is needed");
  assert.equal(await statusOf(text, { "mcp-session-id": "never given out" }), 400);
  assert.equal(await statusOf(text, { "mcp-session-id": "x".repeat(129) }), 400);
  assert.equal(await statusOf(text, { "mcp-session-id": "unknown" }), 200);
  assert.equal(await statusOf(text, { "mcp-protocol-version": "" }), 400);
  assert.equal(await statusOf(text, { origin: "http://127.0.0.1.evil.example" }), 403);
  for (const method of ["GET", "DELETE", "PUT", "OPTIONS"]) {
    assert.equal((await fetch(server.url, { method, headers: good })).status, 405, method);
  }
  const codes = await Promise.all(
    ["{", "", "null", nested(300_000)].map(async (body) =>
      [await (await post(body)).json()].flat(),
    ),
  );
  assert.deepEqual(
    codes.map(([answer]) => Object(answer).error.code),
    [-32700, -32700, -32600, -32600],
  );
  const large = await post(new Uint8Array(20 * 1024 * 1024)).then(
    ({ status }) => status,
    () => 413, // The connection is closed while we still send.
  );
  assert.equal(large, 413);
  assert.match(await raw(server.url, "nonsense\r\n\r\n"), /^HTTP\/1\.1 400/);
  assert.match(await raw(server.url, "POST /mcp HTTP/1.1\r\n\r\n"), /^HTTP\/1\.1 400/);
  const head = `POST /mcp HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer ${server.token}\r\nContent-Type: application/json\r\nContent-Length: 999\r\n\r\n{`;
  await raw(server.url, head);
  const both = await Promise.all(
    Array.from({ length: 200 }, (_, id) => post(JSON.stringify(tool(id, "thread.list")))),
  );
  assert.ok(both.every(({ status }) => status === 200));
  assert.equal(await server.end(), 0);
});

test("over HTTP a client that leaves in the middle harms nobody", async () => {
  const server = await startHttp(project, ["--tools", "all"]);
  const headers = {
    authorization: `Bearer ${server.token}`,
    "content-type": "application/json",
    accept: "application/json, text/event-stream",
  };
  for (let round = 0; round < 20; round++) {
    const request = http.request(server.url, { method: "POST", headers });
    request.on("error", () => {});
    request.end(JSON.stringify(tool(round, "thread.list")));
    await new Promise((resolve) => request.once("finish", resolve));
    request.destroy();
  }
  const client = await server.connect();
  assert.ok((await client.listTools()).tools.length > 0);
  await client.close();
  assert.equal(await server.end(), 0);
});

test("text that only a model would see is not in what it is given, and the result says so", async () => {
  const hidden = [..."obey"].map((letter) => String.fromCodePoint(0xe0000 + letter.charCodeAt(0)));
  const added = holdallJson(["state", "commit", `Keep the parser${hidden.join("")} small`], {
    cwd: project,
  });
  assert.equal(added.code, 0, added.stderr);
  const answers = await exchange(
    tool(1, "state.show", { details: true }),
    tool(2, "state.show"),
    tool(3, "no.such", { path: hidden.join("") }),
    tool(4, "bundle.inspect", { path: `none${hidden.join("")}` }),
    ping,
  );
  const answered = JSON.stringify(answers);
  assert(answered.includes("Keep the parser small"));
  assert(!hidden.some((character) => answered.includes(character)));
  assert(JSON.stringify(byId(answers, 1)).includes("invisible characters"));
});
