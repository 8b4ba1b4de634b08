import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import fs from "node:fs";
import http from "node:http";
import path from "node:path";
import { test } from "node:test";
import { setTimeout as wait } from "node:timers/promises";
import { claudeSession, createDemoFolder, placeClaudeSession } from "../app/open-app.ts";
import { holdall } from "../support/program.ts";
import { bearer, startServe } from "../support/serve.ts";

const ID = "55555555-5555-4555-8555-555555555555";
const demo = await createDemoFolder();
// Short messages in great number: this takes a handoff many seconds.
const messages = Array.from({ length: 60_000 }, (_, at) => `Item ${at}`);
placeClaudeSession(demo, ID, claudeSession(demo, ID, messages));
const server = await startServe(demo.project, demo.env);
const long = { from: "claude", session: ID, to: "codex", "dry-run": true };

/** Starts a call whose progress is reported as events. */
function start(input: object) {
  const headers = {
    ...bearer(server.tokens.person),
    "content-type": "application/json",
    accept: "text/event-stream",
  };
  return new Promise<{ leave(): void; readonly ended: Promise<string> }>((resolve, reject) => {
    const request = http.request(
      `${server.origin}/api/v1/handoff`,
      { method: "POST", headers, agent: false },
      (response) => {
        let text = "";
        response.setEncoding("utf8").on("error", () => {});
        const ended = new Promise<string>((done) => response.once("close", () => done(text)));
        response.on("data", (part: string) => {
          text += part;
          // It works now.
          if (text.includes("event: progress")) resolve({ leave: () => request.destroy(), ended });
        });
      },
    );
    request.once("error", reject);
    request.end(JSON.stringify(input));
  });
}

/** The process that the server has started; the server has one at a time here. */
function findProcess(): number {
  const all = execFileSync("ps", ["-eo", "pid,ppid,args"], { encoding: "utf8" }).split("\n");
  const fields = all.map((line) => line.trim().split(/\s+/, 2).map(Number));
  const [pid = 0] = fields.find(([, parent]) => parent === server.pid) ?? [];
  assert.notEqual(pid, 0, "the operation has a process");
  return pid;
}

/** Waits until a process is gone. */
async function isGone(pid: number): Promise<boolean> {
  for (let look = 0; look < 200; look++) {
    try {
      process.kill(pid, 0);
    } catch {
      return true;
    }
    await wait(100);
  }
  return false;
}

test("a handoff in progress holds up no other request, and ends when its client leaves", async () => {
  const handoff = await start(long);
  for (let call = 0; call < 20; call++) {
    assert.equal((await server.call("person", "state/show")).status, 200);
  }
  const isDone = await Promise.race([handoff.ended.then(() => true), wait(0).then(() => false)]);
  assert.equal(isDone, false, "the handoff is still at work");
  const pid = findProcess();
  handoff.leave();
  assert.equal(await isGone(pid), true);
});

test("an operation in a process of its own answers and fails like any other", async () => {
  const tour = { from: "claude", to: "codex", "dry-run": true };
  const { status, json } = await server.call("person", "handoff", { ...tour, session: "nobody" });
  assert.equal(status, 404);
  assert.equal(json?.code, "E_NOT_FOUND");
  const first = fs.readdirSync(path.join(demo.home, ".claude/projects"), { recursive: true });
  const session = first.map(String).find((name) => name.endsWith(".jsonl") && !name.includes(ID));
  const small = { ...tour, session: path.basename(session ?? "", ".jsonl") };
  const tried = await server.call("person", "handoff", small);
  assert.equal(tried.status, 200);
  assert.equal(tried.json?.dry_run, true);
  const undone = await server.call("person", "handoff", { ...small, "dry-run": false, to: "pi" });
  assert.equal(undone.json?.code, "E_CONFIRM", "the dry run of another input does not count");
  const outcome = await server.call("person", "handoff", { ...small, "dry-run": false });
  assert.equal(outcome.status, 200);
  assert.equal(server.faults(), "");
});

test("a folder that is gone is told, and not that a process failed", async () => {
  const folder = path.join(demo.home, "gone");
  fs.mkdirSync(folder);
  const other = await startServe(folder, demo.env);
  fs.rmdirSync(folder);
  const { status, json } = await other.call("person", "handoff", long);
  assert.deepEqual([status, json?.code], [404, "E_NOT_FOUND"]);
  assert.equal(await other.end(), 0);
});

test("nobody but a server starts the process of an operation", async () => {
  const { code } = holdall(["__operate"], { cwd: demo.project, env: demo.env });
  assert.equal(code, 2);
});

test("the server ends with an operation at work, whose process ends too", async () => {
  const handoff = await start(long);
  const pid = findProcess();
  assert.equal(await server.end(), 0);
  await handoff.ended;
  assert.equal(await isGone(pid), true);
});
