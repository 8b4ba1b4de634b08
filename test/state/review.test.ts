/** The tray: what sessions propose is in force only when someone keeps it. */
import assert from "node:assert/strict";
import { suite, test } from "node:test";
import { askAboutProposals } from "../../src/state/disk/ask-about-proposals.ts";
import type { Proposal } from "../../src/state/proposal.ts";
import { resumedText } from "../../src/state/session/model-text.ts";
import type { Reviewed } from "../../src/state/tray/review.ts";
import { SESSION, type Spoken, writeSession } from "../handoff/claude-session.ts";
import { codeOf, contextIn, runOperation } from "../support/operations.ts";
import { makeScratch } from "../support/scratch.ts";

const conversation: readonly Spoken[] = [
  ["user", "Use bun not npm. Never cache prices. Never deploy on Fridays."],
  ["assistant", "Understood."],
  ["user", "Go on."],
];

const CITED = { agent: "claude", session: SESSION, item: "u1" };

interface Tray {
  readonly reviewed: readonly Reviewed[];
  readonly waiting: readonly Proposal[];
}

interface Shown {
  readonly waiting?: number;
  readonly entries: readonly {
    readonly id: string;
    readonly content: string;
    readonly slot: string;
    readonly citation?: unknown;
  }[];
}

async function createProject(spoken = conversation) {
  const cwd = makeScratch();
  const context = contextIn(cwd);
  const file = writeSession(cwd, spoken);
  await runOperation(context, "init");
  const take = async (more = {}) => {
    const { out } = await runOperation<{ proposed: unknown }>(context, "import", {
      from: file,
      state: true,
      ...more,
    });
    return out.proposed;
  };
  const review = async (input = {}) =>
    (await runOperation<Tray>(context, "state review", input)).out;
  const state = async () => (await runOperation<Shown>(context, "state show")).out.entries;
  return { cwd, context, take, review, state };
}

