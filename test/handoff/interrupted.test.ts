import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { once } from "node:events";
import fs from "node:fs";
import path from "node:path";
import { test } from "node:test";
import { setTimeout as wait } from "node:timers/promises";
import { placeFixture } from "../agents/fixtures.ts";
import { contextIn, runOperation } from "../support/operations.ts";
import { makeScratch } from "../support/scratch.ts";

const MODULE = path.resolve("src/handoff/disk/placement-files.ts");

/** A process that begins to place a session and never ends by itself. */
function startPlacing(home: string, target: string) {
  const script = `
    import { createPlacementFiles } from ${JSON.stringify(MODULE)};
    const placement = { agent: "claude", session_id: "never", at: new Date(0) };
    const environment = { home: ${JSON.stringify(home)}, env: {} };
    const files = createPlacementFiles(environment, placement);
    async function* endless() { yield "{}\\n"; await new Promise((done) => setTimeout(done, 1e6)); }
    await files.begin([${JSON.stringify(target)}]);
    await files.place(${JSON.stringify(target)}, endless());
  `;
  return spawn(process.execPath, ["--input-type=module", "-e", script], { stdio: "inherit" });
}

function filesBelow(folder: string): string[] {
  if (!fs.existsSync(folder)) return [];
  const names = fs.readdirSync(folder, { recursive: true, encoding: "utf8" });
  return names.filter((name) => fs.statSync(path.join(folder, name)).isFile());
}

// The record was written last, and temporary names stayed in the agent's folder.
test("handoff removes what a killed handoff left in an agent's folder, by the record that it wrote first", async () => {
  const home = makeScratch();
  const projects = path.join(home, ".claude/projects");
  const records = path.join(home, ".local/state/holdall/handoffs");
  const child = startPlacing(home, path.join(projects, "-x", "never.jsonl"));
  for (let tries = 0; filesBelow(projects).length === 0 && tries < 600; tries++) await wait(50);
  assert.equal(filesBelow(projects).length, 1);
  assert.deepEqual(fs.readdirSync(records), ["never.json"]);
  child.kill("SIGKILL");
  await once(child, "exit");
  assert.equal(filesBelow(projects).length, 1);

  const cwd = path.join(home, "project");
  fs.mkdirSync(cwd);
  const { session_id } = placeFixture("codex", "plain", home);
  const notes: string[] = [];
  const context = {
    ...contextIn(cwd),
    agents: { home, env: { PATH: "/nonexistent" } },
    note: (text: string) => void notes.push(text),
  };
  const { out } = await runOperation<{ path: string }>(context, "handoff", {
    from: session_id,
    to: "claude",
  });
  const left = filesBelow(projects).map((name) => path.join(projects, name));
  assert.deepEqual(left, [out.path]);
  assert(!fs.existsSync(path.join(records, "never.json")));
  assert(notes.some((note) => note.includes("interrupted")));
});
