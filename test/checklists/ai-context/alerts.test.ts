/** Alerts reach somebody: an alert is a request to the steward and a line of the overview. */

import assert from "node:assert/strict";
import { test } from "node:test";
import { slaOf } from "../../../src/curator/requests/sla.ts";
import type { RequestRow } from "../../../src/curator/requests/tables/rows.ts";
import type { CreateWorkspace } from "./workspace.ts";
import { testOnStores } from "./workspace.ts";

const LATE = "2026-02-03T10:01:01Z";
const steward = { actor: "docs_cos" };

interface Listed {
  readonly requests: readonly {
    readonly id: string;
    readonly status: string;
    readonly origin_responsibility_id: string;
    readonly target_responsibility_id: string;
    readonly subject: string;
  }[];
}

/** A workspace whose steward is `docs_cos`; `build_cos` asks and is asked. */
async function withTwo(createWorkspace: CreateWorkspace) {
  const place = await createWorkspace();
  await place.run("init", { responsibility: "build_cos", now: undefined });
  const ask = (id: string, input: object = {}) =>
    place.run("request create", {
      subject: `Do ${id}`,
      from: "docs_cos",
      to: "build_cos",
      id,
      ...steward,
      ...input,
    });
  const reports = async () => {
    const { out } = await place.run<Listed>("request list", { type: "telemetry_alert" });
    return out.requests;
  };
  const open = async () => (await reports()).filter(({ status }) => status === "pending");
  const alerts = (now: string) =>
    place.run("context refresh", { id: "build_cos", only: ["open_requests"], alerts: true, now });
  const unseen = () =>
    place.rows("select id from telemetry_alerts where acknowledged_at is null order by id");
  return { ...place, ask, reports, open, alerts, unseen };
}

testOnStores(
  "a breach is one request to the steward, and closing it acknowledges the alert",
  async (createWorkspace) => {
    const { ask, reports, open, alerts, run, unseen } = await withTwo(createWorkspace);
    await ask("req_a", { "response-seconds": 60 });
    await alerts("2026-02-03T10:00:30Z");
    assert.deepEqual(await reports(), []);
    await alerts(LATE);
    const [alert, ...more] = await reports();
    assert.deepEqual(more, []);
    assert.equal(alert?.origin_responsibility_id, "context_curator");
    assert.equal(alert?.target_responsibility_id, "docs_cos");
    assert.match(alert?.subject ?? "", /req_a/);
    await alerts(LATE);
    await alerts("2026-02-09T10:00:00Z");
    assert.equal((await reports()).length, 1, "the same breach, and no alert about the alert");
    assert.equal((await unseen()).length, 1);
    const id = alert?.id;
    await run("request accept", { id, ...steward });
    await run("request complete", { id, note: "a second worker was started", ...steward });
    assert.deepEqual(await unseen(), []);
    assert.deepEqual(await open(), []);
  },
);

testOnStores(
  "an alert whose cause is gone is withdrawn, and only the kernel makes alerts",
  async (createWorkspace) => {
    const { ask, reports, open, alerts, run, unseen, fails } = await withTwo(createWorkspace);
    await ask("req_a", { "response-seconds": 60 });
    await alerts(LATE);
    assert.equal((await open()).length, 1);
    await run("request accept", { id: "req_a", actor: "build_cos", now: LATE });
    assert.deepEqual(await open(), []);
    assert.equal((await reports())[0]?.status, "cancelled");
    assert.deepEqual(await unseen(), []);
    const forged = { subject: "x", from: "docs_cos", to: "docs_cos", type: "telemetry_alert" };
    assert.equal(await fails("request create", { ...forged, ...steward }), "E_PROTECTED");
    const posing = { subject: "x", from: "context_curator", to: "docs_cos" };
    const code = await fails("request create", { ...posing, actor: "context_curator" });
    assert.equal(code, "E_NOT_FOUND");
  },
);

testOnStores("drift and a backlog reach the steward, each once", async (createWorkspace) => {
  const { reports, run, edit, write, cwd } = await withTwo(createWorkspace);
  const file = "ai_context/model_preferences.md";
  edit(file, "preferred_model: unset", "preferred_model: m-large");
  edit(file, "action_required: none", "action_required: notify_docs_cos");
  const check = (now: string) => run("context refresh", { id: "docs_cos", detected: "m-x", now });
  await check("2026-02-03T10:00:00Z");
  await check("2026-02-03T11:00:00Z");
  assert.equal((await reports()).length, 1, "noted twice, reported once");
  for (let n = 0; n < 12; n++) {
    write({ [`f${n}.md`]: `# ${n}\n` });
    await run("context ingest", {
      paths: [`${cwd}/registry/docs_cos/f${n}.md`],
      scope: `s${n}`,
      objective: ["know"],
      actor: "build_cos",
    });
  }
  const subjects = (await reports()).map(({ subject }) => subject);
  assert.equal(subjects.length, 2, subjects.join("\n"));
  assert.ok(subjects.some((subject) => subject.includes("m-large")));
  assert.ok(subjects.some((subject) => subject.includes("bundles")));
});

testOnStores(
  "drift is reported to whom the policy names, and withdrawn when the model is right again",
  async (createWorkspace) => {
    const { reports, open, unseen, run, edit } = await withTwo(createWorkspace);
    const file = "ai_context/model_preferences.md";
    edit(file, "preferred_model: unset", "preferred_model: m-large");
    edit(file, "action_required: none", "action_required: notify_build_cos");
    const check = (detected: string, now: string) =>
      run("context refresh", { id: "docs_cos", detected, now });
    await check("m-x", "2026-02-03T10:00:00Z");
    const targets = (await open()).map((each) => each.target_responsibility_id);
    assert.deepEqual(targets.sort(), ["build_cos", "docs_cos"]);
    const [own] = (await open()).filter((each) => each.target_responsibility_id === "build_cos");
    await run("request reject", { id: own?.id, note: "not mine", actor: "build_cos" });
    assert.equal((await unseen()).length, 1, "the steward has yet to answer");
    await check("m-x", "2026-02-03T11:00:00Z");
    assert.equal((await reports()).length, 2, "nobody is asked again");
    await check("m-large", "2026-02-03T12:00:00Z");
    assert.deepEqual([await open(), await unseen()], [[], []]);
    await check("m-x", "2026-02-03T13:00:00Z");
    assert.equal((await open()).length, 2, "another time");
  },
);

