import assert from "node:assert/strict";
import fs from "node:fs";
import path from "node:path";
import { test } from "node:test";
import { call, startHttp } from "../support/mcp.ts";
import { holdall } from "../support/program.ts";
import { makeScratch } from "../support/scratch.ts";

const sample = path.join(import.meta.dirname, "../fixtures/task-bundle/hello-world-bundle");

test("a call leaves nothing that it unpacked, while the server goes on", async () => {
  const scratch = makeScratch();
  const project = path.join(scratch, "project");
  const temporary = path.join(scratch, "tmp");
  for (const folder of [project, temporary]) fs.mkdirSync(folder);
  assert.equal(holdall(["pack", sample, "--out", "hello.tar.gz"], { cwd: project }).code, 0);
  fs.writeFileSync(path.join(project, "broken.tar.gz"), Buffer.from("1f8b0800", "hex"));
  const before = process.env.TMPDIR;
  process.env.TMPDIR = temporary; // The server takes it over.
  const server = await startHttp(project, ["--tools", "all"]);
  if (before === undefined) delete process.env.TMPDIR;
  else process.env.TMPDIR = before;
  const client = await server.connect();
  const inspected = await call(client, "bundle.inspect", { path: "hello.tar.gz" });
  assert.equal(inspected.isError, false, inspected.text);
  const refused = await call(client, "bundle.inspect", { path: "broken.tar.gz" });
  assert.equal(refused.isError, true);
  assert.deepEqual(fs.readdirSync(temporary), []);
  await client.close();
  await server.end();
});
