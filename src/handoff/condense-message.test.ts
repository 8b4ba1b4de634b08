import assert from "node:assert/strict";
import { test } from "node:test";
import { condenseMessage } from "./condense-message.ts";

const claims = Array.from(
  { length: 8 },
  (_, place) => `The case ${place} is in src/case-${place}.ts.`,
);
const code = ["```ts", "const first = load(1);", "const second = load(2);", "```"];

test("condenseMessage() leaves out code before the lines that say something", () => {
  const text = [...claims.slice(0, 3), ...code, ...claims.slice(3)].join("\n");
  const shown = condenseMessage(text, 300) ?? "";
  assert(!shown.includes("load("), shown);
  assert(
    claims.every((line) => shown.includes(line)),
    shown,
  );
});

test("condenseMessage() keeps within its bytes", () => {
  const shown = condenseMessage([...claims, ...code].join("\n"), 200) ?? "";
  assert(Buffer.byteLength(shown) <= 200, shown);
});
