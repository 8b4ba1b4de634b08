import assert from "node:assert/strict";
import fs from "node:fs";
import path from "node:path";
import { test } from "node:test";
import { formatNames } from "../../src/formats/registry.ts";
import { holdall, holdallJson } from "../support/program.ts";
import { makeScratch } from "../support/scratch.ts";

const cwd = makeScratch();

test("tour --keep writes its bundles, as they were before the tour, to a folder that is named", () => {
  const { code, json } = holdallJson(["tour", "--keep", "demo"], { cwd });
  assert.equal(code, 0);
  assert.equal(json.kept, path.join(cwd, "demo"));
  assert.deepEqual(
    fs.readdirSync(path.join(cwd, "demo")).sort(),
    [...formatNames, "orchard", "session.jsonl", "tides"].sort(),
  );
  for (const name of [...formatNames, "orchard", "tides"]) {
    const [only, second] = fs.readdirSync(path.join(cwd, "demo", name));
    const bundle = path.join("demo", name, second === undefined ? (only ?? "") : "");
    assert.equal(holdall(["verify", bundle], { cwd }).code, 0, name);
  }
  assert.deepEqual(fs.readdirSync(cwd), ["demo"]);
});

test("tour --keep says where the bundles are, and writes nothing where something stands", () => {
  fs.mkdirSync(path.join(cwd, "mine"));
  const refused = holdallJson(["tour", "--keep", "mine"], { cwd });
  assert.deepEqual([refused.code, refused.json.ok], [3, false]);
  assert.deepEqual(fs.readdirSync(path.join(cwd, "mine")), []);
  assert.match(holdall(["tour", "--keep", "again"], { cwd }).stdout, /again\b.*orchard/s);
});

test("formats shows limits, in lines no wider than the terminal and without spaces at their end", () => {
  const { stdout } = holdall(["formats"], { cwd, env: { COLUMNS: "72" } });
  const lines = stdout.split("\n");
  assert.deepEqual(
    lines.filter((line) => line.length > 72 || line.endsWith(" ")),
    [],
  );
  assert.equal(lines.filter((line) => line.includes("documentBytes 1 MiB")).length, 6);
});

test("tour shows the state, its reasons, an earlier moment, a resume and a handoff", () => {
  const { code, json } = holdallJson(["tour"], { cwd });
  assert.equal(code, 0);
  const steps = json.steps as { operation: string; exit: number; output: never }[];
  const outputOf = (operation: string) =>
    steps.findLast((step) => step.operation === operation)?.output as unknown as
      | Record<string, unknown>
      | undefined;
  assert.equal(outputOf("state commit")?.decision, "conflict");
  assert(((outputOf("state log")?.lines as unknown[]) ?? []).length > 0);
  assert.equal(outputOf("state replay")?.head_seq, 2);
  const held = outputOf("session checkpoint")?.summary as { state_hash: string };
  assert.equal(typeof held.state_hash, "string");
  assert(JSON.stringify(outputOf("session resume")).includes(held.state_hash));
  const handoff = outputOf("handoff") as { agent: string; loss: { kept: number } };
  assert.equal(handoff.agent, "codex");
  assert(handoff.loss.kept > 0);
});
