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
