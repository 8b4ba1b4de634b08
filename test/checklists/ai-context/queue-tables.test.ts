import assert from "node:assert/strict";
import { suite, test } from "node:test";
import { createFindings } from "../../../src/base/findings.ts";
import curator from "../../../src/curator/module.ts";
import type { RequestStatus } from "../../../src/curator/requests/status.ts";
import { requestArrows, requestStatuses } from "../../../src/curator/requests/status.ts";
import { requestStream } from "../../../src/curator/streams.ts";
import { checkDatabase } from "../../../src/ledger/check-database.ts";
import type { Ledger } from "../../../src/ledger/ledger.ts";
import { compareTables, rebuildTables } from "../../../src/ledger/projections.ts";
import type { StoreName } from "../../../src/stores/registry.ts";
import { openLedgerAt, subjects } from "../../support/workspaces.ts";

const { all } = await subjects();
const AT = "2026-02-03T10:00:00Z";
const by = { at: AT, by: "docs_cos" };

/** The events that bring a request from its creation to a status. */
const paths: Readonly<Record<RequestStatus, readonly (readonly [string, string])[]>> = {
  created: [],
  pending: [["request_opened", "created"]],
  accepted: [
    ["request_opened", "created"],
    ["request_accepted", "pending"],
  ],
  deferred: [
    ["request_opened", "created"],
    ["request_deferred", "pending"],
  ],
  rejected: [
    ["request_opened", "created"],
    ["request_rejected", "pending"],
  ],
  cancelled: [
    ["request_opened", "created"],
    ["request_cancelled", "pending"],
  ],
  expired: [
    ["request_opened", "created"],
    ["request_expired", "pending"],
  ],
  completed: [
    ["request_opened", "created"],
    ["request_accepted", "pending"],
    ["request_completed", "accepted"],
  ],
};

async function requestAt(ledger: Ledger, id: string, status: RequestStatus): Promise<void> {
  const stream = requestStream("lab", id);
  const body = {
    ...by,
    type: "request_for_action",
    origin_responsibility_id: "build_cos",
    target_responsibility_id: "docs_cos",
    subject: "Describe the new flag",
    summary: "",
    available_at: AT,
    authored_by: "human",
  };
  const steps = paths[status].map(([type, from]) => ({
    stream,
    type,
    actor: null,
    body: { ...by, from },
  }));
  await ledger.append([{ stream, type: "request_created", actor: null, body }, ...steps]);
}

function statusOf(ledger: Ledger, id: string): Promise<unknown> {
  return ledger.read(
    async (tx) => (await tx.all("select status from requests where id = ?", [id]))[0]?.status,
  );
}

const pairs = requestStatuses.flatMap((from) =>
  requestStatuses.filter((to) => to !== from).map((to) => [from, to] as const),
);

/** A store that the registry gains and this table lacks does not compile. */
const dropTrigger: Readonly<Record<StoreName, string>> = {
  sqlite: "drop trigger requests_status",
  postgresql: "drop trigger requests_status on requests",
};

for (const subject of all) {
  suite(`the tables of the curator on ${subject.name}`, { skip: subject.skip }, () => {
    test("the database follows 8 changes, refuses 48, and any direct change of a status", async () => {
      const ledger = await openLedgerAt(subject.location(), { modules: [curator] });
      const change = `insert into request_events (id, request_id, event_type, old_status, new_status, created_at, created_by)
        values ((select max(id) + 1 from request_events), ?, 'status_changed', ?, ?, '${AT}', 'x')`;
      let followed = 0;
      for (const [index, [from, to]] of pairs.entries()) {
        const id = `req_${index}`;
        await requestAt(ledger, id, from);
        assert.equal(await statusOf(ledger, id), from);
        const direct = (tx: { run(sql: string, params: readonly string[]): Promise<number> }) =>
          tx.run("update requests set status = ? where id = ?", [to, id]);
        await assert.rejects(
          ledger.write(({ tx }) => direct(tx)),
          `${from} > ${to} directly`,
        );
        const stale = from === "created" ? "pending" : "created";
        await assert.rejects(
          ledger.write(({ tx }) => tx.run(change, [id, stale, to])),
          "stale",
        );
        const insert = ledger.write(({ tx }) => tx.run(change, [id, from, to]));
        if (requestArrows.includes(`${from}>${to}`)) {
          await insert;
          followed++;
          assert.equal(await statusOf(ledger, id), to);
        } else {
          await assert.rejects(insert, `${from} > ${to}`);
          assert.equal(await statusOf(ledger, id), from);
        }
      }
      assert.deepEqual([pairs.length, followed], [56, 8]);
      for (const sql of [
        "update request_events set note = 'x'",
        "delete from request_events",
        "delete from requests",
      ]) {
        await assert.rejects(
          ledger.write(({ tx }) => tx.run(sql)),
          sql,
        );
      }
      await ledger.close();
    });

    test("tables, triggers and rows are those of the ledger, before and after a rebuild", async () => {
      const ledger = await openLedgerAt(subject.location(), { modules: [curator] });
      for (const status of requestStatuses) await requestAt(ledger, `req_${status}`, status);
      const check = async () => {
        const findings = createFindings();
        await checkDatabase(ledger, findings);
        const { engine } = ledger.store;
        const stale = await ledger.store.transaction("shadow", (tx) =>
          compareTables(tx, engine, ledger.projections),
        );
        return [findings.list(), stale];
      };
      assert.deepEqual(await check(), [[], []]);
      const rows = () => ledger.read((tx) => tx.all("select * from request_events order by id"));
      const before = await rows();
      await ledger.write(({ tx }) => rebuildTables(tx, ledger.store.engine, ledger.projections));
      assert.deepEqual(await rows(), before);
      assert.deepEqual(await check(), [[], []]);
      await ledger.write(({ tx }) => tx.run(dropTrigger[subject.name]));
      const [found] = await check();
      assert.equal(found?.length, 1, "a missing trigger is a finding");
      await ledger.close();
    });
  });
}
