import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "../../../test/support/property.ts";
import { createFindings } from "../../base/findings.ts";
import { readAnchorLog } from "./anchor-log.ts";

function read(text: string) {
  const findings = createFindings("lenient");
  const anchors = readAnchorLog(text, { file: "log.md", findings });
  return { anchors, codes: findings.list().map(({ code }) => code) };
}

function block(value: unknown, end = "\n"): string {
  const lines = ["<!-- artesian:anchor -->", "```json", JSON.stringify(value, null, 2)];
  return [...lines, "```", "<!-- /artesian:anchor -->", ""].join(end);
}

const anchor = { current_task: "port", next_step: "test", plan_pointer: null, last_decisions: [] };

test("readAnchorLog() gives back whatever words an anchor holds", () => {
  fc.assert(
    fc.property(fc.string({ unit: "binary" }), (content) => {
      const text = `${content}\n`.toWellFormed();
      const task = `${text}<!-- artesian:anchor -->\n\`\`\`\n<!-- /artesian:anchor -->`;
      const { anchors, codes } = read(block({ ...anchor, current_task: task }));
      assert.deepEqual([anchors[0]?.anchor.current_task, codes], [task, []]);
    }),
  );
});

test("readAnchorLog() takes the last of each address, with lines of Windows too", () => {
  const session = { user_id: " ada ", session_id: "", task_id: null };
  const text = [
    block(anchor),
    block({ ...anchor, session, current_task: "hers" }, "\r\n"),
    block({ ...anchor, current_task: "later" }),
  ].join("");
  const { anchors } = read(text);
  assert.deepEqual(
    anchors.map(({ address, anchor: { current_task } }) => [address.user, current_task]),
    [
      ["default", "later"],
      ["ada", "hers"],
    ],
  );
});

test("readAnchorLog() passes by what is not an anchor, and says so", () => {
  for (const value of [7, [], { ...anchor, next_step: 7 }, { current_task: "x" }]) {
    assert.deepEqual(read(block(value) + block(anchor)).codes, ["W_ANCHOR"]);
    assert.equal(read(block(value) + block(anchor)).anchors.length, 1);
  }
  const odd = { ...anchor, session: { user_id: "a\nb" } };
  assert.deepEqual(read(block(odd)), { anchors: [], codes: ["W_ANCHOR"] });
  assert.deepEqual(read("nothing here"), { anchors: [], codes: [] });
});