suite("state review", () => {
  test("import --state proposes, and puts nothing in force", async () => {
    const { context, take, review, state } = await createProject();
    assert.deepEqual(await take(), { new: 3, known: 0, kept: 0 });
    assert.deepEqual(await state(), []);
    assert.equal((await runOperation<Shown>(context, "state show")).out.waiting, 3);
    const { waiting } = await review();
    assert.deepEqual(
      waiting.map(({ text, slot }) => `${slot}: ${text}`),
      [
        "decision: Use bun not npm",
        "constraint: Never cache prices",
        "constraint: Never deploy on Fridays",
      ],
    );
    assert.deepEqual(waiting[0]?.citation, CITED);
  });

  test("what is kept is in force with its citation, in other words if they are given", async () => {
    const { take, review, state } = await createProject();
    await take();
    const [first, second, third] = (await review()).waiting;
    await review({ keep: [first?.id], skip: [second?.id] });
    const last = await review({ keep: [third?.id], text: "Nobody deploys on a Friday" });
    assert.deepEqual(last.waiting, []);
    const entries = await state();
    assert.deepEqual(
      entries.map(({ content }) => content),
      ["Use bun not npm", "Nobody deploys on a Friday"],
    );
    for (const { citation } of entries) assert.deepEqual(citation, CITED);
  });

  test("a kept claim names its source, short, and show takes that", async () => {
    const { context, take, review } = await createProject();
    await take();
    await review({ yes: true });
    const { out: resumed } = await runOperation<{ packet: object }>(context, "session resume");
    const text = resumedText({ ...resumed, alternatives: [] });
    const cited = `${SESSION.slice(0, 13)}#u1`;
    assert.ok(text.includes(`- Never cache prices (${cited})`), text);
    const show = async (what: string) =>
      (await runOperation<{ items: readonly { text: string }[] }>(context, "show", { what })).out;
    assert.match((await show(`${SESSION}#u1`)).items[0]?.text ?? "", /^Use bun/);
    assert.equal((await show(`${SESSION}#u3`)).items[0]?.text, "Go on.");
    assert.equal(await codeOf(show(`${SESSION}#u99`)), "E_NOT_FOUND");
  });

  test("what was skipped or kept is not proposed again, only what is new", async () => {
    const { cwd, take, review } = await createProject();
    await take();
    const [first] = (await review()).waiting;
    await review({ skip: [first?.id], yes: true });
    writeSession(cwd, [...conversation, ["user", "Always sign the tags of a release."]]);
    assert.deepEqual(await take(), { new: 1, known: 3, kept: 0 });
    const { waiting } = await review();
    assert.deepEqual(
      waiting.map(({ text }) => text),
      ["Always sign the tags of a release"],
    );
  });

  test("--yes keeps what contradicts nothing; --keep replaces the entry that it contradicts", async () => {
    const { context, take, review, state } = await createProject([
      ["user", "Use Go for the core crates, not Rust."],
      ["assistant", "Understood."],
      ["user", "Go on."],
    ]);
    const old = { text: "We decided to use Rust for the core crates", id: "lang" };
    await runOperation(context, "state commit", old);
    assert.deepEqual(await take({ yes: true }), { new: 1, known: 0, kept: 0 });
    const { reviewed, waiting } = await review({ yes: true });
    assert.deepEqual([reviewed[0]?.outcome, reviewed[0]?.contradicts], ["waiting", "lang"]);
    const kept = await review({ keep: [waiting[0]?.id] });
    assert.deepEqual([kept.reviewed[0]?.outcome, kept.reviewed[0]?.contradicts], ["kept", "lang"]);
    assert.deepEqual(
      (await state()).map(({ content }) => content),
      ["Use Go for the core crates, not Rust"],
    );
  });

  test("refuses ids that nothing has, and other words for several", async () => {
    const { take, review } = await createProject();
    await take();
    assert.equal(await codeOf(review({ keep: ["nothing"] })), "E_NOT_FOUND");
    assert.equal(await codeOf(review({ keep: [""], text: "x" })), "E_USAGE");
  });

  test("what is in force already is not committed twice", async () => {
    const { context, take, review, state } = await createProject();
    await runOperation(context, "state commit", { text: "Never cache prices", id: "prices" });
    await take();
    const { reviewed } = await review({ yes: true });
    assert.deepEqual(
      reviewed.map(({ outcome, entry }) => (outcome === "known" ? entry : outcome)),
      ["kept", "prices", "kept"],
    );
    assert.equal((await state()).length, 3);
  });

  test("proposals survive a rebuild of the tables", async () => {
    const { context, take, review } = await createProject();
    await take();
    const before = await review();
    await runOperation(context, "ledger rebuild");
    assert.deepEqual(await review(), before);
    const { exit } = await runOperation(context, "ledger verify");
    assert.equal(exit, 0);
  });
});

/** What is decided about proposals a, b, c and d with these keys, and with these lines as edits. */
async function decided(keys: readonly string[], lines: readonly (string | null)[]) {
  const proposal = (id: string): Proposal => ({
    id,
    text: `Text ${id}`,
    slot: "fact",
    status: "in force",
    written_at: null,
    citation: { session: "s", item: "i" },
    source: "rules",
    doubt: null,
  });
  const keysLeft = keys.values();
  const linesLeft = lines.values();
  const decisions = await Array.fromAsync(
    askAboutProposals(["a", "b", "c", "d"].map(proposal), {
      show: () => undefined,
      readKey: async () => keysLeft.next().value ?? null,
      editLine: async () => linesLeft.next().value ?? null,
    }),
  );
  return decisions.map(({ proposal: { id }, decision, text }) => [id, decision, text]);
}

test("askAboutProposals() takes a key for each proposal, and leaves the rest when the person does", async () => {
  assert.deepEqual(await decided(["x", "k", "e", "k", "s", "q"], ["Other words"]), [
    ["a", "keep", undefined],
    ["b", "keep", "Other words"],
    ["c", "skip", undefined],
  ]);
});

test("an edit keeps nothing by itself, and can be left or emptied", async () => {
  assert.deepEqual(await decided(["e", "q"], ["Other words"]), []);
  assert.deepEqual(await decided(["e", "k", "e", "s", "q"], [null, " "]), [
    ["a", "keep", undefined],
    ["b", "skip", undefined],
  ]);
});
