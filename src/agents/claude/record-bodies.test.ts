import assert from "node:assert/strict";
import { test } from "node:test";
import type { JsonObject } from "../../base/json/value.ts";
import type { ItemBody } from "../build-items.ts";
import { kinds } from "./kinds.ts";
import { bodiesOf } from "./record-bodies.ts";

function attached(attachment: JsonObject, rest: JsonObject = {}): JsonObject {
  return { type: "attachment", uuid: "a", parentUuid: "u", attachment, ...rest };
}

/** What the model gets of a record, with who wrote it. */
function textsOf(record: JsonObject): readonly (readonly [string, string])[] {
  return bodiesOf(record).map((body) => [labelOf(body), "text" in body ? body.text : ""]);
}

function labelOf(body: ItemBody): string {
  if (body.kind === "message") return body.sender ?? body.role;
  return body.kind === "opaque" && body.is_unknown === true ? "missing" : body.kind;
}

test("bodiesOf() gives what hooks, editors and the program told the model as context", () => {
  const cases: readonly [JsonObject, string][] = [
    [
      {
        type: "hook_blocking_error",
        hookName: "PostToolUse:Edit",
        hookEvent: "PostToolUse",
        blockingError: { blockingError: "error TS2304: Cannot find name", command: "tsc" },
      },
      "[Blocked by the hook PostToolUse:Edit]\n\ntsc\n\nerror TS2304: Cannot find name",
    ],
    [
      { type: "edited_text_file", filename: "/p/a.ts", snippet: "3 let a = 2;" },
      "[File /p/a.ts, changed on disk since it was read]\n\n3 let a = 2;",
    ],
    [
      { type: "edited_text_file", filename: "/p/a.ts", snippet: "" },
      "[File /p/a.ts, changed on disk since it was read]",
    ],
    [
      {
        type: "hook_additional_context",
        hookName: "UserPromptSubmit",
        hookEvent: "UserPromptSubmit",
        content: ["The branch is main", "The tests are red"],
      },
      "[Output of the hook UserPromptSubmit]\n\nThe branch is main\nThe tests are red",
    ],
    [
      { type: "hook_stopped_continuation", hookName: "Stop", message: "Budget spent" },
      "[Stopped by the hook Stop]\n\nBudget spent",
    ],
    [
      {
        type: "async_hook_response",
        hookName: "PostToolUse:Bash",
        response: { systemMessage: "Build failed" },
      },
      "[Output of the hook PostToolUse:Bash]\n\nBuild failed",
    ],
    [
      { type: "plan_file_reference", planFilePath: "/p/plan.md", planContent: "1. Measure" },
      "[Plan /p/plan.md]\n\n1. Measure",
    ],
    [
      {
        type: "task_reminder",
        content: [{ id: "1", status: "pending", subject: "Measure the pier" }],
      },
      "[List of tasks]\n\n#1. [pending] Measure the pier",
    ],
    [
      {
        type: "diagnostics",
        files: [
          {
            uri: "file:///p/a.ts",
            diagnostics: [
              { message: "unused", severity: "Warning", range: { start: { line: 4 } } },
            ],
          },
        ],
      },
      "[Diagnostics of the editor]\n\nfile:///p/a.ts:5 Warning unused",
    ],
    [
      {
        type: "mcp_resource",
        server: "kit",
        uri: "kit://tides",
        content: { contents: [{ text: "06:12 1.42 m" }] },
      },
      "[Resource kit://tides, mentioned by the user]\n\n06:12 1.42 m",
    ],
  ];
  for (const [attachment, text] of cases) {
    assert.deepEqual(textsOf(attached(attachment)), [["context", text]]);
  }
});

test("bodiesOf() takes the words that wake a loop and the objection of a hook as context", () => {
  for (const content of ["/loop check the gauge", "Stop hook feedback:\n[lint]: 2 problems"]) {
    const record = { type: "user", uuid: "u", isMeta: true, message: { role: "user", content } };
    assert.deepEqual(textsOf(record), [["context", content]]);
  }
});

test("bodiesOf() takes the text that the program recorded as sent where the attachment has none", () => {
  const rendered = [{ content: "<system-reminder>\nTwo views are open\n</system-reminder>" }];
  const record = attached({ type: "widget_context_hint", views: [] }, { rendered });
  assert.deepEqual(textsOf(record), [["context", "Two views are open"]]);
});

test("bodiesOf() counts what it cannot read of a conversation as missing", () => {
  assert.deepEqual(textsOf(attached({ type: "widget_context_hint", views: [] })), [
    ["missing", ""],
  ]);
  const content = [
    { type: "text", text: "See" },
    { type: "hologram", frames: [] },
  ];
  assert.deepEqual(textsOf({ type: "user", uuid: "u", message: { role: "user", content } }), [
    ["user", "See"],
    ["missing", ""],
  ]);
  assert.deepEqual(textsOf({ type: "assistant", uuid: "u", message: { content } }), [
    ["assistant", "See"],
    ["missing", ""],
  ]);
});

test("bodiesOf() keeps what is never sent, and the program's own settings, out of the conversation", () => {
  const silent = [
    { type: "hook_success", hookEvent: "PostToolUse", content: "formatted" },
    { type: "hook_non_blocking_error", stderr: "not found" },
    { type: "hook_additional_context", hookEvent: "SessionStart", content: ["Be brief"] },
    { type: "skill_listing", content: "- dataviz" },
    { type: "task_reminder", content: [] },
  ];
  for (const attachment of silent) {
    assert.ok(
      textsOf(attached(attachment)).every(([who]) => who === "opaque" || who === "injected"),
    );
  }
  assert.deepEqual(textsOf({ type: "system", subtype: "away_summary", content: "You left" }), [
    ["opaque", ""],
  ]);
  const virtual = { type: "user", uuid: "u", isVirtual: true, message: { content: "shown" } };
  assert.deepEqual(textsOf(virtual), [["opaque", ""]]);
});

test("kinds has no kind that no version writes", () => {
  for (const kind of ["attachment/hologram", "system/hologram", "hologram"]) {
    assert.equal(kinds.roleOf(kind), null);
  }
});

test("bodiesOf() takes a switch to another model as no part of the conversation", () => {
  const content = [
    { type: "fallback", from: { model: "model-a" }, to: { model: "model-b" } },
    { type: "text", text: "Three files match" },
  ];
  const bodies = bodiesOf({ type: "assistant", message: { model: "model-b", content } });
  assert.deepEqual(
    bodies.map((body) => body.kind === "message" && [body.text, body.model]),
    [["Three files match", "model-b"]],
  );
});
