import assert from "node:assert/strict";
import fs from "node:fs";
import http from "node:http";
import type { AddressInfo } from "node:net";
import path from "node:path";
import { after, before, describe, test } from "node:test";
import { call, connectStdio, type Served, startHttp, waysToServe } from "../support/mcp.ts";
import { holdall, holdallJson } from "../support/program.ts";
import { makeScratch } from "../support/scratch.ts";
import { writeUserConfig } from "../support/user-config.ts";

const scratch = makeScratch();
const project = path.join(scratch, "project");
fs.mkdirSync(project);
holdall(["init"], { cwd: project });

/** A model that is asked and never answers. */
const asked: http.IncomingMessage[] = [];
let whenAsked = () => {};
const silent = http.createServer((request) => {
  asked.push(request);
  whenAsked();
});
await new Promise<void>((resolve) => silent.listen(0, "127.0.0.1", resolve));
after(() => {
  silent.close();
  silent.closeAllConnections();
});
const { port } = silent.address() as AddressInfo;
const base_url = `http://127.0.0.1:${port}/v1`;
const judge = { provider: "chat-completions", model: "m", base_url };
writeUserConfig(path.join(project, "user"), JSON.stringify({ judges: { cheap: [judge] } }));

const ways = waysToServe(project, ["--tools", "all"]);

for (const [way, open] of Object.entries(ways)) {
  describe(`a long call over ${way}`, () => {
    let served: Served;
    before(async () => {
      served = await open();
    });
    after(() => served.end());

    test("tells who asked for it how far it has come", async () => {
      const { client } = served;
      await call(client, "memory.kit.set", { vision: "One catalogue for all orchards" });
      const name = `kit-${way.length}.tar.gz`;
      assert.equal((await call(client, "memory.kit.export", { out: name })).isError, false);
      const reports: unknown[] = [];
      const onprogress = (progress: unknown) => void reports.push(progress);
      const inspect = { name: "bundle.inspect", arguments: { path: `.holdall/out/${name}` } };
      const { isError } = await client.callTool(inspect, { onprogress });
      assert.notEqual(isError, true);
      assert.match(JSON.stringify(reports), /"progress":1,.*"message":"unpacking/);
      const quiet = await client.callTool(inspect);
      assert.notEqual(quiet.isError, true);
    });

    test("ends when its client calls it off, and the next one is answered", async () => {
      const { client } = served;
      const isAsked = new Promise<void>((resolve) => {
        whenAsked = resolve;
      });
      const abort = new AbortController();
      const waiting = client.callTool(
        { name: "memory.qualify", arguments: { candidate: "The tide turns at noon" } },
        { signal: abort.signal },
      );
      const refused = assert.rejects(waiting);
      await isAsked;
      const model = asked.at(-1);
      const isHungUp = new Promise((resolve) => model?.socket.once("close", resolve));
      // After it in the queue, and called off before its turn.
      const second = new AbortController();
      const queued = client.callTool(
        { name: "thread.new", arguments: { title: "never made" } },
        { signal: second.signal },
      );
      const alsoRefused = assert.rejects(queued);
      await new Promise((resolve) => setTimeout(resolve, 200));
      second.abort("changed my mind");
      await alsoRefused;
      await new Promise((resolve) => setTimeout(resolve, 200));
      abort.abort("changed my mind");
      await refused;
      await isHungUp;
      assert.equal((await call(client, "thread.list")).isError, false);
      const { threads } = holdallJson(["thread", "list"], { cwd: project }).json;
      assert.deepEqual(threads, []);
    });
  });
}

test("a client over HTTP cannot call off what another client asked", async () => {
  const server = await startHttp(project, ["--tools", "all"]);
  const send = async (message: object, session?: string) => {
    const response = await fetch(server.url, {
      method: "POST",
      headers: {
        authorization: `Bearer ${server.token}`,
        "content-type": "application/json",
        ...(session === undefined ? {} : { "mcp-session-id": session }),
      },
      body: JSON.stringify({ jsonrpc: "2.0", ...message }),
    });
    return { response, text: await response.text() };
  };
  const greet = { id: 0, method: "initialize", params: { protocolVersion: "2025-11-25" } };
  const [ada, ben] = await Promise.all(
    [0, 1].map(async () => (await send(greet)).response.headers.get("mcp-session-id") ?? ""),
  );
  assert.ok(ada && ben && ada !== ben);
  const isAsked = new Promise<void>((resolve) => {
    whenAsked = resolve;
  });
  const params = { name: "memory.qualify", arguments: { candidate: "The tide turns at noon" } };
  const waiting = send({ id: 7, method: "tools/call", params }, ada);
  await isAsked;
  const cancel = { method: "notifications/cancelled", params: { requestId: 7 } };
  let isOver = false;
  void waiting.then(() => {
    isOver = true;
  });
  for (const session of [ben, undefined]) {
    assert.equal((await send(cancel, session)).response.status, 202);
  }
  await new Promise((resolve) => setTimeout(resolve, 300));
  assert.equal(isOver, false);
  assert.equal((await send(cancel, ada)).response.status, 202);
  const { response, text } = await waiting;
  assert.deepEqual([response.status, text], [202, ""]);
  assert.equal(await server.end(), 0);
});

test("thread.compile changes nothing and says so; thread.run.compile records", async () => {
  const folder = path.join(scratch, "threads");
  fs.mkdirSync(folder);
  holdall(["init"], { cwd: folder });
  const client = await connectStdio(folder, ["--tools", "threads"]);
  const { tools } = await client.listTools();
  const hint = (name: string) =>
    tools.find((each) => each.name === name)?.annotations?.readOnlyHint;
  assert.deepEqual([hint("thread.compile"), hint("thread.run.compile")], [true, false]);
  const id = String((await call(client, "thread.new", { title: "Tides" })).structured.thread_id);
  await call(client, "thread.post", { id, text: "High water?" });
  const begun = await call(client, "thread.run.begin", { id });
  const run = String(begun.structured.run_session_id);
  const events = () => holdallJson(["status"], { cwd: folder }).json.events;
  const before = events();
  const compiled = await call(client, "thread.compile", { id, run });
  assert.equal(compiled.structured.recorded, false, compiled.text);
  assert.equal((await call(client, "thread.compile", { id, run, record: true })).isError, true);
  assert.equal(events(), before);
  const recorded = await call(client, "thread.run.compile", { id, run });
  assert.equal(recorded.structured.recorded, true, recorded.text);
  assert.notEqual(events(), before);
  await client.close();
});
