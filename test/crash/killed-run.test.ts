import assert from "node:assert/strict";
import { once } from "node:events";
import { test } from "node:test";
import { setTimeout as wait } from "node:timers/promises";
import { endAbandonedWork, LEASE_MS } from "../../src/ledger/leases.ts";
import { loadModules } from "../../src/runtime/modules.ts";
import { scheduleCompaction } from "../../src/threads/schedule.ts";
import { runStream, threadStream } from "../../src/threads/stream.ts";
import { holdall, startHoldall } from "../support/program.ts";
import { subjects } from "../support/workspaces.ts";
import { ada, openDesk, outputText } from "../threads/conversation.ts";

const { all } = await subjects();
/** The program opens the workspace with all of them. */
const modules = await loadModules();
const MAX_MS = 20_000;

for (const subject of all) {
  test(`a run whose program was killed is ended once, when its lease is over (${subject.name})`, {
    skip: subject.skip,
  }, async () => {
    const location = subject.location();
    const desk = await openDesk(location, { modules });
    const thread = await desk.thread();
    await desk.turn(thread, "before", "answered");
    const { run_session_id: run } = await desk.begin(thread, await desk.post(thread, "question"));
    const summariser = { id: "none", summarise: async () => "" };
    const left = await scheduleCompaction(desk.ledger, {
      thread,
      stride_messages: 1,
      dry_run: false,
      actor: ada,
      summariser,
      block_on_inflight: true,
      execute: false,
    });
    const child = startHoldall(["--store", location, "thread", "run", "append", run]);
    child.stdin?.write(`${JSON.stringify(outputText("half a"))}\n`);
    const deadline = Date.now() + MAX_MS;
    while ((await desk.events(runStream(run))).length < 2) {
      assert.ok(Date.now() < deadline, "the program recorded nothing");
      await wait(20);
    }
    child.kill("SIGKILL");
    await once(child, "exit");
    // Its lease is still valid: whoever comes by lets it be.
    assert.equal(holdall(["--store", location, "thread", "post", thread, "later"]).code, 0);
    assert.equal(await endings(run), 0);
    await desk.ledger.close();

    const later = await openDesk(location, {
      modules,
      now: () => new Date(Date.now() + 2 * LEASE_MS),
    });
    const ended = await endAbandonedWork(later.ledger, { unleased: true });
    assert.deepEqual(ended.map(({ name }) => name).sort(), [`job:${left.job_id}`, `run:${run}`]);
    assert.deepEqual(await endAbandonedWork(later.ledger, { unleased: true }), []);
    await later.ledger.close();
    assert.equal(await endings(run), 1);
    assert.equal(await endings(String(left.job_id)), 1);

    /** How often the thread says that something was interrupted. */
    async function endings(id: string): Promise<number> {
      const reader = await openDesk(location, { modules });
      const events = await reader.events(threadStream(thread));
      await reader.ledger.close();
      return events.filter(({ type, body, actor }) => {
        const isEnd = type === "continuity_run_ended" || type === "continuity_job_ended";
        const isIt = body.run_session_id === id || body.job_id === id;
        return isEnd && isIt && actor?.origin === "recovery";
      }).length;
    }
  });
}
