import assert from "node:assert/strict";
import { test } from "node:test";
import { A, tamper, ten, verify } from "../conformance/ledger-check.ts";
import { startServer } from "../support/postgresql.ts";
import { messagesModule, openLedgerAt } from "../support/workspaces.ts";

const server = await startServer();
const skip = typeof server === "string" ? server : false;

test("verifyLedger() lets amcheck find an index that lacks rows", { skip }, async () => {
  if (typeof server === "string") return;
  const ledger = await openLedgerAt(server.url("damaged"), { modules: [messagesModule] });
  await ledger.append(ten(A));
  const setReady = (isReady: boolean) =>
    tamper(
      ledger,
      `update pg_index set indisready = ${isReady} where indexrelid = 'messages_id'::regclass`,
    );
  await setReady(false);
  await ledger.append(ten(A)); // Rows that the index does not get.
  await setReady(true);
  assert.deepEqual((await verify(ledger)).codes, [], "the extension is not installed yet");
  await tamper(ledger, "create extension amcheck schema public");
  const { codes, list } = await verify(ledger);
  assert.deepEqual(codes, ["E_STORE"]);
  assert.match(list[0]?.message ?? "", /messages_id/);
  await tamper(ledger, "reindex index messages_id");
  assert.deepEqual((await verify(ledger)).codes, []);
  await ledger.close();
});
