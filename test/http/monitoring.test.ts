import assert from "node:assert/strict";
import fs from "node:fs";
import path from "node:path";
import { test } from "node:test";
import { makeScratch } from "../support/scratch.ts";
import { bearer, startServe } from "../support/serve.ts";
import { holdall } from "../support/warm-program.ts";

test("the health of a server is shown without a token, and is that of its workspace", async () => {
  const cwd = makeScratch();
  const server = await startServe(cwd);
  const health = async () => {
    const { status, json } = await server.send("/health");
    return { status, ...json };
  };
  assert.deepEqual(await health(), { status: 200, ok: true, workspace: null });
  assert.equal(holdall(["init"], { cwd }).code, 0);
  assert.deepEqual(await health(), { status: 200, ok: true, workspace: true });
  fs.writeFileSync(path.join(cwd, ".holdall/ledger.sqlite"), "no database");
  assert.deepEqual(await health(), { status: 503, ok: false, workspace: false });
  assert.equal((await server.send("/health", { method: "POST" })).status, 405);
  assert.equal((await server.send("/health", { headers: { host: "example.org" } })).status, 421);
  await server.end();
});

test("metrics count the calls of a server by operation, caller and status", async () => {
  const cwd = makeScratch();
  assert.equal(holdall(["init"], { cwd }).code, 0);
  const server = await startServe(cwd);
  assert.equal((await server.send("/metrics")).status, 401);
  for (let count = 0; count < 3; count++) await server.call("program", "status");
  await server.call("person", "thread/show", { id: "nothing" });
  await server.call("program", "no/such");
  const { text, headers } = await server.send("/metrics", {
    headers: bearer(server.tokens.program),
  });
  assert.match(headers["content-type"] ?? "", /^text\/plain; version=0\.0\.4/);
  const samples = new Map(
    text.split("\n").flatMap((line) => {
      const [, name, value] = /^([a-z_]+(?:\{[^}]*\})?) ([0-9.e+-]+)$/.exec(line) ?? [];
      return name === undefined ? [] : [[name, Number(value)] as const];
    }),
  );
  const calls = [...samples].filter(([name]) => name.startsWith("holdall_calls_total"));
  assert.deepEqual(calls, [
    ['holdall_calls_total{operation="status",caller="program",status="200"}', 3],
    ['holdall_calls_total{operation="thread show",caller="person",status="404"}', 1],
  ]);
  assert.equal(samples.get("holdall_open_calls"), 0);
  assert((samples.get("process_resident_memory_bytes") ?? 0) > 1_000_000);
  for (const line of text.trimEnd().split("\n")) {
    assert.match(line, /^(?:# (?:HELP|TYPE) [a-z_]+ .+|[a-z_]+(?:\{[^}]*\})? [0-9.e+-]+)$/);
  }
  await server.end();
});
