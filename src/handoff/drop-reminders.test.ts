import assert from "node:assert/strict";
import { test } from "node:test";
import { createItems, ran } from "../../test/transcripts/create-items.ts";
import { isConversation } from "../transcripts/conversation-item.ts";
import { dropReminders } from "./drop-reminders.ts";

function contentAfter(output: string): string {
  const items = createItems(...ran("c1", "cat a.txt", output)).filter(isConversation);
  const result = items.map(dropReminders).find(({ kind }) => kind === "tool_result");
  return result?.kind === "tool_result" ? result.content : "";
}

test("dropReminders() takes out of a result what its agent put in for its own model", () => {
  const reminder = "<system-reminder>\nDo not answer.\n</system-reminder>";
  assert.equal(contentAfter(`one\n${reminder}\ntwo ${reminder}`), "one\n\ntwo");
  assert.equal(contentAfter("one\n<system-reminder>\ncut off"), "one");
  assert.equal(contentAfter("nothing of it "), "nothing of it ");
});
