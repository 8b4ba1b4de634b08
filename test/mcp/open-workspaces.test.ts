import assert from "node:assert/strict";
import fs from "node:fs";
import path from "node:path";
import { describe, test } from "node:test";
import type { Client } from "@modelcontextprotocol/client";
import { writeMeta } from "../../src/ledger/tables/schema.ts";
import { call, codeOf, connectStdio } from "../support/mcp.ts";
import { makeScratch } from "../support/scratch.ts";
import { holdall, holdallJson } from "../support/warm-program.ts";
import { openStore, type Subject, subjectsToKill } from "../support/workspaces.ts";

const scratch = makeScratch();
const { all, server } = await subjectsToKill();
let count = 0;

/** A server of a workspace that other programs use as well. */
async function serve({ location }: Subject) {
  const project = path.join(scratch, `${count++}`);
  fs.mkdirSync(project);
  const store = location();
  const run = (...args: string[]) => holdallJson([...args, "--store", store], { cwd: project });
  assert.equal(run("init").code, 0);
  const client = await connectStdio(project, ["--tools", "all", "--store", store]);
  return { client, store, run };
}

/** The titles of the threads that a server sees. */
async function titlesOf(client: Client): Promise<unknown[]> {
  const { structured } = await call(client, "thread.list");
  return (structured.threads as { title: unknown }[]).map(({ title }) => title).sort();
}

for (const subject of all) {
  describe(`a server's open workspace on ${subject.name}`, { skip: subject.skip }, () => {
    test("is locked for nobody between calls, and shows what others wrote", async () => {
      const { client, run } = await serve(subject);
      for (let turn = 0; turn < 3; turn++) {
        await call(client, "thread.new", { title: `ours ${turn}` });
        assert.equal(run("thread", "new", "--title", `theirs ${turn}`).code, 0);
        const titles = await titlesOf(client);
        assert.ok(titles.includes(`theirs ${turn}`), titles.join());
        assert.equal((run("thread", "list").json.threads as unknown[]).length, titles.length);
      }
      const fact = ["state", "commit", "The ferry leaves at six", "--slot", "fact"];
      assert.equal(run(...fact, "--score", "0.9").code, 0);
      const status = await call(client, "memory.kit.status");
      assert.equal(status.structured.state_hash, run("kit", "status").json.state_hash);
      assert.equal(status.structured.entries, 1);
      await client.close();
    });

    test("is opened anew when it was replaced, and refused when it is gone", async () => {
      const { client, store, run } = await serve(subject);
      await call(client, "thread.new", { title: "of the first" });
      await remove(store);
      assert.equal(codeOf(await call(client, "thread.list")), "E_NOT_FOUND");
      assert.equal(run("init").code, 0);
      assert.deepEqual(await titlesOf(client), []);
      await call(client, "thread.new", { title: "of the second" });
      await remove(store);
      assert.equal(run("init").code, 0);
      run("thread", "new", "--title", "of the third");
      assert.deepEqual(await titlesOf(client), ["of the third"]);
      await client.close();
    });

    test("is refused when a newer program has changed its tables meanwhile", async () => {
      const { client, store } = await serve(subject);
      assert.deepEqual(await titlesOf(client), []);
      const newer = await openStore(store);
      const put = (key: string, value: string) =>
        newer.transaction("write", async (tx) => writeMeta(tx, key, value));
      await put("projection.threads", "99");
      assert.equal(codeOf(await call(client, "thread.list")), "E_VERSION");
      await put("projection.threads", "0");
      assert.deepEqual(await titlesOf(client), [], "older tables are made again");
      await put("schema", "99");
      assert.equal(codeOf(await call(client, "thread.list")), "E_VERSION");
      await newer.close();
      await client.close();
    });
  });
}

/** Removes a workspace that somebody has open. */
async function remove(location: string): Promise<void> {
  if (!location.includes("://")) return fs.rmSync(location, { recursive: true });
  const schema = new URL(location).searchParams.get("schema");
  const store = await openStore(location);
  await store.transaction("write", (tx) => tx.run(`drop schema ${schema} cascade`));
  await store.close();
}

test("a server that was ended and started again is no reason for a call to fail", {
  skip: typeof server === "string" ? server : false,
}, async () => {
  const subject = all.find(({ isFolder }) => !isFolder);
  assert.ok(subject && typeof server !== "string");
  const { client } = await serve(subject);
  await call(client, "thread.new", { title: "before" });
  await server.kill();
  assert.equal(codeOf(await call(client, "thread.list")), "E_IO");
  await server.start();
  assert.deepEqual(await titlesOf(client), ["before"]);
  await call(client, "thread.new", { title: "after" });
  assert.deepEqual(await titlesOf(client), ["after", "before"]);
  await client.close();
});

test("a workspace nearer to the server's folder takes the place of the open one", async () => {
  const outer = path.join(scratch, "outer");
  const inner = path.join(outer, "inner");
  fs.mkdirSync(inner, { recursive: true });
  holdall(["init"], { cwd: outer });
  const client = await connectStdio(inner, ["--tools", "all"]);
  await call(client, "thread.new", { title: "outer" });
  holdall(["init"], { cwd: inner });
  assert.deepEqual(await titlesOf(client), []);
  await call(client, "thread.new", { title: "inner" });
  fs.rmSync(path.join(inner, ".holdall"), { recursive: true });
  assert.deepEqual(await titlesOf(client), ["outer"]);
  await client.close();
});

test("what is redacted is in no file of a workspace that a server has open", async () => {
  const [sqlite] = all;
  assert.ok(sqlite);
  const { client, store, run } = await serve(sqlite);
  const secret = "The harbour master sleeps in cabin nine";
  await call(client, "state.commit", {
    id: "leaked",
    text: secret,
    slot: "fact",
    score: 0.9,
  });
  const holders = () =>
    fs
      .readdirSync(store, { recursive: true, withFileTypes: true })
      .filter((each) => each.isFile())
      .map((each) => path.join(each.parentPath, each.name))
      .filter((file) => fs.readFileSync(file).includes("cabin nine"));
  assert.ok(holders().length > 0);
  assert.equal(run("state", "redact", "leaked").code, 0);
  assert.deepEqual(holders(), []);
  assert.equal((await call(client, "memory.kit.status")).isError, false);
  await client.close();
});
