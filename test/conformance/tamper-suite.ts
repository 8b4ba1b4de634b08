/** What `verify` must notice when someone changes the database of a workspace. */
import assert from "node:assert/strict";
import { putArtifact, recordAliases } from "../../src/ledger/artifacts.ts";
import { hashEvent } from "../../src/ledger/event-hash.ts";
import type { Ledger } from "../../src/ledger/ledger.ts";
import type { EventRow } from "../../src/ledger/tables/events.ts";
import { message, openLedgerAt } from "../support/workspaces.ts";
import { A, B, check, type LedgerCheck, tamper, ten, verify } from "./ledger-check.ts";

/** Ten messages of each of two streams, in turn. */
async function twoStreams(ledger: Ledger): Promise<void> {
  for (let n = 0; n < 10; n++) await ledger.append([message(A, `a${n}`), message(B, `b${n}`)]);
  assert.deepEqual((await verify(ledger)).codes, []);
}

function rows(ledger: Ledger, stream: string): Promise<readonly EventRow[]> {
  const sql = "select * from ledger_events where stream = ? order by seq";
  return ledger.read((tx) => tx.all<EventRow>(sql, [stream]));
}

/** Gives the remaining events gap-free positions, as if the others had never been. */
async function closeUp(ledger: Ledger): Promise<void> {
  const left = await ledger.read((tx) =>
    tx.all<{ pos: number }>("select pos from ledger_events order by pos"),
  );
  for (const [at, { pos }] of left.entries()) {
    await tamper(ledger, "update ledger_events set pos = ? where pos = ?", [at + 1, pos]);
  }
}

/** Rewrites a stream from an event on, with hashes that fit each other. */
async function rewriteStream(ledger: Ledger, stream: string, from: number): Promise<void> {
  let prev: string | null = null;
  for (const row of await rows(ledger, stream)) {
    const actor = row.seq >= from ? '{"id":"eve","origin":"test"}' : row.actor;
    const hash = hashEvent({ ...row, actor, prev });
    const sql = "update ledger_events set actor = ?, prev = ?, hash = ? where pos = ?";
    await tamper(ledger, sql, [actor, prev, hash, row.pos]);
    prev = hash;
  }
  await tamper(ledger, "update ledger_streams set hash = ? where stream = ?", [prev, stream]);
}

