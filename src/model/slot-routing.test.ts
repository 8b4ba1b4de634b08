import assert from "node:assert/strict";
import { test } from "node:test";
import { DEFAULT_ROUTING, routeByKeywords } from "./slot-routing.ts";
import { DEFAULT_SLOTS } from "./state.ts";

const slots = DEFAULT_SLOTS.map(({ name }) => name);

for (const { slot, words } of DEFAULT_ROUTING) {
  for (const term of words) {
    const example = term.replace("*", "ed");
    test(`routeByKeywords() files "${example}" under ${slot}, and under fact where ${slot} is not declared`, () => {
      assert.deepEqual(routeByKeywords(`It was ${example.toUpperCase()}, once`, slots), {
        slot,
        by: example,
      });
      const others = slots.filter((name) => name !== slot);
      assert.equal(routeByKeywords(`It was ${example}, once`, others).slot, "fact");
      const inside = `it was x${example}x`;
      assert.equal(routeByKeywords(inside, slots).slot, "fact", "a part of a word is not the word");
    });
  }
}

test("routeByKeywords() does not take mustard for a constraint, nor what only ends so", () => {
  assert.deepEqual(routeByKeywords("mustard is yellow", slots), { slot: "fact", by: null });
  assert.equal(routeByKeywords("undecided", slots).slot, "fact");
});

test("routeByKeywords() tries the rules in their order", () => {
  assert.equal(routeByKeywords("we agreed that it must wait", slots).slot, "decision");
});

test("routeByKeywords() falls back to fact, else to the last slot", () => {
  assert.equal(routeByKeywords("tea is hot", ["fact", "other"]).slot, "fact");
  assert.equal(routeByKeywords("tea is hot", ["first", "last"]).slot, "last");
});

test("routeByKeywords() takes other rules, with signs and letters of any script in them", () => {
  const rules = [
    { slot: "risk", words: ["c++", "größe", "at  risk"] },
    { slot: "open", words: ["frag*"] },
  ];
  const file = (text: string) => routeByKeywords(text, ["risk", "open", "rest"], rules);
  assert.deepEqual(file("written in C++ long ago"), { slot: "risk", by: "c++" });
  assert.equal(file("die Größenordnung stimmt").slot, "rest");
  assert.equal(file("it is at\nrisk").slot, "risk");
  assert.deepEqual(file("viele Fragen"), { slot: "open", by: "fragen" });
});
