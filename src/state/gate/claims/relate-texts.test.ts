import assert from "node:assert/strict";
import { test } from "node:test";
import { claimsOf } from "./claim.ts";
import { relateTexts } from "./relate-texts.ts";

const read = (text: string) => ({ text, claims: claimsOf(text) });
const relationOf = (before: string, after: string) => relateTexts(read(after), read(before));
const kindOf = (before: string, after: string) => relationOf(before, after).kind;

for (const [before, after] of [
  ["Pin react to ^18.2.0", "Pin react to ~18.2.0"],
  ["api → worker", "api ← worker"],
  ["import shared code from ../shared", "import shared code from ./shared"],
  ["Design review: 👍", "Design review: 👎"],
  ["Read settings from .env", "Read settings from env"],
] as const) {
  test(`relateTexts() does not take "${after}" for "${before}", and marks it`, () => {
    assert.equal(kindOf(before, after), "possible");
  });
}

for (const [before, after] of [
  ["**Use** zod", "- use zod"],
  ["# Use zod", "> Use `zod`."],
  ["The limit is 1,000 rows", "the limit is 1000 rows!"],
  ["Sessions expire after 30 min", "Sessions expire after 30 minutes"],
] as const) {
  test(`relateTexts() takes "${after}" for "${before}"`, () => {
    assert.equal(kindOf(before, after), "same");
  });
}

// Rules of a project have a name or a word in common by chance, and many of them forbid something.
for (const [before, after] of [
  [
    "The `code` field of an error is a string that machines can read",
    "Class components are prohibited for all new code",
  ],
  [
    "Plans are kept in `docs/plans`",
    "Never mention `docs/plans` in a message that users of the package read",
  ],
  [
    "Tests use the `pump` client before the server has any code",
    "Never call `pump` from a script of the release",
  ],
] as const) {
  test(`relateTexts() sees no contradiction between "${before}" and "${after}"`, () => {
    assert.equal(kindOf(before, after), "none");
  });
}

test("relateTexts() never takes texts for the same whose ends it did not read", () => {
  const sentences = Array.from({ length: 20 }, (_, at) => `Queue q${at} keeps its own log.`);
  const words = Array.from({ length: 80 }, (_, at) => `part${at}x`).join(" ");
  for (const start of [sentences.join(" "), `The list holds ${words} and`]) {
    assert.notEqual(kindOf(`${start} Use zod.`, `${start} Use yup.`), "same");
    assert.equal(kindOf(`${start} Use zod.`, `${start} use zod!`), "same");
  }
});

test("relateTexts() never finds more in common than all", () => {
  const { kind, similarity } = relationOf(
    "The tests need a database",
    "A database is needed by the tests",
  );
  assert.deepEqual([kind, similarity <= 1], ["none", true]);
});

test("relateTexts() sees through the passive voice who does what", () => {
  const before = "The gateway calls the billing service";
  assert.equal(kindOf(before, "The billing service is called by the gateway"), "none");
  assert.equal(kindOf(before, "The gateway is called by the billing service"), "possible");
});

test("relateTexts() takes a longer version for a refinement, another one for a contradiction", () => {
  assert.equal(kindOf("The database is PostgreSQL 16", "The database is PostgreSQL 16.2"), "none");
  assert.equal(
    kindOf("The database is PostgreSQL 16.1", "The database is PostgreSQL 16.2"),
    "conflict",
  );
});

test("relateTexts() ignores what only says where more is written", () => {
  assert.equal(
    kindOf("The parser fails on tabs; see issue 412", "The printer drops commas; see issue 415"),
    "none",
  );
  assert.equal(
    kindOf("Tests use jest, see jest.config.ts", "Tests use vitest, see vitest.config.ts"),
    "conflict",
  );
});

test("relateTexts() counts a change that follows from another one once", () => {
  assert.equal(
    kindOf(
      "use pnpm for installs, the lockfile is pnpm-lock.yaml",
      "use yarn for installs, the lockfile is yarn.lock",
    ),
    "conflict",
  );
});

test("relateTexts() lets two prohibitions stand side by side", () => {
  assert.equal(kindOf("Never log tokens", "Never log request bodies"), "none");
  assert.equal(kindOf("Do not edit files in dist/", "Do not edit files in vendor/"), "none");
});

test("relateTexts() marks a restriction of the same words", () => {
  assert.equal(kindOf("All tests pass", "All tests pass except one"), "possible");
  assert.equal(kindOf("Editors may publish", "Only editors may publish"), "possible");
});

for (const [before, after] of [
  ["Use Python 3.1", "Use Python 3.10"],
  ["You own the deploy", "I own the deploy"],
] as const) {
  test(`relateTexts() does not take "${after}" for "${before}"`, () => {
    assert.notEqual(kindOf(before, after), "same");
  });
}

test("relateTexts() sees another statement when only the subject is shared", () => {
  assert.equal(
    kindOf("The login page has a dark theme", "The login page loads in 2 seconds"),
    "none",
  );
});

test("relateTexts() reads negation inside a run of Chinese where it stands", () => {
  assert.equal(kindOf("用户可以修改用户名。", "用户不能修改用户名。"), "conflict");
  assert.equal(kindOf("默认启用缓存", "默认禁用缓存"), "conflict");
});

test("relateTexts() reads the digits of Arabic and Hindi", () => {
  assert.equal(kindOf("مهلة الاتصال ٣٠ ثانية", "مهلة الاتصال 30 ثانية"), "same");
  assert.equal(kindOf("टाइमआउट ३० सेकंड है", "टाइमआउट ६० सेकंड है"), "conflict");
});
