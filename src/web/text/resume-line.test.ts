import assert from "node:assert/strict";
import { test } from "node:test";
import { resumeLine } from "./resume-line.ts";

test("resumeLine() continues a session in its folder, and quotes what a log names", () => {
  const resume = ["claude", "--resume", "a1"];
  assert.equal(
    resumeLine({ resume, cwd: "/home/it's" }),
    `cd '/home/it'\\''s' && claude --resume a1`,
  );
  assert.equal(resumeLine({ resume, cwd: "-x; rm" }), "claude --resume a1");
  assert.equal(resumeLine({ resume: ["x", "$(rm)"], cwd: null }), "x '$(rm)'");
  assert.equal(resumeLine({ resume: null, cwd: "/work" }), null);
});
