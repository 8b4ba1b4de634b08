import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { after, test } from "node:test";
import { namesOf } from "../../base/registry.ts";
import { agents } from "../registry.ts";
import { headText, readHead } from "./read-head.ts";

const scratch = fs.mkdtempSync(path.join(os.tmpdir(), "holdall-test-"));
after(() => fs.rmSync(scratch, { recursive: true, force: true }));

function written(name: string, records: readonly object[]): string {
  const file = path.join(scratch, name);
  fs.writeFileSync(file, records.map((record) => `${JSON.stringify(record)}\n`).join(""));
  return file;
}

const long = "x".repeat(300_000);

test("readHead() reads on until a first record is whole, and until there is enough", async () => {
  const file = written("long.jsonl", [{ long }, { long }, { last: true }]);
  assert.equal((await readHead(file))[0]?.long, long);
  const all = await readHead(file, (records) => records.some(({ last }) => last === true));
  assert.equal(all.length, 3);
});

test("readHead() stops at a bound, and gives nothing for what is no file", async () => {
  const file = path.join(scratch, "endless.jsonl");
  fs.writeFileSync(file, `{"long":"${"x".repeat(9 * 1024 * 1024)}"}\n`);
  assert.deepEqual(await readHead(file), []);
  assert.deepEqual(await readHead(scratch), []);
  assert.equal(await headText(path.join(scratch, "nobody")), "");
});

test("readHead() reads several records in one line, as a program leaves them that was ended", async () => {
  const file = path.join(scratch, "one-line.jsonl");
  fs.writeFileSync(file, '{"a":"}{"}{"b":2}\n{"c":3}\n');
  const read = await readHead(file, (records) => records.length > 2);
  assert.deepEqual(read, [{ a: "}{" }, { b: 2 }, { c: 3 }]);
});

test("recognise() of every agent refuses a pipe, and does not wait for one", async () => {
  for (const name of ["p", "p.fifo", "p.jsonl", "p.jsonl.zst", "p.json", "p.db", "p.vscdb"]) {
    const pipe = path.join(scratch, name);
    execFileSync("mkfifo", [pipe]);
    for (const agent of namesOf(agents)) {
      const { default: known } = await agents[agent]();
      assert.equal(await known.recognise(pipe), null, `${agent} ${name}`);
    }
  }
});

test("recognise() knows sessions whose first records are long", async () => {
  const sessionId = "s";
  const cwd = "/p";
  const asked = { role: "user", content: long };
  const heads = {
    claude: [
      { type: "queue-operation", operation: "enqueue", sessionId, content: long },
      { type: "user", uuid: "u", parentUuid: null, sessionId, cwd, message: asked },
    ],
    codex: [{ type: "session_meta", payload: { id: "s", cwd, instructions: long } }],
    pi: [{ type: "session", id: "s", cwd, title: long }],
    gemini: [{ sessionId, projectHash: "h", summary: long }],
    copilot: [{ type: "session.start", data: { sessionId, context: { cwd, text: long } } }],
    cursor: [{ role: "user", message: { content: [{ type: "text", text: long }] } }],
  } as const;
  for (const name of namesOf(heads)) {
    const { default: agent } = await agents[name]();
    const found = await agent.recognise(written(`${name}.jsonl`, heads[name]));
    assert.equal(found?.id, name === "cursor" ? "cursor" : "s", name);
    if (name !== "gemini" && name !== "cursor") assert.equal(found?.cwd, cwd, name);
  }
});
