import assert from "node:assert/strict";
import { suite, test } from "node:test";
import curator from "../../../src/curator/module.ts";
import { claimRequests } from "../../../src/curator/requests/claim.ts";
import { requestStream } from "../../../src/curator/streams.ts";
import type { Actor } from "../../../src/model/event.ts";
import { createLab, NOW } from "../../support/responsibilities.ts";
import { openLedgerAt, subjects } from "../../support/workspaces.ts";

const { all } = await subjects();
const WORKERS = 8;
const REQUESTS = 1000;

for (const subject of all) {
  suite(`claims on ${subject.name}`, { skip: subject.skip }, () => {
    test(`${REQUESTS} requests claimed by ${WORKERS} workers: none twice, none left`, async (t) => {
      const { store } = await createLab(subject);
      const actor = { id: "build_cos", origin: "test" };
      const first = await openLedgerAt(store, { modules: [curator] });
      const events = Array.from({ length: REQUESTS }, (_, index) =>
        eventsOf(`req_${index}`, actor),
      );
      await first.append(events.flat());
      await first.close();
      const started = performance.now();
      const taken = await Promise.all(
        Array.from({ length: WORKERS }, (_, index) => work(store, index)),
      );
      const ids = taken.flat();
      t.diagnostic(`${Math.round(performance.now() - started)} ms for ${ids.length} claims`);
      assert.deepEqual([ids.length, new Set(ids).size], [REQUESTS, REQUESTS]);
      // In one process, workers on a folder follow each other without a pause between them.
      const busy = taken.filter((list) => list.length > 0).length;
      if (!subject.isFolder) assert(busy > 1, "more than one worker got something");
    });
  });
}

function eventsOf(id: string, actor: Actor) {
  const stream = requestStream("lab", id);
  const by = { at: NOW, by: "build_cos" };
  const body = {
    ...by,
    type: "request_for_action",
    subject: `Work for ${id}`,
    summary: "",
    origin_responsibility_id: "build_cos",
    target_responsibility_id: "docs_cos",
    available_at: NOW,
    authored_by: "human",
  };
  return [
    { stream, type: "request_created", actor, body },
    { stream, type: "request_opened", actor, body: { ...by, from: "created" } },
  ];
}

/** A worker with a connection of its own, which claims until nothing is left. */
async function work(store: string, index: number): Promise<readonly string[]> {
  const ledger = await openLedgerAt(store, { modules: [curator] });
  const actor = { id: `worker-${index}`, origin: "test" };
  const acting = { workspace: "lab", steward: "steward_lab", at: NOW, actor };
  const taken: string[] = [];
  for (;;) {
    const { engine } = ledger.store;
    const claimed = await ledger.write((unit) =>
      claimRequests(unit, [{ acting, limit: 10 }], { target: "docs_cos", engine }),
    );
    const ids = claimed.requests.flat().map(({ id }) => id);
    if (ids.length === 0) break;
    taken.push(...ids);
  }
  await ledger.close();
  return taken;
}
