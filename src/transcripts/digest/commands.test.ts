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

test("a script that calls the tools of its agent runs the commands that it names", () => {
  const script =
    'const [a, b] = await Promise.all([\n  tools.exec_command({cmd:"git add a.ts\\ngit commit -m \\"Lamp\\"",workdir:"/x"}),\n  tools.exec_command({"cmd":"npm test"})]); text(a.output);';
  const call = { kind: "tool_call", name: "exec", call_id: "c", arguments: script };
  const item = call as unknown as Extract<TranscriptItem, { kind: "tool_call" }>;
  assert.equal(commandOf(item, tools), 'git add a.ts\ngit commit -m "Lamp"\nnpm test');
});

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
