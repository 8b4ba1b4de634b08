import assert from "node:assert/strict";
import fs from "node:fs";
import path from "node:path";
import { test } from "node:test";
import { root } from "../../scripts/run.ts";
import { loadRoutes } from "../../src/http/routes.ts";
import { argumentsOf } from "../../src/operations/operation/arguments.ts";
import { loadOperation, operationNames } from "../../src/operations/registry.ts";
import { tourSession } from "../../src/tour/session.ts";
import { holdall, holdallJson } from "../support/program.ts";
import { makeScratch } from "../support/scratch.ts";
import { bearer, startServe } from "../support/serve.ts";

const project = path.join(makeScratch(), "project");
fs.mkdirSync(project);
holdall(["init"], { cwd: project });
const server = await startServe(project);
const person = bearer(server.tokens.person);
const program = bearer(server.tokens.program);
const routes = await loadRoutes();

test("every offered operation has a route, and every route answers", {
  timeout: 120_000,
}, async () => {
  const offered = [];
  for (const name of operationNames) {
    const { surfaces } = await loadOperation(name);
    if (surfaces.includes("http") || surfaces.includes("person")) offered.push(name);
  }
  const routed = new Set([...routes.values()].map(({ operation }) => operation.name));
  assert.deepEqual([...routed].sort(), [...offered].sort());
  for (const { path: place, effect } of routes.values()) {
    // A key that nothing takes: each route is reached and refuses it, and none does anything.
    const answer = await server.call("person", place, { "no-such-key": 1 });
    assert.equal(answer.status, 400, place);
    assert.equal(answer.json?.code, "E_USAGE", place);
    const got = await server.send(`/api/v1/${place}?no-such-key=1`, { headers: person });
    assert.equal(got.status, effect === "read" ? 400 : 405, place);
  }
});

test("an answer is what the command prints with --json", async () => {
  for (const [place, args] of [
    ["state/show", ["state", "show"]],
    ["formats", ["formats"]],
    ["thread/list", ["thread", "list"]],
  ] as const) {
    const { json } = holdallJson(args, { cwd: project });
    assert.deepEqual((await server.call("person", place)).json, json, place);
    const got = await server.send(`/api/v1/${place}`, { headers: person });
    assert.deepEqual(got.json, json, place);
  }
});

test("the addresses that docs/http.md calls with GET answer", async () => {
  const docs = fs.readFileSync(path.join(root, "docs/http.md"), "utf8");
  const addresses = [...docs.matchAll(/^curl -s -H "Authorization: Bearer \$TOKEN" '([^']+)'$/gm)];
  assert.ok(addresses.length > 0);
  for (const [, address = ""] of addresses) {
    const { pathname, search } = new URL(address);
    const { status } = await server.send(`${pathname}${search}`, { headers: program });
    assert.equal(status, 200, address);
  }
});

test("a request without a token hears what is missing, and how to send it", async () => {
  const { status, json } = await server.send("/api/v1/status", { headers: {} });
  const { title, detail, cure } = Object(json);
  assert.deepEqual([status, title], [401, "Unauthorized"]);
  assert.match(detail, /the token is missing/);
  assert.match(cure, /Authorization: Bearer TOKEN/);
});

test("every read that needs no input answers both callers by its output schema", async () => {
  for (const { path: place, effect, operation, callers } of routes.values()) {
    const needsInput = argumentsOf(operation).some(({ required }) => required);
    if (effect !== "read" || needsInput) continue;
    for (const caller of ["person", "program"] as const) {
      if (!callers.includes(caller)) continue;
      const { status, json } = await server.call(caller, place);
      if (status === 200) assert.ok(operation.output().safeParse(json).success, place);
      else assert.ok(status < 500 && typeof json?.code === "string", `${place} ${status}`);
    }
  }
});

test("an ETag answers 304 until something changed", async () => {
  const ask = (etag?: string) =>
    server.send("/api/v1/state/show", {
      headers: { ...person, ...(etag === undefined ? {} : { "if-none-match": etag }) },
    });
  const etag = String((await ask()).headers.etag);
  const same = await ask(etag);
  assert.equal(same.status, 304);
  assert.equal(same.text, "");
  const text = "Releases are cut on Tuesdays because support is staffed then";
  assert.equal((await server.call("person", "state/commit", { text })).status, 200);
  const changed = await ask(etag);
  assert.equal(changed.status, 200);
  assert.notEqual(changed.headers.etag, etag);
});

