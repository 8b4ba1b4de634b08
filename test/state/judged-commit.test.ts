import assert from "node:assert/strict";
import http from "node:http";
import type { AddressInfo } from "node:net";
import path from "node:path";
import { after, suite, test } from "node:test";
import { createKitWorkspace } from "../support/kits.ts";
import { makeScratch } from "../support/scratch.ts";
import { writeUserConfig } from "../support/user-config.ts";
import { type Subject, subjects } from "../support/workspaces.ts";

const { all } = await subjects();
const scratch = makeScratch();
let reply: string | null = null;
let whileAsked: () => Promise<unknown> = async () => {};
let times = 0;
const server = http.createServer(async (request, response) => {
  await Array.fromAsync(request);
  times++;
  await whileAsked();
  if (reply === null) {
    response.statusCode = 503;
    return response.end("overloaded");
  }
  const usage = { prompt_tokens: 5, completion_tokens: 7 };
  const message = { role: "assistant", content: reply };
  return response.end(JSON.stringify({ choices: [{ message }], usage }));
});
await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
after(() => server.close());

const scores = (relevance: number, novelty: number, drift: number, more = {}) =>
  JSON.stringify({ relevance, novelty, drift, ...more });

async function place(subject: Subject) {
  const location = subject.location();
  const { run, cwd } = await createKitWorkspace(location, scratch);
  const base_url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`;
  const judge = { provider: "chat-completions", model: "judge", base_url };
  writeUserConfig(path.join(cwd, "user"), JSON.stringify({ judges: { cheap: [judge] } }));
  const commit = async (text: string, more = {}) =>
    (await run("state commit", { text, ...more })).out as unknown as {
      decision: string;
      reason_code: string;
      slot: string;
      matched: string;
      id: string;
    };
  return { run, commit };
}

for (const subject of all) {
  suite(`state commit with a judge over ${subject.name}`, () => {
    const check = (name: string, run: () => Promise<void>) =>
      test(name, { skip: subject.skip }, run);

    check("the judge's scores decide, and its slot is taken when it is declared", async () => {
      const { commit, run } = await place(subject);
      reply = scores(0.9, 0.9, 0, { slot: "task-state" });
      const committed = await commit("tea is hot");
      assert.deepEqual([committed.decision, committed.slot], ["admitted", "task-state"]);
      assert.equal((await commit("milk is cold", { slot: "fact" })).slot, "fact");
      reply = scores(0.9, 0.9, 0, { slot: "poems" });
      assert.equal((await commit("bread must rise")).slot, "constraint");
      reply = scores(0.1, 0.9, 0);
      assert.equal((await commit("soup is warm")).reason_code, "below_relevance_threshold");
      const { out } = await run("state log");
      assert.ok(JSON.stringify(out.lines).includes("judge_costs"), "what it cost is in the trail");
    });

    check(
      "what a judge admits is committed with its relevance, unless a score is named",
      async () => {
        const { commit, run } = await place(subject);
        reply = scores(0.7, 0.9, 0);
        await commit("tea is hot", { id: "tea" });
        await commit("milk is cold", { id: "milk", score: 3 });
        const scored = async () =>
          ((await run("state show")).out.entries as unknown as { id: string; score: number }[]).map(
            ({ id, score }) => [id, score],
          );
        assert.deepEqual(await scored(), [
          ["tea", 0.7],
          ["milk", 3],
        ]);
        reply = scores(0.6, 0.9, 0);
        await commit("milk is cool", { id: "milk", "expect-version": 1 });
        assert.deepEqual((await scored())[1], ["milk", 3], "an update keeps the score it had");
        const asked = (await run("qualify", { text: "bread is warm" })).out as unknown;
        assert.equal((asked as { score: number }).score, 0.6);
        const { out } = await run("state replay", { at: "1" });
        assert.equal((out.entries[0] as unknown as { score: number }).score, 0.7);
      },
    );

    check("memory savings says what each judge used, also for what it refused", async () => {
      const { commit, run } = await place(subject);
      type Used = { by_judge: Record<string, unknown>; totals: { calls: number } };
      const savings = async (input = {}) =>
        (await run("memory savings", input)).out as unknown as Used;
      assert.deepEqual((await savings()).by_judge, {});
      reply = scores(0.9, 0.9, 0);
      await commit("tea is hot");
      reply = scores(0.1, 0.9, 0);
      await commit("soup is warm");
      reply = "garbled";
      await commit("milk is cold");
      const counts = { calls: 3, prompt_tokens: 15, completion_tokens: 21, total_tokens: 36 };
      assert.deepEqual((await savings()).by_judge, { judge: counts });
      const later = await savings({ since: "2030-01-01T00:00:00Z" });
      assert.deepEqual([later.by_judge, later.totals.calls], [{}, 0]);
      await run("ledger rebuild");
      assert.deepEqual((await savings()).by_judge, { judge: counts });
    });

    check("a contradiction that the judge sees is a proposal", async () => {
      const { commit } = await place(subject);
      reply = scores(1, 1, 0);
      await commit("tea is hot", { id: "tea" });
      reply = scores(1, 1, 0.9, { contradicts: "tea" });
      const seen = await commit("tea has gone cold by now");
      assert.deepEqual([seen.decision, seen.matched], ["conflict", "tea"]);
      reply = scores(1, 1, 0); // It is not shown what is to be replaced.
      const agreed = await commit("tea has gone cold by now", { supersedes: "tea" });
      assert.equal(agreed.decision, "superseded");
    });

    check("a judge that cannot be reached or understood lets nothing in", async () => {
      const { commit, run } = await place(subject);
      reply = null;
      assert.equal((await commit("tea is hot")).reason_code, "gate_rejected");
      reply = "I would rather not {";
      assert.equal((await commit("tea is hot")).reason_code, "gate_rejected");
      assert.equal((await run("state show")).out.entries.length, 0);
    });

    check("what was committed while the judge thought makes it think again", async () => {
      const { commit, run } = await place(subject);
      reply = scores(1, 1, 0);
      await commit("tea is hot", { id: "tea" });
      times = 0;
      whileAsked = async () => {
        if (times === 1) await run("state promote", { id: "tea" });
      };
      assert.equal((await commit("milk is cold")).decision, "admitted");
      whileAsked = async () => {};
      assert.equal(times, 2);
    });
  });
}
