import assert from "node:assert/strict";
import fs from "node:fs";
import path from "node:path";
import { test } from "node:test";
import { makeScratch } from "../support/scratch.ts";
import { holdall, holdallJson } from "../support/warm-program.ts";

/** A workspace with a state and a thread whose newest message can be answered. */
function prepare() {
  const cwd = makeScratch();
  holdall(["init"], { cwd });
  holdall(["state", "commit", "We chose SQLite for the tide readings", "--id", "db"], { cwd });
  const { thread_id } = holdallJson(["thread", "new"], { cwd }).json;
  const thread = String(thread_id);
  const { message_id } = holdallJson(["thread", "post", thread, "What did we choose?"], {
    cwd,
  }).json;
  const file = path.join(cwd, "compiled.json");
  fs.writeFileSync(file, holdall(["thread", "compile", thread, "--raw"], { cwd }).stdout);
  const render = (from: string) =>
    holdall(["render", file, "--provider", "chat-completions", "--model", "m"], { cwd: from });
  return { cwd, thread, message: String(message_id), render };
}

test("a compile with a state is rendered in the folder of its workspace, as the compile renders it", () => {
  const { cwd, thread, render } = prepare();
  const rendered = render(cwd);
  assert.equal(rendered.code, 0, rendered.stderr);
  assert.match(rendered.stdout, /SQLite for the tide readings/);
  const direct = ["--render", "chat-completions", "--model", "m"];
  const { stdout } = holdall(["thread", "compile", thread, ...direct], { cwd });
  assert.deepEqual(JSON.parse(rendered.stdout), JSON.parse(stdout));
});

test("a compile with a state that is not to be had is refused with what can be done about it", () => {
  const { cwd, render } = prepare();
  const elsewhere = render(makeScratch());
  assert.equal(elsewhere.code, 1);
  assert.match(elsewhere.stderr, /E_BLOB[\s\S]*--store/);
  holdall(["state", "commit", "Tests run with node --test", "--id", "tests"], { cwd });
  assert.match(render(cwd).stderr, /E_BLOB[\s\S]*--record/);
});

test("a compile names an artifact only if it can be fetched", () => {
  const { cwd, thread } = prepare();
  const preview = holdallJson(["thread", "compile", thread], { cwd }).json;
  assert.equal(preview.bundle_artifact_id, null);
  assert.match(String(preview.bundle_sha256), /^[0-9a-f]{64}$/);
  const run = holdallJson(["thread", "run", "begin", thread], { cwd }).json.run_session_id;
  const recorded = holdallJson(["thread", "compile", thread, "--run", String(run), "--record"], {
    cwd,
  }).json;
  const id = String(recorded.bundle_artifact_id);
  assert.equal(holdall(["artifact", "get", id], { cwd }).code, 0);
});

test("an OCF kit has the schema of its specification, and an export names the format of the same name", () => {
  const { cwd } = prepare();
  const kit = holdall(["kit", "export", "--format", "ocf-kit", "--out", "kit"], { cwd });
  assert.equal(kit.code, 0, kit.stderr);
  const manifest = JSON.parse(fs.readFileSync(path.join(cwd, "kit/manifest.json"), "utf8"));
  assert.match(manifest.schema, /snapshot\.schema\.json$/);
  const { stdout } = holdall(["kit", "export", "--out", "context"], { cwd });
  assert.match(stdout.replaceAll(/\s+/g, " "), /working-context .*--format ocf-kit/);
});
