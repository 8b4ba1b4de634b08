import assert from "node:assert/strict";
import { test } from "node:test";
import { parseWorkspaceConfig } from "./config.ts";

const messageOf = (text: string): string => {
  try {
    parseWorkspaceConfig(text);
  } catch (error) {
    return error instanceof Error ? error.message : "";
  }
  return assert.fail("nothing was thrown");
};

test("parseWorkspaceConfig() names each fault once, in plain words", () => {
  assert.match(messageOf(""), /: line 1: the file must have keys with values$/);
  assert.match(messageOf("workspace_id: lab\n"), /steward_responsibility_id is missing$/);
  const outside = "workspace_id: lab\nsteward_responsibility_id: docs\ndrop_dir: ../out\n";
  assert.match(messageOf(outside), /: line 3: drop_dir must be a relative path$/);
});
