/** What `verify` must notice when someone changes the database of a workspace. */
import assert from "node:assert/strict";
import { putArtifact, recordAliases } from "../../src/ledger/artifacts.ts";
import { hashEvent } from "../../src/ledger/event-hash.ts";
import type { Ledger } from "../../src/ledger/ledger.ts";
import type { EventRow } from "../../src/ledger/tables/events.ts";
import { message } from "../support/workspaces.ts";
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
    const [one, other] = [await putArtifact(ledger, "one"), await putArtifact(ledger, "other")];
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
];
