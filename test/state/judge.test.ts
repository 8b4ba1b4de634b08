import assert from "node:assert/strict";
import http from "node:http";
import type { AddressInfo } from "node:net";
import path from "node:path";
import { after, suite, test } from "node:test";
import { askModel } from "../../src/models/ask-model.ts";
import { chooseJudges } from "../../src/models/choose-judge.ts";
import { judgesSchema } from "../../src/runtime/model-settings.ts";
import { gateConfig } from "../../src/state/gate/config.ts";
import { tierOf } from "../../src/state/gate/council.ts";
import type { GateEntry } from "../../src/state/gate/gate.ts";
import { positionBias } from "../../src/state/gate/position-swap.ts";
import { qualifyWithJudge } from "../../src/state/gate/qualify-with-judge.ts";
import { contextIn, runOperation } from "../support/operations.ts";
import { makeScratch } from "../support/scratch.ts";
import { writeUserConfig } from "../support/user-config.ts";

/** A server that speaks chat completions; what it says depends on the model that is asked for. */
const replies = new Map<string, string | ((question: string) => string)>();
const asked: { readonly model: string; readonly body: Record<string, unknown> }[] = [];
const server = http.createServer(async (request, response) => {
  const body = JSON.parse(Buffer.concat(await Array.fromAsync(request)).toString());
  asked.push({ model: body.model, body });
  const reply = replies.get(body.model);
  if (reply === undefined) {
    response.statusCode = 503;
    response.end("overloaded");
    return;
  }
  const content = typeof reply === "string" ? reply : reply(JSON.stringify(body.messages));
  const usage = { prompt_tokens: 50, completion_tokens: 7 };
  response.end(JSON.stringify({ choices: [{ message: { role: "assistant", content } }], usage }));
});
await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
after(() => server.close());
const base_url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`;

const model = (name: string) => ({ provider: "chat-completions", model: name, base_url });
const scores = (relevance: number, novelty: number, drift: number, more = {}) =>
  JSON.stringify({ relevance, novelty, drift, ...more });
const rust: GateEntry = {
  namespace: "shared",
  id: "core-language",
  content: "the team chose Rust for the core crates",
  version: 1,
};
const slots = ["decision", "constraint", "fact", "task-state"];

async function judge(names: readonly string[], arbiter?: string, content = "a new remark") {
  const configured = judgesSchema.parse({
    cheap: names.map(model),
    ...(arbiter === undefined ? {} : { arbiter: model(arbiter) }),
  });
  const judges = await chooseJudges(configured, AbortSignal.timeout(20_000));
  const candidate = { id: null, content, namespace: null, relevance: 1 };
  return qualifyWithJudge(candidate, [rust], gateConfig(), { judges, slots });
}

suite("qualifyWithJudge()", () => {
  test("admits what the judge scores well, with its slot and its cost", async () => {
    replies.set("kind", `Fine. ${scores(0.9, 0.8, 0.1, { slot: "fact", reason: "a } brace" })}`);
    const verdict = await judge(["kind"]);
    assert.deepEqual([verdict.decision, verdict.slot], ["admit", "fact"]);
    assert.equal(verdict.explanation, "a } brace");
    assert.equal(verdict.audit.judge_tier, "cheap");
    assert.deepEqual(verdict.audit.judge_costs, [
      { judge: "kind", prompt_tokens: 50, completion_tokens: 7, total_tokens: 57 },
    ]);
    const sent = asked.find((each) => each.model === "kind")?.body;
    assert.ok(JSON.stringify(sent).includes("core-language"));
    assert.ok(JSON.stringify(sent).includes("200"), "the answer is bounded");
  });

  for (const [name, reply, decision, reason] of [
    ["bored", scores(0.4, 0.1, 0.9), "reject", "below_relevance_threshold"],
    ["opposed", scores(0.9, 0.1, 0.5), "conflict", "drift"],
    ["tired", scores(0.9, 0.2, 0.1), "reject", "redundant"],
    ["garbled", "relevance: high", "reject", "gate_rejected"],
  ] as const) {
    test(`says ${reason} when the judge is ${name}`, async () => {
      replies.set(name, reply);
      const verdict = await judge([name]);
      assert.deepEqual([verdict.decision, verdict.reason], [decision, reason]);
    });
  }

  test("proposes to supersede the entry that the judge names", async () => {
    replies.set("precise", scores(1, 1, 1, { contradicts: "core-language" }));
    assert.equal((await judge(["precise"])).matched?.id, rust.id);
  });

  test("suggests no slot that was not declared", async () => {
    replies.set("creative", scores(1, 1, 0, { slot: "poems" }));
    assert.equal((await judge(["creative"])).slot, null);
  });

  test("rejects when nobody can be reached", async () => {
    const verdict = await judge(["absent"]);
    assert.deepEqual([verdict.decision, verdict.reason], ["reject", "gate_rejected"]);
  });
});

suite("council()", () => {
  test("needs half of its judges", async () => {
    replies.set("a", scores(0.9, 0.9, 0));
    assert.equal((await judge(["a", "absent", "absent too"])).reason, "gate_rejected");
    assert.equal((await judge(["a", "absent"])).decision, "admit");
  });

  test("lets the arbiter decide, and takes the mean when it fails", async () => {
    replies.set("high", scores(0.9, 0.9, 0));
    replies.set("low", scores(0.2, 0.9, 0));
    replies.set("arbiter", scores(0.1, 0.9, 0));
    const decided = await judge(["high", "low"], "arbiter");
    assert.equal(decided.reason, "below_relevance_threshold");
    assert.equal(decided.audit.judge_costs?.length, 3);
    const mean = await judge(["high", "low"], "absent");
    assert.equal(mean.signals.find(({ name }) => name === "relevance")?.value, 0.55);
    assert.equal(mean.decision, "admit");
  });
});

test("qualify and state commit ask the judges that the stakes deserve, and try the arbiter in both orders", async () => {
  const cwd = makeScratch();
  const named = (name: string) =>
    `[{ provider: chat-completions, model: ${name}, base_url: "${base_url}" }]`;
  const config = `judges:\n  cheap: ${named("lenient")}\n  frontier: ${named("severe")}\n  arbiter: ${named("first").slice(1, -1)}\n`;
  writeUserConfig(path.join(cwd, "user"), config);
  replies.set("lenient", scores(0.9, 0.9, 0));
  replies.set("severe", scores(0.9, 0.9, 0.9, { contradicts: "core" }));
  replies.set("first", '{"winner": "A"}');
  const context = contextIn(cwd);
  await runOperation(context, "init");
  await runOperation(context, "state commit", { text: rust.content, id: "core" });
  type Qualified = Readonly<Record<"decision" | "judge_tier" | "position_bias", unknown>>;
  const qualified = async (stakes: number) => {
    const { out } = await runOperation<Qualified>(context, "qualify", { text: "use Go", stakes });
    return [out.decision, out.judge_tier, out.position_bias];
  };
  assert.deepEqual(await qualified(0.2), ["admit", "cheap", null]);
  assert.deepEqual(await qualified(0.8), ["conflict", "frontier", 1]);
  const { out } = await runOperation<{ readonly decision: string }>(context, "state commit", {
    text: "use Go",
    stakes: 0.8,
  });
  assert.equal(out.decision, "conflict");
});

test("tierOf() asks better judges from stakes of 0.75", () => {
  assert.deepEqual([0, 0.74, 0.75, 1].map(tierOf), ["cheap", "cheap", "frontier", "frontier"]);
});

suite("positionBias()", () => {
  async function biasOf(name: string) {
    const ask = await askModel({
      provider: "chat-completions",
      model: name,
      baseUrl: base_url,
      key: null,
      signal: AbortSignal.timeout(20_000),
    });
    return positionBias(ask, "use Rust", "use Go");
  }

  test("flags a judge that always takes what comes first", async () => {
    replies.set("lazy", '{"winner": "A"}');
    assert.deepEqual(await biasOf("lazy"), {
      position_bias: 1,
      position_bias_threshold: 0.1,
      position_bias_flagged: true,
    });
  });

  test("finds no bias in a judge that goes by what is said", async () => {
    replies.set("firm", (question) =>
      question.indexOf("use Go") < question.indexOf("use Rust")
        ? '{"winner": "A"}'
        : '{"winner": "B"}',
    );
    assert.equal((await biasOf("firm"))?.position_bias, 0);
  });

  test("says nothing about a judge that does not answer", async () => {
    assert.equal(await biasOf("absent"), null);
  });
});
