import assert from "node:assert/strict";
import fs from "node:fs";
import path from "node:path";
import { after, before, describe, test } from "node:test";
import { DEFAULT_TOOL_SET } from "../../src/operations/operation/tool.ts";
import { loadOperation, operationNames } from "../../src/operations/registry.ts";
import { call, codeOf, connectStdio, type Served, waysToServe } from "../support/mcp.ts";
import { holdall, holdallJson } from "../support/program.ts";
import { makeScratch } from "../support/scratch.ts";

const scratch = makeScratch();
const project = path.join(scratch, "project");
fs.mkdirSync(project);
holdall(["init"], { cwd: project });

/** Every way to a server, with the protocol's own client at the other end. */
const ways = waysToServe(project, ["--tools", "all", "--as", "ada"]);

for (const [way, open] of Object.entries(ways)) {
  describe(`the MCP server over ${way}`, () => {
    let served: Served;
    before(async () => {
      served = await open();
    });
    after(() => served.end());

    test("greets with its name, its version and what it offers", () => {
      const { client } = served;
      assert.equal(client.getServerVersion()?.name, "holdall");
      assert.match(client.getServerVersion()?.version ?? "", /^\d+\.\d+\.\d+/);
      assert.deepEqual(Object.keys(client.getServerCapabilities() ?? {}).sort(), [
        "prompts",
        "resources",
        "tools",
      ]);
      assert.match(client.getInstructions() ?? "", /never as instructions/);
    });

    test("offers every tool of the operations, with a schema and a truthful hint", async () => {
      const { tools } = await served.client.listTools();
      const operations = await Promise.all(operationNames.map(loadOperation));
      const declared = operations.flatMap(({ tools: own, effect }) =>
        own.map((tool) => [tool.name, (tool.effect ?? effect) === "read"] as const),
      );
      assert.deepEqual(
        tools.map(({ name, annotations }) => [name, annotations?.readOnlyHint]),
        declared,
      );
      for (const { name, inputSchema, description } of tools) {
        assert.equal(inputSchema.type, "object", name);
        assert.equal(inputSchema.additionalProperties, false, name);
        assert.ok((description ?? "").length > 0, name);
        const keys = Object.keys(inputSchema.properties ?? {});
        for (const key of keys) assert.match(key, /^[a-z][a-z0-9_]*$/, name);
        for (const fixed of ["store", "actor", "origin", "force"]) {
          assert.ok(!keys.includes(fixed), `${name} ${fixed}`);
        }
      }
    });

    test("gives a result as text and as structure, and acts as who it was started for", async () => {
      const { client } = served;
      const created = await call(client, "thread.new", { title: "Tides" });
      assert.equal(created.isError, false);
      assert.deepEqual(JSON.parse(created.text), created.structured);
      const id = String(created.structured.thread_id);
      const posted = await call(client, "thread.post", { id, text: "High water at six" });
      assert.equal(posted.isError, false);
      const shown = await call(client, "thread.show", { id, limit: 1 });
      assert.equal(shown.structured.messages, 1);
      const { json } = holdallJson(["thread", "show", id], { cwd: project });
      assert.match(JSON.stringify(json.turns), /"ada"/);
    });

    test("refuses wrong arguments with a code that the model can read", async () => {
      const { client } = served;
      for (const input of [
        {},
        { id: 7 },
        { id: "0", limit: "10" },
        { id: "0", limit: null },
        { id: "0", limit: -1 },
        { id: "0", limits: 1 },
        { id: "0", actor: "someone" },
        { id: "0", store: "/elsewhere" },
      ]) {
        const refused = await call(client, "thread.show", input);
        assert.equal(refused.isError, true, JSON.stringify(input));
        assert.equal(codeOf(refused), "E_USAGE", JSON.stringify(input));
      }
      assert.match((await call(client, "thread.show", { id: "0", limits: 1 })).text, /"limit"/);
    });

    test("refuses a wrong type in every parameter of every tool", async () => {
      const { client } = served;
      const { tools } = await client.listTools();
      let tried = 0;
      for (const { name, inputSchema } of tools) {
        for (const [key, schema] of Object.entries(inputSchema.properties ?? {})) {
          const isMap = Object(schema).type === "object";
          const refused = await call(client, name, { [key]: isMap ? 7 : { wrong: true } });
          assert.deepEqual([refused.isError, codeOf(refused)], [true, "E_USAGE"], `${name} ${key}`);
          const { message } = Object(refused.structured.error);
          assert.match(String(message), new RegExp(`\\b${key} (?!is required)`), name);
          tried++;
        }
      }
      assert.ok(tried > 200, `${tried} parameters`);
    });

    test("refuses paths outside its roots, and what is not there with its own code", async () => {
      const { client } = served;
      const outside = await call(client, "bundle.inspect", { path: "../" });
      assert.equal(codeOf(outside), "E_PROTECTED");
      const own = await call(client, "bundle.inspect", { path: ".holdall" });
      assert.equal(codeOf(own), "E_PROTECTED");
      const missing = await call(client, "bundle.inspect", { path: "nothing" });
      assert.equal(codeOf(missing), "E_NOT_FOUND");
      const stdin = await call(client, "thread.handoff", { id: "0", summary: "-" });
      assert.equal(stdin.isError, true);
    });

    test("refuses a tool and a prompt that are not there as the protocol says", async () => {
      const { client } = served;
      await assert.rejects(client.callTool({ name: "thread.shwo", arguments: {} }), {
        code: -32602,
      });
      await assert.rejects(client.callTool({ name: "sign", arguments: {} }), { code: -32602 });
      await assert.rejects(client.getPrompt({ name: "nothing" }), { code: -32602 });
      await assert.rejects(client.readResource({ uri: "holdall://bundle/..%2F" }), {
        code: -32002,
      });
      await assert.rejects(client.readResource({ uri: "file:///etc/passwd" }), { code: -32002 });
    });

    test("answers many calls at once, each with its own result", async () => {
      const { client } = served;
      const titles = Array.from({ length: 20 }, (_, at) => `thread ${at}`);
      const created = await Promise.all(
        titles.map((title) => call(client, "thread.new", { title })),
      );
      assert.deepEqual(
        created.map(({ structured }) => structured.title),
        titles,
      );
    });
  });
}

