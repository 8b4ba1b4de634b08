import assert from "node:assert/strict";
import type { ContextItem, ContextItemType } from "../../src/model/context-items.ts";
import type { Provider, Rendered, RenderOptions } from "../../src/providers/provider.ts";
import {
  assistant,
  call,
  cases,
  inputOf,
  missing,
  options,
  result,
  user,
} from "../providers/cases.ts";

/** One promise of the provider contract, to be kept by every provider. */
export interface ProviderCheck {
  readonly name: string;
  run(provider: Provider): Promise<void>;
}

const MAX_CHARACTERS = 10_485_760;

/** The contract of `src/providers/provider.ts`, promise by promise. */
export const providerSuite: readonly ProviderCheck[] = [
  {
    name: "the same items and texts give the same bytes",
    async run(provider) {
      for (const each of cases) {
        const render = () => provider.render(inputOf(each), { ...options, ...each.options });
        assert.equal(JSON.stringify(await render()), JSON.stringify(await render()));
      }
    },
  },
  {
    name: "the body is plain JSON, and only a model may be missing",
    async run(provider) {
      for (const each of cases) {
        const { body, missing: absent } = await provider.render(inputOf(each), {
          ...options,
          ...each.options,
        });
        assert.deepEqual(JSON.parse(JSON.stringify(body)), body);
        const isNamed = { ...options, ...each.options }.model !== null;
        if (isNamed) assert.deepEqual(absent, []);
      }
    },
  },
  {
    name: "text that only a model would see is not sent, and that is reported",
    async run(provider) {
      const hidden = [..."obey"].map((letter) =>
        String.fromCodePoint(0xe0000 + letter.charCodeAt(0)),
      );
      const hiddenName = `a${hidden.join("")}b`;
      const asked = { ...call("c1"), arguments: { [hiddenName]: hiddenName } } as ContextItem;
      const items = [
        user(hiddenName),
        asked,
        result("c1", hiddenName),
        assistant(hiddenName),
        user("Go"),
      ];
      const { body, resets } = await render(provider, items);
      const sent = JSON.stringify(body);
      assert(!hidden.some((character) => sent.includes(character)));
      assert(sent.includes("ab"));
      const reported = resets.filter(({ reason }) => reason === "hidden_text");
      assert.deepEqual(
        reported.map(({ input }) => input),
        ["message", "tool_call", "tool_result", "message"],
      );
    },
  },
  {
    name: "every kind of item is said, in the order of the items",
    async run(provider) {
      const marks = Object.values(marked).flat();
      const rendered = await render(
        provider,
        marks.map(([, item]) => item),
      );
      const text = JSON.stringify(rendered.body);
      const places = marks.map(([mark]) => text.indexOf(mark));
      assert.equal(places.includes(-1), false, `not said: ${marks[places.indexOf(-1)]?.[0]}`);
      assert.deepEqual(
        places,
        places.toSorted((left, right) => left - right),
      );
      assert.deepEqual(rendered.resets, []);
    },
  },
  {
    name: "the user's last words come last",
    async run(provider) {
      const { body } = await render(provider, [user("one"), assistant("two"), user("LAST")]);
      const texts = JSON.stringify(body.input ?? body.messages ?? body.contents);
      assert.ok(texts.lastIndexOf("LAST") > texts.lastIndexOf("two"));
    },
  },
  ...(["summary_ref", "handoff_bundle_ref", "state_ref"] as const).map(unreadable),
  {
    name: "a text over the limit is refused before any text is read",
    async run(provider) {
      const long = "x".repeat(MAX_CHARACTERS + 1);
      const items: ContextItem[] = [
        { type: "summary_ref", artifact_id: missing },
        user("short"),
        { type: "message", role: "user", content: long },
      ];
      const input = { ...inputOf({ items }), text: () => assert.fail("a text was read") };
      await assert.rejects(provider.render(input, options), { code: "E_LIMIT" });
      await render(provider, [user(long.slice(1))]);
    },
  },
  {
    name: "characters are counted, not code units",
    async run(provider) {
      await render(provider, [user("😀".repeat(MAX_CHARACTERS / 2 + 1))]);
    },
  },
  {
    name: "a call without a result gets one that says so, and a reset",
    async run(provider) {
      const { body, resets } = await render(provider, [user("Go"), call("c1"), user("Well?")]);
      assert.match(JSON.stringify(body), /no result was recorded/);
      const ref = { call_id: "c1" };
      assert.deepEqual(resets, [
        { input: "tool_call", action: "replaced", reason: "result_unavailable", ref },
      ]);
    },
  },
  {
    name: "a result without a call is left out with a reset",
    async run(provider) {
      const { body, resets } = await render(provider, [user("Go"), result("c9", "LOST")]);
      assert.doesNotMatch(JSON.stringify(body), /LOST/);
      assert.deepEqual(
        resets.map(({ reason }) => reason),
        ["call_unavailable"],
      );
    },
  },
  {
    name: "an artifact that is not there is a line and a reset",
    async run(provider) {
      const items: ContextItem[] = [{ type: "artifact_ref", artifact_id: missing }, user("Go")];
      const { body, resets } = await render(provider, items);
      assert.match(JSON.stringify(body), /unavailable/);
      assert.deepEqual(
        resets.map(({ reason }) => reason),
        ["artifact_unavailable"],
      );
    },
  },
  {
    name: "an empty context is refused",
    async run(provider) {
      await assert.rejects(render(provider, []), { code: "E_REQUEST" });
    },
  },
  {
    name: "the state comes first, wherever it stands",
    async run(provider) {
      const state = marked.state_ref[0]?.[1];
      assert.ok(state);
      const { body } = await render(provider, [user("Hello"), user("there"), state]);
      const system = JSON.stringify(body.system ?? body.systemInstruction ?? body);
      assert.ok(system.includes("decision: SQLite"));
      assert.ok(!system.includes("Hello") || system.indexOf("SQLite") < system.indexOf("Hello"));
    },
  },
  {
    name: "actors are named only when asked for and when there are two",
    async run(provider) {
      const two = [user("mine"), user("yours", "bob")];
      const named = async (items: readonly ContextItem[], actorPrefix: boolean) =>
        JSON.stringify((await render(provider, items, { actorPrefix })).body).includes(
          "[ada] mine",
        );
      assert.equal(await named(two, true), true);
      assert.equal(await named(two, false), false);
      assert.equal(await named([user("mine"), user("again")], true), false);
    },
  },
  {
    name: "arguments are data, whatever their keys are called",
    async run(provider) {
      const item: ContextItem = {
        type: "tool_call",
        call_id: "c1",
        name: "read",
        arguments: JSON.parse('{"__proto__":{"polluted":1},"constructor":2}'),
      };
      const { body } = await render(provider, [user("Go"), item, result("c1")]);
      const text = JSON.stringify(body).replaceAll("\\", "");
      assert.ok(text.includes('{"__proto__":{"polluted":1},"constructor":2}'));
      assert.equal(Object.hasOwn(Object.prototype, "polluted"), false);
    },
  },
  ...wrongOptions(),
  {
    name: "replyText() finds no text where there is none",
    async run({ replyText }) {
      const answers = [null, 7, "x", [], {}, { output: 1, content: 1, choices: 1, candidates: 1 }];
      for (const answer of [...answers, { choices: [null], candidates: [{}], output: [{}] }]) {
        assert.equal(replyText(answer), null);
      }
    },
  },
  {
    name: "headers() carries a key only when there is one",
    async run({ headers }) {
      assert.equal(
        Object.values(headers(null)).some((value) => value.includes("secret")),
        false,
      );
      assert.equal(
        Object.values(headers("secret")).some((value) => value.includes("secret")),
        true,
      );
    },
  },
];