/** Promises about altered workspaces, as data. */
export const tamperSuite: readonly LedgerCheck[] = [
  check("verifyLedger() finds texts that nobody redacted among the redacted", async (ledger) => {
    await ledger.append(ten(B));
    const move = "insert into ledger_redacted (sha256, at) select sha256, 'now' from ledger_texts";
    await tamper(ledger, move);
    await tamper(ledger, "delete from ledger_texts");
    const { codes, firstWrong } = await verify(ledger);
    assert.ok(codes.includes("E_BLOB"));
    assert.ok(codes.includes("E_STATE"));
    assert.deepEqual(firstWrong, { stream: B, seq: 0, pos: 1 });
  }),

  check("verifyLedger() finds a foreign id that stands for another artifact", async (ledger) => {
    const one = await putArtifact(ledger, "one");
    const other = await putArtifact(ledger, "other");
    const alias = "ab".repeat(32);
    await ledger.write((unit) => recordAliases(unit, new Map([[alias, one.ref.sha256]])));
    assert.deepEqual((await verify(ledger)).codes, []);
    await tamper(ledger, "update ledger_artifact_aliases set sha256 = ?", [other.ref.sha256]);
    assert.deepEqual((await verify(ledger)).codes, ["E_STATE"]);
  }),

  check("verifyLedger() finds that a whole stream is gone", async (ledger) => {
    await twoStreams(ledger);
    await tamper(ledger, "delete from ledger_events where stream = ?", [B]);
    await tamper(ledger, "delete from ledger_streams where stream = ?", [B]);
    await closeUp(ledger);
    const { codes, firstWrong } = await verify(ledger);
    assert.ok(codes.includes("E_CHAIN"));
    assert.deepEqual(firstWrong, { stream: A, seq: 1, pos: 2 });
  }),

  check("verifyLedger() finds events of two streams that changed positions", async (ledger) => {
    await twoStreams(ledger);
    for (const [to, from] of [
      [-1, 5],
      [5, 6],
      [6, -1],
    ] as const) {
      await tamper(ledger, "update ledger_events set pos = ? where pos = ?", [to, from]);
    }
    const { codes, firstWrong } = await verify(ledger);
    assert.ok(codes.includes("E_CHAIN"));
    assert.equal(firstWrong?.pos, 5);
  }),

  check("verifyLedger() finds a stream that was rewritten to its end", async (ledger) => {
    await twoStreams(ledger);
    await rewriteStream(ledger, A, 7);
    const { codes, firstWrong } = await verify(ledger);
    assert.ok(codes.includes("E_CHAIN"));
    assert.deepEqual(firstWrong, { stream: A, seq: 7, pos: 15 });
  }),

  check("verifyLedger() finds that the newest events are gone", async (ledger) => {
    await twoStreams(ledger);
    await tamper(ledger, "delete from ledger_events where pos > 18");
    for (const stream of [A, B]) {
      const [last] = (await rows(ledger, stream)).slice(-1);
      const sql = "update ledger_streams set events = ?, hash = ? where stream = ?";
      await tamper(ledger, sql, [Number(last?.seq) + 1, String(last?.hash), stream]);
    }
    // Tables that followed the events know better.
    assert.ok((await verify(ledger)).codes.includes("E_STATE"));
  }),

  check(
    "verifyLedger() finds tables and indexes that are gone or not as created",
    async (ledger) => {
      await ledger.append(ten(A));
      const rename = "alter table ledger_leases rename to elsewhere";
      for (const [change, undo] of [
        [
          "drop index ledger_events_id",
          "create unique index ledger_events_id on ledger_events (stream, id)",
        ],
        ["drop index messages_id", "create index messages_id on messages (id)"],
        [rename, "alter table elsewhere rename to ledger_leases"],
        [
          "alter table ledger_texts add column more text",
          "alter table ledger_texts drop column more",
        ],
      ] as const) {
        await tamper(ledger, change);
        assert.deepEqual([...new Set((await verify(ledger)).codes)], ["E_STORE"], change);
        await tamper(ledger, undo);
        assert.deepEqual((await verify(ledger)).codes, [], undo);
      }
      await tamper(ledger, "drop index messages_id");
      await tamper(ledger, "create index messages_id on messages (body)");
      assert.deepEqual((await verify(ledger)).codes, ["E_STORE"]);
    },
  ),

  check("verifyLedger() finds a table that a projection has lost", async (ledger) => {
    await ledger.append(ten(A));
    await tamper(ledger, "drop table message_counts");
    assert.ok((await verify(ledger)).codes.includes("E_STORE"));
  }),

  check("verifyLedger() finds triggers that change what others write", async (ledger) => {
    await ledger.append(ten(A));
    const statements = ledger.store.engine.trigger({
      name: "late",
      on: "after insert on ledger_texts",
      steps: ["delete from ledger_leases"],
    });
    for (const statement of statements) await tamper(ledger, statement);
    assert.deepEqual((await verify(ledger)).codes, ["E_STORE"]);
  }),

  check(
    "openLedger() does not take an empty database for an intact workspace",
    async (ledger, location) => {
      await ledger.append(ten(A));
      const { engine } = ledger.store;
      const objects = await ledger.read((tx) =>
        tx.all<{ kind: string; name: string }>(engine.listObjects("real")),
      );
      for (const { kind, name } of objects) {
        if (kind === "table" && name !== "ledger_artifacts")
          await tamper(ledger, `drop table ${name}`);
      }
      await assert.rejects(openLedgerAt(location), { code: "E_STORE" });
    },
  ),
];
