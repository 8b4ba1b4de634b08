import assert from "node:assert/strict";
import fs from "node:fs";
import path from "node:path";
import { after, suite, test } from "node:test";
import { loadTokenCounter } from "../../../src/base/tokens.ts";
import { runHook } from "../../../src/hosts/hooks/run-hook.ts";
import type { OperationName } from "../../../src/operations/registry.ts";
import { createKitWorkspace } from "../../support/kits.ts";
import { contextIn } from "../../support/operations.ts";
import { makeScratch, writeFiles } from "../../support/scratch.ts";
import { workingContext } from "../../support/state-bundles.ts";
import { type Subject, subjects } from "../../support/workspaces.ts";

const { all } = await subjects();
const scratch = makeScratch();
const environment = process.env.HOLDALL_STORE;
after(() => {
  if (environment === undefined) delete process.env.HOLDALL_STORE;
  else process.env.HOLDALL_STORE = environment;
});

const FOREIGN = "The orchard gate opens at seven in the morning";

/** A workspace of `team/x`, with entries of its own, of everybody and of somebody else. */
async function place(subject: Subject) {
  const location = subject.location();
  const { run, cwd } = await createKitWorkspace(location, scratch);
  const root = location.includes("://") ? cwd : path.dirname(location);
  fs.writeFileSync(path.join(root, "holdall.yaml"), "namespace: team/x\n");
  const out = async <Out = Record<string, unknown>>(
    name: OperationName,
    input: Readonly<Record<string, unknown>> = {},
  ) => (await run(name, input)).out as unknown as Out;
  const add = (id: string, text: string, more = {}) =>
    out<{ namespace: string; decision: string }>("state commit", { id, text, ...more });
  await add("mine", "Pumps must stop when the tank is full", { slot: "constraint" });
  await add("all", "The harbour uses metres", { namespace: "shared" });
  const theirs = { namespace: "team/y", "other-namespace": true };
  await add("theirs", FOREIGN, { ...theirs, slot: "constraint" });
  await add("lent", "Ladders are kept in the barn", { ...theirs, allow: ["team/x"] });
  return { run, out, add, cwd, root, location };
}

