import assert from "node:assert/strict";
import { test } from "node:test";
import { emptyHeader } from "../../model/transcript.ts";
import type { SessionDraft, SessionSource } from "../agent.ts";
import { relocate } from "./relocate.ts";

const ROWS = [
  '{"type":"session","id":"ses_1","data":{"id":"ses_1"}}',
  "{ damaged",
  '{"type":"part","id":"prt_1","message_id":"msg_1","data":{"type":"of another version"}}',
];

test("relocate() names a row by its line, also after a damaged one", async () => {
  const places: string[] = [];
  const session = { agent: "opencode", id: "ses_1", parent_id: null } as SessionSource["session"];
  const text = `${ROWS.join("\n")}\n`;
  async function* read() {
    yield Buffer.from(text);
  }
  const file = { path: "ses_1", read } as unknown as SessionSource["files"][number];
  const draft = {
    header: emptyHeader("opencode", "ses_1"),
    session_id: "ses_2",
    cwd: "/p",
    title: "Tides",
    now: new Date(0),
    settings: {},
    carriedSettings: "none",
    loss: ({ where }: { where: string }) => void places.push(where),
  } as unknown as SessionDraft;
  await Array.fromAsync(relocate({ session, files: [file] } as unknown as SessionSource, draft));
  assert.deepEqual(places, ["ses_1:3"]);
});
