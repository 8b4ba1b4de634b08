import assert from "node:assert/strict";
import fs from "node:fs";
import path from "node:path";
import { after, before, describe, test } from "node:test";
import { call, type HttpServer, type Served, startHttp, waysToServe } from "../support/mcp.ts";
import { holdall, startHoldall } from "../support/program.ts";
import { makeScratch } from "../support/scratch.ts";

const VERSION = "2026-07-28";
const project = path.join(makeScratch(), "project");
fs.mkdirSync(project);
holdall(["init"], { cwd: project });

const meta = {
  "io.modelcontextprotocol/protocolVersion": VERSION,
  "io.modelcontextprotocol/clientCapabilities": {},
};

const request = (method: string, params: object = {}, _meta: object = meta) => ({
  jsonrpc: "2.0",
  id: 1,
  method,
  params: { ...params, _meta },
});

// The protocol's own client, bound to the revision: it checks every result against that revision's schemas.
const negotiated = { versionNegotiation: { mode: { pin: VERSION } } };
for (const [way, open] of Object.entries(waysToServe(project, ["--tools", "all"], negotiated))) {
  describe(`revision ${VERSION} over ${way}`, () => {
    let served: Served;
    before(async () => {
      served = await open();
    });
    after(() => served.end());

    test("is negotiated without a handshake, and the server describes itself", () => {
      const { client } = served;
      assert.equal(client.getNegotiatedProtocolVersion(), VERSION);
      assert.equal(client.getServerVersion()?.name, "holdall");
      assert.deepEqual(Object.keys(client.getServerCapabilities() ?? {}).sort(), [
        "prompts",
        "resources",
        "tools",
      ]);
      assert.match(client.getInstructions() ?? "", /instructions/);
    });

    test("lists and calls tools, resources and prompts", async () => {
      const { client } = served;
      assert.ok((await client.listTools()).tools.length > 50);
      const created = await call(client, "thread.new", { title: "Tides" });
      assert.equal(created.structured.title, "Tides");
      const { resources } = await client.listResources();
      assert.ok(resources.some(({ uri }) => uri === "holdall://state/current"));
      assert.ok(
        (await client.readResource({ uri: "holdall://state/current" })).contents.length > 0,
      );
      assert.ok((await client.listResourceTemplates()).resourceTemplates.length > 0);
      const { prompts } = await client.listPrompts();
      assert.ok((await client.getPrompt({ name: prompts[0]?.name ?? "" })).messages.length > 0);
    });

    test("refuses what is not there with this revision's codes", async () => {
      const { client } = served;
      await assert.rejects(client.callTool({ name: "thread.shwo" }), { code: -32602 });
      await assert.rejects(client.readResource({ uri: "file:///etc/passwd" }), { code: -32602 });
    });

    test("reports progress, and acknowledges a subscription that will stay silent", async () => {
      const { client } = served;
      const subscription = await client.listen({ toolsListChanged: true });
      assert.deepEqual(subscription.honoredFilter, {});
      await subscription.close();
      assert.ok((await client.listTools()).tools.length > 50);
    });
  });
}

/** The answers of a server on standard output to some messages. */
async function exchange(...messages: object[]): Promise<Record<string, never>[]> {
  const child = startHoldall(["mcp"], { cwd: project });
  const parts: Buffer[] = [];
  child.stdout?.on("data", (part) => parts.push(part));
  child.stdin?.end(messages.map((each) => `${JSON.stringify(each)}\n`).join(""));
  await new Promise((resolve) => child.once("close", resolve));
  const lines = String(Buffer.concat(parts)).trimEnd().split("\n");
  return lines.map((line) => JSON.parse(line));
}

test("a request of an unknown revision is refused with those that are supported", async () => {
  const _meta = { ...meta, "io.modelcontextprotocol/protocolVersion": "2031-01-01" };
  const [answer] = await exchange(request("tools/list", {}, _meta));
  const { code, data } = Object(answer?.error);
  assert.equal(code, -32022);
  assert.equal(data.requested, "2031-01-01");
  assert.deepEqual(data.supported.slice(0, 2), [VERSION, "2025-11-25"]);
});

