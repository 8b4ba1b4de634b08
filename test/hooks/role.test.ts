/** An agent that starts in the folder of a role gets the text about it, and again after a compaction. */

import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import fs from "node:fs";
import path from "node:path";
import { test } from "node:test";
import type { ScriptedModel } from "../agents/model/server.ts";
import type { AgentName } from "../agents/programs.ts";
import { shell } from "../agents/scenarios/tools.ts";
import { holdallJson, launcher } from "../support/program.ts";
import { writeFiles } from "../support/scratch.ts";
import {
  askCodex,
  installHooks,
  newFolder,
  scratch,
  sent,
  skipOf,
  startMachine,
} from "./agent-machine.ts";

const LIMIT = "Never prune the old pear tree before March";

/** A workspace whose role has its folder at `orchard`, where agents of these tests work. */
function writeRole(folder: string, more: Readonly<Record<string, string>> = {}): void {
  writeFiles(folder, {
    "ros.config.yaml": "workspace_id: farm\nsteward_responsibility_id: orchard\n",
    "orchard/kernel.md": "# Orchard\n\nKeeps the trees of the farm.\n",
    "orchard/guardrails.md": `# Guardrails\n\n## Limits\n\n- ${LIMIT}.\n`,
    ...more,
  });
}

function prepareRole(folder: string, env: Readonly<Record<string, string>> = {}) {
  const start = { cwd: path.join(folder, "orchard"), env };
  const run = (...args: string[]) => holdallJson(args, start);
  assert.equal(holdallJson(["init"], { cwd: folder, env }).code, 0);
  assert.equal(run("responsibility", "add", "orchard", "--as", "orchard").code, 0);
  assert.equal(run("responsibility", "activate", "orchard", "--as", "orchard").code, 0);
  return run;
}

/** Runs the hook as a host would. */
function startHook(cwd: string, body: object = {}): string | null {
  const { stdout } = spawnSync(
    process.execPath,
    [launcher, "hook", "session-start", "--host", "claude"],
    { cwd: scratch, input: JSON.stringify({ cwd, ...body }), encoding: "utf8" },
  );
  return stdout === "" ? null : JSON.parse(stdout).hookSpecificOutput.additionalContext;
}

test("a hook gives the role of its folder, quoted and without secrets, and of no other folder", () => {
  const folder = newFolder();
  const token = `ghp_${"a1B2c3D4e5F6".repeat(3)}`;
  writeRole(folder, {
    "orchard/kernel.md": `# Orchard\n\nKeeps the trees.\n\nThe token is ${token}.\n`,
    "orchard/notes/today.md": "# Today\n",
    "elsewhere/readme.md": "# Elsewhere\n",
  });
  assert.equal(startHook(path.join(folder, "orchard")), null, "no workspace was created here");
  prepareRole(folder);
  const context = startHook(path.join(folder, "orchard")) ?? "";
  assert.match(context, new RegExp(LIMIT));
  assert.match(context, /role "orchard"/);
  assert.match(context, /<<<holdall:quoted-context>>>/);
  assert.ok(!context.includes(token), "a secret does not reach a model");
  assert.match(startHook(path.join(folder, "orchard/notes")) ?? "", new RegExp(LIMIT));
  assert.equal(startHook(folder), null);
  assert.equal(startHook(path.join(folder, "elsewhere")), null);
});

test("a session that has the role's text is not given it again, unless it was compacted", () => {
  const folder = newFolder();
  writeRole(folder);
  prepareRole(folder);
  const cwd = path.join(folder, "orchard");
  const transcript_path = path.join(folder, "transcript.jsonl");
  fs.writeFileSync(transcript_path, JSON.stringify({ text: startHook(cwd) }));
  assert.equal(startHook(cwd, { source: "resume", transcript_path }), null);
  const again = startHook(cwd, { source: "compact", transcript_path });
  assert.match(again ?? "", new RegExp(LIMIT));
});

/** An agent with our hooks that works in the folder of a role. */
async function prepare(name: AgentName, settings: { readonly compactsEarly?: boolean } = {}) {
  const { folder, model, machine } = await startMachine(name, settings);
  writeRole(folder);
  installHooks(prepareRole(folder, { ...machine.env }), name);
  return { model, machine };
}

/** How often the role's limit is in what the agent has sent since some request. */
function timesSent(model: ScriptedModel, from = 0): number {
  return sent(model, from).split(LIMIT).length - 1;
}

test("Claude Code in a role's folder tells its model the role, and again after a compaction", {
  skip: skipOf("claude"),
}, async () => {
  const { model, machine } = await prepare("claude");
  model.follow([{ parts: [{ text: "I know." }] }]);
  assert.equal((await machine.ask("What may you do?")).code, 0);
  assert.equal(timesSent(model), 1);
  const session = machine.session();
  assert.ok(session);
  model.follow([
    { parts: [{ text: "<summary>They spoke.</summary>" }] },
    { parts: [{ text: "Yes." }] },
  ]);
  await machine.resume(session, "/compact");
  const later = model.requests.length;
  assert.equal((await machine.resume(session, "Where were we?")).code, 0);
  assert.equal(timesSent(model, later), 1);
});

test("Codex in a role's folder tells its model the role, and again after a compaction", {
  skip: skipOf("codex"),
}, async () => {
  const { model, machine } = await prepare("codex", { compactsEarly: true });
  model.follow([
    {
      parts: [{ text: "A summary of all." }],
      when: /CONTEXT CHECKPOINT COMPACTION|handoff summary/,
    },
    {
      parts: [{ text: "I look." }, { call: shell.codex("printf tick") }],
      usage: { input: 5000, output: 50 },
    },
    { parts: [{ text: "Done." }] },
  ]);
  assert.equal((await askCodex(machine, "What may you do?")).code, 0);
  assert.match(JSON.stringify(model.requests[0]?.body), new RegExp(LIMIT));
  const last = JSON.stringify(model.requests.at(-1)?.body);
  assert.match(last, /A summary of all/);
  assert.match(last, new RegExp(LIMIT), "what was compacted away is given again");
});
