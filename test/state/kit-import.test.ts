import assert from "node:assert/strict";
import fs from "node:fs";
import path from "node:path";
import { suite, test } from "node:test";
import { createKitWorkspace, hashesOf } from "../support/kits.ts";
import { codeOf } from "../support/operations.ts";
import { makeScratch, picture, writeFiles } from "../support/scratch.ts";
import { ocf, workingContext } from "../support/state-bundles.ts";
import { type Subject, subjects } from "../support/workspaces.ts";

const { all } = await subjects();
const scratch = makeScratch();
let count = 0;
const fresh = (name: string) => path.join(scratch, `${++count}-${name}`);

/** Changes a file of a bundle as a person with an editor would. */
function edit(bundle: string, file: string, change: (text: string) => string): void {
  const target = path.join(bundle, file);
  fs.writeFileSync(target, change(fs.readFileSync(target, "utf8")));
}

/** The second and the third line in each other's place. */
function swapped([first = "", second = "", third = "", ...rest]: readonly string[]) {
  return [first, third, second, ...rest];
}

/** Workspaces over one kind of store. */
function spacesOf(subject: Subject) {
  const create = () => createKitWorkspace(subject.location(), scratch);

  /** Two workspaces with the same state, and the bundle that it came in. */
  async function createPair(format = "ocf") {
    const here = await create();
    const there = await create();
    await here.commit("lang", "We chose Rust for the core crates");
    await here.commit("rule", "never push to main");
    const bundle = fresh("kit");
    await here.run("kit export", { format, out: bundle });
    await there.run("kit import", { path: bundle, apply: true });
    return { here, there, bundle };
  }

  /** A hand edit is refused, and logged when it is accepted. */
  async function tryHandEdit(format: string) {
    const { there } = await createPair();
    const bundle = fresh("edited");
    await there.run("kit export", { format, out: bundle });
    edit(bundle, "snapshot.json", (text) => text.replace("never push", "always push"));
    const input = { path: bundle, apply: true };
    assert.equal(await codeOf(there.run("kit import", input)), "E_SUMS");
    fs.rmSync(path.join(bundle, "SHA256SUMS"));
    const refused = await there.run("kit import", input);
    assert.deepEqual([refused.exit, refused.out.applied], [1, false]);
    assert.match(refused.out.edits[0] ?? "", /shared\/rule.*content/);
    const accepted = await there.run("kit import", { ...input, "accept-edits": true });
    assert.deepEqual([accepted.exit, accepted.out.applied], [0, true]);
    assert.deepEqual(accepted.out.plan?.update, ["shared/rule"]);
    const rule = (await there.shown()).entries.find(({ id }) => id === "rule");
    assert.deepEqual([rule?.content, rule?.version], ["always push to main", 2]);
    const last = (await there.run("state log")).out.lines.at(-1);
    assert.deepEqual([last?.type, last?.actor.id], ["state_edited", "operator"]);
  }

  return { make: create, makePair: createPair, tryHandEdit };
}

