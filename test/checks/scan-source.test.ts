import assert from "node:assert/strict";
import { test } from "node:test";
import { COMPUTED, scanSource, textsIn } from "../../scripts/scan-source.ts";

const $ = "$"; // So that templates inside the samples stay plain text here.

/** Source text and the names it imports. */
const cases: readonly (readonly [code: string, ...imports: string[]])[] = [
  ['import a from "a";', "a"],
  ["import type { A } from 'a';", "a"],
  ['import {\n  a,\n  b, // from "c"\n} from "a";', "a"],
  ['export * from "a"; export { b } from "b";', "a", "b"],
  ['import "a";', "a"],
  ['const a = await import("a");', "a"],
  ['type A = import("a").A;', "a"],
  ["await import(name); await import(`a`);", COMPUTED, COMPUTED],
  ['// import a from "a";\n/* import "b" */'],
  ["const text = 'import a from \"a\"';"],
  ['const text = `import a from "a"`;'],
  [`const text = \`${$}{call({ a: "from" })} import "a" ${$}{\`import "b"\`}\`; import "c";`, "c"],
  ['const pattern = /["\'`]/; import "a";', "a"],
  ['const pattern = [/[/"]/g]; import "a";', "a"],
  ['const half = total / 2; const text = "/"; import "a";', "a"],
  ['const text = "\\""; import "a";', "a"],
  ["import.meta.url; Array.from(list);"],
];

for (const [code, ...imports] of cases) {
  test(`scanSource() reads [${imports}] from ${JSON.stringify(code)}`, () => {
    assert.deepEqual(
      scanSource(code).imports.map(({ text }) => text),
      imports,
    );
  });
}

/** Source text and when what it imports is loaded. */
const loaded: readonly (readonly [code: string, ...loads: string[]])[] = [
  ['import a from "a"; import "b"; export * from "c";', "value", "value", "value"],
  ['import { type A, b } from "a";', "value"],
  ['import type { A } from "a"; import { b } from "b";', "type", "value"],
  ['export type { A } from "a"; export { b } from "b";', "type", "value"],
  ['import type A from "a"; import type * as B from "b";', "type", "type"],
  ['import type from "a"; import type, { b } from "b";', "value", "value"],
  ['export type A = string; import { b } from "b";', "value"],
  ['await import("a"); type A = import("a").A;', "lazy", "lazy"],
];

for (const [code, ...loads] of loaded) {
  test(`scanSource() finds that ${JSON.stringify(code)} loads [${loads}]`, () => {
    assert.deepEqual(
      scanSource(code).imports.map((each) => each.loads),
      loads,
    );
  });
}

test("scanSource() gives strings and the pieces of templates with their lines", () => {
  assert.deepEqual(scanSource(`a("x",\n'y',\n\`p ${$}{"z"}\n q\`)`).literals, [
    { text: "x", line: 1 },
    { text: "y", line: 2 },
    { text: "p ", line: 3 },
    { text: "z", line: 3 },
    { text: "\n q", line: 3 },
  ]);
});

test("textsIn() joins the pieces of each template, also where templates are nested", () => {
  assert.deepEqual(textsIn(`a("x", \`p ${$}{\`q ${$}{1} r\`}\n s\`)`), [
    { text: "x", line: 1 },
    { text: "q … r", line: 1 },
    { text: "p …\n s", line: 1 },
  ]);
});
