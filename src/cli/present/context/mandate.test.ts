import assert from "node:assert/strict";
import { test } from "node:test";
import { createTerminal } from "../../terminal.ts";
import { mandateLines } from "./mandate.ts";

type Output = Parameters<typeof mandateLines>[0];

test("a warning that is only a code is shown with its meaning; another one as it is", () => {
  const result = {
    responsibility_id: "docs",
    changed: [],
    unchanged: [],
    blocked: null,
    kept: null,
    model: null,
    warnings: ["model_unknown", "no_when_to_use: a.md"],
  } as Partial<Output> as Output; // The keys that are read.
  const [, unknown = "", unused] = mandateLines(result, createTerminal({}, false));
  assert.match(unknown, /^ {2}! \w+ .*\(model_unknown\)$/);
  assert.equal(unused, "  ! no_when_to_use: a.md");
});