function render(
  provider: Provider,
  items: readonly ContextItem[],
  more: Partial<RenderOptions> = {},
): Promise<Rendered> {
  return provider.render(inputOf({ items }), { ...options, ...more });
}

/** One item of each kind, with words that must be found in the body. */
const marked = {
  state_ref: [["decision: SQLite", first("item-state_ref", "state_ref")]],
  handoff_bundle_ref: [["Ported half", first("item-handoff_bundle_ref", "handoff_bundle_ref")]],
  summary_ref: [["The parser was chosen", first("item-summary_ref", "summary_ref")]],
  file_ref: [["src/a b.ts", first("item-file_ref", "file_ref")]],
  artifact_ref: [["build log of today", first("item-artifact_ref", "artifact_ref")]],
  message: [
    ["MARK question", user("MARK question")],
    ["MARK answer", assistant("MARK answer")],
  ],
  tool_side_effect_ref: [
    ["changed: src/0.ts", first("item-tool_side_effect_ref", "tool_side_effect_ref")],
    ["MARK again", user("MARK again")],
  ],
  tool_call: [["MARK_call.txt", call("MARK_call")]],
  tool_result: [
    ["MARK result", result("MARK_call", "MARK result")],
    ["MARK end", user("MARK end")],
  ],
} satisfies Record<ContextItemType, readonly (readonly [string, ContextItem])[]>;

function first(name: string, type: ContextItemType): ContextItem {
  const item = cases.find((each) => each.name === name)?.items.find((each) => each.type === type);
  assert.ok(item);
  return item;
}

function unreadable(type: "summary_ref" | "handoff_bundle_ref" | "state_ref"): ProviderCheck {
  return {
    name: `a ${type} that cannot be read fails the whole request`,
    async run(provider) {
      const refer = (artifact_id: string): ContextItem =>
        type === "state_ref"
          ? { type, artifact_id, state_hash: "0".repeat(64) }
          : { type, artifact_id };
      const gone = [refer(missing), user("Go")];
      await assert.rejects(render(provider, gone), { code: "E_BLOB" });
      if (type === "state_ref") return; // Any text can be a state.
      const plain = first("item-artifact_ref", "artifact_ref");
      assert.ok(plain.type === "artifact_ref");
      const wrong = [refer(plain.artifact_id), user("Go")];
      await assert.rejects(render(provider, wrong), { code: "E_SCHEMA" });
    },
  };
}

function wrongOptions(): ProviderCheck[] {
  const tool = { name: "read", description: "", parameters: {} };
  const wrong: readonly (readonly [string, Partial<RenderOptions>])[] = [
    ["an answer of no tokens", { maxOutput: 0 }],
    ["an answer of half a token", { maxOutput: 20.5 }],
    ["a tool with a name no model can say", { tools: [{ ...tool, name: "läs in" }] }],
    ["two tools of one name", { tools: [tool, tool] }],
    [
      "a tool whose arguments are no object",
      { tools: [{ ...tool, parameters: { type: "array" } }] },
    ],
    ["a tool that is not declared", { tools: [tool], toolChoice: { name: "write" } }],
  ];
  return wrong.map(([what, more]) => ({
    name: `${what} cannot be asked for`,
    async run(provider) {
      await assert.rejects(render(provider, [user("Go")], more), { code: "E_USAGE" });
    },
  }));
}
