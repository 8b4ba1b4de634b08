import assert from "node:assert/strict";
import fs from "node:fs";
import path from "node:path";
import { isObject, type Json, type JsonObject } from "../../../src/base/json/value.ts";
import { answerTo, parseMessage } from "../../../src/mcp/exchange.ts";
import { createServer } from "../../../src/mcp/server.ts";
import { loadTools } from "../../../src/mcp/tools.ts";
import { keepWorkspaces } from "../../../src/runtime/kept-workspaces.ts";
import { contextIn, runOperation } from "../../support/operations.ts";
import { mutateBytes, mutateJson } from "../mutate.ts";
import { type FuzzTarget, pick, type Random } from "../target.ts";

const INTERNAL = -32603;

/** What a model may give for any argument. */
const values: readonly Json[] = [
  "notes.md",
  "../x",
  "/etc/passwd",
  ".",
  "",
  "~",
  "a\0b",
  "x".repeat(3000),
  "new",
  ".holdall",
  "2026-01-01",
  "0",
  "1e9",
  "-1",
  0,
  -1,
  1e308,
  true,
  null,
  [],
  ["a"],
  {},
  { a: [{}] },
];

/** Messages of a client: calls of every tool, other methods, and lines that are none. */
const messages: FuzzTarget = {
  async prepare(folder) {
    await runOperation(contextIn(folder), "init");
    fs.writeFileSync(path.join(folder, "notes.md"), "# Tides\n\nWe decided to keep the parser.\n");
    const server = createServer({
      cwd: folder,
      roots: [folder],
      outputFolder: path.join(folder, ".holdall/out"),
      store: undefined,
      workspaces: keepWorkspaces(),
      actor: "fuzz",
      redactor: null,
      sets: null,
      now: () => new Date(),
      http: null,
      note: () => {},
    });
    const tools = [...(await loadTools(null)).values()];
    const peer = { scope: "stdio", notify: () => {}, agent: null } as const;
    let id = 0;
    return async (random) => {
      const { tool, operation } = pick(random, tools);
      const keys = Object.keys(operation.input.shape);
      const base = pick<() => JsonObject>(random, [
        () => ({
          method: "tools/call",
          params: { name: tool.name, arguments: randomInput(random, keys) },
        }),
        () => ({
          method: "tools/call",
          params: { name: tool.name, arguments: randomInput(random, keys) },
        }),
        () => ({
          method: "initialize",
          params: { protocolVersion: "2025-11-25", capabilities: {} },
        }),
        () => ({
          method: "resources/read",
          params: { uri: `holdall:///${pick(random, ["state", "x"])}` },
        }),
        () => ({
          method: "prompts/get",
          params: { name: "resume_work", arguments: { task: "x" } },
        }),
        () => ({ method: "tools/list", params: { _meta: { "mcp/version": "2026-07-28" } } }),
      ])();
      const message: Json = { jsonrpc: "2.0", id: ++id, ...base };
      const sent = random(3) === 0 ? mutateJson(random, message) : message;
      const text = JSON.stringify(sent);
      const line = random(6) === 0 ? mutateBytes(random, Buffer.from(text)).toString() : text;
      const answer = await answerTo(server, parseMessage(line), peer);
      for (const reply of [answer].flat()) checkReply(reply, line);
    };
  },
};

export default messages;

function randomInput(random: Random, keys: readonly string[]): JsonObject {
  const chosen = keys.filter(() => random(3) > 0);
  return Object.fromEntries(chosen.map((key) => [key, pick(random, values)]));
}

/** A refusal is fine; a fault of our own is not. */
function checkReply(reply: JsonObject | null, line: string): void {
  const error = isObject(reply?.error) ? reply.error.code : undefined;
  assert.notEqual(error, INTERNAL, line.slice(0, 500));
  const answer = JSON.stringify(reply?.result ?? null);
  assert(!answer.includes('"E_INTERNAL"'), `${line.slice(0, 500)}\n${answer.slice(0, 500)}`);
}