for (const subject of all) {
  suite(`holdall kit import into ${subject.name}`, { skip: subject.skip }, () => {
    const { make, makePair, tryHandEdit } = spacesOf(subject);

    test("changes nothing without --apply, and shows what one would go on from", async () => {
      const { bundle } = await makePair();
      const empty = await make();
      const events = async () => Object(await empty.run("status")).out.events;
      const before = [await events(), picture(bundle), picture(empty.cwd)];
      const { exit, out } = await empty.run("kit import", { path: bundle });
      assert.deepEqual([await events(), picture(bundle), picture(empty.cwd)], before);
      assert.deepEqual([exit, out.applied, out.relation], [0, false, "empty"]);
      assert.match(out.context, /We chose Rust/);
      assert.deepEqual(out.plan?.insert, ["shared/lang", "shared/rule"]);
      assert.equal((await empty.shown()).entries.length, 0);
    });

    test("goes on where the workspace stopped, and does nothing where it is ahead", async () => {
      const { here, there, bundle } = await makePair();
      await here.commit("port", "the server listens on port 8080");
      const change = { id: "rule", "expect-version": 1, text: "never push to main on Fridays" };
      await here.run("state update", change);
      const newer = fresh("newer");
      await here.run("kit export", { out: newer });
      const first = await there.run("kit import", { path: newer, apply: true });
      assert.deepEqual([first.exit, first.out.relation], [0, "behind"]);
      const { insert, update, unchanged } = first.out.plan ?? assert.fail();
      assert.deepEqual([insert, update], [["shared/port"], ["shared/rule"]]);
      assert.deepEqual(unchanged, ["shared/lang"]);
      assert.deepEqual(await hashesOf(there), await hashesOf(here));
      const older = await there.run("kit import", { path: bundle, apply: true });
      assert.deepEqual([older.exit, older.out.relation], [0, "ahead"]);
      assert.deepEqual(await hashesOf(there), await hashesOf(here));
    });

    for (const [policy, exit, content] of [
      ["reject", 1, "never push to main without a review"],
      ["supersede", 0, "never push to main on Fridays"],
      ["merge", 0, "never push to main without a review\n\nnever push to main on Fridays"],
    ] as const) {
      test(`keeps a past that disagrees and joins entries with --on-conflict ${policy}`, async () => {
        const { here, there } = await makePair();
        const change = { id: "rule", "expect-version": 1 };
        await here.run("state update", { ...change, text: "never push to main on Fridays" });
        await here.commit("port", "the server listens on port 8080");
        await there.run("state update", { ...change, text: "never push to main without a review" });
        const before = await hashesOf(there);
        const bundle = fresh("diverged");
        await here.run("kit export", { format: "working-context", out: bundle });
        const input = { path: bundle, apply: true, "on-conflict": policy };
        const done = await there.run("kit import", input);
        assert.deepEqual([done.exit, done.out.relation], [exit, "diverged"]);
        const { entries } = await there.shown();
        assert.equal(entries.find(({ id }) => id === "rule")?.content, content);
        assert.equal(entries.find(({ id }) => id === "port")?.content.includes("8080"), true);
        assert.deepEqual((await hashesOf(there)).slice(0, before.length), before);
        const log = (await there.run("state log")).out.lines.map(({ type }) => type);
        assert.ok(log.includes("state_imported"));
        const again = await there.run("kit import", input);
        assert.equal(again.out.head_seq, done.out.head_seq, "a second import adds nothing");
        assert.equal((await there.run("ledger verify")).exit, 0);
      });
    }

    test("refuses hand edits, and logs them when they are accepted", () => tryHandEdit("ocf"));

    test("takes entries that were added and removed by hand, and a budget", async () => {
      const { there } = await makePair();
      const bundle = fresh("edited");
      await there.run("kit export", { format: "working-context", out: bundle });
      edit(bundle, "snapshot.json", (text) => {
        const snapshot = JSON.parse(text);
        const [first] = snapshot.entries;
        snapshot.entries = [first, { ...first, id: "new", content: "by hand", tokens: 2 }];
        snapshot.token_count = first.tokens + 2;
        snapshot.budget_tokens = 99;
        return JSON.stringify(snapshot);
      });
      const { exit } = await there.run("kit import", {
        path: bundle,
        apply: true,
        "accept-edits": true,
      });
      assert.equal(exit, 0);
      const { entries, budget_tokens } = (await there.shown()) as unknown as {
        readonly entries: readonly { readonly id: string }[];
        readonly budget_tokens: number;
      };
      assert.deepEqual([entries.map(({ id }) => id), budget_tokens], [["lang", "new"], 99]);
    });

    test("takes a bundle without a history and says that its past is not available", async () => {
      const space = await make();
      const bundle = writeFiles(fresh("plain"), workingContext);
      const { exit, out } = await space.run("kit import", { path: bundle, apply: true });
      assert.deepEqual([exit, out.bundle.head_seq], [0, null]);
      const [entry] = (await space.shown()).entries;
      assert.equal(entry?.content, "store tide heights in metres only");
      const types = (await space.run("state log")).out.lines.map(({ type }) => type);
      assert.deepEqual(types, [
        "state_declared",
        "state_imported",
        "state_trail_imported",
        "state_adopted",
      ]);
      assert.equal(await codeOf(space.run("kit replay", { path: bundle })), "E_NOT_FOUND");
    });

    test("takes a policy that nobody knows for one by hand", async () => {
      const space = await make();
      const schema = String(ocf["schema.json"]).replace("lowest-score", "random");
      const bundle = writeFiles(fresh("policy"), { ...ocf, "schema.json": schema });
      const { exit, out } = await space.run("kit import", { path: bundle, apply: true });
      assert.deepEqual([exit, out.findings.map(({ code }) => code)], [0, ["W_UNKNOWN_ENUM"]]);
      assert.equal(Object(await space.shown()).eviction, "manual");
    });

    test("takes a state under another address and keeps where it came from", async () => {
      const { here, bundle } = await makePair();
      const target = { path: bundle, apply: true, session: "review" };
      const { exit, out } = await here.run("kit import", target);
      assert.deepEqual([exit, out.relation, out.is_current], [0, "unrelated", false]);
      const shown = (await here.run("state show", { session: "review" })).out;
      assert.deepEqual(
        shown.entries.map(({ id }) => id),
        ["lang", "rule"],
      );
      assert.equal((await here.run("ledger verify")).exit, 0);
    });

    test("E_INCOMPATIBLE says which slots a state lacks, and leaves it untouched", async () => {
      const space = await make();
      await space.commit("lang", "We chose Rust for the core crates");
      const files = { ...workingContext };
      files["snapshot.json"] = String(files["snapshot.json"]).replaceAll('"decision"', '"odd"');
      const bundle = writeFiles(fresh("odd"), files);
      const before = await space.shown();
      const run = space.run("kit import", { path: bundle, apply: true });
      assert.equal(await codeOf(run), "E_INCOMPATIBLE");
      assert.deepEqual(await space.shown(), before);
    });

    test("kit export appends nothing, leaves secrets out and returns small kits inline", async () => {
      const space = await make();
      await space.commit("key", "the token is ghp_k3Jd82mNq0PzX7vLw5Ty1RbC6uEaFh4GsDiO");
      await space.commit("lang", "We chose Rust for the core crates");
      const before = await space.shown();
      const { out } = await space.run("kit export", { format: "ocf" });
      assert.equal(out.secrets.length, 1);
      assert.equal(JSON.stringify(out.files).includes("ghp_k3Jd"), false);
      assert.match(out.files["snapshot.json"] ?? "", /\[redacted\]/);
      assert.deepEqual(await space.shown(), before);
      const kept = await space.run("kit export", { format: "ocf", "keep-secrets": true });
      assert.equal(JSON.stringify(kept.out.files).includes("ghp_k3Jd"), true);
      const past = await space.run("kit export", { "as-of": "1", out: fresh("past") });
      assert.equal(past.out.head_seq, 1);
    });
  });

  suite(`holdall dream adopt into ${subject.name}`, { skip: subject.skip }, () => {
    async function createDream() {
      const space = await createKitWorkspace(subject.location(), scratch);
      await space.commit("rust", "the team chose Rust for the core crates");
      await space.commit("go", "the team chose Go for the core crates", { supersedes: "rust" });
      await space.run("state restore", { id: "rust" });
      await space.commit("rule", "never push to main");
      const kit = fresh("kit");
      const dreamt = fresh("dreamt");
      await space.run("kit export", { out: kit });
      const before = picture(kit);
      await space.run("dream", { path: kit, out: dreamt });
      assert.deepEqual(picture(kit), before, "53 a dream never touches its input");
      return { space, dreamt };
    }

    test("applies a dream of an unchanged state as one batch that can be replayed", async () => {
      const { space, dreamt } = await createDream();
      assert.equal((await space.run("kit validate", { path: dreamt })).exit, 0);
      const before = await hashesOf(space);
      const { out } = await space.run("dream adopt", { path: dreamt });
      assert.deepEqual([out.adopted, out.events], [true, 1]);
      const hashes = await hashesOf(space);
      assert.deepEqual(hashes.slice(0, before.length), before);
      const replayed = await space.run("kit replay", { path: dreamt });
      assert.equal(replayed.out.state_hash, hashes.at(-1));
      assert.deepEqual(
        (await space.shown()).entries.map(({ id }) => id),
        ["go", "rule"],
      );
      assert.equal((await space.run("dream adopt", { path: dreamt })).out.adopted, false);
    });

    test("refuses a dream of a state that went on", async () => {
      const { space, dreamt } = await createDream();
      await space.commit("port", "the server listens on port 8080");
      assert.equal(await codeOf(space.run("dream adopt", { path: dreamt })), "E_CONFLICT");
      await space.run("dream discard", { path: dreamt });
      assert.equal(fs.existsSync(dreamt), false);
    });
  });
}

