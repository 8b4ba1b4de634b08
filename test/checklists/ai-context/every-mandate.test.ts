/** What is true of every mandate, every enum, every file and every machine. */

import assert from "node:assert/strict";
import fs from "node:fs";
import path from "node:path";
import { promptFiles } from "../../../src/model/ai-context/context-file.ts";
import type { OperationName } from "../../../src/operations/registry.ts";
import { holdall } from "../../support/program.ts";
import { picture } from "../../support/scratch.ts";
import { GOAL, withPack } from "./pack.ts";
import { NOW, testOnStores } from "./workspace.ts";

const ID = "docs_cos";
const MEMORY = "memory/events.md";
const AUDIT = "logs/context_audit.ndjson";

/** The four mandates, each as it writes most. */
const mandates: readonly (readonly [OperationName, Readonly<Record<string, unknown>>])[] = [
  ["context refresh", { detected: "m-small" }],
  ["context compact", {}],
  ["context refresh", { only: ["open_requests"], alerts: true }],
  ["context refresh", { only: ["model_preferences"], detected: "m-other" }],
];

const POLICY = `preferred_model: m-large
fallback_models: [m-small]
capability_overrides:
  - {mandate: weekly_review, required_model: m-huge}
`;

testOnStores(
  "no mandate changes the policy, people's text, an add-on or earlier lines of the memory",
  async (createWorkspace) => {
    const { run, read, write, edit, append } = await createWorkspace();
    edit("ai_context/model_preferences.md", /preferred_model: [\s\S]*?overrides: \[\]\n/, POLICY);
    edit("ai_context/model_preferences.md", "mode: monitor", "mode: enforce");
    const addOn = "---\nauthored_by: human\n---\n# Risks\n";
    write({ "ai_context/risk_register.md": addOn });
    for (const [index, [name, input]] of mandates.entries()) {
      append(MEMORY, `- 2026-02-03T0${index}:00:00Z decision (task: t${index}) – go on\n`);
      const before = read(MEMORY);
      const now = `2026-02-03T1${index}:00:00Z`;
      await run(name, { id: ID, now, ...input });
      assert(read(MEMORY).startsWith(before), name);
      assert.equal(read("ai_context/risk_register.md"), addOn, name);
      const text = read("ai_context/model_preferences.md");
      assert(text.includes(POLICY), name);
      for (const line of [
        "enforcement_mode: enforce",
        "action_required: none",
        "guardrail_clause: runtime.model_integrity",
      ]) {
        assert(text.includes(`\n${line}\n`), `${name}: ${line}`);
      }
      assert.match(text, /Which model this responsibility should be served by/);
    }
  },
);

testOnStores(
  "an edited line stops each of the mandates, and none changes a file",
  async (createWorkspace) => {
    const { refresh, edit, append, fails, root } = await createWorkspace();
    append(MEMORY, "- 2026-02-03T09:00:00Z decision (task: t1) – ship on Friday\n");
    await refresh();
    edit(MEMORY, "ship on Friday", "ship on Monday");
    const before = picture(root);
    for (const [name, input] of mandates) {
      assert.equal(await fails(name, input), "E_MEMORY_MUTATED", name);
      assert.deepEqual(picture(root), before, name);
    }
  },
);

testOnStores(
  "a refresh that changes nothing leaves the bytes and the times of the content four",
  async (createWorkspace) => {
    const { refresh, root } = await createWorkspace();
    await refresh();
    const state = () =>
      promptFiles.map((stem) => {
        const file = path.join(root, `ai_context/${stem}.md`);
        return [fs.readFileSync(file, "utf8"), fs.statSync(file, { bigint: true }).mtimeNs];
      });
    const before = state();
    await refresh({ now: "2026-02-03T12:00:00Z" });
    assert.deepEqual(state(), before);
  },
);

testOnStores("each enum of the provenance is checked in each file", async (createWorkspace) => {
  const { refresh, run, read, write } = await createWorkspace();
  await refresh();
  for (const stem of promptFiles) {
    const file = `ai_context/${stem}.md`;
    const good = read(file);
    for (const key of ["authored_by", "context_role", "update_mode"]) {
      write({ [file]: good.replace(new RegExp(`^${key}: .*$`, "m"), `${key}: nonsense`) });
      const { exit, out } = await run<{
        violations: readonly { file: string; pointer: string | null }[];
      }>("context validate", { id: ID });
      assert.equal(exit, 1);
      const found = out.violations.some((each) => each.file === file && each.pointer === `/${key}`);
      assert(found, `${file} ${key}`);
    }
    write({ [file]: good });
  }
});

testOnStores("a brief is the same bytes in other languages and time zones", async (create) => {
  const texts = [];
  for (const env of [
    { LC_ALL: "C", TZ: "UTC" },
    { LC_ALL: "tr_TR.UTF-8", TZ: "Pacific/Chatham" },
  ]) {
    const { cwd, store, read } = await withPack(create);
    const place = store === undefined ? [] : ["--store", store];
    const args = ["context", "brief", "build", ID, "rel-1", "--goal", GOAL, "--now", NOW, ...place];
    const { code, stderr } = holdall(args, { cwd, env });
    assert.equal(code, 0, stderr);
    texts.push(read("context/utb/rel-1.md"));
  }
  assert.equal(texts[0], texts[1]);
});

testOnStores("a changed line of a hash is reported with its number", async (create) => {
  const { refresh, run, edit, read } = await create();
  await refresh();
  edit("kernel.md", "in two or three sentences", "in a few sentences");
  await refresh({ now: "2026-02-03T12:00:00Z" });
  const lines = read(AUDIT).split("\n");
  const at = lines.findLastIndex((line) => line.includes('"prev":"sha256:'));
  edit(
    AUDIT,
    lines[at] ?? "",
    (lines[at] ?? "").replace(/"prev":"sha256:\w{8}/, '"prev":"sha256:00000000'),
  );
  const { out } = await run<{ findings: readonly { code: string; line: number | null }[] }>(
    "context verify",
    { id: ID },
  );
  assert.deepEqual(
    out.findings.map(({ code, line }) => [code, line]),
    [
      ["E_DIGEST", null],
      ["E_DIGEST", at + 1],
    ],
  );
});
