/** The home in which an agent ran is part of who ran: it is no other attempt of the same contestant. */
import assert from "node:assert/strict";
import path from "node:path";
import { test } from "node:test";
import { makeScratch } from "../support/scratch.ts";
import { writeTaskBundle } from "../support/task-bundles.ts";
import { holdallJson } from "../support/warm-program.ts";

const cwd = makeScratch();
writeTaskBundle(path.join(cwd, "one"), { document: { workspace: { state: "before" } } });

interface Named {
  readonly tool: string;
}

function run(...args: readonly string[]) {
  const { json } = holdallJson(["task", "run", "one", "--command", "mine=exit 3", ...args], {
    cwd,
  });
  return json.runs as readonly { readonly id: string; readonly state: string }[];
}

function report(...args: readonly string[]) {
  return holdallJson(["task", "report", ...args], { cwd });
}

test("task run with another home is another run, and a report names the home where both are", () => {
  const [own] = run("--out", "runs");
  assert.deepEqual(
    (report("runs").json.leaderboard as Named[]).map(({ tool }) => tool),
    ["mine"],
  );
  const [clean] = run("--out", "runs", "--home", "clean");
  assert.deepEqual([own?.state, clean?.state], ["ran", "ran"]);
  assert.notEqual(own?.id, clean?.id);
  assert.equal(run("--out", "runs", "--home", "clean")[0]?.state, "already there");
  const names = ["mine (home clean)", "mine (home mine)"];
  const { json } = report("runs");
  for (const list of ["leaderboard", "byTool"]) {
    assert.deepEqual((json[list] as Named[]).map(({ tool }) => tool).toSorted(), names);
  }
  const [task] = json.tasks as { readonly leaderboard: readonly Named[] }[];
  assert.deepEqual(task?.leaderboard.map(({ tool }) => tool).toSorted(), names);
});

test("task report asks a threshold of an agent in every home, and compares with a baseline of the same home only", () => {
  run("--out", "both");
  run("--out", "both", "--home", "clean");
  const { json } = report("both", "--fail-under", "mine:rate=0.5");
  const { checks } = json.gate as { readonly checks: readonly { readonly agent: string }[] };
  assert.deepEqual(checks.map(({ agent }) => agent).toSorted(), [
    "mine (home clean)",
    "mine (home mine)",
  ]);
  run("--out", "own");
  run("--out", "clean", "--home", "clean");
  assert.equal(report("own", "--against", "both").code, 0);
  assert.equal(
    (report("own", "--against", "clean").json.error as { code: string }).code,
    "E_EMPTY",
  );
});
