import assert from "node:assert/strict";
import { test } from "node:test";
import type { Answers, CalledName } from "../../src/app/answers.ts";
import type { OperationName, OutputOf } from "../../src/operations/registry.ts";

/** An output as it arrives over HTTP: JSON has no undefined values. */
type Sent<Value> = unknown extends Value
  ? Value
  : Value extends object
    ? { [Key in keyof Value]: Exclude<Sent<Value[Key]>, undefined> }
    : Value;

/** The words that are no operation, or whose output lacks something that the screens read of it. */
type Wrong = {
  readonly [Called in CalledName]: Called extends OperationName
    ? Sent<OutputOf<Called>> extends Answers[Called]
      ? never
      : Called
    : Called;
}[CalledName];

test("every operation that a screen calls exists, and its output has what the screen reads", () => {
  // The compiler checks this line: with a wrong one, its words are the only value that it takes.
  const none: [Wrong] extends [never] ? "none" : Wrong = "none";
  assert.equal(none, "none");
});
