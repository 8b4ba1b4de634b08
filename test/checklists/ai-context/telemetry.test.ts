/** What a mandate leaves in the queue's pages, alerts and measurements. */

import assert from "node:assert/strict";
import fs from "node:fs";
import path from "node:path";
import { type CreateWorkspace, testOnStores } from "./workspace.ts";

/** A workspace in which a second responsibility asks the first one. */
async function withQueue(createWorkspace: CreateWorkspace) {
  const place = await createWorkspace();
  await place.run("responsibility add", { id: "build_cos", actor: "docs_cos" });
  await place.run("responsibility activate", { id: "build_cos", actor: "docs_cos" });
  const ask = (id: string, input: object = {}) =>
    place.run("request create", {
      subject: `Do ${id}`,
      from: "build_cos",
      to: "docs_cos",
      id,
      actor: "build_cos",
      ...input,
    });
  return { ...place, ask };
}

testOnStores(
  "open_requests.md lists pending requests in the order of claims, with links to pages that exist",
  async (createWorkspace) => {
    const { ask, run, refresh, read, root } = await withQueue(createWorkspace);
    await ask("req_c", { now: "2026-02-03T09:00:01Z" });
    await ask("req_b", { now: "2026-02-03T09:00:00Z" });
    await ask("req_a", { now: "2026-02-03T09:00:00Z" });
    await ask("req_z", { priority: 5 });
    await ask("req_later", { available: "2026-02-03T11:00:00Z" });
    await ask("req_taken");
    await run("request accept", { id: "req_taken", actor: "docs_cos" });
    await refresh();
    const text = read("ai_context/open_requests.md");
    const pending = text.split("## Pending\n")[1]?.split("\n## ")[0] ?? "";
    const listed = [...pending.matchAll(/^- \[([^\]]+)\]/gm)].map(([, id]) => id);
    assert.deepEqual(listed, ["req_z", "req_a", "req_b", "req_c"]);
    const links = [...text.matchAll(/\]\((queue\/[^)]+)\)/g)].map(([, link]) => link ?? "");
    assert.equal(links.length, 5);
    for (const link of links) {
      const id = path.basename(link, ".md");
      assert.match(
        fs.readFileSync(path.join(root, link), "utf8"),
        new RegExp(`request_id: ${id}\\n`),
      );
    }
    assert.match(read("queue/inbox/req_taken.md"), /^status: accepted$/m);
    const { out } = await run<{ requests: { id: string }[] }>("request claim", {
      id: "docs_cos",
      limit: 10,
      actor: "docs_cos",
    });
    assert.deepEqual(
      out.requests.map(({ id }) => id),
      listed,
    );
    const checked = await run<{ differing: string[]; missing: string[] }>("context views", {
      id: "docs_cos",
      check: true,
    });
    assert.deepEqual([checked.out.differing, checked.out.missing], [[], []]);
  },
);

/** A line of the memory names the alert that it is about, and its measurement. */
async function assertNamed(
  rows: (sql: string) => Promise<readonly Readonly<Record<string, unknown>>[]>,
  line: string,
  type: string,
): Promise<void> {
  const [, alert, metric] = /telemetry_alert_id: (\d+), metric_id: (\d+)/.exec(line) ?? [];
  const found = await rows(
    `select id, metric_id from telemetry_alerts where alert_type = '${type}' order by id`,
  );
  assert.deepEqual(
    found.map(({ id, metric_id }) => [String(id), String(metric_id)]),
    [[alert, metric]],
  );
}

