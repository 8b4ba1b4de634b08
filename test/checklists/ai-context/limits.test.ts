/** The levels of volume, growth and prominence at their exact limits, with the files of a workspace. */

import assert from "node:assert/strict";
import fs from "node:fs";
import path from "node:path";
import { type CreateWorkspace, testOnStores } from "./workspace.ts";

const lines = (count: number) => "- a line\n".repeat(count);
const CRITICAL = "mandates/definitions/weekly_review.md";

/** A workspace whose total is set to the line; until `limitGrowth()` it may grow at will. */
async function sized(createWorkspace: CreateWorkspace) {
  const place = await createWorkspace();
  const { cwd, run, write, read, refresh } = place;
  const config = path.join(cwd, "ros.config.yaml");
  const settings = fs.readFileSync(config, "utf8");
  fs.writeFileSync(config, `${settings}growth_floor_lines: 1000000\n`);
  let minute = 0;
  const total = async () =>
    (await run<{ total_lines: number }>("context volume", { id: "docs_cos" })).out.total_lines;
  const next = (input: Readonly<Record<string, unknown>> = {}) =>
    refresh({ now: `2026-02-03T11:${String(minute++).padStart(2, "0")}:00Z`, ...input });
  /** Fills a file of knowledge until the context has so many lines. */
  const fill = async (to: number) => {
    const pad = "context/knowledge/pad.md";
    write({ [pad]: "" });
    write({ [pad]: lines(to - (await total())) });
    assert.equal(await total(), to);
  };
  /** Makes the only critical workflow so many lines long. */
  const setCritical = (count: number) => {
    const [front = ""] = /^---\n(?:[^-].*\n)*---\n/.exec(read(CRITICAL)) ?? [];
    const text = `${front}# Weekly review\n\n## When to use this workflow\n`;
    write({ [CRITICAL]: text + lines(count - text.split("\n").length + 1) });
  };
  // Both have their line in the index from the beginning.
  write({ "context/knowledge/pad.md": "", "context/knowledge/more.md": "" });
  await next();
  const limitGrowth = () => fs.writeFileSync(config, settings);
  return { ...place, next, fill, setCritical, total, limitGrowth };
}

testOnStores("the levels change at 2,500 and at 3,001 lines", async (createWorkspace) => {
  const { next, fill, rows } = await sized(createWorkspace);
  const seen: (string | null)[] = [];
  const sizes = [2499, 2500, 3000, 3001];
  for (const size of sizes) {
    await fill(size);
    seen.push((await next()).level);
  }
  assert.deepEqual(seen, ["green", "yellow", "yellow", "red"]);
  const metrics = await rows(
    "select metric_value, status from telemetry_metrics where metric_name = 'context_volume' order by id",
  );
  assert.deepEqual(
    metrics.slice(-4).map(({ metric_value, status }) => [Number(metric_value), status]),
    sizes.map((size, index) => [size, ["ok", "warning", "warning", "critical"][index]]),
  );
});

testOnStores(
  "of 2,000 lines 200 more are published, and 201 only by the steward",
  async (createWorkspace) => {
    const { next, fill, total, write, read, fails, limitGrowth } = await sized(createWorkspace);
    await fill(2000);
    assert.equal((await next()).exit, 0);
    assert.equal(await total(), 2000);
    limitGrowth();
    write({ "context/knowledge/more.md": lines(201) });
    const blocked = await next();
    assert.deepEqual([blocked.exit, blocked.blocked?.code], [3, "growth"]);
    const override = { override: "a new field", by: "build_cos" };
    assert.equal(await fails("context refresh", override), "E_NOT_STEWARD");
    assert.equal((await next({ override: "a new field", by: "docs_cos" })).exit, 0);
    assert.match(
      read("memory/events.md"),
      /context_override \(.*old_total: 2000.*growth_pct: 10\.05.*\) – a new field$/m,
    );
    const place = await sized(createWorkspace);
    await place.fill(2000);
    await place.next();
    place.limitGrowth();
    place.write({ "context/knowledge/more.md": lines(200) });
    assert.equal((await place.next()).exit, 0);
  },
);

testOnStores(
  "critical workflows of exactly 10 % warn in green and block in red; 10.1 % pass",
  async (createWorkspace) => {
    const { next, fill, setCritical } = await sized(createWorkspace);
    setCritical(200);
    await next(); // What system_context.md shows of the workflow has this length from now on.
    await fill(2000);
    const warned = await next();
    assert.equal(warned.exit, 0);
    assert(warned.warnings.includes("low_prominence"));
    setCritical(202);
    await fill(2000);
    const passed = await next();
    assert(!passed.warnings.includes("low_prominence"));
    setCritical(330);
    await fill(3100);
    assert.equal((await next({ override: "large", by: "docs_cos" })).exit, 0);
    setCritical(310);
    await fill(3100);
    assert.deepEqual((await next()).blocked?.code, "prominence");
    setCritical(314);
    await fill(3100);
    assert.equal((await next()).blocked, null);
  },
);
