import assert from "node:assert/strict";
import fs from "node:fs";
import path from "node:path";
import { suite, test } from "node:test";
import curator from "../../../src/curator/module.ts";
import { telemetryStream } from "../../../src/curator/streams.ts";
import { compareTables, rebuildTables } from "../../../src/ledger/projections.ts";
import { createLab, NOW } from "../../support/responsibilities.ts";
import { picture, writeFiles } from "../../support/scratch.ts";
import { openLedgerAt, subjects } from "../../support/workspaces.ts";

const { all } = await subjects();
const ask = { subject: "Describe the new flag", from: "build_cos", to: "docs_cos" };

interface Views {
  readonly written: readonly string[];
  readonly differing: readonly string[];
  readonly missing: readonly string[];
  readonly orphans: readonly string[];
}

for (const subject of all) {
  suite(`the record on ${subject.name}`, { skip: subject.skip }, () => {
    test("views are the same bytes each time, and a check finds edited and orphan ones", async () => {
      const lab = await createLab(subject);
      await lab.run("request create", { ...ask, id: "req_a" });
      const folder = path.join(lab.cwd, "registry/docs_cos/queue/inbox");
      const views = (input = {}) => lab.run<Views>("context views", { id: "docs_cos", ...input });
      assert.deepEqual((await views()).written, [], "the request itself wrote its pages");
      const bytes = fs.readFileSync(path.join(folder, "req_a.md"), "utf8");
      assert.match(bytes, /request_id: req_a\n/);
      assert.deepEqual((await views({ now: "2026-03-01T00:00:00Z" })).written, []);
      fs.rmSync(folder, { recursive: true });
      await views({ now: "2026-04-01T00:00:00Z" });
      assert.equal(fs.readFileSync(path.join(folder, "req_a.md"), "utf8"), bytes);
      fs.appendFileSync(path.join(folder, "req_a.md"), "edited\n");
      fs.writeFileSync(path.join(folder, "req_gone.md"), "x");
      const checked = await views({ check: true });
      assert.deepEqual(
        [checked.differing, checked.orphans, checked.written],
        [["queue/inbox/req_a.md"], ["queue/inbox/req_gone.md"], []],
      );
      fs.rmSync(path.join(lab.cwd, "registry/build_cos/queue"), { recursive: true });
      const out = await lab.run<Views>("context views", { id: "build_cos" });
      assert.deepEqual(out.written, ["queue/outbox/req_a.md"]);
    });

    test("pages of older layouts are compared with their requests, and never written", async () => {
      const lab = await createLab(subject);
      for (const id of ["req_a", "req_b"]) await lab.run("request create", { ...ask, id });
      const page = (id: string, status: string) =>
        `---\nrequest_id: ${id}\nstatus: ${status}\npriority: 100\n---\n# In other words\n`;
      writeFiles(lab.cwd, {
        "registry/docs_cos/requests/inbox/req_a.md": page("req_a", "pending"),
        "registry/docs_cos/requests/inbox/req_b.md": page("req_b", "accepted"),
        "registry/docs_cos/requests/outbox/req_a.md": page("req_a", "pending"),
        "queue/inbox/req_a.md": page("req_b", "pending"),
        "queue/inbox/req_gone.md": page("req_gone", "pending"),
        "queue/outbox/req_a.md": page("req_a", "rejected"),
      });
      const before = picture(lab.cwd);
      const found = await lab.run<Views>("context views", { id: "docs_cos", check: true });
      assert.deepEqual(found.differing, ["requests/inbox/req_b.md", "../../queue/inbox/req_a.md"]);
      assert.deepEqual(found.orphans, [
        "requests/outbox/req_a.md",
        "../../queue/inbox/req_gone.md",
      ]);
      await lab.run<Views>("context views", { id: "docs_cos" });
      assert.deepEqual(picture(lab.cwd), before);
    });

    test("a bundle is shown with where its files came from, and which other bundles have them", async () => {
      const lab = await createLab(subject);
      writeFiles(lab.cwd, { "plan.md": "# Plan\n", "more.md": "# More\n" });
      const ingest = (scope: string, paths: readonly string[]) =>
        lab.run<{ bundle: { bundle_id: string } }>("context ingest", {
          scope,
          paths,
          objective: ["Plan"],
          actor: "docs_cos",
        });
      const first = (await ingest("first", ["plan.md"])).bundle.bundle_id;
      const second = (await ingest("second", ["plan.md", "more.md"])).bundle.bundle_id;
      assert.notEqual(first, second);
      const { lineage } = await lab.run<{
        lineage: readonly { uri: string; bundles: readonly string[] }[];
      }>("context bundle show", { id: second });
      assert.deepEqual(
        lineage.map(({ uri, bundles }) => [path.basename(uri), bundles]),
        [
          ["plan.md", [first, second]],
          ["more.md", [second]],
        ],
      );
    });

    test("telemetry is never changed or removed, and a rebuild agrees", async () => {
      const lab = await createLab(subject);
      const ledger = await openLedgerAt(lab.store, { modules: [curator] });
      const measured = (recorded_at: string) => ({
        stream: telemetryStream("lab"),
        type: "telemetry_recorded",
        actor: null,
        body: {
          component_id: "c",
          metric_name: "heartbeat",
          metric_value: 0.5,
          unit: "count",
          measurement_window: "PT0S",
          status: "ok",
          guardrail_clause: "runtime.uptime",
          recorded_at,
          alerts: [{ alert_type: "sla_breach", severity: "warning" }],
        },
      });
      await ledger.append([measured("2026-01-01T00:00:00Z"), measured(NOW)]);
      const refused = [
        "update telemetry_metrics set metric_value = 2",
        "delete from telemetry_metrics",
        "delete from telemetry_alerts",
        "update telemetry_alerts set severity = 'info'",
        "update responsibilities set status = 'retired'",
        "delete from responsibility_events",
      ];
      for (const sql of refused)
        await assert.rejects(
          ledger.write(({ tx }) => tx.run(sql)),
          sql,
        );
      const acknowledge = `update telemetry_alerts set acknowledged_at = '${NOW}', acknowledged_by = 'x' where id = 0`;
      await ledger.write(({ tx }) => tx.run(acknowledge));
      await ledger.append([measured("2026-02-03T11:00:00Z")]);
      const rows = () =>
        ledger.read((tx) => tx.all("select id, recorded_at from telemetry_metrics order by id"));
      const kept = await rows();
      assert.deepEqual(
        kept.map(({ id }) => Number(id)),
        [1, 2, 3],
      );
      const { engine } = ledger.store;
      const stale = () =>
        ledger.store.transaction("shadow", (tx) => compareTables(tx, engine, ledger.projections));
      assert.deepEqual(await stale(), []);
      await ledger.write(({ tx }) => rebuildTables(tx, engine, ledger.projections));
      assert.deepEqual(await rows(), kept);
      assert.deepEqual(await stale(), []);
      await ledger.close();
      const { metrics } = await lab.run<{ metrics: unknown[] }>("context telemetry export");
      assert.equal(metrics.length, 3);
    });

    test("the whole ledger verifies, and a copy has the same rows", async () => {
      const lab = await createLab(subject);
      await lab.run("request create", { ...ask, id: "req_a" });
      const target = path.join(lab.cwd, "copy/.holdall");
      const { ok } = await lab.run<{ ok: boolean }>("ledger verify", { now: undefined });
      assert.equal(ok, true);
      await lab.run("ledger copy", { to: target, now: undefined });
      const read = async (location: string) => {
        const ledger = await openLedgerAt(location, { modules: [curator] });
        const rows = await ledger.read(async (tx) => [
          await tx.all("select * from requests order by id"),
          await tx.all("select * from request_events order by id"),
          await tx.all("select * from responsibilities order by id"),
        ]);
        await ledger.close();
        return rows;
      };
      const ours = await read(lab.store);
      assert.deepEqual(
        ours.map((rows) => rows.length),
        [1, 2, 3],
      );
      assert.deepEqual(
        JSON.parse(JSON.stringify(await read(target))),
        JSON.parse(JSON.stringify(ours)),
      );
    });
  });
}
