import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import fs from "node:fs";
import http from "node:http";
import type { AddressInfo } from "node:net";
import path from "node:path";
import { suite, test } from "node:test";
import { launcher, startHoldall } from "../support/program.ts";
import { makeScratch, writeFiles } from "../support/scratch.ts";
import { holdall, holdallJson } from "../support/warm-program.ts";

const samples = process.env.HOLDALL_SAMPLES;
const scratch = makeScratch();

/** A project with a workspace and one thread. */
function createProject(name: string): { readonly cwd: string; readonly thread: string } {
  const cwd = writeFiles(path.join(scratch, name), { "src/parser.ts": "x" });
  assert.equal(holdall(["init"], { cwd }).code, 0);
  const { json } = holdallJson(["thread", "new", "--title", "Orchard"], { cwd });
  return { cwd, thread: String(json.thread_id) };
}

/** Runs a command that reads standard input. */
function feed(args: readonly string[], cwd: string, input: string) {
  const { status, stdout, stderr } = spawnSync(process.execPath, [launcher, ...args, "--json"], {
    cwd,
    input,
    encoding: "utf8",
  });
  return { code: status, json: JSON.parse(stdout || "null"), stderr };
}

suite("holdall thread", () => {
  const { cwd, thread } = createProject("project");
  const json = (...args: string[]) => holdallJson(["thread", ...args], { cwd });

  test("a conversation goes from a message to a request for two providers", () => {
    const posted = json("post", thread, "Why does `src/parser.ts` fail? See @src/parser.ts.");
    assert.deepEqual(posted.json.refs, [{ type: "file_ref", path: "src/parser.ts" }]);
    const run = String(json("run", "begin", thread).json.run_session_id);
    const frames = [
      { type: "output_text_delta", delta: "It " },
      { type: "tool_call", call_id: "c1", name: "read", arguments: { path: "src/parser.ts" } },
      { type: "tool_result", call_id: "c1", ok: true, content: "x" },
      { type: "output_text_delta", delta: "does not." },
    ];
    const lines = frames.map((frame) => `${JSON.stringify(frame)}\n`).join("");
    const appended = feed(["thread", "run", "append", run], cwd, lines);
    assert.deepEqual([appended.code, appended.json.frames], [0, 4]);
    const recorded = json("compile", thread, "--run", run, "--record");
    assert.deepEqual([recorded.code, recorded.json.recorded], [0, true]);
    assert.equal(json("run", "end", run, "--reason", "completed").code, 0);
    assert.equal(json("run", "end", run, "--reason", "completed").code, 4);
    json("post", thread, "Then?");
    const request = json(
      "compile",
      thread,
      "--render",
      "anthropic",
      "--model",
      "m",
      "--max-output",
      "9",
    );
    assert.equal(request.json.max_tokens, 9);
    const other = json("compile", thread, "--render", "open-responses");
    assert.ok(Array.isArray(other.json.input));
    assert.match(holdall(["thread", "compile", thread, "--explain"], { cwd }).stdout, /does not/);
    assert.match(holdall(["thread", "show", thread], { cwd }).stdout, /It does not\./);
    const checked = holdallJson(["verify", "--recompute"], { cwd });
    assert.equal(checked.code, 0);
    assert.deepEqual((checked.json.workspace as { recomputed: object }).recomputed, {
      different: 0,
      redacted: 0,
      same: 1,
    });
  });

  test("compile --raw prints the bytes that the artifact's name is the hash of", () => {
    const { json: compiled } = json("compile", thread);
    const raw = holdall(["thread", "compile", thread, "--raw", "--json"], { cwd }).stdout;
    assert.equal(Buffer.byteLength(raw), compiled.bytes);
    assert.deepEqual(JSON.parse(raw), compiled.bundle);
    assert.equal(JSON.parse(raw).provenance.run_session_id, "00000000-0000-0000-0000-000000000000");
  });

  test("compile says no with exit 1, and wrong usage with exit 2", () => {
    const strategy = ["--strategy", "summaries_recent_messages_v1"];
    assert.equal(json("compile", thread, ...strategy).code, 1);
    assert.equal(json("compile", thread, "--budget", "1").code, 1);
    assert.equal(json("compile", thread, "--record").code, 2);
    assert.equal(json("compile", thread, "--strategy", "nope").code, 2);
    assert.equal(json("compile", thread, "--render", "nope").code, 2);
    assert.equal(json("compile", "nope").code, 4);
    assert.equal(json("post", thread, "").code, 2);
    assert.equal(json("cut-points", thread, "--stride", "0").code, 2);
    assert.equal(json("branch", thread, "--from-seq", "1", "--from-message", "x").code, 2);
    assert.equal(json("post", thread, "x", "--actor", "no spaces").code, 2);
  });

  test("compile --record ends a run that can have no context, and says why", () => {
    const { cwd: here, thread: id } = createProject("uncompiled");
    holdall(["thread", "post", id, "one"], { cwd: here });
    const begun = holdallJson(["thread", "run", "begin", id], { cwd: here });
    const run = String(begun.json.run_session_id);
    const compile = ["thread", "compile", id, "--run", run, "--record", "--budget", "1"];
    assert.equal(holdallJson(compile, { cwd: here }).code, 1);
    const { stdout } = holdall(["thread", "follow", id, "--once", "--json"], { cwd: here });
    const last = JSON.parse(stdout.trim().split("\n").at(-1) ?? "");
    assert.deepEqual(
      [last.type, last.reason, last.error.code],
      ["continuity_run_ended", "context_compile_failed", "E_OVER_BUDGET"],
    );
    assert.equal(holdallJson(compile, { cwd: here }).code, 4);
  });

  test("run append names the line that is wrong", () => {
    const run = String(json("run", "begin", thread).json.run_session_id);
    const { code, json: appended } = feed(
      ["thread", "run", "append", run],
      cwd,
      '{"type":"output"}\n{oops\n',
    );
    assert.equal(code, 1);
    assert.equal(appended.error.code, "E_JSONL_LINE");
    json("run", "end", run, "--reason", "cancelled");
  });

  test("follow resumes where it left off and sees what comes later", async () => {
    const { cwd: here, thread: id } = createProject("followed");
    const once = (from: number) =>
      holdall(["thread", "follow", id, "--once", "--from-seq", String(from), "--json"], {
        cwd: here,
      })
        .stdout.split("\n")
        .filter(Boolean)
        .map((line) => JSON.parse(line).seq);
    holdall(["thread", "post", id, "one"], { cwd: here });
    assert.deepEqual([once(0), once(1), once(2)], [[0, 1], [1], []]);
    const args = ["thread", "follow", id, "--from-seq", "2", "--max-events", "2", "--json"];
    const follower = startHoldall(args, { cwd: here });
    let seen = "";
    follower.stdout?.on("data", (chunk) => {
      seen += chunk;
    });
    const ended = new Promise((resolve) => follower.once("exit", resolve));
    holdall(["thread", "post", id, "two"], { cwd: here });
    holdall(["thread", "post", id, "three"], { cwd: here });
    assert.equal(await ended, 0);
    const frames = seen
      .split("\n")
      .filter(Boolean)
      .map((line) => JSON.parse(line));
    assert.deepEqual(
      frames.map(({ seq, content }) => [seq, content]),
      [
        [2, "two"],
        [3, "three"],
      ],
    );
  });

  test("compact lets a model write when a provider is named", async () => {
    const { cwd: here, thread: id } = createProject("compacted");
    for (const text of ["one", "two"]) holdall(["thread", "post", id, text], { cwd: here });
    const bodies: { url: string | undefined; key: string | undefined; body: string }[] = [];
    const server = http.createServer(async (request, response) => {
      const chunks = await Array.fromAsync(request);
      const body = Buffer.concat(chunks).toString();
      bodies.push({ url: request.url, key: request.headers.authorization, body });
      const message = { role: "assistant", content: "They counted to two." };
      response.end(JSON.stringify({ choices: [{ message }], usage: { prompt_tokens: 7 } }));
    });
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`;
    const args = ["thread", "compact", id, "--stride", "2", "--provider", "chat-completions"];
    const child = startHoldall(
      [...args, "--model", "m", "--base-url", url, "--key-variable", "TEST_KEY", "--json"],
      { cwd: here, env: { TEST_KEY: "sesame" } },
    );
    let printed = "";
    child.stdout?.on("data", (chunk) => {
      printed += chunk;
    });
    await new Promise((resolve) => child.once("close", resolve));
    server.close();
    const { status, created } = JSON.parse(printed);
    assert.equal(status, "completed");
    const [sent] = bodies;
    assert.deepEqual([sent?.url, sent?.key], ["/v1/chat/completions", "Bearer sesame"]);
    assert.equal(JSON.parse(sent?.body ?? "{}").model, "m");
    const got = holdallJson(["artifact", "get", created[0].summary_artifact_id], { cwd: here });
    assert.match(String(got.json.content), /They counted to two\./);
    assert.ok(!JSON.stringify(got.json).includes("sesame"));
  });
});

suite("the recorded vectors", () => {
  const skip = samples === undefined && "not run: HOLDALL_SAMPLES is not set";
  test("come out of an imported workspace byte for byte", { skip }, () => {
    const root = samples ?? "";
    const { cwd } = createProject("vectors");
    const log = path.join(root, "rip/context_compiler/hierarchical_summaries_v1/events.jsonl");
    const blobs = path.join(root, "derived/workspace/.rip/artifacts/blobs");
    fs.mkdirSync(path.join(cwd, "log"));
    fs.copyFileSync(log, path.join(cwd, "log/events.jsonl"));
    fs.cpSync(blobs, path.join(cwd, "log/blobs"), { recursive: true });
    assert.equal(holdall(["ledger", "import", "log"], { cwd }).code, 0);
    const expected = path.join(root, "derived/hierarchical_summaries_v1.expected.json");
    const vectors = JSON.parse(fs.readFileSync(expected, "utf8"));
    assert.equal(vectors.cases.length, 5);
    const who = ["--run", vectors.run_session_id, "--actor", vectors.actor_id];
    for (const { anchor_message_id: message, strategy, bundle_json } of vectors.cases) {
      const { stdout } = holdall(
        ["thread", "compile", "1111", "--message", message, "--strategy", strategy]
          .concat(who)
          .concat(["--origin", vectors.origin, "--raw"]),
        { cwd },
      );
      assert.equal(stdout, bundle_json);
    }
  });
});
