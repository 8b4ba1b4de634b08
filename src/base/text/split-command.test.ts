import assert from "node:assert/strict";
import { test } from "node:test";
import { splitCommand } from "./split-command.ts";

test("splitCommand() separates at blanks, and keeps those between quotes", () => {
  assert.deepEqual(splitCommand("goose acp"), ["goose", "acp"]);
  assert.deepEqual(splitCommand(`  "/opt/my agent/a" --x='1 2'3 '' `), [
    "/opt/my agent/a",
    "--x=1 23",
    "",
  ]);
  assert.deepEqual(splitCommand(" "), []);
  assert.equal(splitCommand(`goose "acp`), null);
});
