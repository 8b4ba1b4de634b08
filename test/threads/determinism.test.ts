import assert from "node:assert/strict";
import fs from "node:fs";
import path from "node:path";
import { suite, test } from "node:test";
import { toText } from "../../src/ledger/texts.ts";
import { createCheckpoint } from "../../src/threads/checkpoints.ts";
import { threadStream } from "../../src/threads/stream.ts";
import { makeScratch, writeFiles } from "../support/scratch.ts";
import { holdall, type Start } from "../support/warm-program.ts";
import { subjects } from "../support/workspaces.ts";
import { ada, openDesk, outputText } from "./conversation.ts";

const scratch = makeScratch();
const { all } = await subjects();

/** Ids in the order they are asked for, so that two workspaces name the same things alike. */
function counter(): () => string {
  let last = 0;
  return () => `00000000-0000-7000-8000-${String(++last).padStart(12, "0")}`;
}

const strategies = [
  "token_budget_recent_v1",
  "recent_messages_v1",
  "summaries_recent_messages_v1",
  "hierarchical_summaries_recent_messages_v1",
];

/** Records a conversation that has everything a compile looks at. */
async function recordConversation(location: string, now: () => Date) {
  const desk = await openDesk(location, { now, newId: counter() });
  const thread = await desk.thread("Ünïcode 🌳");
  const messages: string[] = [];
  for (let n = 1; n <= 20; n++) {
    const message = await desk.post(thread, `m${n} "quoted" \u2028 🌱`);
    const { run_session_id: run } = await desk.begin(thread, message);
    const call = { type: "tool_call", call_id: `c${n}`, name: "ls", arguments: { b: 1, a: [n] } };
    await desk.append(run, outputText(`a${n}.`), call);
    const content = n % 7 === 0 ? `${n} long `.repeat(2000) : "out";
    await desk.append(run, { type: "tool_result", call_id: `c${n}`, ok: n % 2 === 0, content });
    await desk.end(run, n % 5 === 0 ? "cancelled" : "completed");
    messages.push(message);
  }
  for (const at of [3, 9]) {
    await desk.ledger.write((unit) =>
      createCheckpoint(unit, thread, {
        target: { to_message_id: messages[at] ?? "" },
        summary_markdown: `Up to ${at}.`,
        actor: ada,
      }),
    );
  }
  await desk.post(thread, "now");
  return { desk, thread };
}

/** Records the same conversation in a workspace and compiles it in every way. */
async function recordAndCompile(location: string, now: () => Date): Promise<readonly string[]> {
  const { desk, thread } = await recordConversation(location, now);
  const bundles: string[] = [];
  for (const strategy of strategies) {
    const { bundle } = await desk.compile(thread, { strategy });
    bundles.push(Buffer.from(bundle.bytes).toString());
  }
  await desk.ledger.close();
  return bundles;
}

/** Loaded before the program: its clock runs twenty years ahead, and its random numbers are all alike. */
const otherClock = `
  const ahead = 20 * 365 * 86_400_000;
  const Real = Date;
  globalThis.Date = class extends Real {
    constructor(...given) { super(...(given.length === 0 ? [Real.now() + ahead] : given)); }
    static now() { return Real.now() + ahead; }
  };
  Math.random = () => 0.5;
`;

/** What is different elsewhere, some of it and all at once. */
function elsewhere(): Readonly<Record<string, Start>> {
  const home = writeFiles(path.join(scratch, "elsewhere", "Ünïcode dir", "deep"), {
    "clock.mjs": otherClock,
  });
  const locale = { LANG: "tr_TR.UTF-8", LC_ALL: "tr_TR.UTF-8", LANGUAGE: "tr" };
  const TZ = "Pacific/Kiritimati";
  const clock = { NODE_OPTIONS: `--import=${new URL(`file://${encodeURI(home)}/clock.mjs`).href}` };
  const odd = { HOME: home, USER: "someone", TERM: "dumb", CI: "true", EMPTY: "" };
  return {
    "another language and time zone": { env: { ...locale, TZ } },
    "no language, another clock": { env: { LANG: "C", LC_ALL: "C", LANGUAGE: "", ...clock } },
    "odd variables, another folder": { cwd: home, env: odd },
    "all of it": { cwd: home, env: { ...locale, TZ, ...clock, ...odd } },
  };
}

/** What the program says about a thread: bundles, a request and the explanation. */
function printed(location: string, thread: string, start: Start): readonly string[] {
  const compile = ["--store", location, "thread", "compile", thread];
  const calls = [
    ["--raw"],
    ["--strategy", "hierarchical_summaries_recent_messages_v1", "--raw"],
    ["--budget", "600", "--render", "open-responses", "--model", "m", "--json"],
    ["--explain"],
  ];
  return calls.map((more) => {
    const { code, stdout, stderr } = holdall([...compile, ...more], start);
    assert.equal(code, 0, `${more.join(" ")}: ${stderr}${stdout.slice(0, 300)}`);
    return stdout;
  });
}

suite("compileThread() gives the same bytes", () => {
  const noon = () => new Date("2026-07-01T12:00:00Z");
  const reference = recordAndCompile(`${scratch}/reference/.holdall`, noon);
  for (const subject of all) {
    test(`over ${subject.name}, whatever the clock says`, { skip: subject.skip }, async () => {
      let day = 0;
      const backwards = () => new Date(Date.parse("2031-01-01T00:00:00Z") - 86_400_000 * day++);
      assert.deepEqual(await recordAndCompile(subject.location(), backwards), await reference);
    });
  }

  for (const subject of all) {
    test(`to programs in other surroundings, over ${subject.name}`, {
      skip: subject.skip,
    }, async () => {
      const location = subject.location();
      const { desk, thread } = await recordConversation(location, noon);
      await desk.ledger.close();
      const reference = printed(location, thread, { cwd: scratch });
      assert.equal(new Set(reference).size, reference.length);
      for (const [what, start] of Object.entries(elsewhere())) {
        const found = printed(location, thread, { cwd: scratch, ...start });
        assert.deepEqual(found, reference, what);
      }
    });
  }

  test("whatever the order in which artifacts came into their folder", async () => {
    const location = path.join(scratch, "ordered", ".holdall");
    const { desk, thread } = await recordConversation(location, noon);
    await desk.ledger.close();
    const reference = printed(location, thread, { cwd: scratch });
    const copy = path.join(scratch, "disordered", ".holdall");
    fs.cpSync(location, copy, { recursive: true });
    const names = fs.readdirSync(path.join(copy, "blobs"));
    assert.ok(names.length > 1);
    for (const name of names.toReversed()) {
      fs.rmSync(path.join(copy, "blobs", name));
      fs.copyFileSync(path.join(location, "blobs", name), path.join(copy, "blobs", name));
    }
    assert.deepEqual(printed(copy, thread, { cwd: scratch }), reference);
  });

  test("to compiles that run at once", async () => {
    const desk = await openDesk(`${scratch}/parallel/.holdall`);
    const thread = await desk.thread();
    const texts = Array.from({ length: 50 }, (_, n) => toText(`m${n}`));
    const type = "continuity_message_appended";
    const stream = threadStream(thread);
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
