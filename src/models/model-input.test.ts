import assert from "node:assert/strict";
import { test } from "node:test";
import { HoldallError } from "../base/errors.ts";
import { chooseEmbedder } from "./choose-embedder.ts";
import { chooseJudges } from "./choose-judge.ts";
import { askNamed } from "./model-input.ts";

const UNSET = "HOLDALL_TEST_VARIABLE_THAT_NOBODY_SETS";
const { signal } = new AbortController();
const incomplete = [
  { model: "m" },
  { "base-url": "http://127.0.0.1:9" },
  { "key-variable": "KEY" },
];

function isCurable(error: unknown): boolean {
  return error instanceof HoldallError && error.code === "E_USAGE" && error.cure !== undefined;
}

test("askNamed() asks nobody when nobody is named, and refuses options without a provider", async () => {
  assert.equal(await askNamed({ signal }, {}), null);
  for (const input of incomplete) await assert.rejects(askNamed({ signal }, input), isCurable);
});

test("askNamed() and chooseJudges() refuse a variable that is not set, and say what to do", async () => {
  const provider = "chat-completions";
  await assert.rejects(askNamed({ signal }, { provider, "key-variable": UNSET }), isCurable);
  const judge = { provider, key_variable: UNSET };
  await assert.rejects(chooseJudges({ cheap: [judge], frontier: [] }, signal), isCurable);
});

test("chooseEmbedder() notes a variable that is not set, and does without", async () => {
  const notes: string[] = [];
  const named = { base_url: "http://127.0.0.1:9/v1", model: "tiny", key_variable: UNSET };
  const embedder = chooseEmbedder(named, { signal, note: (text) => notes.push(text) });
  assert.equal(await embedder?.embed(["pears"]), null);
  assert.match(notes.join(), new RegExp(UNSET));
});
