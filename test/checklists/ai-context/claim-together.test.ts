import assert from "node:assert/strict";
import { suite, test } from "node:test";
import curator from "../../../src/curator/module.ts";
import { requestStream } from "../../../src/curator/streams.ts";
import { type KeptWorkspaces, keepWorkspaces } from "../../../src/runtime/kept-workspaces.ts";
import { codeOf, contextIn, runOperation } from "../../support/operations.ts";
import { createLab, type Lab, NOW } from "../../support/responsibilities.ts";
import { openLedgerAt, subjects } from "../../support/workspaces.ts";

const { all } = await subjects();
const WORKERS = 8;
const REQUESTS = 60;

for (const subject of all) {
  suite(`workers of one server on ${subject.name}`, { skip: subject.skip }, () => {
    test("claim together: none twice, none left, in the order of the queue, each under its name", async () => {
      const lab = await createLab(subject);
      await fillQueue(lab);
      const workspaces = keepWorkspaces();
      const taken = await Promise.all(
        Array.from({ length: WORKERS }, (_, index) => work(lab, workspaces, `worker-${index}`)),
      );
      const ids = taken.flat().map(({ id }) => id);
      assert.deepEqual([ids.length, new Set(ids).size], [REQUESTS, REQUESTS]);
      for (const [index, list] of taken.entries()) {
        const priorities = list.map(({ priority }) => priority);
        assert(list.length > 0, "each worker got something");
        assert.deepEqual(
          priorities,
          priorities.toSorted((a, b) => a - b),
          `worker-${index}`,
        );
      }
      const events = await lab.rows(
        "select stream, actor from ledger_events where type = 'request_accepted'",
      );
      const actors = new Map(
        events.map(({ stream, actor }) => [String(stream), JSON.parse(String(actor)).id]),
      );
      for (const [index, list] of taken.entries()) {
        for (const { id } of list) {
          assert.equal(actors.get(requestStream("lab", id)), `worker-${index}`);
        }
      }
      await workspaces.close();
    });

    test("who asks at the same time is answered by few transactions", async (t) => {
      if (subject.isFolder) return t.skip("a folder does not show its transactions");
      const lab = await createLab(subject);
      await fillQueue(lab);
      const workspaces = keepWorkspaces();
      const claims = Array.from({ length: WORKERS }, (_, at) => claim(lab, workspaces, `w-${at}`));
      assert.equal(new Set((await Promise.all(claims)).flat().map(({ id }) => id)).size, WORKERS);
      const [found] = await lab.rows(
        "select count(distinct xmin::text) as n from ledger_events where type = 'request_accepted'",
      );
      assert(Number(found?.n) < WORKERS / 2, `${found?.n} transactions`);
      await workspaces.close();
    });

    test("a claim that cannot be answered fails for each who asked", async () => {
      const lab = await createLab(subject);
      await fillQueue(lab);
      await lab.run("responsibility suspend", { id: "docs_cos", actor: "steward_lab" });
      const workspaces = keepWorkspaces();
      const claims = ["a", "b", "c"].map((name) => codeOf(claim(lab, workspaces, name)));
      assert.deepEqual(await Promise.all(claims), ["E_STATE", "E_STATE", "E_STATE"]);
      await workspaces.close();
    });
  });
}

interface Claimed {
  readonly id: string;
  readonly priority: number;
}

/** A worker that claims one after the other until nothing is left. */
async function work(lab: Lab, workspaces: KeptWorkspaces, name: string) {
  const taken: Claimed[] = [];
  for (;;) {
    const got = await claim(lab, workspaces, name);
    if (got.length === 0) return taken;
    taken.push(...got);
  }
}

async function claim({ cwd, store }: Lab, workspaces: KeptWorkspaces, name: string) {
  const caller = { name, role: "writer", actors: [] } as const;
  const input = { id: "docs_cos", store, now: NOW, actor: name, origin: "http" };
  const context = { ...contextIn(cwd), workspaces, caller };
  const { out } = await runOperation<{ requests: readonly Claimed[] }>(
    context,
    "request claim",
    input,
  );
  return out.requests;
}

/** Requests whose order in the queue is not that of their ids. */
async function fillQueue({ store }: Lab): Promise<void> {
  const ledger = await openLedgerAt(store, { modules: [curator] });
  const actor = { id: "build_cos", origin: "test" };
  const by = { at: NOW, by: "build_cos" };
  const events = Array.from({ length: REQUESTS }, (_, index) => {
    const stream = requestStream("lab", `req_${index}`);
    const body = {
      ...by,
      type: "request_for_action",
      subject: `Work ${index}`,
      summary: "",
      origin_responsibility_id: "build_cos",
      target_responsibility_id: "docs_cos",
      priority: 100 - (index % 7),
      available_at: NOW,
      authored_by: "human",
    };
    return [
      { stream, type: "request_created", actor, body },
      { stream, type: "request_opened", actor, body: { ...by, from: "created" } },
    ];
  });
  await ledger.append(events.flat());
  await ledger.close();
}
