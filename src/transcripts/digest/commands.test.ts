import assert from "node:assert/strict";
import { test } from "node:test";
import type { TranscriptItem } from "../../model/transcript.ts";
import type { ToolTable } from "../tool-names.ts";
import { commandKey, commandOf, isReadOnly } from "./commands.ts";

const tools: ToolTable = [["shell", { name: "shell", arguments: { command: "command" } }]];

function commandIn(command: readonly string[] | string): string {
  const call = { kind: "tool_call", name: "shell", call_id: "c", arguments: { command } };
  return commandOf(call as unknown as Extract<TranscriptItem, { kind: "tool_call" }>, tools) ?? "";
}

test("the script that a shell is given is the command, not the shell", () => {
  const look = commandIn(["bash", "-lc", "cd /home/rosa/orchard && sed -n '1,20p' a.ts"]);
  assert.equal(isReadOnly(look), true);
  const keys = ["npm test", "npm run lint"].map((script) =>
    commandKey(commandIn(["/bin/zsh", "-c", `cd /home/rosa/orchard && ${script}`])),
  );
  assert.deepEqual(keys, ["npm test", "npm lint"]);
  assert.equal(commandIn(["git", "-c", "commit"]), "git -c commit");
  assert.equal(commandIn("npm  test"), "npm test");
});