testOnStores(
  "a breach adds one alert and one line of memory, and running again adds none",
  async (createWorkspace) => {
    const { ask, run, rows, read, refresh } = await withQueue(createWorkspace);
    await ask("req_a", { "response-seconds": 60 });
    await refresh();
    const late = { id: "docs_cos", alerts: true, now: "2026-02-03T10:01:01Z" };
    const update = (input: object = {}) =>
      run("context refresh", { ...late, only: ["open_requests"], ...input });
    const seen = async () => ({
      alerts: await rows(
        "select alert_type, severity, created_at from telemetry_alerts where alert_type = 'sla_breach'",
      ),
      lines: read("memory/events.md").match(/^.* alert \(.*$/gm) ?? [],
    });
    assert.deepEqual(await seen(), { alerts: [], lines: [] });
    await update({ alerts: false });
    assert.deepEqual(await seen(), { alerts: [], lines: [] });
    await update();
    const { alerts, lines } = await seen();
    const alert = { alert_type: "sla_breach", severity: "critical", created_at: late.now };
    assert.deepEqual(alerts, [alert]);
    assert.equal(lines.length, 1);
    assert.match(lines[0] ?? "", /request: req_a.*alert: sla_breach/);
    assert.match(lines[0] ?? "", /status: critical, remedy: [a-z]/);
    await assertNamed(rows, lines[0] ?? "", "sla_breach");
    await update();
    await update({ now: "2026-02-03T12:00:00Z" });
    assert.deepEqual(await seen(), { alerts, lines });
  },
);

testOnStores(
  "a drift carries one time in all five places, and the curator's own row is no detection",
  async (createWorkspace) => {
    const { refresh, edit, read, rows } = await createWorkspace();
    const file = "ai_context/model_preferences.md";
    edit(file, "preferred_model: unset", "preferred_model: m-large");
    edit(file, "fallback_models: []", "fallback_models: [m-small]");
    edit(file, "action_required: none", "action_required: notify_docs_cos");
    await refresh({ detected: "m-large" });
    const at = "2026-02-03T10:05:00Z";
    const check = (input: object) => refresh({ only: ["model_preferences"], now: at, ...input });
    await check({ detected: "m-small" });
    const noted = new RegExp(`^- ${at} model_drift .*preferred=m-large detected=m-small`, "m");
    for (const place of [file, "ai_context/recent_activity.md", "memory/events.md"]) {
      assert.match(read(place), noted, place);
    }
    assert.match(read(file), new RegExp(`^last_checked_at: ${at}$`, "m"));
    const metrics = () =>
      rows(`select id, recorded_at, status, component_id from telemetry_metrics
        where metric_name = 'model_drift_detected'`);
    const [metric, ...more] = await metrics();
    assert.deepEqual(more, []);
    assert.deepEqual(
      [metric?.recorded_at, metric?.status, metric?.component_id],
      [at, "warning", "context_worker"],
    );
    const alerts = await rows(
      "select metric_id, created_at from telemetry_alerts where alert_type = 'model_drift'",
    );
    assert.deepEqual(alerts, [{ metric_id: metric?.id ?? null, created_at: at }]);
    const [line = ""] = read("memory/events.md").match(/^.* model_drift \(.*$/m) ?? [];
    await assertNamed(rows, line, "model_drift");
    // Nothing but the curator's own row names a model now.
    const { model } = await check({ now: "2026-02-03T10:06:00Z" });
    assert.deepEqual([model?.detected, model?.class], ["unknown", "unknown"]);
  },
);

testOnStores(
  "a refresh adds one measurement of the volume, also when it is blocked",
  async (createWorkspace) => {
    const { refresh, write, rows, run } = await createWorkspace();
    const measured = async () =>
      (
        await rows(`select metric_value, status, unit, guardrail_clause, context_json from telemetry_metrics
          where metric_name = 'context_volume' order by id`)
      ).map(({ context_json, ...row }) => ({ ...row, ...JSON.parse(String(context_json)) }));
    write({ "context/knowledge/base.md": "- a line\n".repeat(2000) });
    await refresh();
    assert.equal((await refresh({ now: "2026-02-03T11:00:00Z" })).blocked, null);
    write({ "context/knowledge/more.md": "- a line\n".repeat(1200) });
    assert.equal((await refresh({ now: "2026-02-03T12:00:00Z" })).blocked?.code, "red_volume");
    const override = { override: "moving house", by: "docs_cos", now: "2026-02-03T13:00:00Z" };
    assert.equal((await refresh(override)).blocked, null);
    const found = await measured();
    assert.deepEqual(
      found.map(({ status, level }) => `${status} ${level}`),
      ["ok green", "ok green", "critical red", "critical red"],
    );
    assert.deepEqual(
      found.map(({ override }) => override),
      [null, null, null, { reason: "moving house", by: "docs_cos" }],
    );
    for (const row of found) {
      assert.deepEqual([row.unit, row.guardrail_clause], ["lines", "context.hygiene"]);
      assert.equal(row.metric_value, row.total_lines);
      const keys = ["bundle_lines", "per_file", "previous_total", "growth_pct", "prominence_pct"];
      for (const key of keys) assert(key in row, key);
    }
    await refresh({ "dry-run": true, now: "2026-02-03T14:00:00Z" });
    await run("context compact", { id: "docs_cos", now: "2026-02-03T14:00:00Z" });
    assert.equal((await measured()).length, 4, "only a refresh measures");
  },
);
