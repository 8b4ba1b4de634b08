import assert from "node:assert/strict";
import fs from "node:fs";
import path from "node:path";
import { suite, test } from "node:test";
import type { OperationName } from "../../../src/operations/registry.ts";
import { createKitWorkspace } from "../../support/kits.ts";
import { codeOf } from "../../support/operations.ts";
import { makeScratch } from "../../support/scratch.ts";
import { type Subject, subjects } from "../../support/workspaces.ts";

const { all } = await subjects();
const scratch = makeScratch();

/** A workspace whose commands run in this process, with a configuration of its own. */
async function place(subject: Subject, config = "") {
  const location = subject.location();
  const { run, cwd } = await createKitWorkspace(location, scratch);
  const root = location.includes("://") ? cwd : path.dirname(location);
  if (config !== "") fs.writeFileSync(path.join(root, "holdall.yaml"), config);
  const out = async <Out = Record<string, unknown>>(
    name: OperationName,
    input: Readonly<Record<string, unknown>> = {},
  ) => (await run(name, input)).out as unknown as Out;
  return { run, out, cwd };
}

/** A log as the original wrote it, with a forged mark, a block that is no JSON and a torn end. */
function oldLog(task: string): string {
  const block = (value: unknown) =>
    `<!-- artesian:anchor -->\n\`\`\`json\n${JSON.stringify(value, null, 2)}\n\`\`\`\n<!-- /artesian:anchor -->\n`;
  const at = { updated_at: "2026-01-02T03:04:05.123456789Z" };
  const old = {
    current_task: "old",
    next_step: "s",
    plan_pointer: null,
    last_decisions: [],
    ...at,
  };
  const session = { user_id: "ada", session_id: "s1", task_id: "port" };
  return [
    block({ current_task: "old", next_step: "s", last_decisions: [] }),
    "<!-- artesian:anchor -->\n```json\n{ broken\n```\n<!-- /artesian:anchor -->\n",
    "- stored `<!-- artesian:anchor -->`\n<!-- artesian:anchor -->\n",
    block({ ...old, current_task: "keyed work", plan_pointer: "plan.md", session }),
    block({ ...old, current_task: task, next_step: "new step", last_decisions: ["use `x`"] }),
    "<!-- artesian:anchor -->\n```json\n{",
  ].join("");
}

type Committed = {
  id: string | null;
  slot: string;
  reason_code: string;
  evicted: readonly string[];
};