testOnStores(
  "a volume and a backlog are withdrawn when their cause is gone",
  async (createWorkspace) => {
    const { open, unseen, refresh, run, write, cwd } = await withTwo(createWorkspace);
    const subjects = async () => (await open()).map(({ subject }) => subject.split(":")[0]);
    const lines = (count: number) => "A line.\n".repeat(count);
    await refresh({ now: "2026-02-03T10:00:00Z" });
    write({ "context/projects/long.md": `# Long\n\n${lines(3200)}` });
    assert.equal((await refresh({ now: "2026-02-03T11:00:00Z" })).exit, 3);
    assert.deepEqual(await subjects(), ["Context of docs_cos"]);
    write({ "context/projects/long.md": "# Short\n" });
    await refresh({ now: "2026-02-03T12:00:00Z" });
    assert.deepEqual([await subjects(), await unseen()], [[], []]);
    const bundles: string[] = [];
    for (let n = 0; n < 11; n++) {
      write({ [`f${n}.md`]: `# ${n}\n` });
      const { out } = await run<{ bundle: { bundle_id: string } }>("context ingest", {
        paths: [`${cwd}/registry/docs_cos/f${n}.md`],
        scope: `s${n}`,
        objective: ["know"],
        actor: "build_cos",
      });
      bundles.push(out.bundle.bundle_id);
    }
    assert.deepEqual(await subjects(), ["Backlog"]);
    await run("context bundle reject", { id: bundles[0], reason: "known", ...steward });
    await refresh({ now: "2026-02-03T13:00:00Z" });
    assert.deepEqual([await subjects(), await unseen()], [[], []]);
  },
);

testOnStores("the overview has a line for alerts", async (createWorkspace) => {
  const { ask, alerts, context, store } = await withTwo(createWorkspace);
  await ask("req_a", { "response-seconds": 60 });
  await alerts(LATE);
  const { runOperation } = await import("../../support/operations.ts");
  const input = store === undefined ? {} : { store };
  const { out } = await runOperation<{ attention: { alerts: readonly object[] } }>(
    context,
    "overview",
    input,
  );
  const [alert, ...more] = out.attention.alerts;
  assert.deepEqual(more, []);
  assert.ok(alert);
  assert.deepEqual(
    [Object(alert).alert_type, Object(alert).responsibility_id],
    ["sla_breach", "build_cos"],
  );
  const { default: present } = await import("../../../src/cli/present/ledger/overview.ts");
  const { createTerminal } = await import("../../../src/cli/terminal.ts");
  const lines = present(out as never, createTerminal({}, true)).join("\n");
  assert.match(lines, /1 alert \(holdall request list/);
  assert.doesNotMatch(lines, /No problem found/);
});

testOnStores(
  "depth, latency and heartbeat are measured as their names say",
  async (createWorkspace) => {
    const { ask, alerts, run, rows } = await withTwo(createWorkspace);
    await ask("req_a");
    await ask("req_b", { now: "2026-02-03T10:00:30Z" });
    await ask("req_c");
    await run("request accept", { id: "req_c", actor: "build_cos" });
    const count = async () => (await rows(BEATS)).length;
    const before = await count();
    await alerts("2026-02-03T10:01:00Z");
    assert.equal((await count()) - before, 1, "one heartbeat for one run");
    const measured = await rows(
      `select metric_name, metric_value, unit from telemetry_metrics
       where metric_name like 'queue_%' order by metric_name`,
    );
    assert.deepEqual(
      measured.map(({ metric_name, metric_value, unit }) => [metric_name, metric_value, unit]),
      [
        ["queue_depth", 3, "count"],
        ["queue_latency_ms", 60_000, "ms"],
      ],
    );
  },
);

const BEATS = "select id from telemetry_metrics where metric_name = 'heartbeat'";

test("by default a request is acknowledged within a working day and done by due_at", () => {
  const request = {
    status: "pending",
    available_at: "2026-02-06T17:00:00Z", // A Friday.
    sla_response_seconds: null,
    sla_completion_seconds: null,
    due_at: "2026-02-12T17:00:00Z",
  } as RequestRow;
  const of = (now: string, changes: Partial<RequestRow> = {}, accepted_at: string | null = null) =>
    slaOf(
      { ...request, ...changes },
      { pending_since: null, accepted_at },
      { now, responseSeconds: null },
    );
  assert.equal(of("2026-02-06T18:00:00Z"), "ok");
  assert.equal(of("2026-02-08T23:59:59Z"), "ok", "a weekend does not count");
  assert.equal(of("2026-02-09T13:00:00Z"), "at_risk");
  assert.equal(of("2026-02-09T17:00:00Z"), "at_risk");
  assert.equal(of("2026-02-09T17:00:01Z"), "breached");
  const accepted = (now: string) => of(now, { status: "accepted" }, "2026-02-09T17:00:00Z");
  assert.equal(accepted("2026-02-10T17:00:00Z"), "ok");
  assert.equal(accepted("2026-02-12T17:00:00Z"), "at_risk");
  assert.equal(accepted("2026-02-12T17:00:01Z"), "breached");
});
