import assert from "node:assert/strict";
import fs from "node:fs";
import path from "node:path";
import type { OperationName } from "../../../src/operations/registry.ts";
import { codeOf } from "../../support/operations.ts";
import { type CreateWorkspace, closedRun, testOnStores } from "./workspace.ts";

const ID = { id: "docs_cos" };
const NOTES = { paths: ["notes.md"], scope: "notes", objective: ["Keep them"], actor: "docs_cos" };
const BRIEF = {
  ...ID,
  task: "rel-1",
  goal: "Write the notes",
  "allow-short": true,
  by: "user:ann",
};

/** Folders that a cloned project could have as links, and a command that writes into each of them. */
const writes: readonly (readonly [
  link: string,
  OperationName,
  Readonly<Record<string, unknown>>,
])[] = [
  ["registry", "context refresh", ID],
  ["registry/docs_cos/ai_context", "context refresh", ID],
  ["registry/docs_cos/memory", "context refresh", ID],
  ["registry/docs_cos/telemetry", "context refresh", { ...ID, telemetry: "file" }],
  ["registry/docs_cos/context/utb", "context brief build", BRIEF],
  ["registry/docs_cos/persona", "context identity sign", { ...ID, by: "user:ann" }],
  ["registry/docs_cos/queue", "context views", ID],
  ["registry/docs_cos/queue/inbox", "context views", ID],
  [".curator", "context refresh", ID],
  [".curator/docs_cos", "context refresh", ID],
  [".curator/bundles", "context ingest", NOTES],
  ["context", "context ingest", NOTES],
  ["context/bundles", "context ingest", NOTES],
];

testOnStores("a link in a project leads no command out of it", async (createWorkspace) => {
  for (const [link, name, input] of writes) {
    const { run, cwd } = await withLink(createWorkspace, link);
    const before = contentOf(`${cwd}-outside`);
    const code = await codeOf(run(name, input));
    assert.deepEqual(contentOf(`${cwd}-outside`), before, `${name} wrote through ${link}`);
    const expected = ["E_LINK", "E_NOT_FOUND", "E_UTB_PRINCIPLES"];
    assert(expected.includes(code ?? ""), `${link}: ${code}`);
  }
});

testOnStores("a link in the place of a file is not written through", async (createWorkspace) => {
  const { run, cwd, root } = await createWorkspace();
  const target = `${cwd}-target.md`;
  for (const file of ["memory/events.md", "telemetry/metrics.ndjson"]) {
    fs.writeFileSync(target, "mine\n");
    fs.mkdirSync(path.dirname(path.join(root, file)), { recursive: true });
    fs.rmSync(path.join(root, file), { force: true });
    fs.symlinkSync(target, path.join(root, file));
    assert.equal(await codeOf(run("context refresh", { ...ID, telemetry: "file" })), "E_LINK");
    assert.equal(fs.readFileSync(target, "utf8"), "mine\n");
    fs.rmSync(path.join(root, file));
  }
});

const ourFiles = ["lock", "files.json", "runs.json", "runs.table", "memory.json", "publish.json"];

testOnStores("a file of ours that is a link is replaced, and its target kept", async (create) => {
  const { run, cwd, refresh, append, write } = await create();
  write({ "mandates/runs/weekly/2026-02-01T09-00Z.md": closedRun("2026-02-01T10:00:00Z") });
  await refresh();
  const target = `${cwd}-target.json`;
  for (const [round, name] of ourFiles.entries()) {
    fs.writeFileSync(target, "mine\n");
    const file = path.join(cwd, ".curator/docs_cos", name);
    fs.rmSync(file, { force: true });
    fs.symlinkSync(target, file);
    append("memory/events.md", `- 2026-02-03T09:0${round}:00Z note (task: t${round}) – x\n`);
    await codeOf(run("context refresh", ID));
    assert.equal(fs.readFileSync(target, "utf8"), "mine\n", name);
    fs.rmSync(file, { force: true });
  }
});

testOnStores("a file of ours that is a link to a device ends no run", async (createWorkspace) => {
  const { run, cwd, refresh } = await createWorkspace();
  await refresh();
  for (const name of ourFiles) {
    const file = path.join(cwd, ".curator/docs_cos", name);
    fs.rmSync(file, { force: true });
    // Reading it waits for ever, and nobody can write beside it.
    fs.symlinkSync("/proc/kmsg", file);
    await codeOf(run("context refresh", ID));
    fs.rmSync(file, { force: true });
  }
});

testOnStores("a drop folder behind a link is not looked into", async (createWorkspace) => {
  const { run, cwd } = await createWorkspace();
  fs.mkdirSync(`${cwd}-outside/letters`, { recursive: true });
  fs.writeFileSync(`${cwd}-outside/letters/private.md`, "private\n");
  fs.symlinkSync(`${cwd}-outside`, path.join(cwd, "inbox"));
  const settings = path.join(cwd, "ros.config.yaml");
  const text = fs.readFileSync(settings, "utf8");
  fs.writeFileSync(settings, text.replace("drop_dir: drop", "drop_dir: inbox/letters"));
  assert.equal(await codeOf(run("context drop scan", { actor: "docs_cos", settle: 0 })), "E_LINK");
});

/** A workspace in which one folder is a link to another with the same content, outside of it. */
async function withLink(createWorkspace: CreateWorkspace, link: string) {
  const workspace = await createWorkspace();
  const { cwd, run } = workspace;
  await run("request create", {
    subject: "A",
    from: "docs_cos",
    to: "docs_cos",
    actor: "docs_cos",
  });
  fs.writeFileSync(path.join(cwd, "notes.md"), "# Notes\n");
  const outside = `${cwd}-outside`;
  const inside = path.join(cwd, link);
  fs.mkdirSync(path.dirname(inside), { recursive: true });
  if (fs.existsSync(inside)) fs.renameSync(inside, outside);
  else fs.mkdirSync(outside);
  fs.symlinkSync(outside, inside);
  return workspace;
}

function contentOf(folder: string): Readonly<Record<string, string>> {
  const entries = fs.readdirSync(folder, { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile());
  return Object.fromEntries(
    files
      .map(({ parentPath, name }) => path.join(parentPath, name))
      .sort()
      .map((file) => [file, fs.readFileSync(file, "utf8")]),
  );
}
