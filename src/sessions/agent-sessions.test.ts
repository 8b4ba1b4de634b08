import assert from "node:assert/strict";
import fs from "node:fs";
import path from "node:path";
import { test } from "node:test";
import { contextIn } from "../../test/support/operations.ts";
import { makeScratch } from "../../test/support/scratch.ts";
import { findSessions } from "./agent-sessions.ts";

/** A home with one session of pi, and files that its other agents left. */
function machine(files: Readonly<Record<string, Buffer>>) {
  const home = makeScratch();
  const header = JSON.stringify({ type: "session", id: "s", cwd: "/p" });
  const all = { ".pi/agent/sessions/--p--/s.jsonl": Buffer.from(`${header}\n`), ...files };
  for (const [name, bytes] of Object.entries(all)) {
    fs.mkdirSync(path.dirname(path.join(home, name)), { recursive: true });
    fs.writeFileSync(path.join(home, name), bytes);
  }
  const notes: string[] = [];
  const note = (text: string) => void notes.push(text);
  return { notes, context: { ...contextIn(home), agents: { home, env: {} }, note } };
}

test("findSessions() says which stores cannot be read, and finds the sessions of the others", async () => {
  const noDatabase = Buffer.alloc(8192, "no database");
  const { notes, context } = machine({
    ".local/share/opencode/opencode.db": noDatabase,
    ".config/Cursor/User/globalStorage/state.vscdb": noDatabase,
  });
  const found = await findSessions(context, null);
  assert.deepEqual(
    found.map(({ session }) => session.id),
    ["s"],
  );
  assert.equal(notes.length, 2);
  for (const name of ["opencode", "cursor"]) {
    assert.ok(notes.some((note) => note.includes(`sessions of ${name}: `)));
  }
});

test("findSessions() has nothing to note of stores that are not there or empty", async () => {
  const { notes, context } = machine({ ".local/share/opencode/opencode.db": Buffer.alloc(0) });
  assert.equal((await findSessions(context, null)).length, 1);
  assert.deepEqual(notes, []);
});
