import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import fs from "node:fs";
import path from "node:path";
import { suite, test } from "node:test";
import type { OperationName } from "../../src/operations/registry.ts";
import { codeOf, contextIn, runOperation } from "../support/operations.ts";
import { makeScratch } from "../support/scratch.ts";
import { openLedgerAt, type Subject, subjects } from "../support/workspaces.ts";

const { all } = await subjects();
const scratch = makeScratch();
let count = 0;

interface Place {
  readonly folder: string;
  readonly notes: string[];
  run<Out = Record<string, unknown>>(
    name: OperationName,
    input?: Readonly<Record<string, unknown>>,
  ): Promise<{ readonly exit: number; readonly out: Out }>;
}

/** A fresh workspace with a fixed clock that goes on by a second with every look at it. */
async function placeOver(subject: Subject, config?: string): Promise<Place> {
  const folder = path.join(scratch, `${++count}`);
  fs.mkdirSync(folder, { recursive: true });
  if (config !== undefined) fs.writeFileSync(path.join(folder, "holdall.yaml"), config);
  const isUrl = subject.location().includes("://");
  const store = isUrl ? subject.location() : path.join(folder, ".holdall");
  await (await openLedgerAt(store)).close();
  let seconds = 0;
  const notes: string[] = [];
  const now = () => new Date(Date.UTC(2026, 2, 1, 12, 0, seconds++));
  const context = { ...contextIn(folder, now), note: (text: string) => void notes.push(text) };
  const run: Place["run"] = (name, input = {}) => runOperation(context, name, { ...input, store });
  return { folder, notes, run };
}

type Shown = {
  state_hash: string;
  head_seq: number;
  token_count: number;
  entries: readonly { id: string; content: string; state?: string }[];
};

type Resumed = {
  packet: {
    goal: string;
    invariants: string[];
    last_failed_check: string;
    session: { handed_off_from: string };
    snapshot: Shown;
    overtaken: readonly { id: string; changed: string[]; missing: string[] }[];
    decisions_tail: readonly unknown[];
    schema: string[];
    sources: string[];
    restored_working_state: string;
  } | null;
  alternatives: readonly { task_id: string }[];
};