suite("the files of kits, which are the same over every store", () => {
  const [sqlite] = all;
  assert.ok(sqlite);
  const { make, makePair, tryHandEdit } = spacesOf(sqlite);

  for (const format of ["working-context", "ocf-kit"]) {
    test(`refuses hand edits of ${format}, and logs them when they are accepted`, () =>
      tryHandEdit(format));
  }

  test("refuses an edit that breaks a rule of the format", async () => {
    const { there } = await makePair();
    const bundle = fresh("broken");
    await there.run("kit export", { out: bundle });
    edit(bundle, "snapshot.json", (text) => text.replace(/"tokens": \d+/, '"tokens": 50'));
    const run = there.run("kit import", { path: bundle, apply: true, "accept-edits": true });
    assert.equal(await codeOf(run), "E_TOKENS");
  });

  test("a converted kit still has its history, and no edit is seen in it", async () => {
    const { here } = await makePair();
    const change = { id: "rule", "expect-version": 1, text: "never push to main on Fridays" };
    await here.run("state update", change);
    await here.run("state archive", { id: "lang" });
    const hashes = await hashesOf(here);
    const names = ["working-context", "ocf-kit", "ocf"];
    for (const from of names) {
      const bundle = fresh(from);
      await here.run("kit export", { format: from, out: bundle });
      for (const to of names.filter((name) => name !== from)) {
        const converted = fresh(`${from}-${to}`);
        await here.run("convert", { path: bundle, to, out: converted });
        const checked = await here.run("kit validate", { path: converted });
        assert.deepEqual([checked.out.edits, checked.exit], [[], 0], `${from} to ${to}`);
        const space = await make();
        await space.run("kit import", { path: converted, apply: true });
        assert.deepEqual(await hashesOf(space), hashes);
      }
    }
  });

  test("verify reports an unpaired surrogate beside a history, and in a converted bundle", async () => {
    const { bundle, here } = await makePair("ocf");
    const converted = fresh("converted");
    await here.run("convert", { path: bundle, to: "working-context", out: converted });
    for (const folder of [bundle, converted]) {
      fs.rmSync(path.join(folder, "SHA256SUMS"), { force: true });
      edit(folder, "snapshot.json", (text) => text.replace("never push", "never \\ud800 push"));
      const { exit, out } = await here.run("verify", { path: folder });
      assert.equal(exit, 1);
      assert.ok(out.findings.some(({ code }) => code === "E_UTF8"));
      const again = { path: folder, to: "ocf-kit", out: fresh("again") };
      assert.equal(await codeOf(here.run("convert", again)), "E_UTF8");
    }
  });

  test("refuses an entry that a state cannot keep, before anything is imported", async () => {
    const space = await make();
    const bundle = writeFiles(fresh("long"), workingContext);
    edit(bundle, "snapshot.json", (text) => {
      const snapshot = JSON.parse(text);
      snapshot.entries[0].id = "a".repeat(600);
      return JSON.stringify(snapshot);
    });
    for (const apply of [false, true]) {
      assert.equal(
        await codeOf(space.run("kit import", { path: bundle, apply })),
        "E_INCOMPATIBLE",
      );
    }
    assert.deepEqual((await space.shown()).entries, []);
  });

  test("verify and diff report a converted bundle without a budget, with an unpaired surrogate", async () => {
    const { here } = await makePair();
    const bundle = writeFiles(fresh("plain"), workingContext);
    edit(bundle, "manifest.json", (text) => text.replace("{", '{ "x-note": "carried",'));
    const converted = fresh("no-budget");
    await here.run("convert", { path: bundle, to: "ocf", out: converted });
    edit(converted, "schema.json", (text) => {
      const { budget_tokens: _, ...schema } = JSON.parse(text);
      return JSON.stringify({ ...schema, note: "\ud800" });
    });
    assert.equal((await here.run("verify", { path: converted })).exit, 1);
    const other = fresh("other");
    await here.run("convert", { path: bundle, to: "ocf", out: other });
    assert.equal((await here.run("diff", { left: converted, right: other })).exit, 1);
  });

  test("a dream at a time that does not exist is none", async () => {
    const { here } = await makePair();
    const kit = fresh("kit");
    const dream = fresh("dream");
    await here.run("kit export", { out: kit });
    await here.run("dream", { path: kit, out: dream });
    fs.rmSync(path.join(dream, "SHA256SUMS"));
    edit(dream, "history/dream.json", (text) =>
      text.replace(/"at": *"[^"]*"/, '"at": "99999-01-01"'),
    );
    assert.ok((await here.run("verify", { path: dream })).exit <= 1);
    assert.equal(await codeOf(here.run("dream adopt", { path: dream })), "E_FORMAT");
  });

  test("verify says that the files are not what the history says", async () => {
    const { bundle, here } = await makePair("working-context");
    assert.equal((await here.run("verify", { path: bundle })).exit, 0);
    fs.rmSync(path.join(bundle, "SHA256SUMS"));
    edit(bundle, "snapshot.json", (text) => text.replace("never push", "always push"));
    const { exit, out } = await here.run("verify", { path: bundle });
    assert.deepEqual(
      [exit, out.findings.map(({ code }) => code)],
      [1, ["W_MIRROR_STALE", "E_STATE"]],
    );
  });

  test("refuses an event, a text and a recorded hash that were altered, before anything is taken", async () => {
    const { bundle } = await makePair();
    const blobs = fs.readdirSync(path.join(bundle, "history/blobs"));
    const damages: readonly (readonly [string, (text: string) => string])[] = [
      ["history/events.jsonl", (text) => text.replace("decision", "Decision")],
      ["history/events.jsonl", (text) => text.split("\n").slice(1).join("\n")],
      ["history/events.jsonl", (text) => text.split("\n").toSpliced(1, 1).join("\n")],
      ["history/events.jsonl", (text) => swapped(text.split("\n")).join("\n")],
      [`history/blobs/${blobs[0]}`, () => "something else"],
    ];
    for (const [file, change] of damages) {
      const copy = fresh("damaged");
      fs.cpSync(bundle, copy, { recursive: true });
      fs.rmSync(path.join(copy, "SHA256SUMS"));
      edit(copy, file, change);
      const space = await make();
      const code = await codeOf(space.run("kit import", { path: copy, apply: true }));
      assert.ok(code === "E_CHAIN" || code === "E_BLOB", String(code));
      assert.equal((await space.shown()).entries.length, 0);
    }
  });
});
