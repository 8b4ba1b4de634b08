import assert from "node:assert/strict";
import { test } from "node:test";
import type { JsonObject } from "../../src/base/json/value.ts";
import type { ContextItem } from "../../src/model/context-items.ts";
import anthropicMessages from "../../src/providers/anthropic-messages/anthropic-messages.ts";
import chatCompletions, {
  type ChatBody,
} from "../../src/providers/chat-completions/chat-completions.ts";
import gemini from "../../src/providers/gemini/gemini.ts";
import openResponses from "../../src/providers/open-responses/open-responses.ts";
import type { Provider, Vendor } from "../../src/providers/provider.ts";
import { vendorOf } from "../../src/providers/vendors.ts";
import fc from "../support/property.ts";
import { inputOf, options } from "./cases.ts";

const id = fc.constantFrom("c1", "c2", "c3", "odd id/1", "x".repeat(70));
const text = fc.constantFrom("hello", "", " ", "</system-note>", "{}", "😀");

const item: fc.Arbitrary<ContextItem> = fc.oneof(
  fc.record({
    type: fc.constant("message" as const),
    role: fc.constantFrom("system", "developer", "user", "assistant"),
    content: text,
  }),
  fc.record({
    type: fc.constant("tool_call" as const),
    call_id: id,
    name: fc.constantFrom("read", "a.b", "9"),
    arguments: fc.oneof(text, fc.constant({ path: "a" })),
  }),
  fc.record({
    type: fc.constant("tool_result" as const),
    call_id: id,
    ok: fc.boolean(),
    content: text,
  }),
  fc.record({ type: fc.constant("file_ref" as const), path: fc.constantFrom("a.ts", "../b") }),
);

/** Renders items in any order and checks a rule; contexts in which nobody speaks may be refused. */
async function always<Body extends JsonObject>(
  provider: Provider<Body>,
  rule: (body: Body) => void,
  vendor?: Vendor,
): Promise<void> {
  let count = 0;
  const property = fc.asyncProperty(fc.array(item, { maxLength: 14 }), async (items) => {
    const more = vendor === undefined ? {} : { vendor };
    const rendered = await provider
      .render(inputOf({ items }), { ...options, ...more })
      .catch((error) => assert.equal(error.code, "E_REQUEST"));
    if (!rendered) return;
    count++;
    rule(rendered.body);
  });
  await fc.assert(property, { numRuns: 400 });
  assert.ok(count > 200, `only ${count} contexts were rendered`);
}

function allDifferent(ids: readonly string[]): void {
  assert.equal(new Set(ids).size, ids.length);
}

test("anthropic-messages: user and assistant alternate, results stand first and answer every call", async () => {
  await always(anthropicMessages, ({ messages }) => {
    assert.equal(messages[0]?.role, "user");
    assert.equal(messages.at(-1)?.role, "user");
    const all: string[] = [];
    for (const [index, { role, content }] of messages.entries()) {
      assert.notEqual(role, messages[index + 1]?.role);
      const calls = content.flatMap((block) => (block.type === "tool_use" ? [block.id] : []));
      const next = messages[index + 1]?.content ?? [];
      const answers = next.flatMap((block) =>
        block.type === "tool_result" ? [block.tool_use_id] : [],
      );
      if (role === "assistant") assert.deepEqual(answers.toSorted(), calls.toSorted());
      const kinds = next.map(({ type }) => type);
      assert.ok(kinds.lastIndexOf("tool_result") < answers.length);
      for (const block of content)
        if (block.type === "text") assert.notEqual(block.text.trim(), "");
      for (const each of calls) assert.match(each, /^[a-zA-Z0-9_-]+$/);
      all.push(...calls);
    }
    allDifferent(all);
  });
});

test("gemini: every content of calls is followed by a content of their answers alone", async () => {
  await always(gemini, ({ contents }) => {
    assert.equal(contents[0]?.role, "user");
    assert.equal(contents.at(-1)?.role, "user");
    const callsOf = (index: number) =>
      (contents[index]?.parts ?? []).flatMap((part) =>
        "functionCall" in part ? [[part.functionCall.id, part.functionCall.name]] : [],
      );
    for (const [index, { role, parts }] of contents.entries()) {
      const answers = parts.flatMap((part) =>
        "functionResponse" in part ? [[part.functionResponse.id, part.functionResponse.name]] : [],
      );
      if (answers.length > 0) assert.equal(answers.length, parts.length);
      assert.deepEqual(answers, callsOf(index - 1));
      if (role === "model") assert.equal(contents[index - 1]?.role, "user");
    }
  });
});

test("chat-completions: tool messages follow the message that carries their calls, all of them", async () => {
  await always(chatCompletions, ({ messages }) => {
    let open = new Set<string>();
    const all: string[] = [];
    for (const message of messages) {
      if (message.role === "tool") {
        assert.ok(open.delete(message.tool_call_id));
        continue;
      }
      assert.equal(open.size, 0);
      const ids = "tool_calls" in message ? message.tool_calls.map((call) => call.id) : [];
      open = new Set(ids);
      all.push(...ids);
    }
    assert.equal(open.size, 0);
    allDifferent(all);
  });
});

test("chat-completions for mistral: the system speaks first, and no user after a tool", async () => {
  const rule = ({ messages }: ChatBody) => {
    const roles = messages.map(({ role }) => role);
    const begun = roles.findIndex((role) => role !== "system");
    assert.equal(begun !== -1 && roles.slice(begun).includes("system"), false);
    assert.equal(roles.includes("developer"), false);
    for (const [index, role] of roles.entries()) {
      if (roles[index - 1] === "tool") assert.ok(role === "assistant" || role === "tool");
    }
    for (const message of messages) {
      const calls = "tool_calls" in message ? message.tool_calls : [];
      for (const call of calls) assert.match(call.id, /^[a-zA-Z0-9]{9}$/);
    }
  };
  await always(chatCompletions, rule, vendorOf("mistral"));
});

test("open-responses: every call has one output after it, and every output a call", async () => {
  await always(openResponses, ({ input }) => {
    const open = new Set<string>();
    const all: string[] = [];
    for (const each of input) {
      if (each.type === "message") assert.equal(open.size, 0);
      if (each.type === "function_call_output") assert.ok(open.delete(each.call_id));
      if (each.type !== "function_call") continue;
      open.add(each.call_id);
      all.push(each.call_id);
    }
    assert.equal(open.size, 0);
    allDifferent(all);
  });
});
