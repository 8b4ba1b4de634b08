import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import fs from "node:fs";
import path from "node:path";
import { test } from "node:test";
import { makeScratch } from "../support/scratch.ts";
import { holdall, holdallJson } from "../support/warm-program.ts";

const project = path.join(makeScratch(), "project");
fs.mkdirSync(project);

/** What waits for a person, by kind. */
function attention(): Record<string, unknown> {
  return Object(holdallJson(["overview"], { cwd: project }).json.attention);
}

test("overview answers without a workspace", () => {
  const { json, code } = holdallJson(["overview"], { cwd: project });
  assert.equal(code, 0);
  assert.equal(json.workspace, null);
  assert.equal(json.state, null);
});

test("overview reads the newest commits of the folder, and none where there is no repository", () => {
  const folder = path.join(makeScratch(), "with-git");
  fs.mkdirSync(folder);
  const commits = () => Object(holdallJson(["overview"], { cwd: folder }).json).commits;
  assert.equal(commits(), null);
  const git = (...args: string[]) =>
    execFileSync("git", ["-c", "user.name=A", "-c", "user.email=a@example.com", ...args], {
      cwd: folder,
    });
  git("init", "--quiet");
  assert.equal(commits(), null);
  for (const names of [
    ["a", "b"],
    ["b", "c"],
  ]) {
    for (const name of names) fs.appendFileSync(path.join(folder, name), "line\n");
    git("add", ".");
    git("commit", "--quiet", "--message", "change");
  }
  const { newest, has_more } = commits();
  assert.deepEqual(
    newest.map(Object).map(({ files }: { files: number }) => files),
    [2, 3],
  );
  assert.ok(Date.parse(newest[0].at) > 0);
  assert.equal(has_more, false);
});

test("overview shows what is in force and what needs attention", () => {
  const start = { cwd: project };
  holdall(["init"], start);
  fs.writeFileSync(path.join(project, "store.ts"), "sqlite\n");
  const commit = ["state", "commit", "The store is SQLite", "--file", "store.ts"];
  assert.equal(holdall(commit, start).code, 0);
  assert.deepEqual(attention().stale, []);
  fs.writeFileSync(path.join(project, "store.ts"), "postgresql\n");
  fs.writeFileSync(path.join(project, ".holdall/hooks.log"), "2026-01-01  compact  E_IO  failed\n");
  fs.mkdirSync(path.join(project, ".holdall/dreams/20260101T000000Z"), { recursive: true });
  const { json } = holdallJson(["overview"], start);
  const { stale, hook_faults, proposals } = Object(json.attention);
  assert.deepEqual(stale[0].changed, ["store.ts"]);
  assert.equal(hook_faults.length, 1);
  assert.equal(proposals.length, 1);
  assert.equal(Object(json.workspace).ok, true);
  assert.equal(Object(json.state).entries.length, 1);
  assert.match(holdall(["overview"], start).stdout, /1 stale entry/);
});

test("overview counts refused contradictions until someone decides, and names the entry", () => {
  const start = { cwd: project };
  const commit = (...args: string[]) => holdall(["state", "commit", ...args], start);
  assert.equal(commit("We chose SQLite for the readings", "--id", "storage").code, 0);
  commit("We chose Redis for the readings");
  commit("We chose Redis for the readings");
  const [open, ...others] = Object(attention().contradictions);
  assert.equal(others.length, 0);
  assert.equal(open.id, "storage");
  assert.equal(open.content, "We chose Redis for the readings");
  assert.match(holdall(["overview"], start).stdout, /1 refused contradiction/);
  holdall(["state", "dismiss", "storage", "--refused", String(open.seq)], start);
  assert.deepEqual(attention().contradictions, []);
});

test("overview names what may be a contradiction last, and does not say that it needs attention", () => {
  const start = { cwd: project };
  holdall(["state", "commit", "The portal calls the gateway"], start);
  holdall(["state", "commit", "The gateway calls the portal"], start);
  holdall(["state", "commit", "We chose Redis for all readings"], start);
  const lines = holdall(["overview"], start).stdout.trimEnd().split("\n");
  const unsure = lines.findIndex((line) => line.includes("1 pair of entries may contradict"));
  assert.equal(unsure, lines.length - 2);
  assert.doesNotMatch(lines[unsure] ?? "", /attention/);
  assert.equal(lines.filter((line) => /possible conflict/.test(line)).length, 0);
});