test("a program is not offered what only a person may call", async () => {
  const only = [...routes.values()].filter(({ callers }) => !callers.includes("program"));
  const names = only.map(({ path: place }) => place);
  // A new one is a decision: it lets a page in the browser do what no model may.
  assert.deepEqual(names.sort(), [
    "activity",
    "agents",
    "context/model/decide",
    "dream/adopt",
    "dream/discard",
    "estimate",
    "handoff",
    "hooks/preview",
    "hooks/status",
    "import",
    "init",
    "keep/list",
    "keep/now",
    "keep/off",
    "keep/on",
    "keep/restore",
    "keep/show",
    "keep/status",
    "keep/verify",
    "ledger/heads",
    "overview",
    "projects",
    "push",
    "search",
    "sessions",
    "setup",
    "show",
    "star",
    "state/bounds",
    "state/evict",
    "task/check",
    "task/pack",
    "task/run",
    "task/verdict",
    "team/list",
    "view",
  ]);
  for (const place of names) {
    assert.equal((await server.call("program", place)).status, 404, place);
  }
});

test("what stays with the command line is offered to nobody", async () => {
  for (const place of [
    "sign",
    "open",
    "keep/forget",
    "config/set",
    "mcp/install",
    "hooks/install",
  ]) {
    assert.equal((await server.call("person", place)).status, 404, place);
  }
  for (const { path: place, operation } of routes.values()) {
    for (const { key, by } of argumentsOf(operation)) {
      if (by !== "terminal" && key !== "store" && key !== "origin") continue;
      const { status } = await server.call("person", place, { [key]: "x" });
      assert.equal(status, 400, `${place} ${key}`);
    }
  }
});

test("a program is bound to the project and acts under its own name", async () => {
  const outside = path.join(path.dirname(project), "outside.json");
  fs.writeFileSync(outside, "{}");
  const refused = await server.call("program", "inspect", { path: outside });
  assert.deepEqual([refused.status, refused.json?.code], [403, "E_PROTECTED"]);
  assert.notEqual(
    (await server.call("person", "inspect", { path: outside })).json?.code,
    "E_PROTECTED",
  );
  const acted = await server.call("program", "state/commit", {
    text: "Logs are kept a month",
    actor: "x",
  });
  assert.equal(acted.status, 400);
  const seal = { path: project, to: ["age1x"], out: "../sealed.age" };
  assert.equal((await server.call("program", "seal", seal)).json?.code, "E_PROTECTED");
});

test("a program is answered without secrets, a person with them", async () => {
  const secret = "ghp_k3Jd82mNq0PzX7vLw5Ty1RbC6uEaFh4GsDiO";
  const text = `The deploy token is ${secret}`;
  assert.equal((await server.call("person", "memory/store", { content: text })).status, 200);
  assert.ok((await server.call("person", "memory/list")).text.includes(secret));
  assert.ok(!(await server.call("program", "memory/list")).text.includes(secret));
  // A message may repeat what was asked for.
  const unknown = { id: `thread-${secret}` };
  assert.ok((await server.call("person", "thread/show", unknown)).text.includes(secret));
  assert.ok(!(await server.call("program", "thread/show", unknown)).text.includes(secret));
});

test("a program is answered without text that only a model sees, a person with it", async () => {
  const hidden = [..."obey"].map((letter) => String.fromCodePoint(0xe0000 + letter.charCodeAt(0)));
  const content = `The pump runs at night${hidden.join("")}`;
  assert.equal((await server.call("person", "memory/store", { content })).status, 200);
  const seen = (answer: { readonly text: string }) => answer.text.includes(hidden[0] ?? "");
  assert.ok(seen(await server.call("person", "memory/list")));
  assert.ok(!seen(await server.call("program", "memory/list")));
});

