/** Every command that only reads works on a workspace that cannot be written, as on one that can. */

import assert from "node:assert/strict";
import fs from "node:fs";
import path from "node:path";
import { test } from "node:test";
import { loadOperation, operationNames } from "../../src/operations/registry.ts";
import { createFullWorkspace, type FullWorkspace } from "../support/full-workspace.ts";
import { otherUser } from "../support/other-user.ts";
import { holdall } from "../support/program.ts";
import { makeScratch, picture } from "../support/scratch.ts";
import { holdall as warm } from "../support/warm-program.ts";

const scratch = makeScratch();
fs.chmodSync(scratch, 0o755); // The other user must be able to enter it.

const workspace = createFullWorkspace({ location: () => path.join(scratch, ".holdall") });

/** The words of every command that reads a workspace, by its name. */
function readersOf(
  { ids }: FullWorkspace,
  out: string,
): Readonly<Record<string, readonly string[]>> {
  const id = ids.thread;
  return {
    "artifact get": [ids.artifact],
    "context validate": ["docs_cos"],
    "context verify": ["docs_cos"],
    "context volume": ["docs_cos"],
    doctor: [],
    show: [ids.transcript],
    "context bundle list": [],
    "context bundle show": [ids.bundle],
    "context lineage trace": ["table"],
    "context status": [],
    "context telemetry export": [],
    "hooks preview": [],
    "kit export": ["--out", path.join(out, "kit")],
    "kit get": [],
    "kit status": [],
    "ledger copy": ["--to", path.join(out, "copy")],
    "ledger export": [path.join(out, "history")],
    "ledger heads": [],
    "ledger verify": [],
    "memory anchor get": [],
    "memory context": ["release"],
    "memory export": ["--out", path.join(out, "units")],
    "memory find": ["harbour seals"],
    "memory get": [ids.unit],
    "memory list": [],
    "memory projects": [],
    "memory resolve": ["queue"],
    "memory savings": [],
    "memory skills": [],
    "memory timeline": ["queue"],
    overview: [],
    qualify: ["We chose Redis for the tide readings"],
    "request list": [],
    "team list": [],
    "request show": ["req_a"],
    "responsibility get": ["docs_cos"],
    "responsibility list": [],
    search: ["tide"],
    "session list": [],
    "state log": [],
    "state replay": ["--at", "2099-01-01T00:00:00Z"],
    "state show": [],
    status: [],
    "thread compaction-status": [id],
    "thread compile": [id],
    "thread cursor status": [id],
    "thread cut-points": [id],
    "thread follow": [id, "--once"],
    "thread list": [],
    "thread selections": [id],
    "thread show": [id],
    verify: [],
    view: [id, "--out", path.join(out, "page.html")],
  };
}

/** Commands that read, but need more than a workspace: another test tries them where they can be written. */
const APART: Readonly<Record<string, string>> = {
  "context brief check": "needs a brief",
  "dream diff": "needs a bundle of a dream",
  "memory answer": "needs a model",
  "okf qualify": "reads a bundle",
  "okf verify": "reads a bundle",
  render: "renders a file",
};

/** Takes every right to write from a folder and everything in it. */
function closeFolder(folder: string): void {
  for (const name of ["", ...fs.readdirSync(folder, { recursive: true }).map(String)]) {
    const entry = path.join(folder, name);
    fs.chmodSync(entry, fs.statSync(entry).isDirectory() ? 0o555 : 0o444);
  }
}

/** A folder that anybody may write to. */
function createOpenFolder(name: string): string {
  const folder = path.join(scratch, name);
  fs.rmSync(folder, { recursive: true, force: true });
  fs.mkdirSync(folder);
  fs.chmodSync(folder, 0o777);
  return folder;
}

function settingsIn(folder: string) {
  return {
    HOME: folder,
    XDG_CONFIG_HOME: folder,
    XDG_DATA_HOME: folder,
    XDG_CACHE_HOME: folder,
  };
}

test("every command that reads a workspace is tried, or there is a reason why not", async () => {
  const readers = Object.keys(readersOf(await workspace, scratch));
  const missing: string[] = [];
  for (const name of operationNames) {
    const { effect, input } = await loadOperation(name);
    const isReader = effect === "read" && "store" in input.shape;
    if (isReader && !readers.includes(name) && !(name in APART)) missing.push(name);
  }
  assert.deepEqual(missing, []);
});

test("what reads a workspace says the same where nothing can be written", async () => {
  const full = await workspace;
  const { cwd, store } = full.lab;
  const args = (name: string) => [
    ...name.split(" "),
    ...(readersOf(full, createOpenFolder("out"))[name] ?? []),
    ...["--store", store, "--now", "2026-02-03T11:00:00Z"].slice(
      0,
      name.startsWith("context ") ? 4 : 2,
    ),
  ];
  const names = Object.keys(readersOf(full, scratch));
  const env = settingsIn(createOpenFolder("home"));
  const expected = new Map(names.map((name) => [name, warm(args(name), { cwd, env }).code]));
  // A unit that no search has seen yet: its index cannot be written any more.
  const content = "Harbour seals sleep at noon";
  assert.equal(warm(["memory", "store", content, "--store", store], { cwd }).code, 0);
  for (const folder of [cwd, store]) closeFolder(folder);
  fs.chmodSync(path.dirname(cwd), 0o755);
  const before = [picture(cwd), picture(store)];
  const start = { cwd, user: otherUser(), env: settingsIn(createOpenFolder("home")) };
  for (const name of names) {
    const { code, stdout, stderr } = holdall(args(name), start);
    assert.equal(code, expected.get(name), `${name}\n${stderr}`);
    if (code === 0) assert.equal(stderr, "", name);
    if (name === "memory find") assert.match(stdout, /seals/);
  }
  assert.deepEqual([picture(cwd), picture(store)], before);
});