for (const subject of all) {
  const place = (config?: string) => placeOver(subject, config);
  const check = (name: string, run: () => Promise<void>) => test(name, { skip: subject.skip }, run);

  suite(`commands on states over ${subject.name}`, () => {
    check("state replay gives the state of an earlier event and of an earlier time", async () => {
      const { run } = await place();
      await run("state commit", { text: "port 8080 is open", id: "a" });
      const before = await run<Shown>("state show");
      const lines = await run<{ lines: readonly { at: string }[] }>("state log");
      await run("state update", { id: "a", text: "port 9090 is open", "expect-version": 1 });
      const bySeq = await run<Shown>("state replay", { at: "1" });
      const byTime = await run<Shown>("state replay", { at: lines.out.lines.at(-1)?.at });
      const upTo = await run<{ lines: readonly { seq: number }[] }>("state log", {
        to: 1,
        limit: 1,
      });
      assert.deepEqual(
        upTo.out.lines.map(({ seq }) => seq),
        [1],
        "the newest event that is not later",
      );
      for (const { out } of [bySeq, byTime]) {
        assert.equal(out.state_hash, before.out.state_hash);
        assert.equal(out.entries[0]?.content, "port 8080 is open");
      }
      assert.equal(await codeOf(run("state replay", { at: "99" })), "E_NOT_FOUND");
      assert.equal(
        await codeOf(run("state replay", { at: "2025-01-01T00:00:00Z" })),
        "E_NOT_FOUND",
      );
      assert.equal(await codeOf(run("state replay", { at: "yesterday" })), "E_NOT_FOUND");
      assert.equal(await codeOf(run("state replay", { at: "soon" })), "E_USAGE");
    });

    check(
      "state commit files by words, refuses unknown slots, and exits 1 when it rejects",
      async () => {
        const { run } = await place();
        const slotOf = async (text: string) =>
          (await run<{ slot: string }>("state commit", { text })).out.slot;
        assert.equal(await slotOf("we chose Rust"), "decision");
        assert.equal(await slotOf("mustard is yellow"), "fact");
        assert.equal(await slotOf("deploys must wait"), "constraint");
        assert.equal(await codeOf(run("state commit", { text: "x y", slot: "facts" })), "E_SLOT");
        assert.equal((await run("state commit", { text: "we chose Rust" })).exit, 1);
        assert.equal(await codeOf(run("state commit", { text: "  " })), "E_USAGE");
      },
    );

    check("qualify stores nothing, and exits with 1 when the gate refuses", async () => {
      const { run } = await place();
      await run("state commit", { text: "the team chose Rust for the core crates", id: "lang" });
      const before = await run<Shown>("state show");
      const text = "the team chose Go for the core crates";
      const { out, exit } = await run<{ decision: string; matched: { id: string } }>("qualify", {
        text,
      });
      assert.deepEqual([out.decision, out.matched.id, exit], ["conflict", "lang", 1]);
      const goal = "ports of the queue";
      const aside = await run<{ reason_code: string }>("qualify", { text: "tea is hot", goal });
      assert.equal(aside.out.reason_code, "below_relevance_threshold");
      assert.equal((await run<Shown>("state show")).out.head_seq, before.out.head_seq);
    });

    check("namespaces and access lists decide what is shown", async () => {
      const { run } = await place();
      const add = (id: string, text: string, namespace: string, more = {}) =>
        run("state commit", { id, text, namespace, "other-namespace": true, ...more });
      await add("a", "alpha has a port 1", "alpha");
      await add("b", "beta has a queue 2", "beta", { allow: ["alpha", "user:bob"] });
      await run("state commit", { text: "shared has a rate 3", id: "s" });
      await add("g", "gamma has a disk 4", "gamma");
      const seen = async (input: Record<string, unknown>) =>
        (await run<Shown>("state show", input)).out.entries.map(({ id }) => id);
      assert.deepEqual(await seen({ as: "alpha" }), ["a", "b", "s"]);
      assert.deepEqual(await seen({ as: "shared" }), ["s"]);
      assert.deepEqual(await seen({ as: "delta", principal: ["user:bob"] }), ["b", "s"]);
    });

    check("session resume gives another agent the same state, order and constraints", async () => {
      const { run } = await place();
      const at = { session: "release", task: "api" };
      await run("state commit", { text: "deploys must wait for tests", ...at });
      await run("state commit", { text: "secrets must never be logged", ...at });
      const task = "port `the` parser\n```\n<!-- x -->";
      const anchor = {
        "current-task": task,
        "next-step": "run tests",
        "last-failed-check": "lint",
      };
      const checkpoint = await run<{ packet: { snapshot: Shown } }>("session checkpoint", {
        "agent-id": "claude",
        decision: ["keep the API"],
        ...anchor,
        ...at,
      });
      const { packet } = (
        await run<Resumed>("session resume", { session: "release", "agent-id": "codex" })
      ).out;
      assert.equal(packet?.snapshot.state_hash, checkpoint.out.packet.snapshot.state_hash);
      assert.equal(packet?.goal, task);
      assert.equal(packet?.last_failed_check, "lint");
      assert.equal(packet?.session.handed_off_from, "claude");
      assert.deepEqual(packet?.invariants, [
        "deploys must wait for tests",
        "secrets must never be logged",
      ]);
      assert.deepEqual(Object.keys(packet ?? {}).sort(), [
        "anchor",
        "decisions_tail",
        "goal",
        "hydration",
        "invariants",
        "last_failed_check",
        "next_step",
        "open",
        "overtaken",
        "restored_working_state",
        "schema",
        "scope_applied",
        "session",
        "snapshot",
        "sources",
        "warnings",
      ]);
      assert.deepEqual(packet?.schema, ["decision", "constraint", "fact", "task-state"]);
      assert.deepEqual(
        packet?.sources,
        packet?.snapshot.entries.map(({ id }) => id),
      );
      assert.deepEqual(
        packet?.snapshot.entries.map(({ id }) => id),
        checkpoint.out.packet.snapshot.entries.map(({ id }) => id),
      );
      assert.match(packet?.restored_working_state ?? "", /## constraint\n- deploys must wait/);
      const log = await run<{ lines: { type: string }[] }>("state log", {
        type: "rejected",
        ...at,
      });
      assert.deepEqual(log.out.lines, [], "nothing is qualified again");
      const shown = await run<Shown & { session_id: string }>("state show");
      assert.equal(shown.out.session_id, "release", "what was resumed is current");
    });

    check("session resume finds by parts, by words and by a host's session", async () => {
      const { run } = await place();
      await run("session checkpoint", {
        "agent-id": "a",
        session: "s1",
        task: "api-rewrite",
        "current-task": "rewrite the API",
        host: "claude",
        "host-session": "0b1c",
      });
      await run("session checkpoint", {
        "agent-id": "a",
        session: "s2",
        task: "docs",
        "current-task": "write pages",
      });
      await run("session checkpoint", {
        "agent-id": "a",
        session: "s2",
        task: "site",
        "current-task": "draw pages",
      });
      const goal = async (input: Record<string, unknown>) =>
        (await run<Resumed>("session resume", { peek: true, ...input })).out.packet?.goal;
      assert.equal(await goal({ session: "s1" }), "rewrite the API");
      assert.equal(await goal({ query: "API-re" }), "rewrite the API");
      assert.equal(await goal({ query: "pages write" }), "write pages");
      assert.equal(await goal({ host: "claude", "host-session": "0b1c" }), "rewrite the API");
      const several = await run<Resumed>("session resume", { session: "s2", peek: true });
      assert.deepEqual([several.exit, several.out.packet], [1, null]);
      assert.deepEqual(several.out.alternatives.map(({ task_id }) => task_id).sort(), [
        "docs",
        "site",
      ]);
      assert.equal(await codeOf(run("session resume", { session: "s9" })), "E_NOT_FOUND");
      assert.equal(await codeOf(run("session resume", { query: "zebra" })), "E_NOT_FOUND");
    });

    check("session resume refuses a state that would have to be cut down", async () => {
      const { run } = await place();
      await run("state commit", { text: "port 8080 is open" });
      const before = await run<Shown>("state show");
      const refused = run("session resume", { slot: ["fact"], budget: 100 });
      await assert.rejects(refused, (error: { code: string; findings: unknown[] }) => {
        assert.equal(error.code, "E_INCOMPATIBLE");
        assert.equal(error.findings.length, 4); // Three slots and the budget.
        return true;
      });
      assert.equal((await run<Shown>("state show")).out.head_seq, before.out.head_seq);
    });

    check("session resume names entries that files have overtaken", async () => {
      const { folder, run } = await place();
      const file = path.join(folder, "parser.ts");
      const git = (...args: string[]) => execFileSync("git", args, { cwd: folder, stdio: "pipe" });
      fs.writeFileSync(file, "one");
      fs.symlinkSync("parser.ts", path.join(folder, "link.ts"));
      git("init", "-q");
      git("add", "parser.ts");
      git("-c", "user.name=Ada", "-c", "user.email=ada@example.org", "commit", "-qm", "one");
      await run("state commit", {
        text: "the parser is recursive",
        id: "p",
        file: ["parser.ts", "link.ts"],
        "at-commit": "HEAD",
      });
      const overtaken = async () =>
        (await run<Resumed>("session resume", { peek: true })).out.packet?.overtaken ?? [];
      assert.deepEqual(await overtaken(), []);
      fs.writeFileSync(file, "two");
      assert.deepEqual((await overtaken())[0]?.changed, ["parser.ts", "link.ts"]);
      fs.rmSync(file);
      assert.deepEqual((await overtaken())[0]?.missing, ["parser.ts", "link.ts"]);
      assert.equal(await codeOf(run("state commit", { text: "x is y", file: ["../z"] })), "E_PATH");
      assert.equal(await codeOf(run("state commit", { text: "x is y", file: ["."] })), "E_USAGE");
      assert.equal(
        await codeOf(run("state commit", { text: "x is y", "at-commit": "nope" })),
        "E_NOT_FOUND",
      );
    });

    check("a program that the repository's own configuration names is never started", async () => {
      const { folder, run } = await place();
      const git = (...args: string[]) => execFileSync("git", args, { cwd: folder, stdio: "pipe" });
      const started = path.join(folder, "started");
      fs.writeFileSync(path.join(folder, "parser.ts"), "one");
      git("init", "-q");
      git("add", "parser.ts");
      git("-c", "user.name=Ada", "-c", "user.email=ada@example.org", "commit", "-qm", "one");
      const head = git("rev-parse", "HEAD").toString().trim();
      const text = "the parser is recursive";
      await run("state commit", { text, id: "p", "at-commit": "HEAD" });
      // What a partial clone lacks is fetched from its remote, by a program that the configuration names.
      git("config", "core.repositoryFormatVersion", "1");
      git("config", "extensions.partialClone", "origin");
      git("config", "remote.origin.promisor", "true");
      git("config", "remote.origin.url", `ext::sh -c touch% ${started}`);
      git("config", "protocol.ext.allow", "always");
      git("config", "core.fsmonitor", `touch ${started}`);
      fs.rmSync(path.join(folder, ".git/objects", head.slice(0, 2), head.slice(2)));
      await run("session resume", { peek: true });
      const lacking = { text: "x is y", "at-commit": "1".repeat(40) };
      assert.equal(await codeOf(run("state commit", lacking)), "E_NOT_FOUND");
      assert.equal(fs.existsSync(started), false);
    });

    check("reads and decay do not move the head, and maintenance counts as no read", async () => {
      const { run } = await place();
      await run("state commit", { text: "port 8080 is open", id: "a" });
      const before = await run<Shown>("state show");
      await run("state access", { id: "a", useful: true });
      await run("state access", { id: "a" });
      const decayed = await run<{ decayed: readonly { id: string }[] }>("state decay");
      assert.deepEqual(
        decayed.out.decayed.map(({ id }) => id),
        ["a"],
      );
      const counted = async () => {
        const { out } = await run<{ files: Record<string, string> }>("kit export");
        return JSON.parse(out.files["snapshot.json"] ?? "").entries[0].access_count;
      };
      assert.equal(await counted(), 1);
      await run("state evict", { "dry-run": true });
      await run("qualify", { text: "port 8080 is open" });
      await run("session resume", { peek: true });
      await run("state log");
      assert.equal(await counted(), 1, "maintenance and looks are no reads");
      const after = await run<Shown>("state show");
      assert.deepEqual(
        [after.out.head_seq, after.out.state_hash],
        [before.out.head_seq, before.out.state_hash],
      );
    });

    check(
      "holdall.yaml gives bounds, and its unknown keys are named with the nearest known one",
      async () => {
        const { run, notes } = await place(
          "state:\n  budget_tokens: 12\n  slots: [fact, {name: rule, description: kept}]\n  budgettokens: 3\ngate:\n  max_drift: 0.9\n",
        );
        const shown = await run<{ budget_tokens: number; slots: string[] }>("state show");
        assert.deepEqual([shown.out.budget_tokens, shown.out.slots], [12, ["fact", "rule"]]);
        assert.ok(
          notes.some(
            (note) => note.includes('"state.budgettokens"') && note.includes("budget_tokens"),
          ),
        );
        const bad = await place("state: { budget_tokens: none }\n");
        assert.equal(await codeOf(bad.run("state show")), "E_SHAPE");
        const worse = await place("state: [\n");
        assert.equal(await codeOf(worse.run("state show")), "E_YAML");
      },
    );

    check(
      "state evict makes an over-full state fit, and hard deletes only what was archived before",
      async () => {
        const { run } = await place();
        for (const [id, score, drink] of [
          ["a", 1, "tea"],
          ["b", 2, "milk"],
          ["c", 3, "bread"],
        ] as const) {
          await run("state commit", { text: `${drink} stays ${id}`, id, score });
        }
        type Evicted = { evicted: readonly { id: string; action: string }[] };
        assert.deepEqual((await run<Evicted>("state evict")).out.evicted, []);
        const kept = await run<Evicted>("state evict", { "max-keep": 2 });
        assert.equal(kept.out.evicted.length, 1);
        const hard = await run<Evicted>("state evict", { hard: true });
        assert.deepEqual(
          hard.out.evicted.map(({ action }) => action),
          ["delete"],
        );
        assert.equal((await run<Shown>("state show", { archived: true })).out.entries.length, 2);
      },
    );

    check("state merge says both and archives one; state bounds keeps what is held", async () => {
      const { run } = await place();
      await run("state commit", { text: "port 8080 is open", id: "a" });
      await run("state commit", { text: "the queue is long", id: "b", slot: "fact" });
      await run("state merge", { from: "b", into: "a" });
      const { entries } = (await run<Shown>("state show", { archived: true })).out;
      assert.deepEqual(
        entries.map(({ id, content, state }) => [id, content, state]),
        [
          ["a", "port 8080 is open\n\nthe queue is long", "active"],
          ["b", "", "archived"],
        ],
      );
      assert.equal(await codeOf(run("state bounds", { budget: 1 })), "E_OVER_BUDGET");
      assert.equal(await codeOf(run("state bounds", { slot: ["other"] })), "E_SLOT");
      await run("state bounds", { budget: 100 });
      assert.equal((await run<{ budget_tokens: number }>("state show")).out.budget_tokens, 100);
    });
  });
}
