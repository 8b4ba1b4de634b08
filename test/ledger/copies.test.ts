import assert from "node:assert/strict";
import fs from "node:fs";
import path from "node:path";
import { test } from "node:test";
import { migrations } from "../../src/ledger/migrations.ts";
import { redactTexts, removeRedacted } from "../../src/ledger/redact.ts";
import { toText } from "../../src/ledger/texts.ts";
import { A } from "../conformance/ledger-check.ts";
import { makeScratch } from "../support/scratch.ts";
import { message, openLedgerAt } from "../support/workspaces.ts";

const scratch = makeScratch();
const REMOVED_TEXT = "words that are to be removed everywhere";
const steps = [...migrations, async () => undefined];
const COPY = `ledger.sqlite.before-schema-${steps.length}`;

/** A workspace that was migrated, so that a copy of it was saved. */
async function createMigrated(name: string): Promise<string> {
  const location = path.join(scratch, name);
  const before = await openLedgerAt(location);
  await before.append([message(A, REMOVED_TEXT)]);
  await before.close();
  await (await openLedgerAt(location, { migrations: steps })).close();
  return location;
}

/** The files of a workspace that contain the words. */
function filesWithText(location: string): readonly string[] {
  const files = fs.readdirSync(location, { recursive: true, withFileTypes: true });
  return files
    .filter((file) => file.isFile())
    .map((file) => path.join(file.parentPath, file.name))
    .filter((file) => fs.readFileSync(file).includes(REMOVED_TEXT))
    .map((file) => path.basename(file));
}

test("a copy that was saved before a migration can be read by its owner only", async () => {
  const location = await createMigrated("mode");
  const copy = path.join(location, COPY);
  assert.equal(fs.statSync(copy).mode & 0o777, 0o600);
  // As earlier versions left it.
  fs.chmodSync(copy, 0o644);
  await (await openLedgerAt(location, { migrations: steps })).close();
  assert.equal(fs.statSync(copy).mode & 0o777, 0o600);
});

test("redacting a text removes the copies that still contain it", async () => {
  const location = await createMigrated("redacted");
  assert.deepEqual(filesWithText(location).toSorted(), ["ledger.sqlite", COPY]);
  const ledger = await openLedgerAt(location, { migrations: steps });
  const names = [toText(REMOVED_TEXT).ref.sha256];
  await ledger.write((unit) => redactTexts(unit, names, { actor: null }));
  await removeRedacted(ledger, names);
  await ledger.close();
  assert.deepEqual(filesWithText(location), []);
  assert.equal(fs.existsSync(path.join(location, COPY)), false);
});
