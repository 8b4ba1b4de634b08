import assert from "node:assert/strict";
import { test } from "node:test";
import { findDetours } from "../../scripts/literals/find-detours.ts";

const linesOf = (code: string) => findDetours("example.ts", code).map(({ line }) => line);

for (const code of [
  "const a = { ...{ b: 1, c }, d };",
  "const a = { ...({ b: 1 } as const) };",
  'const a = [...["b", "c"], ...d];',
  'f(...["b"], c);',
  'new F(...["b"]);',
  "let [a, b] = [true, 0];",
  "const [a, b]: [string[], string[]] = [[], []];",
  "export const [a, b] = [1, 2] as const;",
  "for (let [a, b] = [0, 1]; a < b; a++) f(a);",
  'const a = "b c".split(" ");',
  'const a = [..."b,c".split(",")];',
  "const a = `b\\nc`.split(/\\s/);",
  'const a = ("b " + "c").split(" ");',
  'f(a); const a = "b c"; f(a.split(" "));',
]) {
  test(`findDetours() finds ${code}`, () => assert.deepEqual(linesOf(`// Above.\n${code}`), [2]));
}

for (const code of [
  "const a = { ...b, ...(c ? { d } : {}), ...(e && { f }) };",
  "const a = [...b, ...(c ? [d] : []), ...e.map(f)];",
  "const [a, b] = f();",
  "[a, b] = [b, a];",
  "const a = [[1, 2], { ...b }];",
  'const a = b.split(" ");',
  'const a = "b c"; function f(a: string) { return d.split(a); }',
]) {
  test(`findDetours() leaves ${code}`, () => assert.deepEqual(linesOf(code), []));
}

test("findDetours() gives all of a file in their order, those inside others too", () => {
  const code = "const [a, b] = [\n  { ...{ c: [...[d]] } },\n  e,\n];\nf(...[g]);";
  assert.deepEqual(linesOf(code), [1, 2, 2, 5]);
});
