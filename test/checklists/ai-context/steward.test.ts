/** Statuses, offers and workspaces that no caller gets around. */

import assert from "node:assert/strict";
import fs from "node:fs";
import path from "node:path";
import { suite, test } from "node:test";
import { bundleArrows, bundleStatuses } from "../../../src/curator/ingestion/bodies.ts";
import curator from "../../../src/curator/module.ts";
import type { OperationName } from "../../../src/operations/registry.ts";
import { codeOf, runOperation } from "../../support/operations.ts";
import { createLab, type Lab } from "../../support/responsibilities.ts";
import { picture } from "../../support/scratch.ts";
import { openLedgerAt, subjects } from "../../support/workspaces.ts";
import { testOnStores } from "./workspace.ts";

const { all } = await subjects();
const steward = { actor: "steward_lab" };

interface Ingested {
  readonly bundle: { readonly bundle_id: string; readonly ingestion_status: string };
  readonly request_id: string;
  readonly created: boolean;
}

/** Takes a file in by a request; the result is its bundle and the request. */
function ingest(lab: Lab, name: string, extra = {}): Promise<Ingested> {
  const file = path.join(lab.cwd, `${name}.md`);
  fs.writeFileSync(file, `# ${name}\n`);
  const input = { paths: [file], scope: name, objective: ["Read it"], from: "build_cos" };
  return lab.run<Ingested>("context ingest", { ...input, ...extra });
}

/** Takes a file in and accepts the request. */
async function accepted(lab: Lab, name: string): Promise<string> {
  const { bundle, request_id } = await ingest(lab, name);
  await lab.run("request accept", { id: request_id, ...steward });
  return bundle.bundle_id;
}

const steps: Readonly<Record<string, readonly [OperationName, Readonly<Record<string, unknown>>]>> =
  {
    registered: ["context bundle register", { primary: ["docs_cos"] }],
    dispatched: ["context bundle dispatch", {}],
    retired: ["context bundle retire", { force: true, reason: "done" }],
  };

/** Everything that a refused step could have changed. */
async function everything(lab: Lab) {
  const events = await lab.rows("select count(*) as n from ledger_events");
  return { events, files: picture(lab.cwd) };
}

