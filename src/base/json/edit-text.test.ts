import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "../../../test/support/property.ts";
import { APPEND, removeValue, setValue } from "./edit-text.ts";

const PRETTY = `{
    // not here
}`.replace("// not here", '"a": 1.0, "list": [ 1 ],\n    "deep": { "x": "\\"}" }');

test("setValue() adds a member and keeps every other byte", () => {
  const text = setValue(PRETTY, ["deep", "y"], { z: [1] });
  assert.ok(text.includes('"a": 1.0, "list": [ 1 ],'));
  assert.deepEqual(JSON.parse(text).deep, { x: '"}', y: { z: [1] } });
});

test("setValue() makes what is missing on the way, in the layout of the text", () => {
  assert.equal(setValue("{}\n", ["a", "b"], 1), '{\n  "a": {\n    "b": 1\n  }\n}\n');
  assert.equal(setValue('{"x":1}', ["a", APPEND], 1), '{"x":1,"a":[1]}');
  assert.equal(setValue('{\n\t"x": 1\n}', ["y"], 2), '{\n\t"x": 1,\n\t"y": 2\n}');
  assert.equal(
    setValue('{\r\n "x": 1\r\n}', ["y"], [2]),
    '{\r\n "x": 1,\r\n "y": [\r\n  2\r\n ]\r\n}',
  );
});

test("setValue() replaces a value and nothing around it", () => {
  assert.equal(setValue('{"a": 1 , "b":2}', ["a"], 3), '{"a": 3 , "b":2}');
});

test("setValue() refuses a path through something else", () => {
  assert.throws(() => setValue('{"a":[]}', ["a", "b"], 1), { code: "E_SHAPE" });
  assert.throws(() => setValue('{"a":{}}', ["a", APPEND], 1), { code: "E_SHAPE" });
  assert.throws(() => setValue("[]", ["a"], 1), { code: "E_SHAPE" });
});

test("removeValue() takes out the first, a middle and the last part", () => {
  assert.equal(removeValue("[1, 2, 3]", [0]), "[2, 3]");
  assert.equal(removeValue("[1, 2, 3]", [1]), "[1, 3]");
  assert.equal(removeValue("[1, 2, 3]", [2]), "[1, 2]");
  assert.equal(removeValue('{"a": {"b": 1}}', ["a", "b"]), '{"a": {}}');
  assert.equal(removeValue('{"a": 1}', ["b", "c"]), '{"a": 1}');
});

test("removeValue() undoes what setValue() added, byte for byte", () => {
  fc.assert(
    fc.property(
      fc.dictionary(fc.string(), fc.jsonValue()),
      fc.constantFrom(0, 1, 2, "\t"),
      (value, indent) => {
        fc.pre(!Object.hasOwn(value, "ours") && Object.keys(value).length > 0);
        const text = JSON.stringify(value, null, indent);
        const more = setValue(text, ["ours"], { a: [1] });
        assert.deepEqual(JSON.parse(more), { ...JSON.parse(text), ours: { a: [1] } });
        assert.equal(removeValue(more, ["ours"]), text);
      },
    ),
  );
});

const COMMENTED = `{
  // Servers of this project.
  "servers": {
    "a": 1, // the first
    /* the second */ "b": [1, 2,], // its ports
    // more to come
  },
}
`;

test("setValue() and removeValue() keep comments and trailing commas", () => {
  const more = setValue(COMMENTED, ["servers", "ours"], { port: 1 });
  const added = '    "ours": {\n      "port": 1\n    },\n';
  assert.equal(more, COMMENTED.replace("// its ports\n", `// its ports\n${added}`));
  assert.equal(removeValue(more, ["servers", "ours"]), COMMENTED);
  assert.equal(setValue(COMMENTED, ["servers", "a"], 2), COMMENTED.replace('"a": 1', '"a": 2'));
  assert.equal(
    removeValue(COMMENTED, ["servers", "a"]),
    COMMENTED.replace('"a": 1, // the first\n    ', ""),
  );
});

test("setValue() adds to a list whose last line has a comment and no comma", () => {
  const text = '{\n  "a": 1 // one\n}\n';
  const more = setValue(text, ["b"], 2);
  assert.equal(more, '{\n  "a": 1, // one\n  "b": 2\n}\n');
  assert.equal(removeValue(more, ["b"]), text);
});

test("setValue() keeps the comments of an empty object", () => {
  const text = "{\n  // nothing yet\n}\n";
  const more = setValue(text, ["a"], 1);
  assert.equal(more, '{\n  // nothing yet\n  "a": 1\n}\n');
  assert.match(removeValue(more, ["a"]), /nothing yet/);
});

test("setValue() refuses what is nested too deep, and what is not JSON", () => {
  assert.throws(() => setValue("[".repeat(10_000), ["a"], 1), { code: "E_LIMIT" });
  assert.throws(() => setValue("{a", ["a"], 1), { code: "E_JSON" });
});
