import assert from "node:assert/strict";
import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { after, test } from "node:test";
import { sha256 } from "../../base/hash.ts";
import type { SessionDraft } from "../agent.ts";
import { register, targetPath } from "./place.ts";

const scratch = fs.mkdtempSync(path.join(os.tmpdir(), "holdall-test-"));
after(() => fs.rmSync(scratch, { recursive: true, force: true }));

function machine(files: Readonly<Record<string, string>> = {}) {
  const home = fs.mkdtempSync(path.join(scratch, "home-"));
  for (const [name, text] of Object.entries(files)) {
    const file = path.join(home, ".gemini", name);
    fs.mkdirSync(path.dirname(file), { recursive: true });
    fs.writeFileSync(file, text);
  }
  return { home, env: {} };
}

const losses: string[] = [];
const draft: SessionDraft = {
  header: {
    type: "transcript",
    version: 1,
    agent: "pi",
    agent_version: null,
    session_id: "s",
    cwd: null,
    started_at: null,
    title: null,
    model: null,
    git_branch: null,
  },
  async *items() {
    const common = { parent_id: null, at: null, raw: null, thread: null, branch: null } as const;
    const source = { file: "s", line: 1, type: "t" };
    const message = { text: "  /src is broken", model: null, attachments: [] };
    yield { ...common, ...message, kind: "message", role: "user", id: "1", actor: "user", source };
  },
  session_id: "01234567-89ab-4cde-8f01-23456789abcd",
  cwd: "/home/rosa/My Orchard!",
  title: "t",
  note: "",
  now: new Date("2026-03-04T05:06:07Z"),
  settings: {},
  loss: ({ kind }) => losses.push(kind),
};

const NAME = "chats/session-2026-03-04T05-05-01234567.jsonl";

test("target() names the project's folder as Gemini CLI would", async () => {
  const environment = machine();
  const expected = path.join(environment.home, ".gemini/tmp/my-orchard", NAME);
  assert.equal(await targetPath(draft, environment), expected);
});

test("target() takes the folder that is noted, marked or old, and passes over those of others", async () => {
  const folderOf = async (files: Readonly<Record<string, string>>) => {
    const environment = machine(files);
    const found = await targetPath(draft, environment);
    return path.relative(path.join(environment.home, ".gemini/tmp"), found).split(path.sep)[0];
  };
  const noted = JSON.stringify({ projects: { [draft.cwd]: "noted" } });
  assert.equal(await folderOf({ "projects.json": noted }), "noted");
  assert.equal(await folderOf({ "tmp/marked/.project_root": draft.cwd }), "marked");
  assert.equal(await folderOf({ "tmp/my-orchard/.project_root": "/other" }), "my-orchard-1");
  const hash = sha256(draft.cwd);
  assert.equal(await folderOf({ [`tmp/${hash}/chats/x.json`]: "{}" }), hash);
});

test("target() refuses a registry of an unknown form", async () => {
  const environment = machine({ "projects.json": "[]" });
  await assert.rejects(targetPath(draft, environment), { code: "E_VERSION" });
});

test("settle() marks a new folder, and warns that sessions may be deleted unless that is off", async () => {
  const environment = machine();
  const file = await targetPath(draft, environment);
  fs.mkdirSync(path.dirname(file), { recursive: true });
  const placed = await register(draft, file, environment);
  assert.equal(fs.readFileSync(placed.created[0] ?? "", "utf8"), draft.cwd);
  assert.deepEqual(placed.resume[0], ["gemini", "--session-file", file]);
  assert.equal(placed.notes.length, 1);
  const off = { general: { sessionRetention: { enabled: false } } };
  const quiet = machine({ "settings.json": JSON.stringify(off) });
  const other = await targetPath(draft, quiet);
  fs.mkdirSync(path.dirname(other), { recursive: true });
  assert.deepEqual((await register(draft, other, quiet)).notes, []);
});