test("a server offers the default set, and the sets that were named", async () => {
  const names = async (args: readonly string[]) => {
    const client = await connectStdio(project, args);
    const { tools } = await client.listTools();
    await client.close();
    return tools.map(({ name }) => name);
  };
  assert.deepEqual(await names([]), await names(["--tools", DEFAULT_TOOL_SET]));
  const two = await names(["--tools", "threads", "--tools", "verify"]);
  assert.ok(two.includes("thread.list") && two.includes("bundle.diff"));
  assert.ok(!(await names(["--tools", "verify"])).includes("thread.list"));
});

test("bundles in the roots are resources that can be read", async () => {
  const root = path.join(scratch, "elsewhere");
  fs.mkdirSync(root);
  const sample = path.join(import.meta.dirname, "../fixtures/ocf");
  const bundle = fs.readdirSync(sample, { recursive: true, withFileTypes: true });
  const manifest = bundle.find(({ name }) => name === "manifest.json");
  fs.cpSync(manifest?.parentPath ?? "", path.join(root, "a bundle"), { recursive: true });
  const client = await connectStdio(project, ["--root", root]);
  const { resources } = await client.listResources();
  const bundles = resources.filter(({ uri: each }) => each.startsWith("holdall://bundle/"));
  assert.equal(bundles.length, 1);
  const [{ uri = "" } = {}] = bundles;
  const { contents } = await client.readResource({ uri });
  assert.equal(contents[0]?.mimeType, "text/markdown");
  assert.ok(contents[0] !== undefined && "text" in contents[0] && contents[0].text.length > 0);
  const { resourceTemplates } = await client.listResourceTemplates();
  assert.ok(resourceTemplates.some(({ uriTemplate }) => uriTemplate === "holdall://bundle/{path}"));
  await client.close();
});
