import assert from "node:assert/strict";
import { test } from "node:test";
import { loadOperation, operationNames } from "../registry.ts";
import { argumentsOf } from "./arguments.ts";
import { MAX_TOOLS, type ToolSet, toolSets } from "./tool.ts";

const operations = await Promise.all(operationNames.map(loadOperation));
const tools = operations.flatMap((operation) =>
  operation.tools.map((tool) => ({ operation, tool })),
);

test("no two tools have names that differ only by dot and underscore", () => {
  const seen = new Map<string, string>();
  for (const { tool } of tools) {
    const key = tool.name.replaceAll(/[._-]/g, "_").toLowerCase();
    assert.equal(seen.get(key), undefined, `${tool.name} and ${seen.get(key)}`);
    seen.set(key, tool.name);
  }
});

test("every tool has a name that all clients take, and not too long for their prefix", () => {
  for (const { tool } of tools) assert.match(tool.name, /^[a-z][a-z0-9_]*(?:\.[a-z0-9_]+)*$/);
  // Clients put the server's name in front, and some models refuse names over 64 characters.
  for (const { tool } of tools) assert.ok(tool.name.length <= 40, tool.name);
});

test("an operation is a tool exactly when MCP is among its surfaces", () => {
  for (const { name, surfaces, tools: own, withheld } of operations) {
    assert.equal(own.length > 0, surfaces.includes("mcp"), name);
    assert.equal(withheld.mcp !== undefined, own.length === 0, `${name} says why`);
  }
});

/** Every tool that the documents of the formats name, and those that we add beside them. */
const documented = [
  "memory.find",
  "memory.store",
  "memory.context",
  "memory.commit",
  "memory.qualify",
  "memory.answer",
  "memory.projects",
  "memory.anchor.get",
  "memory.anchor.set",
  "memory.session.checkpoint",
  "memory.session.resume",
  "memory.session.resume_by_task",
  "memory.kit.get",
  "memory.kit.set",
  "memory.dream",
  "memory.savings",
  "memory.learn",
  "memory.skills",
  "memory.skill.replay",
  "tools.find",
  "memory.kit.export",
  "memory.kit.import",
  "memory.kit.status",
  "memory.trail",
  "memory.replay",
  "artifact_fetch",
];

test("every tool of the documents is offered under its name", () => {
  const names = new Set(tools.map(({ tool }) => tool.name));
  assert.deepEqual(
    documented.filter((name) => !names.has(name)),
    [],
  );
});

test("every set has a tool, and none more than MAX_TOOLS", () => {
  for (const set of Object.keys(toolSets) as ToolSet[]) {
    const count = tools.filter(({ tool }) => tool.sets.includes(set)).length;
    assert.ok(count > 0 && count <= MAX_TOOLS, `${set} has ${count}`);
  }
  for (const { tool } of tools) assert.ok(tool.sets.length > 0, tool.name);
});

test("a tool's parameters stand for input keys that a caller may give", () => {
  for (const { operation, tool } of tools) {
    const open = new Set(
      argumentsOf(operation).flatMap(({ key, by }) => (by === null ? [key] : [])),
    );
    for (const key of Object.values(tool.parameterNames ?? {}))
      assert.ok(open.has(key), `${tool.name}: ${key}`);
    const known = new Set(Object.keys(operation.input.shape));
    for (const key of tool.only ?? []) assert.ok(known.has(key), `${tool.name}: ${key}`);
    for (const key of Object.keys(tool.fixed ?? {})) assert.ok(open.has(key), tool.name);
  }
});

test("a tool that does less than its operation is kept from the rest by what is fixed", () => {
  for (const { operation, tool } of tools) {
    if (tool.effect === undefined) continue;
    assert.equal(operation.effect, "write", tool.name);
    assert.ok(Object.keys(tool.fixed ?? {}).length > 0, tool.name);
  }
});

test("what a model must not do is no tool", () => {
  const names = new Set(tools.map(({ operation }) => operation.name));
  const forbidden =
    /^(?:sign|seal|open|hooks?|mcp|redact|tour|init|conformance)\b|\b(?:delete|redact|gc)\b/;
  assert.deepEqual(
    [...names].filter((name) => forbidden.test(name)),
    [],
  );
});

/** Speak of files and name none. */
const commands = new Set([
  // A model may name an agent only.
  "brief --from",
  "brief --session",
  "context drop scan --settle",
  "context refresh --only",
  ...["refresh", "compact"].map((verb) => `context ${verb} --telemetry`),
  // Recorded as they are; nothing is read there.
  "request create --body",
  "request complete --note",
  "task validate --level",
  "task scan --depth",
  "task report --depth",
  "context validate --only",
  "context load --task",
  // Within the folder of the responsibility, and refused elsewhere.
  "context load --with",
  "kit import --files",
  "memory import --from",
  "memory resolve --layer",
  "session checkpoint --plan-pointer",
  "memory anchor set --plan-pointer",
  "state commit --slot",
  "state update --slot",
  "state supersede --slot",
  // A part of a name that sessions recorded; no file is opened by it.
  "search --file",
  // A caller that is bound to folders gets sessions of the current one, and none by a path.
  "show --what",
  "show --session",
]);

test("every input key of a tool that speaks of a file or folder is marked as a path", () => {
  for (const { operation } of tools) {
    for (const { key, by, path, kind, description } of argumentsOf(operation)) {
      if (by !== null || kind === "flag" || !/\b(?:file|folder|path|director)/i.test(description))
        continue;
      const name = `${operation.name} --${key}`;
      assert.ok(path !== null || commands.has(name), `${name}: ${description}`);
    }
  }
});

test("every input key of a tool that names what is created is marked as an output", () => {
  for (const { operation } of tools) {
    for (const { key, by, path } of argumentsOf(operation)) {
      if (by !== null || path === null) continue;
      assert.equal(path === "output", /(?:^|-)out$/.test(key), `${operation.name} --${key}`);
    }
  }
});
