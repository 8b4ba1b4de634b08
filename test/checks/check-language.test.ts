import assert from "node:assert/strict";
import { test } from "node:test";
import { type Avoided, avoidedIn, checkLanguage } from "../../scripts/check-language.ts";

const avoided: Avoided = { names: ["say", "room"], messages: ["whole", "go on"] };
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

test("avoidedIn() reads the first column of both tables", () => {
  const glossary = `# G
| word | avoid |
| a | b |
### In names of files and exports
| avoid | write |
|---|---|
| say, said | render |
### In messages
| avoid | write |
|---|---|
| go on | continue |
`;
  assert.deepEqual(avoidedIn(glossary), { names: ["say", "said"], messages: ["go on"] });
});

test("checkLanguage() finds an avoided word in names of files and exports, as a word of its own", () => {
  assert.deepEqual(found("src/a/say-items.ts", ""), ["file 1 say"]);
  const source =
    "\nexport function sayHead() {}\nexport const LEDGER_ROOM = 1;\nexport type Essay = 1;\n";
  assert.deepEqual(found("src/a/b.ts", source), ["export 2 say", "export 3 room"]);
});

test("checkLanguage() finds an avoided phrase in messages, and not in keys, comments or imports", () => {
  assert.deepEqual(found("src/a.ts", 'note("The file is Whole.");'), ["message 1 whole"]);
  assert.deepEqual(found("src/a.ts", "note(`\\nTo go\\non with it`);"), ["message 1 go on"]);
  assert.deepEqual(found("src/a.ts", 'const key = "whole"; // the whole file'), []);
  assert.deepEqual(found("src/a.ts", 'note("the wholesale price");'), []);
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
