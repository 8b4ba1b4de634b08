import assert from "node:assert/strict";
import { suite, test } from "node:test";
import { toText } from "../../src/ledger/texts.ts";
import { makeCheckpoint } from "../../src/threads/checkpoints.ts";
import { streamOf } from "../../src/threads/stream.ts";
import { makeScratch } from "../support/scratch.ts";
import { subjects } from "../support/workspaces.ts";
import { ada, openDesk, said } from "./conversation.ts";

const scratch = makeScratch();
const { all } = await subjects();

/** Ids in the order they are asked for, so that two workspaces name the same things alike. */
function counter(): () => string {
  let last = 0;
  return () => `00000000-0000-7000-8000-${String(++last).padStart(12, "0")}`;
}

/** Tells the same story in a workspace and compiles it in every way. */
async function tell(location: string, now: () => Date): Promise<readonly string[]> {
  const desk = await openDesk(location, { now, newId: counter() });
  const thread = await desk.thread("Ünïcode 🌳");
  const messages: string[] = [];
  for (let n = 1; n <= 20; n++) {
    const message = await desk.post(thread, `m${n} "quoted" \u2028 🌱`);
    const { run_session_id: run } = await desk.begin(thread, message);
    const call = { type: "tool_call", call_id: `c${n}`, name: "ls", arguments: { b: 1, a: [n] } };
    await desk.say(run, said(`a${n}.`), call);
    await desk.say(run, { type: "tool_result", call_id: `c${n}`, ok: n % 2 === 0, content: "out" });
    await desk.end(run, n % 5 === 0 ? "cancelled" : "completed");
    messages.push(message);
  }
  for (const at of [3, 9]) {
    await desk.ledger.write((unit) =>
      makeCheckpoint(unit, thread, {
        target: { to_message_id: messages[at] ?? "" },
        summary_markdown: `Up to ${at}.`,
        actor: ada,
      }),
    );
  }
  await desk.post(thread, "now");
  const bundles: string[] = [];
  for (const strategy of [
    "token_budget_recent_v1",
    "recent_messages_v1",
    "summaries_recent_messages_v1",
    "hierarchical_summaries_recent_messages_v1",
  ]) {
    const { bundle } = await desk.compile(thread, { strategy });
    bundles.push(Buffer.from(bundle.bytes).toString());
  }
  await desk.ledger.close();
  return bundles;
}

suite("compileThread() gives the same bytes", () => {
  const noon = () => new Date("2026-07-01T12:00:00Z");
  const reference = tell(`${scratch}/reference/.holdall`, noon);
  for (const subject of all) {
    test(`over ${subject.name}, whatever the clock says`, { skip: subject.skip }, async () => {
      let day = 0;
      const backwards = () => new Date(Date.parse("2031-01-01T00:00:00Z") - 86_400_000 * day++);
      assert.deepEqual(await tell(subject.location(), backwards), await reference);
    });
  }

  test("to compiles that run at once", async () => {
    const desk = await openDesk(`${scratch}/parallel/.holdall`);
    const thread = await desk.thread();
    const texts = Array.from({ length: 50 }, (_, n) => toText(`m${n}`));
    const type = "continuity_message_appended";
    const stream = streamOf(thread);
    await desk.ledger.append(
      texts.map((text) => ({
        stream,
        type,
        actor: ada,
        body: { content: text.ref },
        texts: [text],
      })),
    );
    const compiles = await Promise.all(Array.from({ length: 8 }, () => desk.compile(thread)));
    assert.equal(new Set(compiles.map(({ bundle }) => bundle.artifact_id)).size, 1);
    await desk.ledger.close();
  });
});
