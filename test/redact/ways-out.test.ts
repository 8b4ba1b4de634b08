import assert from "node:assert/strict";
import fs from "node:fs";
import http from "node:http";
import path from "node:path";
import { test } from "node:test";
import { runHook } from "../../src/hosts/hooks/run-hook.ts";
import type { SecretsPolicy } from "../../src/operations/operation/operation.ts";
import {
  loadOperation,
  type OperationName,
  operationNames,
} from "../../src/operations/registry.ts";
import { call, connectStdio } from "../support/mcp.ts";
import { contextIn, runOperation } from "../support/operations.ts";
import { makeScratch, writeFiles } from "../support/scratch.ts";
import { ocf } from "../support/state-bundles.ts";
import { writeUserConfig } from "../support/user-config.ts";

const SECRET = "ghp_k3Jd82mNq0PzX7vLw5Ty1RbC6uEaFh4GsDiO";
const TEXT = `Deploys push to the registry with ${SECRET}`;

const operations = await Promise.all(operationNames.map(loadOperation));
const policies = new Map(operations.map(({ name, secrets }) => [name, secrets]));
const of = (policy: SecretsPolicy) =>
  operationNames.filter((name) => policies.get(name) === policy);

/** A workspace whose state, memory and thread each contain the secret, beside bundles and a session that do. */
async function plant() {
  const home = makeScratch();
  const cwd = path.join(home, "project");
  fs.mkdirSync(cwd);
  const context = { ...contextIn(cwd), agents: { home, env: { PATH: "/nonexistent" } } };
  await runOperation(context, "init", { responsibility: "docs" });
  await runOperation(context, "state commit", { text: `${TEXT} (decided)`, slot: "decision" });
  await runOperation(context, "memory store", { content: TEXT });
  const { out } = await runOperation<{ thread_id: string }>(context, "thread new");
  await runOperation(context, "thread post", { id: out.thread_id, text: TEXT });
  const snapshot = JSON.parse(String(ocf["snapshot.json"])) as { entries: { content: string }[] };
  const [first] = snapshot.entries;
  assert(first);
  first.content = TEXT;
  writeFiles(path.join(cwd, "bundle.ocf"), { ...ocf, "snapshot.json": JSON.stringify(snapshot) });
  fs.cpSync(path.resolve("test/fixtures/task-bundle/hello-world-bundle"), path.join(cwd, "task"), {
    recursive: true,
  });
  fs.writeFileSync(path.join(cwd, "task/task.md"), TEXT);
  const record = { type: "user", sessionId: "s1", cwd, timestamp: "2026-01-31T08:00:00Z" };
  const message = { role: "user", content: TEXT };
  const line = JSON.stringify({
    ...record,
    uuid: "u1",
    parentUuid: null,
    version: "2.1.0",
    message,
  });
  fs.writeFileSync(path.join(cwd, "s1.jsonl"), `${line}\n`);
  writeFiles(home, { ".claude.json": `{ "env": { "note": "${TEXT}" } }\n` });
  writeFiles(path.join(cwd, "records"), { "one.md": `---\ntype: note\n---\n${TEXT}\n` });
  return { cwd, home, context, thread_id: out.thread_id };
}

type Planted = Awaited<ReturnType<typeof plant>>;

/** How each way out is asked for; `out` is where it may write. */
const asked: Partial<Record<OperationName, (place: Planted, out: string) => object>> = {
  brief: () => ({ from: "s1.jsonl" }),
  estimate: () => ({ what: "s1.jsonl" }),
  handoff: (_, out) => ({ from: "s1.jsonl", to: `${out}.md` }),
  "hooks preview": () => ({}),
  "kit export": (_, out) => ({ out }),
  "memory export": (_, out) => ({ out }),
  render: () => ({ path: "bundle.ocf", provider: "chat-completions", model: "m" }),
  "thread compile": ({ thread_id }) => ({
    id: thread_id,
    render: "chat-completions",
    model: "m",
    explain: false,
    raw: false,
  }),
  push: (_, out) => ({ what: "s1.jsonl", where: out }),
  redact: () => ({ file: "s1.jsonl" }),
  setup: () => ({ claude: true }),
  "task export": (_, out) => ({ from: "s1.jsonl", to: "atif", out: `${out}.md` }),
  "task view": (_, out) => ({ bundle: "task", out: `${out}.html` }),
  view: (_, out) => ({ what: "s1.jsonl", out: `${out}.html` }),
  "task pack": (_, out) => ({
    title: "T",
    task: "records/one.md",
    summary: "records/one.md",
    workspace: "records",
    out,
  }),
  convert: (_, out) => ({ path: "bundle.ocf", to: "working-context", out }),
  pack: (_, out) => ({ path: "bundle.ocf", out: `${out}.tar.gz` }),
  "ledger export": (_, out) => ({ dir: out, all: true }),
  "ledger copy": (_, out) => ({ to: `${out}/.holdall` }),
  "okf export": (_, out) => ({ source: "records", target: out }),
};

/** Every byte below a path, as text. */
function contentBelow(place: string): string {
  if (!fs.existsSync(place)) return "";
  if (fs.statSync(place).isFile()) return fs.readFileSync(place, "latin1");
  return fs
    .readdirSync(place, { recursive: true, encoding: "utf8" })
    .map((name) => path.join(place, name))
    .filter((file) => fs.statSync(file).isFile())
    .map((file) => fs.readFileSync(file, "latin1"))
    .join("\n");
}

