/** Compaction and volume. */

import assert from "node:assert/strict";
import fs from "node:fs";
import path from "node:path";
import { test } from "node:test";
import { growthOf, judgeVolume } from "../../../src/curator/hygiene/gate.ts";
import type { Volume } from "../../../src/curator/hygiene/volume.ts";
import { volumeLevel } from "../../../src/model/ai-context/volume.ts";
import { picture } from "../../support/scratch.ts";
import { testOnStores } from "./workspace.ts";

const lines = (count: number) => "- a line\n".repeat(count);

testOnStores(
  "a compaction covers new lines once; the next one begins after it",
  async (createWorkspace) => {
    const { run, read, append, root } = await createWorkspace();
    append("memory/events.md", "- 2026-02-01T09:00:00Z note (source: human:ann) – first\n");
    await run("context compact", { id: "docs_cos" });
    const first = read("memory/insights.md");
    const [, , end = ""] = /compaction L(\d+)-L(\d+) /.exec(first) ?? [];
    const before = picture(root);
    await run("context compact", { id: "docs_cos", now: "2026-02-03T10:30:00Z" });
    assert.deepEqual(picture(root), before);
    append("memory/events.md", "- 2026-02-01T10:00:00Z note (source: human:ann) – second\n");
    await run("context compact", { id: "docs_cos", now: "2026-02-03T11:00:00Z" });
    assert.match(read("memory/insights.md"), new RegExp(`compaction L${Number(end) + 1}-L\\d+ `));
  },
);

testOnStores(
  "a compaction keeps what people said and decided verbatim",
  async (createWorkspace) => {
    const { run, read, append } = await createWorkspace();
    const kinds = ["user_input", "decision", "incident", "context_override", "model_drift"];
    const kept = kinds.map(
      (kind, index) => `- 2026-02-01T0${index}:00:00Z ${kind} (a: b) – text ${index}`,
    );
    append(
      "memory/events.md",
      `${kept.join("\n")}\n- 2026-02-01T09:00:00Z note (a: b) – summarised\n`,
    );
    await run("context compact", { id: "docs_cos" });
    const insights = read("memory/insights.md");
    for (const line of kept) assert(insights.includes(`\n${line}\n`), line);
    assert(!insights.includes("summarised"));
  },
);

test("the limits of the levels are exact", () => {
  assert.deepEqual([2499, 2500, 3000, 3001].map(volumeLevel), ["green", "yellow", "yellow", "red"]);
});

function volume(total: number, authored: number, prominence: number | null = null): Volume {
  const level = volumeLevel(total);
  const empty = { bundle_lines: 0, per_file: {}, warnings: [] };
  return {
    ...empty,
    total_lines: total,
    authored_lines: authored,
    level,
    prominence_pct: prominence,
  };
}

test("10 % of authored growth passes and more is blocked", () => {
  const before = { total_lines: 2000, authored_lines: 1500 };
  const rule = { growthFloor: 250 };
  assert.equal(judgeVolume(volume(2200, 1700), before, rule).block, null);
  assert.equal(growthOf(volume(2201, 1701), before), 10.05);
  assert.equal(judgeVolume(volume(2201, 1701), before, rule).block?.code, "growth");
});

test("prominence of exactly 10 % warns or blocks, more passes", () => {
  const before = { total_lines: 3100, authored_lines: 3100 };
  const rule = { growthFloor: 250 };
  assert(judgeVolume(volume(2000, 100, 10), null, rule).warnings.includes("low_prominence"));
  assert.equal(judgeVolume(volume(3100, 3100, 10), before, rule).block?.code, "prominence");
  assert.equal(judgeVolume(volume(3100, 3100, 10.1), before, rule).block, null);
});

testOnStores(
  "growth waits for the steward; red blocks what adds and publishes what was generated",
  async (createWorkspace) => {
    const { refresh, write, root, fails, read, edit } = await createWorkspace();
    edit("mandates/definitions/weekly_review.md", "critical: true", "critical: false");
    write({ "context/knowledge/base.md": lines(2000) });
    assert.equal((await refresh()).exit, 0);
    const published = picture(path.join(root, "ai_context"));
    write({ "context/knowledge/more.md": lines(1200) });
    const blocked = await refresh({ now: "2026-02-03T11:00:00Z" });
    assert.deepEqual([blocked.exit, blocked.blocked?.code], [3, "red_volume"]);
    assert.deepEqual(picture(path.join(root, "ai_context")), published);
    assert(fs.existsSync(path.join(blocked.kept ?? "", "system_context.md")));
    assert.equal(await fails("context refresh", { override: "yes", by: "other" }), "E_NOT_STEWARD");
    const forced = await refresh({
      override: "moving house",
      by: "docs_cos",
      now: "2026-02-03T12:00:00Z",
    });
    assert.equal(forced.exit, 0);
    assert.match(
      read("memory/events.md"),
      /context_override \(.*new_total: \d+.*\) – moving house$/m,
    );
    edit("kernel.md", "in two or three sentences", "in a few sentences");
    assert.equal((await refresh({ now: "2026-02-03T13:00:00Z" })).exit, 0);
  },
);

testOnStores("a young responsibility may grow", async (createWorkspace) => {
  const { refresh, write } = await createWorkspace();
  await refresh();
  write({ "context/knowledge/a.md": lines(20) });
  assert.equal((await refresh({ now: "2026-02-03T11:00:00Z" })).blocked, null);
});

testOnStores("a red volume is a finding of verify", async (createWorkspace) => {
  const { refresh, write, run } = await createWorkspace();
  await refresh();
  write({ "context/knowledge/a.md": lines(3000) });
  const { exit, out } = await run<{ findings: readonly { code: string }[] }>("context verify", {
    id: "docs_cos",
  });
  assert.equal(exit, 1);
  assert(out.findings.some(({ code }) => code === "E_HYGIENE"));
});