for (const subject of all) {
  suite(`the steward on ${subject.name}`, { skip: subject.skip }, () => {
    test("nine pairs of statuses are refused with nothing written, and four calls change nothing", async () => {
      const lab = await createLab(subject);
      const ledger = await openLedgerAt(lab.store, { modules: [curator] });
      const record = `insert into ingestion_events (id, workspace_id, bundle_id, event_type, old_status,
        new_status, requests_json, created_at, created_by) values ((select max(id) + 1 from
        ingestion_events), 'lab', ?, 'status_changed', ?, ?, '[]', '2026-02-03T10:00:00Z', 'x')`;
      let refused = 0;
      let idle = 0;
      for (const [reached, from] of bundleStatuses.entries()) {
        const name = `at-${from}`;
        const id = await accepted(lab, name);
        for (const status of bundleStatuses.slice(1, reached + 1)) {
          const [operation, input] = steps[status] ?? assert.fail(status);
          await lab.run(operation, { id, ...input, ...steward });
        }
        for (const to of bundleStatuses) {
          const before = await everything(lab);
          const step = steps[to];
          if (to === from) {
            // A bundle becomes pending by its preparation; the same content prepares none again.
            const again =
              step === undefined
                ? (await ingest(lab, name)).created
                : (await lab.run<{ changed: boolean }>(step[0], { id, ...step[1], ...steward }))
                    .changed;
            assert.equal(again, false, `${from} > ${to}`);
            idle++;
          } else if (!bundleArrows.includes(`${from}>${to}`)) {
            if (step)
              assert.equal(await lab.fault(step[0], { id, ...step[1], ...steward }), "E_STATE");
            // No command leads back to pending, and the database follows no event that does.
            await assert.rejects(
              ledger.write(({ tx }) => tx.run(record, [id, from, to])),
              `${from} > ${to}`,
            );
            refused++;
          } else continue;
          assert.deepEqual(await everything(lab), before, `${from} > ${to}`);
        }
      }
      await ledger.close();
      assert.deepEqual([refused, idle], [9, 4]);
    });

    test("a bundle of the command line starts at pending, and validate reports one that was edited", async () => {
      const lab = await createLab(subject);
      const { bundle } = await ingest(lab, "flags");
      assert.equal(bundle.ingestion_status, "pending");
      assert.equal(await lab.fault("context ingest", { status: "registered" }), "E_USAGE");
      const validate = async () => {
        const { violations } = await lab.run<{ violations: { code: string; file: string }[] }>(
          "context validate",
          { id: "steward_lab" },
        );
        const found = violations.filter(({ file }) => file?.startsWith("context/bundles/"));
        return found.map(({ code, file }) => `${code} ${file}`);
      };
      await lab.run("context refresh", { id: "steward_lab" });
      assert.deepEqual(await validate(), []);
      const name = `context/bundles/${bundle.bundle_id}/bundle.yaml`;
      const file = path.join(lab.cwd, name);
      const text = fs.readFileSync(file, "utf8");
      fs.writeFileSync(file, text.replace("status: pending", "status: registered"));
      assert.deepEqual(await validate(), [`E_STATE ${name}`]);
      fs.writeFileSync(file, text);
      const own = path.join(lab.cwd, "context/bundles/bundle_by_hand");
      fs.mkdirSync(own);
      fs.writeFileSync(path.join(own, "bundle.yaml"), text);
      assert.deepEqual(await validate(), ["E_STATE context/bundles/bundle_by_hand/bundle.yaml"]);
    });

    test("the measurements of both flows have every key of their payload", async () => {
      const lab = await createLab(subject);
      const asked = await ingest(lab, "asked");
      await lab.run("request accept", { id: asked.request_id, ...steward });
      fs.mkdirSync(path.join(lab.cwd, "drop"));
      fs.writeFileSync(path.join(lab.cwd, "drop/dropped.md"), "# Dropped\n");
      await lab.run("context drop scan", steward);
      await lab.run("context drop scan", { ...steward, now: "2026-02-03T10:00:05Z" });
      const now = "2026-02-03T10:01:00Z";
      const sent: string[][] = [];
      for (const id of [asked.bundle.bundle_id, "bundle_2026-02-03-dropped"]) {
        await lab.run("context bundle register", { id, primary: ["docs_cos"], ...steward, now });
        const { rfa_ids } = await lab.run<{ rfa_ids: string[] }>("context bundle dispatch", {
          id,
          ...steward,
          now,
        });
        sent.push(rfa_ids);
      }
      const rows = await lab.rows(`select metric_name, guardrail_clause, metric_value, unit,
        measurement_window, recorded_at, context_json from telemetry_metrics order by id`);
      const measured = rows.map(({ context_json, ...row }) => ({
        ...row,
        context: JSON.parse(String(context_json)),
      }));
      const row = (
        name: string,
        bundle: string,
        rfas: readonly string[],
        notified: readonly string[],
      ) => ({
        metric_name: name,
        guardrail_clause: "context.routing_integrity",
        metric_value: 1,
        unit: "count",
        measurement_window: "PT0S",
        recorded_at: now,
        context: {
          bundle_ids: [bundle],
          rfa_ids: rfas,
          responsibility_ids_notified: notified,
          workspace_id: "lab",
          timestamp: now,
        },
      });
      const first = asked.bundle.bundle_id;
      const second = "bundle_2026-02-03-dropped";
      assert.deepEqual(measured, [
        row("context_ingested", first, [asked.request_id], []),
        row("context_dispatched", first, sent[0] ?? [], ["docs_cos"]),
        row("context_ingested", second, [], []),
        row("context_dispatched", second, sent[1] ?? [], ["docs_cos"]),
      ]);
      assert.deepEqual(
        sent.map(({ length }) => length),
        [1, 1],
      );
    });

    test("a bundle, a request and a claim stay in their workspace, also in one store", async () => {
      const lab = await createLab(subject);
      const other = await createLab({ location: () => lab.store }, "other");
      await other.run("responsibility add", { id: "only_other" });
      await other.run("responsibility activate", { id: "only_other" });
      const { bundle, request_id } = await ingest(lab, "flags");
      const ask = { subject: "S", from: "build_cos", to: "docs_cos", id: "req_a" };
      await lab.run("request create", ask);
      const before = await lab.rows("select count(*) as n from ledger_events");
      const id = bundle.bundle_id;
      for (const name of ["register", "dispatch", "retire", "reject"] as const) {
        const input = { id, ...steward, ...(name === "register" && { primary: ["docs_cos"] }) };
        assert.equal(await other.fault(`context bundle ${name}`, input), "E_NOT_FOUND", name);
      }
      assert.equal(await other.fault("context bundle show", { id }), "E_NOT_FOUND");
      for (const name of ["accept", "reject", "cancel"] as const) {
        const input = { id: "req_a", actor: "docs_cos", note: "no" };
        assert.equal(await other.fault(`request ${name}`, input), "E_NOT_FOUND", name);
      }
      const claim = { id: "docs_cos", limit: 10, actor: "worker-1" };
      const { requests } = await other.run<{ requests: unknown[] }>("request claim", claim);
      assert.deepEqual(requests, []);
      assert.equal(
        await lab.fault("request create", { ...ask, id: "req_b", to: "only_other" }),
        "E_NOT_FOUND",
      );
      assert.deepEqual(await lab.rows("select count(*) as n from ledger_events"), before);
      await lab.run("request accept", { id: request_id, ...steward });
      const primary = { id, primary: ["only_other"], ...steward };
      assert.equal(await lab.fault("context bundle register", primary), "E_STATE");
      const outside = path.dirname(lab.cwd);
      assert.equal(
        await lab.fault("request claim", { ...claim, workspace: outside }),
        "E_NOT_FOUND",
      );
      assert.equal(
        (await lab.run<{ requests: unknown[] }>("request claim", claim)).requests.length,
        1,
      );
    });
  });
}

