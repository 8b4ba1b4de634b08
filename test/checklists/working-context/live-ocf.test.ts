import assert from "node:assert/strict";
import fs from "node:fs";
import path from "node:path";
import { suite, test } from "node:test";
import { Ajv2020 } from "ajv/dist/2020.js";
import { check } from "../../support/check.ts";
import { createKitWorkspace } from "../../support/kits.ts";
import { makeScratch } from "../../support/scratch.ts";
import { subjects } from "../../support/workspaces.ts";

const { all } = await subjects();
const scratch = makeScratch();
const schemas = path.join(import.meta.dirname, "../../fixtures/ocf/schema");

/** Checks files of an OCF bundle against the published schemas and our own strict check. */
async function assertSound(files: Readonly<Record<string, string>>): Promise<void> {
  const { errors, format } = await check(files);
  assert.deepEqual([format, errors], ["ocf", []]);
  for (const record of ["manifest", "schema", "snapshot", "qualify"]) {
    const text = fs.readFileSync(path.join(schemas, `${record}.schema.json`), "utf8");
    const validate = new Ajv2020({ strict: false, validateFormats: false }).compile(
      JSON.parse(text),
    );
    const lines = record === "qualify" ? files["qualify.jsonl"] : files[`${record}.json`];
    const values = record === "qualify" ? (lines ?? "").trim().split("\n") : [lines ?? ""];
    for (const value of values) {
      assert.ok(validate(JSON.parse(value)), `${record}: ${JSON.stringify(validate.errors)}`);
    }
  }
}

function filesIn(folder: string): Readonly<Record<string, string>> {
  const names = fs.readdirSync(folder, { recursive: true, encoding: "utf8" });
  const files = names.filter((name) => fs.statSync(path.join(folder, name)).isFile());
  return Object.fromEntries(
    files.map((name) => [name, fs.readFileSync(path.join(folder, name), "utf8")]),
  );
}

for (const subject of all) {
  suite(`OCF of a live state over ${subject.name}`, () => {
    const skip = subject.skip;

    test("passes the published schemas after every kind of change", { skip }, async () => {
      const { run, commit, cwd } = await createKitWorkspace(subject.location(), scratch);
      const assertExported = async () =>
        assertSound((await run("kit export", { format: "ocf" })).out.files);
      await commit("a", "the pump runs at 40 bar", { author: "ada", allow: ["user:bob"] });
      await commit("b", "the tank holds 900 litres");
      await commit("c", "the valve was painted green");
      await assertExported();
      const again = await run("state commit", { text: "the tank holds 900 litres" });
      assert.equal(again.out.decision, "rejected");
      const changed = await commit("a", "the pump runs at 50 bar", { "expect-version": 1 });
      assert.deepEqual([changed.out.decision, changed.out.version], ["updated", 2]);
      await assertExported();
      const newer = await commit("d", "the pump runs at 60 bar", { supersedes: "a" });
      assert.equal(newer.out.decision, "superseded");
      await assertExported();
      await run("state evict", { id: "c" });
      await assertExported();
      await run("state promote", { id: "b" });
      await run("state decay");
      await run("state restore", { id: "c" });
      await run("session checkpoint", { "agent-id": "claude", "current-task": "port the pump" });
      await assertExported();
      await run("state archive", { id: "c" });
      await run("state delete", { id: "c" });
      await commit("e", "the tank holds 900 litres of water");
      await run("kit export", { format: "ocf", out: "kit" });
      await run("dream", { path: "kit", out: "dreamt" });
      await assertSound(filesIn(path.join(cwd, "dreamt")));
      await run("dream adopt", { path: "dreamt" });
      await assertExported();
    });

    test("what was evicted is found by its name, and by nothing else", { skip }, async () => {
      const { run, commit, shown } = await createKitWorkspace(subject.location(), scratch);
      const text = "the pump runs at 40 bar\nand never faster than v1.2.3 allows";
      await commit("a", text);
      await run("state evict", { id: "a" });
      assert.deepEqual((await shown()).entries, []);
      const [entry] = (await run("state show", { archived: true })).out.entries;
      const { unit_ref, tokens } = entry as unknown as { unit_ref: string; tokens: number };
      assert.equal(tokens, 0);
      const resolved = (await run("memory resolve", { ref: unit_ref })).out as unknown;
      assert.equal((resolved as { content: string }).content, text);
      await run("state restore", { id: "a" });
      assert.equal((await shown()).entries[0]?.content, text);
    });
  });
}