for (const subject of all) {
  const check = (name: string, run: () => Promise<void>) => test(name, { skip: subject.skip }, run);

  suite(`namespaces over ${subject.name}`, () => {
    check("qualify and commit compare with what the namespace sees, and nothing else", async () => {
      const { out, add } = await place(subject);
      const asked = await out<{ decision: string; matched: unknown }>("qualify", {
        text: FOREIGN,
      });
      assert.deepEqual([asked.decision, asked.matched], ["admit", null]);
      const verdict = await out<{ decision: string }>("qualify", {
        text: FOREIGN,
        namespace: "team/y",
      });
      assert.equal(verdict.decision, "reject");
      const lent = await out<{ decision: string }>("qualify", {
        text: "Ladders are kept in the barn",
      });
      assert.equal(lent.decision, "reject", "an access list lets it be seen");
      const committed = await add("own", FOREIGN);
      assert.deepEqual([committed.decision, committed.namespace], ["admitted", "team/x"]);
    });

    check("a state is recovered with what the namespace sees, the trail included", async () => {
      const { out } = await place(subject);
      await out("memory anchor set", { "current-task": "port the pump", "next-step": "test it" });
      await out("session checkpoint", { "agent-id": "claude" });
      type Packet = {
        snapshot: { entries: { id: string; namespace: string }[] };
        scope_applied: { project: string; union: string[] };
        goal: string;
        decisions_tail: { namespace: string | null; content: string | null }[];
      };
      for (const input of [{ peek: true }, { query: "pump" }]) {
        const { packet } = await out<{ packet: Packet }>("session resume", input);
        assert.deepEqual(packet.scope_applied, { project: "team/x", union: ["team/x", "shared"] });
        assert.equal(packet.goal, "port the pump");
        assert.deepEqual(
          packet.snapshot.entries.map(({ id, namespace }) => [id, namespace]),
          [
            ["mine", "team/x"],
            ["all", "shared"],
            ["lent", "team/y"],
            ["anchor-task", "team/x"],
            ["anchor-next", "team/x"],
          ],
        );
        assert.ok(packet.decisions_tail.some(({ content }) => content?.includes("Ladders")));
        assert.ok(!JSON.stringify(packet).includes(FOREIGN), "nothing of team/y leaks");
      }
    });

    check(
      "a writer keeps to its own namespace and shared, unless a person says otherwise",
      async () => {
        const { out, run } = await place(subject);
        for (const [name, input] of [
          ["state commit", { text: "Their pumps run at night", id: "sneak" }],
          ["state update", { id: "theirs", text: "The gate stays shut", "expect-version": 1 }],
          ["state archive", { id: "theirs" }],
          ["memory commit", { query: "pumps" }],
        ] as const) {
          const refused = run(name, { ...input, namespace: "team/y" });
          await assert.rejects(refused, { code: "E_PROTECTED" }, name);
        }
        type Shown = { entries: { id: string; content: string }[]; hidden?: number };
        const own = await out<Shown>("state show");
        assert.deepEqual(own.entries.map(({ id }) => id).sort(), ["all", "lent", "mine"]);
        assert.equal(own.hidden, 1);
        const all = await out<Shown>("state show", { all: true });
        assert.equal(all.entries.find(({ id }) => id === "theirs")?.content, FOREIGN);
        assert.equal(all.hidden, undefined);
      },
    );

    check("hooks restore and record what the namespace sees", async () => {
      const { out, root, location } = await place(subject);
      process.env.HOLDALL_STORE = location;
      const hook = async (event: string, call: object) => {
        const context = {
          ...contextIn(root),
          async *incoming() {
            yield Buffer.from(JSON.stringify({ cwd: root, session_id: "s1", ...call }));
          },
        };
        return runHook(context, { event, host: "claude" });
      };
      const restored = await hook("session-start", { source: "startup" });
      assert.equal(restored.fault, null);
      assert.match(restored.context ?? "", /Pumps must stop/);
      assert.match(restored.context ?? "", /metres/);
      assert.ok(!restored.context?.includes(FOREIGN));
      const { checkpoint, fault } = await hook("pre-compact", { trigger: "auto" });
      assert.deepEqual([fault, typeof checkpoint], [null, "string"]);
      const { state_hash } = await out<{ state_hash: string }>("state show");
      assert.equal(checkpoint, state_hash, "what others hold is kept, though it is not shown");
      const again = await hook("session-start", { source: "compact" });
      assert.ok(again.context?.includes("Pumps must stop"));
      assert.ok(!again.context?.includes(FOREIGN));
    });

    check("hooks restore a state of thousands of entries in time and within the cap", async () => {
      const { out, root, location } = await place(subject);
      const one = { slot: "fact", tokens: 9, score: 1, committed_at: "2026-03-01T09:00:00Z" };
      const entries = Array.from({ length: 5000 }, (_, at) => {
        return { id: `e${at}`, content: `the gauge ${at} shows ${at * 7} bar at noon`, ...one };
      });
      const known = { schema: ["decision", "constraint", "fact", "task-state"], entries };
      const budget = { budget_tokens: 100_000, token_count: 9 * entries.length };
      const bundle = writeFiles(path.join(root, "large"), {
        ...workingContext,
        "snapshot.json": JSON.stringify({ ...known, ...budget }),
        "lifecycle.jsonl": "",
      });
      await out("kit import", { path: bundle, apply: true, session: "large" });
      await out("session use", { session: "large" });
      process.env.HOLDALL_STORE = location;
      const hook = (event: string) => runHook(contextIn(root), { event, host: "claude" });
      const { context, fault } = await hook("session-start");
      const { count } = await loadTokenCounter("o200k_base");
      assert.deepEqual([fault, typeof context], [null, "string"]);
      assert.ok(count(context ?? "") <= 2000, `${count(context ?? "")} tokens`);
      assert.equal((await hook("pre-compact")).fault, null);
    });

    check("a dream sees every namespace and never mixes two", async () => {
      const { out, add, cwd } = await place(subject);
      await add("mine-2", "Pumps must stop when the tank is full", {
        slot: "constraint",
        namespace: "shared",
      });
      await add("gate-x", "The orchard gate opens at seven in the morning");
      await out("kit export", { out: "kit", format: "ocf" });
      type Dreamt = { decisions: { key: string; action: string; by: string | null }[] };
      const dreamt = await out<Dreamt>("dream", { path: "kit", out: "dreamt" });
      const of = (id: string) => dreamt.decisions.find(({ key }) => key.includes(id))?.action;
      assert.ok(of("theirs") && of("gate-x") && of("mine"), JSON.stringify(dreamt.decisions));
      assert.ok(
        dreamt.decisions.every(({ action }) => action !== "superseded"),
        "equal words of two namespaces are two entries",
      );
      assert.ok(fs.existsSync(path.join(cwd, "dreamt", "snapshot.json")));
      await out("dream adopt", { path: "dreamt" });
      const { entries } = await out<{ entries: { id: string; namespace: string }[] }>(
        "state show",
        { archived: true, all: true },
      );
      const spaces = new Map(entries.map(({ id, namespace }) => [id, namespace]));
      assert.deepEqual(
        ["mine", "all", "theirs", "lent"].map((id) => spaces.get(id)),
        ["team/x", "shared", "team/y", "team/y"],
      );
    });

    check("what others hold is not evicted by rules", async () => {
      const { out } = await place(subject);
      type Swept = { evicted: { id: string }[] };
      const swept = await out<Swept>("state evict", { "max-keep": 0 });
      assert.deepEqual(swept.evicted.map(({ id }) => id).sort(), ["all", "mine"]);
      const theirs = await out<Swept>("state evict", {
        "max-keep": 0,
        namespace: "team/y",
        "other-namespace": true,
      });
      assert.deepEqual(theirs.evicted.map(({ id }) => id).sort(), ["lent", "theirs"]);
      await out("memory store", { content: "my unit about pumps" });
      await out("memory store", { content: "their unit about pumps", namespace: "team/y" });
      const units = await out<{ evicted: unknown[] }>("memory evict", { "max-keep": 0 });
      assert.equal(units.evicted.length, 1);
    });
  });
}