test("a request that lacks its metadata is refused, and so are methods of earlier revisions", async () => {
  const bare = { "io.modelcontextprotocol/protocolVersion": VERSION };
  const answers = await exchange(
    request("tools/list", {}, bare),
    { ...request("server/discover"), params: {} },
    request("ping"),
    request("initialize", { protocolVersion: VERSION }),
  );
  assert.deepEqual(
    answers.map(({ error }) => Object(error).code),
    [-32602, -32602, -32601, -32601],
  );
});

test("both kinds of client are served by one process, whichever speaks first", async () => {
  const initialize = { jsonrpc: "2.0", id: 1, method: "initialize", params: {} };
  const [modern, older, again] = await exchange(
    request("server/discover"),
    { ...initialize, params: { protocolVersion: "2025-06-18" } },
    request("prompts/list"),
  );
  assert.equal(Object(modern?.result).resultType, "complete");
  assert.equal(Object(older?.result).protocolVersion, "2025-06-18");
  assert.equal(Object(older?.result).resultType, undefined);
  assert.ok(Number.isInteger(Object(again?.result).ttlMs));
});

describe(`headers of revision ${VERSION}`, () => {
  let server: HttpServer;
  before(async () => {
    server = await startHttp(project);
  });
  after(() => server.end());

  async function post(message: object, headers: Record<string, string> = {}) {
    const response = await fetch(server.url, {
      method: "POST",
      headers: {
        authorization: `Bearer ${server.token}`,
        "content-type": "application/json",
        accept: "application/json, text/event-stream",
        "mcp-protocol-version": VERSION,
        ...headers,
      },
      body: JSON.stringify(message),
    });
    const text = await response.text();
    const body = text === "" ? null : JSON.parse(text);
    return { status: response.status, code: body?.error?.code, headers: response.headers };
  }
  const method = (name: string) => ({ "mcp-method": name });
  const callTool = request("tools/call", { name: "state.show", arguments: {} });

  test("must repeat the method and the name of the body", async () => {
    assert.equal((await post(request("tools/list"), method("tools/list"))).status, 200);
    const mismatches: [object, Record<string, string>][] = [
      [request("tools/list"), {}],
      [request("tools/list"), method("prompts/list")],
      [callTool, method("tools/call")],
      [callTool, { ...method("tools/call"), "mcp-name": "state.commit" }],
      [callTool, { ...method("tools/call"), "mcp-name": "=?base64?%%%?=" }],
      [request("tools/list"), { ...method("tools/list"), "mcp-protocol-version": "2025-11-25" }],
    ];
    for (const [message, headers] of mismatches) {
      const { status, code } = await post(message, headers);
      assert.deepEqual([status, code], [400, -32020], JSON.stringify(headers));
    }
  });

  test("may encode a name, and no session is named", async () => {
    const name = `=?base64?${Buffer.from("state.show").toString("base64")}?=`;
    const answer = await post(callTool, { ...method("tools/call"), "mcp-name": name });
    assert.deepEqual([answer.status, answer.code], [200, undefined]);
    assert.equal(answer.headers.get("mcp-session-id"), null);
  });

  test("a wrong revision, missing metadata and an unknown method have a status of their own", async () => {
    const later = "2031-01-01";
    const _meta = { ...meta, "io.modelcontextprotocol/protocolVersion": later };
    const unsupported = await post(request("tools/list", {}, _meta), {
      ...method("tools/list"),
      "mcp-protocol-version": later,
    });
    assert.deepEqual([unsupported.status, unsupported.code], [400, -32022]);
    const bare = await post({ ...request("tools/list"), params: {} }, method("tools/list"));
    assert.deepEqual([bare.status, bare.code], [400, -32602]);
    const unknown = await post(request("tools/drop"), method("tools/drop"));
    assert.deepEqual([unknown.status, unknown.code], [404, -32601]);
    const notification = { jsonrpc: "2.0", method: "notifications/cancelled", params: {} };
    assert.equal((await post(notification)).status, 202);
  });
});
