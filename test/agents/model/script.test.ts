import assert from "node:assert/strict";
import { test } from "node:test";
import { fillArguments, readScript } from "./script.ts";

const reply = (text: string) => ({ parts: [{ text }] });

test("readScript() answers in order, and what is meant for a kind of request whenever it comes", () => {
  const reader = readScript([
    { ...reply("title"), when: /make a title/, keep: true },
    reply("first"),
    { ...reply("once"), when: /once/ },
    reply("second"),
  ]);
  const ask = (body: string) => reader.next(body, false)?.parts[0];
  const bodies = ["x", "make a title", "once", "once", "make a title", "x"];
  const answers = bodies.map(ask);
  const expected = ["first", "title", "once", "second", "title"].map((text) => ({ text }));
  assert.deepEqual(answers, [...expected, undefined]);
});

test("readScript() gives an errand only an answer that was written for it", () => {
  const reader = readScript([reply("first")]);
  assert.equal(reader.next("x", true), null);
  assert.equal(reader.remaining(), 1);
});

test("fillArguments() takes values out of the request, at every depth", () => {
  const input = { to: ["$re:id=(\\d+)"], as: "$re:none(.)", n: 1 };
  assert.deepEqual(fillArguments(input, "id=42"), { to: ["42"], as: "$re:none(.)", n: 1 });
});
