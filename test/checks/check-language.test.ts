import assert from "node:assert/strict";
import { test } from "node:test";
import { type Avoided, avoidedIn, checkLanguage } from "../../scripts/check-language.ts";

const avoided: Avoided = {
  names: ["say", "room", "MOST"],
  messages: ["whole", "go on"],
  comments: ["anew"],
};
const none = { names: [], messages: [] };

function found(
  file: string,
  source: string,
  exceptions: Parameters<typeof checkLanguage>[2] = none,
) {
  return checkLanguage(new Map([[file, source]]), avoided, exceptions).map(
    ({ rule, line, word }) => `${rule} ${line} ${word}`,
  );
}

test("avoidedIn() reads the first column of the three tables", () => {
  const glossary = `# G
| word | avoid |
| a | b |
### In names
| avoid | write |
|---|---|
| say, said | render |
### In messages
| avoid | write |
|---|---|
| go on | continue |
### In comments
| avoid | write |
|---|---|
| anew | again |
`;
  assert.deepEqual(avoidedIn(glossary), {
    names: ["say", "said"],
    messages: ["go on"],
    comments: ["anew"],
  });
});

test("checkLanguage() finds an avoided word in names of files and exports, as a word of its own", () => {
  assert.deepEqual(found("src/a/say-items.ts", ""), ["file 1 say"]);
  const source =
    "\nexport function sayHead() {}\nexport const LEDGER_ROOM = 1;\nexport type Essay = 1;\n";
  assert.deepEqual(found("src/a/b.ts", source), ["declaration 2 say", "declaration 3 room"]);
});

test("checkLanguage() finds an avoided word in whatever a file declares", () => {
  for (const source of [
    "const said = 1, say = 2;",
    "function f(say: string) {}",
    "const f = ({ key: say }, [b]) => b;",
    "const f = ([a, say = 1], ...rest) => a;",
    "function sayHead() {}",
    "interface A { readonly say: string }",
    "interface A { b(say: string): void }",
    "type A = (say: string) => void;",
    "class A { #say = 1; b() {} }",
    "try {} catch (say) {}",
    "type Say = 1;",
  ]) {
    assert.deepEqual(found("src/a.ts", source), ["declaration 1 say"], source);
  }
});

test("checkLanguage() leaves a name that is declared elsewhere", () => {
  for (const source of [
    "const { say } = f();",
    "f({ say: 1, room: 2 });",
    "a.say();",
    'import { say } from "b";',
  ]) {
    assert.deepEqual(found("src/a.ts", source), [], source);
  }
});

test("checkLanguage() avoids a word in capitals in constants alone", () => {
  assert.deepEqual(found("src/a.ts", "const MOST_LINES = 1, most = 2;"), ["declaration 1 MOST"]);
});

test("checkLanguage() finds an avoided word in comments, on its line", () => {
  assert.deepEqual(found("src/a.ts", "/**\n * Read\n * anew.\n */\nf(); // Anew"), [
    "comment 3 anew",
    "comment 5 anew",
  ]);
  assert.deepEqual(found("src/a.ts", 'f("// anew"); // renewed'), []);
});

test("checkLanguage() finds an avoided phrase in messages, and not in keys, comments or imports", () => {
  assert.deepEqual(found("src/a.ts", 'note("The file is Whole.");'), ["message 1 whole"]);
  assert.deepEqual(found("src/a.ts", "note(`\\nTo go\\non with it`);"), ["message 1 go on"]);
  assert.deepEqual(found("src/a.ts", 'const key = "whole"; // the whole file'), []);
  assert.deepEqual(found("src/a.ts", 'note("the wholesale price");'), []);
});

test("checkLanguage() accepts a word of names within a path alone", () => {
  const names = [{ allowed: "say", within: ["src/b/"], reason: "" }];
  const files = new Map([
    ["src/a.ts", "const sayAll = 1;"],
    ["src/b/a.ts", "const sayAll = 1;"],
  ]);
  const violations = checkLanguage(files, avoided, { names, messages: [] });
  assert.deepEqual(
    violations.map(({ file, rule }) => `${file} ${rule}`),
    ["src/a.ts declaration"],
  );
});

test("checkLanguage() accepts an exception, and reports one that nothing needs", () => {
  const exceptions = {
    names: [{ allowed: "sayHead", reason: "" }],
    messages: [{ allowed: "whole number", reason: "" }],
  };
  const source = 'export const sayHead = "a whole number of";';
  assert.deepEqual(found("src/a.ts", source, exceptions), []);
  assert.deepEqual(found("src/a.ts", "", exceptions), [
    "exception 1 sayHead",
    "exception 1 whole number",
  ]);
});
