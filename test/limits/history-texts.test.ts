import assert from "node:assert/strict";
import fs from "node:fs";
import path from "node:path";
import { test } from "node:test";
import { loadModules } from "../../src/runtime/modules.ts";
import { DEFAULT_ADDRESS } from "../../src/state/address.ts";
import { entryChange } from "../../src/state/change.ts";
import { changeState } from "../../src/state/change-state.ts";
import { newEntry } from "../../src/state/entry.ts";
import { createKitWorkspace } from "../support/kits.ts";
import { makeScratch } from "../support/scratch.ts";
import { openLedgerAt } from "../support/workspaces.ts";

const scratch = makeScratch();
const TEXTS = 10_500;

test("a history of more texts than a bundle may have files travels as a folder and as an archive", async () => {
  const location = path.join(scratch, "many", ".holdall");
  const space = await createKitWorkspace(location, scratch);
  const ledger = await openLedgerAt(location, { modules: await loadModules() });
  const bounds = {
    slots: [{ name: "fact" }],
    budget_tokens: 10_000_000,
    eviction: "lowest-score" as const,
    tokenizer: "o200k_base",
    namespace: "shared",
  };
  const actor = { id: "ada", origin: "test" };
  await changeState(ledger, { address: DEFAULT_ADDRESS, bounds, actor }, ({ state }) => ({
    changes: Array.from({ length: TEXTS }, (_, at) =>
      entryChange(
        state,
        "state_committed",
        newEntry(state, {
          id: `e${at}`,
          namespace: "shared",
          slot: "fact",
          content: `row ${at}`,
          tokens: 2,
          score: 1,
          committed_at: "2026-03-01T09:00:00Z",
          status: "active",
        }),
      ),
    ),
    result: null,
  }));
  await ledger.close();
  const [folder, archive] = ["kit", "kit.tar.gz"].map((name) => path.join(scratch, name));
  for (const out of [folder, archive]) {
    assert.equal((await space.run("kit export", { out })).out.head_seq, TEXTS);
  }
  // Reading an archive is unpacking it and reading the folder.
  const replayed = await space.run("kit replay", { path: archive, at: String(TEXTS - 1) });
  assert.equal(replayed.out.entries.length, TEXTS - 1);
  assert.equal(fs.readdirSync(path.join(scratch, "kit/history/blobs")).length, TEXTS);
});
