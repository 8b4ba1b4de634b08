import assert from "node:assert/strict";
import { test } from "node:test";
import { claudeSession, createDemoFolder, placeClaudeSession } from "../app/open-app.ts";
import { startServe } from "../support/serve.ts";

const ID = "44444444-4444-4444-8444-444444444444";

interface Shown {
  readonly provisional?: true;
  readonly complete: boolean;
  readonly total: number;
  readonly conversation: { readonly rows: readonly { readonly text: string }[] };
}

test("a long session shows its beginning at first, and what was taken back later when it is read", async () => {
  const demo = await createDemoFolder();
  const messages = Array.from({ length: 1200 }, (_, at) => `Item ${at} ${"tide ".repeat(900)}`);
  const lines = claudeSession(demo, ID, messages).split("\n");
  // The user goes back to the second message and asks something else.
  const last = { ...JSON.parse(lines[2] ?? ""), uuid: "again", parentUuid: "u1" };
  last.timestamp = "2026-02-01T08:00:00.000Z";
  last.message = { role: "user", content: "Ask something else" };
  placeClaudeSession(demo, ID, [...lines, JSON.stringify(last)].join("\n"));
  const server = await startServe(demo.project, demo.env);
  const show = async (from: number, limit: number): Promise<Shown> => {
    const asked = { what: "claude", session: ID, "sub-agents": true, from, limit };
    const { status, json } = await server.call("person", "show", asked);
    assert.equal(status, 200);
    return json as unknown as Shown;
  };
  const textsOf = ({ conversation }: Shown) =>
    conversation.rows.slice(0, 3).map(({ text }) => text.slice(0, 18).trimEnd());
  const first = await show(1, 200);
  assert.deepEqual([first.provisional, first.complete], [true, false]);
  assert.deepEqual(textsOf(first), [
    "Item 0 tide tide t",
    "Item 1 tide tide t",
    "Item 2 tide tide t",
  ]);
  const all = await show(1, 2000);
  assert.equal(all.provisional, undefined);
  assert.deepEqual([all.total, all.complete], [1201, true]);
  assert.deepEqual(textsOf(all), [
    "Item 0 tide tide t",
    "Item 1 tide tide t",
    "Ask something else",
  ]);
  const again = await show(1, 200);
  assert.equal(again.provisional, undefined, "what was read is kept");
  assert.deepEqual(textsOf(again), textsOf(all));
  assert.equal(await server.end(), 0);
});

test("a session that was rewritten in the same size, with the same last time, is read again", async () => {
  const demo = await createDemoFolder();
  const placeWith = (movement: string) =>
    placeClaudeSession(
      demo,
      ID,
      claudeSession(demo, ID, [`The tide is ${movement}`, "Yes", "Thanks"]),
    );
  placeWith("rising");
  const server = await startServe(demo.project, demo.env);
  const asked = { what: "claude", session: ID, "sub-agents": true };
  const firstText = async (): Promise<string | undefined> => {
    const { json } = await server.call("person", "show", { ...asked, from: 1, limit: 9 });
    return (json as unknown as Shown).conversation.rows[0]?.text;
  };
  assert.equal(await firstText(), "The tide is rising");
  placeWith("ebbing");
  assert.equal(await firstText(), "The tide is ebbing");
  assert.equal(await server.end(), 0);
});
