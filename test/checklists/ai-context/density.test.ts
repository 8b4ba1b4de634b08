/** Briefs that cannot be built, and briefs whose sources are dense. */

import assert from "node:assert/strict";
import fs from "node:fs";
import path from "node:path";
import { test } from "node:test";
import { densityLevel } from "../../../src/curator/brief/build.ts";
import { GOAL, PACK, withPack } from "./pack.ts";
import { testOnStores } from "./workspace.ts";

/** Rewrites the sections of every file of the pack; the front matter stays. */
function rewritePack(root: string, body: (file: string) => string): void {
  const folder = path.join(root, PACK);
  for (const name of fs.readdirSync(folder).filter((each) => each.endsWith(".md"))) {
    const file = path.join(folder, name);
    const [, front = ""] = /^(---\n[\s\S]*?\n---\n)/.exec(fs.readFileSync(file, "utf8")) ?? [];
    fs.writeFileSync(file, `${front}${body(name)}`);
  }
}

const short = (principles: readonly string[]) =>
  [
    "# Short",
    "",
    "## TL;DR",
    "Be brief.",
    "",
    "## Objectives",
    "- Be read.",
    "",
    "## Core Principles",
    ...principles.map((each) => `- ${each}`),
    "",
    "## Canonical Structure / Steps",
    "1. Write.",
    "",
    "## Heuristics & Checklists",
    "- Cut.",
    "",
    "## Examples & Anti-Examples",
    "- Bad: Long.",
    "",
    "## Interactions With Other Files",
    "- None.",
    "",
  ].join("\n");

testOnStores(
  "too few principles, too much and too little each block, with a line of memory and a measurement",
  async (createWorkspace) => {
    const cases = {
      E_UTB_PRINCIPLES: async () => {
        const place = await withPack(createWorkspace);
        rewritePack(place.root, (file) => short([`Only ${file}`]));
        place.edit("persona/golden_identity.md", /^- .*$/gm, "Text, but no bullet.");
        return place;
      },
      E_UTB_TOO_LARGE: async () => {
        const place = await withPack(createWorkspace);
        const clause = (index: number) =>
          `- [clause_${index}] ${"a rule that nobody may remove ".repeat(3)}`;
        place.append(
          "guardrails.md",
          `${Array.from({ length: 44 }, (_, at) => clause(at)).join("\n")}\n`,
        );
        return place;
      },
      E_UTB_TOO_SMALL: async () => {
        const place = await withPack(createWorkspace);
        rewritePack(place.root, (file) =>
          short(
            ["Plain", "Short", "True", "Kind", "Late", "Early"].map((each) => `${each} ${file}`),
          ),
        );
        return place;
      },
    };
    const reasons = ["too_few_principles", "too_large", "too_small"];
    for (const [index, [code, prepare]] of Object.entries(cases).entries()) {
      const reason = reasons[index] ?? "";
      const { fails, read, rows, root } = await prepare();
      const input = { task: "rel-1", goal: GOAL };
      assert.equal(await fails("context brief build", input), code, reason);
      const lines = read("memory/events.md").match(/^.* brief_failed \(.*$/gm) ?? [];
      assert.equal(lines.length, 1, reason);
      assert.match(lines[0] ?? "", new RegExp(`reason: ${reason}, clause: context\\.density`));
      const metrics = await rows(
        "select status, context_json from telemetry_metrics where metric_name = 'utb_synthesis'",
      );
      assert.deepEqual(
        metrics.map(({ status, context_json }) => [
          status,
          JSON.parse(String(context_json)).reason,
        ]),
        [["critical", reason]],
      );
      assert(!fs.existsSync(path.join(root, "context/utb/rel-1.md")), reason);
    }
  },
);

test("the limits of density are exact, and more than two packs are dense", () => {
  const levels = [2000, 2001, 3500, 3501].map((tokens) => densityLevel(tokens, 2));
  assert.deepEqual(levels, ["ok", "elevated", "elevated", "dense"]);
  assert.equal(densityLevel(600, 3), "dense");
});

testOnStores(
  "a brief at each limit has its level; a dense one needs an acknowledgement, which is logged",
  async (createWorkspace) => {
    const { build, edit, read, fails, run, refresh, rows } = await withPack(createWorkspace);
    const policy = `${PACK}/rn_policy_v1.md`;
    const { out } = await build();
    // A point too long for a unit is dropped, but its section counts; four characters are a token.
    let padding = 0;
    edit(policy, "- Credit the person", "- PADDING\n- Credit the person");
    const levels: string[] = [];
    for (const tokens of [2000, 2001, 3500, 3501]) {
      const current = (await build()).out.density_tokens;
      padding += tokens - current;
      edit(policy, /^- PADDING.*$/m, `- PADDING${"word".repeat(padding)}`);
      const built = (await build()).out;
      assert.equal(built.density_tokens, tokens);
      levels.push(built.density_level);
    }
    assert.deepEqual(levels, ["ok", "elevated", "elevated", "dense"]);
    assert(out.density_tokens < 2000);
    await refresh();
    await run("context identity sign", { id: "docs_cos", by: "user:ann" });
    const input = { task: "task.md", brief: "rel-1" };
    assert.equal(await fails("context assemble", input), "E_BRIEF");
    assert.equal(await fails("context assemble", { ...input, "ack-density": true }), "E_BRIEF");
    const logged = async () => [
      (
        read("memory/events.md").match(
          /^.* context_override \(.*by: user%3Aann.*$|^.* context_override \(.*by: user:ann.*$/gm,
        ) ?? []
      ).length,
      (await rows("select id from telemetry_metrics where metric_name = 'utb_density_tokens'"))
        .length,
    ];
    assert.deepEqual(await logged(), [0, 0]);
    const acknowledged = { ...input, "ack-density": true, by: "user:ann" };
    assert.equal(await fails("context assemble", acknowledged), null);
    assert.deepEqual(await logged(), [1, 1]);
  },
);