for (const subject of all) {
  const check = (name: string, run: () => Promise<void>) => test(name, { skip: subject.skip }, run);

  suite(`checklist of live states over ${subject.name}`, () => {
    check(
      "a slot is the one that is named, else by configured words, which the trail keeps",
      async () => {
        const config =
          "state:\n  slots: [risk, fact]\n  routing:\n    - slot: risk\n      words: [danger*, at risk]\n    - slot: absent\n      words: [tea]\n";
        const { out, run } = await place(subject, config);
        const slotOf = async (text: string, more = {}) =>
          (await out<Committed>("state commit", { text, ...more })).slot;
        assert.equal(await slotOf("the bridge is dangerous"), "risk");
        assert.equal(await slotOf("we chose Rust"), "fact", "the default words are not asked");
        assert.equal(
          await slotOf("tea is hot"),
          "fact",
          "a slot that was not declared is passed by",
        );
        assert.equal(await slotOf("the dam is at risk", { slot: "fact" }), "fact");
        assert.equal(await codeOf(run("state commit", { text: "x y z", slot: "risks" })), "E_SLOT");
        const { lines } = await out<{ lines: { details: { routing?: { word: string } } }[] }>(
          "state log",
          { json: true },
        );
        assert.ok(JSON.stringify(lines).includes("dangerous"));
      },
    );

    check("lowest-score evicts what is strictly lower, the older first", async () => {
      const { out } = await place(subject, "state: { budget_tokens: 20 }\n");
      const add = (id: string, text: string, score: number) =>
        out<Committed>("state commit", { id, text, score, slot: "fact" });
      await add("b", "milk sheep river stone cloud", 1);
      await add("a", "tree horse paper glass metal", 1);
      await add("c", "fish ocean table chair light", 2);
      await add("d", "wind snow rain storm frost", 3);
      const equal = await add("e", "gold silver copper iron zinc", 1);
      assert.deepEqual([equal.id, equal.reason_code], [null, "budget_saturated"]);
      const { evicted } = await add("f", "bread butter cheese honey salt", 1.5);
      assert.deepEqual(evicted, ["b"], "b is older than a");
    });

    check("oldest evicts the oldest whatever its score", async () => {
      const { out } = await place(subject, "state: { budget_tokens: 12, eviction: oldest }\n");
      await out("state commit", { id: "old", text: "milk sheep river stone cloud", score: 9 });
      await out("state commit", { id: "mid", text: "tree horse paper glass metal", score: 1 });
      const text = "fish ocean table chair light";
      const { evicted } = await out<Committed>("state commit", { id: "new", text, score: 0.1 });
      assert.deepEqual(evicted, ["old"]);
    });

    check("manual never evicts, and says that there is no room", async () => {
      const config = "state: { budget_tokens: 8, eviction: manual, compress: false }\n";
      const { out } = await place(subject, config);
      await out("state commit", { id: "old", text: "milk sheep river stone cloud", score: 0.1 });
      const text = "tree horse paper glass metal";
      const { id, reason_code, evicted } = await out<Committed>("state commit", { text, score: 9 });
      assert.deepEqual([id, reason_code, evicted], [null, "budget_saturated", []]);
    });

    check("protected slots are never evicted from", async () => {
      const config = "state: { budget_tokens: 12, protect_slots: [constraint] }\n";
      const { out } = await place(subject, config);
      const add = (id: string, text: string, slot: string, score: number) =>
        out<Committed>("state commit", { id, text, slot, score });
      await add("rule", "milk sheep river stone cloud", "constraint", 0.1);
      await add("weak", "tree horse paper glass metal", "fact", 0.5);
      const { evicted } = await add("new", "fish ocean table chair light", "fact", 1);
      assert.deepEqual(evicted, ["weak"]);
    });

    check("the configured namespace holds for every command", async () => {
      const { out } = await place(subject, "namespace: team/x\n");
      const committed = await out<{ namespace: string }>("state commit", {
        id: "a",
        text: "tea is hot",
      });
      assert.equal(committed.namespace, "team/x");
      await out("memory store", { content: "the queue holds fifty orders" });
      type Scoped = { scope_applied: { project: string }; hits: readonly unknown[] };
      const found = await out<Scoped>("memory find", { query: "queue orders" });
      assert.deepEqual([found.scope_applied.project, found.hits.length], ["team/x", 1]);
      const cycle = await out<Scoped & { admitted: number }>("memory commit", { query: "queue" });
      assert.deepEqual([cycle.scope_applied.project, cycle.admitted], ["team/x", 1]);
      const asked = await out<{ decision: string }>("qualify", { text: "tea is hot" });
      assert.equal(asked.decision, "reject", "qualify compares with the namespace's own entries");
      const { entries } = await out<{ entries: { namespace: string }[] }>("state show", {
        as: "team/x",
      });
      assert.deepEqual(new Set(entries.map(({ namespace }) => namespace)), new Set(["team/x"]));
      const outside = await out<{ entries: unknown[] }>("state show", { as: "shared" });
      assert.deepEqual(outside.entries, []);
      const swept = await out<{ evicted: { namespace: string }[] }>("state evict", {
        "max-keep": 0,
      });
      assert.ok(swept.evicted.every(({ namespace }) => namespace === "team/x"));
    });

    check("what was put away while someone read it stays away", async () => {
      const { out, run } = await place(subject);
      await out("state commit", { id: "a", text: "port 8080 is open" });
      await out("memory store", { content: "port 8080 is open", "node-id": "port" });
      const reads = Array.from({ length: 6 }, () => run("state access", { id: "a" }));
      const finds = Array.from({ length: 6 }, () => run("memory find", { query: "port" }));
      const retracting = run("memory retract", { unit: "port" });
      await Promise.allSettled([...reads, run("state deprecate", { id: "a" }), ...finds]);
      await retracting;
      await run("memory find", { query: "port" });
      const shown = await out<{ entries: { status: string; state: string }[] }>("state show", {
        archived: true,
      });
      assert.deepEqual(
        shown.entries.map(({ status, state }) => [status, state]),
        [["deprecated", "archived"]],
      );
      const { hits } = await out<{ hits: readonly unknown[] }>("memory find", { query: "port" });
      assert.deepEqual(hits, []);
    });

    check("an anchor keeps any text, and each address has its own", async () => {
      const { out } = await place(subject);
      const task = "fix ```the``` fence\n<!-- artesian:anchor -->\n```json\n{\n-->";
      const set = (input: Record<string, unknown>) =>
        out("memory anchor set", { "next-step": "run\ntests", ...input });
      const get = async (input = {}) =>
        (
          await out<{ anchor: { current_task: string; next_step: string } | null }>(
            "memory anchor get",
            input,
          )
        ).anchor;
      assert.equal(await get(), null);
      await set({ "current-task": task });
      await set({ "current-task": "other work", session: "s1" });
      assert.deepEqual(
        [(await get())?.current_task, (await get())?.next_step],
        [task, "run\ntests"],
      );
      assert.equal((await get({ session: "s1" }))?.current_task, "other work");
      assert.equal(await get({ session: "s2" }), null);
    });

    check("anchors of an old log are brought in, and a corrupt one hides no other", async () => {
      const { out, cwd } = await place(subject);
      const root = path.join(cwd, "old");
      fs.mkdirSync(root);
      const task = "fix ```the``` fence\n<!-- /artesian:anchor -->";
      fs.writeFileSync(path.join(root, "log.md"), oldLog(task));
      type Imported = {
        layer: string;
        anchors: Record<string, number>;
        findings: { code: string; line: number }[];
      };
      const take = () => out<Imported>("memory import", { path: "old" });
      const first = await take();
      assert.deepEqual(first.anchors, { read: 2, set: 2, known: 0, older: 0 });
      assert.deepEqual(
        first.findings.map(({ code, line }) => [code, line]),
        [
          ["W_ANCHOR", 10],
          ["W_ANCHOR", 16],
          ["W_ANCHOR", 46],
        ],
      );
      type Anchored = { anchor: Record<string, unknown> | null };
      const get = async (input = {}) => (await out<Anchored>("memory anchor get", input)).anchor;
      const packet = await get();
      assert.deepEqual([packet?.current_task, packet?.next_step], [task, "new step"]);
      assert.deepEqual(packet?.last_decisions, ["use `x`"]);
      const keyed = await get({ user: "ada", session: "s1", task: "port" });
      assert.deepEqual([keyed?.current_task, keyed?.plan_pointer], ["keyed work", "plan.md"]);
      const { lines } = await out<{ lines: { type: string }[] }>("state log");
      assert.deepEqual((await take()).anchors, { read: 2, set: 0, known: 2, older: 0 });
      assert.equal((await out<{ lines: unknown[] }>("state log")).lines.length, lines.length);
      await out("memory anchor set", { "current-task": "later work", "next-step": "go on" });
      assert.deepEqual((await take()).anchors, { read: 2, set: 0, known: 1, older: 1 });
      assert.equal((await get())?.current_task, "later work");
    });

    check("a checkpoint holds every entry once and keeps to the budget", async () => {
      const { out } = await place(subject, "state: { budget_tokens: 60 }\n");
      await out("state commit", { id: "rule", text: "deploys must wait for the tests" });
      const checkpoint = () =>
        out<{ packet: { snapshot: { entries: { id: string }[]; token_count: number } } }>(
          "session checkpoint",
          {
            "agent-id": "claude",
            "current-task": "word ".repeat(30),
            "next-step": "other ".repeat(12),
            decision: ["deploys must wait for the tests"],
          },
        );
      await checkpoint();
      const { snapshot } = (await checkpoint()).packet;
      const ids = snapshot.entries.map(({ id }) => id);
      assert.equal(new Set(ids).size, ids.length);
      assert.ok(snapshot.token_count <= 60, `${snapshot.token_count} tokens`);
    });

    check("memory commit puts units in force within the budget, once", async () => {
      const { out } = await place(subject, "state: { budget_tokens: 40 }\n");
      for (const content of [
        "The listing cache lives for ninety seconds.",
        "The listing cache is filled by the `warm-up` job.",
        "Lunch is soup on Mondays.",
      ]) {
        await out("memory store", { content });
      }
      type Cycle = { admitted: number; candidates: number; token_count: number };
      const question = { query: "how is the listing cache filled" };
      const dry = await out<Cycle>("memory commit", { ...question, "dry-run": true });
      assert.equal((await out<{ entries: unknown[] }>("state show")).entries.length, 0);
      const first = await out<Cycle>("memory commit", question);
      assert.equal(first.admitted, dry.admitted);
      assert.ok(first.admitted >= 1 && first.token_count <= 40);
      const { entries } = await out<{ entries: { unit_ref: string; content: string }[] }>(
        "state show",
      );
      assert.ok(entries.every(({ unit_ref }) => unit_ref.length > 0));
      assert.ok(entries.some(({ content }) => content.includes("warm-up")));
      const again = await out<Cycle>("memory commit", question);
      assert.equal(again.admitted, 0, "the second cycle admits nothing");
    });
  });
}