/** The bytes that an operation prints, or its result, and whatever it wrote. */
async function runIn(place: Planted, name: OperationName, more = {}) {
  const out = path.join(place.home, `out-${name.replaceAll(" ", "-")}-${Object.keys(more).length}`);
  const input = { ...asked[name]?.(place, out), ...more };
  const operation = await loadOperation(name);
  const result = await operation.run(place.context, input);
  const printed = operation.bytes(result);
  const shown = printed === null ? JSON.stringify(result) : Buffer.from(printed).toString();
  const written = ["", ".md", ".html", ".tar.gz"].map((end) => contentBelow(out + end)).join("\n");
  return { result, content: `${shown}\n${written}` };
}

test("every command that replaces secrets lets none out, and with --keep-secrets does", async () => {
  const place = await plant();
  for (const name of of("replaced")) {
    assert(asked[name], `${name} is not tried`);
    const { content } = await runIn(place, name);
    assert.equal(content.includes(SECRET), false, name);
    // They have nothing to give but the text without secrets.
    if (["brief", "hooks preview", "redact", "setup"].includes(name)) continue;
    const kept = await runIn(place, name, { "keep-secrets": true });
    assert.equal(kept.content.includes(SECRET), true, `${name} --keep-secrets`);
  }
});

test("every command that keeps secrets says so", async () => {
  const place = await plant();
  for (const name of of("kept")) {
    const { output } = await loadOperation(name);
    const { shape } = output() as unknown as { shape: { secrets: { value: string } } };
    assert.equal(shape.secrets.value, "kept", name);
    if (asked[name] === undefined) continue; // Sealing needs a key; its schema says it.
    const { result, content } = await runIn(place, name);
    assert.equal((result as { secrets: string }).secrets, "kept", name);
    if (name !== "pack") assert.equal(content.includes(SECRET), true, name); // An archive is compressed.
  }
});

test("no command that gives out no content shows a secret of the workspace", async () => {
  const place = await plant();
  let tried = 0;
  for (const name of of("none")) {
    const operation = await loadOperation(name);
    const isFree = operation.effect === "read" && operation.input.safeParse({}).success;
    if (!isFree || name === "conformance") continue;
    const { out } = await runOperation(place.context, name, { ...asked[name]?.(place, "") });
    assert.equal(JSON.stringify(out).includes(SECRET), false, name);
    tried++;
  }
  assert(tried >= 8);
});

test("the MCP server gives a model no secret, by tools, resources and prompts, unless started so", async () => {
  const { cwd, thread_id } = await plant();
  for (const flags of [[], ["--keep-secrets"]]) {
    const client = await connectStdio(cwd, ["--tools", "all", ...flags]);
    const tools = [
      ["state.show", {}],
      ["memory.list", {}],
      ["memory.find", { query: "deploys registry" }],
      ["thread.show", { id: thread_id }],
      ["thread.compile", { id: thread_id }],
      ["memory.session.resume", {}],
      ["memory.session.resume", { details: true }],
    ] as const;
    const { tools: offered } = await client.listTools();
    for (const [name, input] of tools) {
      const tool = offered.find(
        (each) => each.name.replaceAll("_", ".") === name.replaceAll("_", "."),
      );
      assert(tool, name);
      const { text, structured, isError } = await call(client, tool.name, { ...input });
      assert.equal(isError, false, `${name} ${text}`);
      const isThere = `${text}${JSON.stringify(structured)}`.includes(SECRET);
      assert.equal(isThere, flags.length > 0, `${name} ${flags}`);
    }
    const resource = await client.readResource({ uri: "holdall://state/current" });
    assert.equal(JSON.stringify(resource).includes(SECRET), flags.length > 0);
    const bundle = await client.readResource({ uri: "holdall://bundle/bundle.ocf" });
    assert.equal(JSON.stringify(bundle).includes(SECRET), flags.length > 0);
    const prompt = await client.getPrompt({ name: "resume_work" });
    assert.equal(JSON.stringify(prompt).includes(SECRET), flags.length > 0);
    await client.close();
  }
});

test("a hook restores the state without secrets", async () => {
  const { cwd, context } = await plant();
  const input = JSON.stringify({ cwd, session_id: "s1", source: "startup" });
  const incoming = async function* () {
    yield Buffer.from(input);
  };
  const call = { event: "session-start", host: "claude" };
  const { context: restored } = await runHook({ ...context, incoming }, call);
  assert.match(restored ?? "", /Deploys push to the registry/);
  assert.equal(restored?.includes(SECRET), false);
});

test("a judge is asked without secrets", async () => {
  const { context, home } = await plant();
  const bodies: string[] = [];
  const server = http.createServer((request, response) => {
    request.setEncoding("utf8");
    let body = "";
    request.on("data", (piece) => {
      body += piece;
    });
    request.on("end", () => {
      bodies.push(body);
      response.end(JSON.stringify({ choices: [{ message: { content: "{}" } }] }));
    });
  });
  await new Promise<void>((done) => server.listen(0, "127.0.0.1", done));
  try {
    const { port } = server.address() as { port: number };
    const judge = `{ provider: chat-completions, model: m, base_url: "http://127.0.0.1:${port}" }`;
    writeUserConfig(path.join(home, "config"), `judges:\n  cheap: [${judge}]\n`);
    const text = `Rotate ${SECRET} every month, and tell the team`;
    await runOperation(context, "qualify", { text, goal: "deploys" }).catch(() => {});
    assert(bodies.length > 0);
    for (const body of bodies) assert.equal(body.includes(SECRET), false);
  } finally {
    server.close();
  }
});
