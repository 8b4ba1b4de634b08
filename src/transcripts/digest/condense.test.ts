import assert from "node:assert/strict";
import { test } from "node:test";
import { condenseTurns } from "./condense.ts";
import type { Digest, DigestTurn } from "./digest.ts";

function turn(request: string, reply: string, edited: string | null = null): DigestTurn {
  const action = { kind: "edit" as const, text: edited ?? "", item_id: "i", time: null, at: 0 };
  const ids = {
    at: null,
    item_id: "u",
    reply_id: "a",
    reply_at: null,
    isAnswered: true,
    isQueued: false,
    stop: null,
  };
  return { ...ids, request, reply, actions: edited === null ? [] : [action] };
}

function repliesOf(...turns: readonly DigestTurn[]): readonly number[] {
  const digest = { turns, actions: { files: { gone: () => [] } } } as unknown as Digest;
  return condenseTurns(digest, turns.length).map(({ reply }) => reply.length);
}

const REPORT = "The helper testenv.go was updated to use trailers.ParseCheckpoint instead.";

test("a question about a line of a reply leaves the reply; a change of what it quotes does not", () => {
  const reply = `${REPORT}\n\nThe remaining uses are keys of maps and fields for JSON.`;
  const asked = turn("Check where the id is used as a string", reply, "src/testenv.go");
  const question = `> ${REPORT}\n\nhow did the build not catch it?`;
  assert.equal(repliesOf(asked, turn(question, "It has a build tag."))[0], 2);
  assert.equal(repliesOf(asked, turn(question, "Changed it.", "src/other.go"))[0], 0);
});

test("a question that was only answered weighs less than what was asked for", () => {
  const turns = [
    turn("Build the lamp", "The lamp is built.", "src/lamp.ts"),
    turn("okay so what does the switch do", "It turns the lamp off."),
    turn("I prefer a red lamp", "Noted."),
    turn("Paint it", "It is painted.", "src/lamp.ts"),
  ];
  const digest = { turns, actions: { files: { gone: () => [] } } } as unknown as Digest;
  const [, question, wish] = condenseTurns(digest, turns.length).map(({ request }) => request[0]);
  assert((question?.weight ?? 1) < (wish?.weight ?? 0) - 0.4);
});