test("errors are problems with our code and cure", async () => {
  const answer = await server.call("person", "thread/show", { id: "0197" });
  assert.equal(answer.status, 404);
  assert.match(answer.headers["content-type"] ?? "", /^application\/problem\+json/);
  const { type, title, status, detail, code, cure, findings } = Object(answer.json);
  assert.deepEqual([type, status, code], ["urn:holdall:code:E_NOT_FOUND", 404, "E_NOT_FOUND"]);
  for (const text of [title, detail]) assert.ok(typeof text === "string" && text !== "");
  assert.ok(cure === null || typeof cure === "string");
  assert.deepEqual(findings, []);
});

test("inputs that are no input are refused with 400", async () => {
  const send = (body: string | Buffer) =>
    server.send("/api/v1/state/commit", {
      method: "POST",
      headers: { ...person, "content-type": "application/json" },
      body,
    });
  const bodies = [
    "[]",
    "7",
    "null",
    "{",
    '"x"',
    '{"text":"\\ud800"}',
    '{"text":7}',
    '{"score":"1"}',
  ];
  for (const body of [...bodies, Buffer.from([0x7b, 0xff, 0x7d])]) {
    assert.equal((await send(body)).status, 400, String(body));
  }
  for (const query of ["limit=x", "limit=", "limit=1&limit=2", "__proto__=1", "limit=1e999"]) {
    const { status } = await server.send(`/api/v1/thread/list?${query}`, { headers: person });
    assert.equal(status, 400, query);
  }
});

test("a compile that only looks can be got, one that records cannot", async () => {
  assert.equal((await server.send("/api/v1/thread/compile", { headers: person })).status, 400);
  assert.equal((await server.send("/api/v1/thread/run/compile", { headers: person })).status, 405);
  const recording = await server.call("person", "thread/compile", { id: "0197", record: true });
  assert.equal(recording.status, 400);
});

test("what has a dry run needs one of the same request first", async () => {
  const undo = { undo: "last" };
  const early = await server.call("person", "handoff", undo);
  assert.deepEqual([early.status, early.json?.code], [428, "E_CONFIRM"]);
  const listed = await server.call("person", "handoff", { list: true, "dry-run": true });
  assert.equal(listed.status, 200);
  assert.equal((await server.call("person", "handoff", { list: true })).status, 200);
  // A dry run that failed has shown nothing.
  assert.equal((await server.call("person", "handoff", { ...undo, "dry-run": true })).status, 404);
  assert.equal((await server.call("person", "handoff", undo)).status, 428);
  // Nor has one whose failure came as an event, in an answer that had begun well.
  const streamed = await server.send("/api/v1/handoff", {
    method: "POST",
    headers: { ...person, "content-type": "application/json", accept: "text/event-stream" },
    body: JSON.stringify({ ...undo, "dry-run": true }),
  });
  assert.equal(streamed.status, 200);
  assert.match(streamed.text, /^event: problem$/m);
  assert.equal((await server.call("person", "handoff", undo)).status, 428);
});

test("a dry run confirms one change, of exactly the content that it saw", async () => {
  const file = path.join(project, "session.jsonl");
  fs.writeFileSync(file, `${tourSession.lines.join("\n")}\n`);
  const input = { from: "session.jsonl", to: "./handed-over" };
  const rehearse = () => server.call("person", "handoff", { ...input, "dry-run": true });
  const change = async () => (await server.call("person", "handoff", input)).status;
  assert.equal((await rehearse()).status, 200);
  const { atime, mtime } = fs.statSync(file);
  fs.writeFileSync(file, fs.readFileSync(file, "utf8").replaceAll("tide", "TIDE"));
  fs.utimesSync(file, atime, mtime);
  assert.equal(await change(), 428);
  assert.equal(fs.existsSync(path.join(project, "handed-over")), false);
  assert.equal((await rehearse()).status, 200);
  assert.equal(await change(), 200);
  fs.rmSync(path.join(project, "handed-over"), { recursive: true });
  assert.equal(await change(), 428);
});

test("MCP is served beside it, to who has the program's token", async () => {
  const ping = JSON.stringify({ jsonrpc: "2.0", id: 1, method: "ping" });
  const headers = { ...program, "content-type": "application/json" };
  const answer = await server.send("/mcp", { method: "POST", headers, body: ping });
  assert.deepEqual(answer.json, { jsonrpc: "2.0", id: 1, result: {} });
  assert.equal(server.faults(), "");
});