const hostile = ["../x", "a/b", "", "a".repeat(65), "a..b", "/etc", "A"];

/** Every command that takes an id of a responsibility, with an input that is otherwise right. */
const commands: readonly (readonly [OperationName, string, Readonly<Record<string, unknown>>])[] = [
  ["context refresh", "id", {}],
  ["context refresh", "by", { id: "docs_cos", override: "x" }],
  ["context compact", "id", {}],
  ["context fresh", "id", {}],
  ["context volume", "id", {}],
  ["context load", "id", {}],
  ["context assemble", "id", { task: "task.md" }],
  ["context validate", "id", {}],
  ["context verify", "id", {}],
  ["context views", "id", {}],
  ["context model decide", "id", { decision: "proceed", by: "ann", reason: "x" }],
  ["context identity sign", "id", { by: "user:ann" }],
  ["context validate", "pack", { id: "docs_cos" }],
  ["context brief build", "id", { task: "t", goal: "g" }],
  ["context brief build", "pack", { id: "docs_cos", task: "t", goal: "g" }],
  ["context brief build", "mandate", { id: "docs_cos", task: "t", goal: "g" }],
  ["context brief build", "task", { id: "docs_cos", goal: "g" }],
  ["context brief check", "id", { task: "t" }],
  ["context bundle show", "id", {}],
  ["context bundle register", "id", { actor: "docs_cos" }],
  ["context bundle dispatch", "id", { actor: "docs_cos" }],
  ["context ingest", "suggest", { paths: ["task.md"], scope: "s", objective: ["o"] }],
  ["context ingest", "from", { paths: ["task.md"], scope: "s", objective: ["o"] }],
  ["request create", "from", { subject: "s", to: "docs_cos" }],
  ["request create", "to", { subject: "s", from: "docs_cos" }],
  ["request create", "id", { subject: "s", from: "docs_cos", to: "docs_cos" }],
  ["request claim", "id", {}],
  ["request accept", "id", {}],
  ["responsibility add", "id", {}],
  ["responsibility get", "id", {}],
  ["responsibility activate", "id", {}],
];
const lists = new Set(["suggest", "responsibility"]);

/** The input of a command with one id in its place. */
function withId([name, key, input]: (typeof commands)[number], id: string) {
  const isList = lists.has(key) || (name === "context brief build" && key === "pack");
  return { ...input, [key]: isList ? [id] : id };
}

testOnStores(
  "every command refuses a hostile id before a path is touched",
  async (createWorkspace) => {
    const { cwd, context, run, store } = await createWorkspace();
    fs.writeFileSync(path.join(cwd, "task.md"), "Do it.\n");
    const codeFor = (command: (typeof commands)[number], id: string) =>
      codeOf(
        runOperation(context, command[0], { ...withId(command, id), ...(store && { store }) }),
      );
    const before = picture(path.dirname(cwd));
    for (const command of commands) {
      // The ids of bundles may be longer and have capitals.
      const isBundle = command[0].startsWith("context bundle");
      for (const id of isBundle ? hostile.filter((each) => !/^[Aa]+$/.test(each)) : hostile) {
        assert.equal(await codeFor(command, id), "E_USAGE", `${command.join(" ")} ${id}`);
      }
    }
    for (const id of hostile) {
      const input = { responsibility: id, ...(store && { store }) };
      assert.equal(await codeOf(runOperation(context, "init", input)), "E_PATH", `init ${id}`);
    }
    assert.deepEqual(picture(path.dirname(cwd)), before);
    const config = path.join(cwd, "ros.config.yaml");
    const text = fs.readFileSync(config, "utf8");
    for (const id of hostile.filter(Boolean)) {
      const key = "steward_responsibility_id";
      fs.writeFileSync(config, text.replace(new RegExp(`^${key}: .*$`, "m"), `${key}: "${id}"`));
      await assert.rejects(run("context status"), { code: "E_SHAPE" }, id);
    }
    fs.writeFileSync(config, text);
    // What was refused was the id: with a proper one, none of the commands complains about its input.
    for (const command of commands) {
      assert.notEqual(await codeFor(command, "docs_cos"), "E_USAGE", command.join(" "));
    }
  },
);
