import assert from "node:assert/strict";
import { test } from "node:test";
import { failedCheckLines } from "./failed-checks.ts";

function reasonFor(output: string): string {
  const [line] = failedCheckLines([{ name: "npm test", detail: "exit 1", output }]);
  return line?.reason ?? "";
}

const SPEC = `✖ adds (1.849178ms)
ℹ tests 1
ℹ fail 1

✖ failing tests:

test at sum.test.js:4:1
✖ adds (1.849178ms)
  AssertionError [ERR_ASSERTION]: Expected values to be strictly equal:
  
  -1 !== 3
  
      at TestContext.<anonymous> (file:///project/sum.test.js:4:22)
`;
const TAP = `not ok 1 - adds
  ---
  duration_ms: 1.849178
  location: '/project/sum.test.js:4:1'
  failureType: 'testCodeFailure'
  error: |-
    Expected values to be strictly equal:
    
    -1 !== 3
    
  code: 'ERR_ASSERTION'
`;
const PYTEST = `____________ test_adds ____________

    def test_adds():
>       assert add(1, 2) == 3
E       assert -1 == 3
E        +  where -1 = add(1, 2)

test_sum.py:5: AssertionError
FAILED test_sum.py::test_adds - assert -1 == 3
`;
const JEST = `FAIL ./sum.test.js
  ✕ adds (3 ms)

  ● adds

    expect(received).toBe(expected) // Object.is equality

    Expected: 3
    Received: -1

      3 | test("adds", () => {
`;

test("failedCheckLines() gives the assertion of the first failure, not the name of its test", () => {
  assert.match(reasonFor(SPEC), /printed: AssertionError .*strictly equal: -1 !== 3$/);
  assert.match(reasonFor(TAP), /printed: error: .*Expected values to be strictly equal: -1 !== 3$/);
  assert.match(reasonFor(PYTEST), /printed: E assert -1 == 3 /);
  assert.match(reasonFor(JEST), /printed: expect\(received\).* Expected: 3 Received: -1$/);
});

test("failedCheckLines() bounds what it takes of an assertion", () => {
  const long = `AssertionError: ${"x".repeat(5000)}\n${"y\n".repeat(5000)}`;
  assert.ok(reasonFor(long).length < 400);
});

test("failedCheckLines() falls back to the line that reports a failure", () => {
  assert.match(reasonFor("ok 1\nnot ok 2 - median\n"), /printed: not ok 2 - median$/);
  assert.match(reasonFor("plain\n"), /printed: plain$/);
});
