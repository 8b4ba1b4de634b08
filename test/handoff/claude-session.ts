import fs from "node:fs";
import path from "node:path";

/** The id of the session that is written. */
export const SESSION = "11111111-2222-4333-8444-555555555555";

/** A part of a conversation: who wrote it, and what. */
export type Spoken = readonly [type: "user" | "assistant" | "tool", text: string];

/** Writes a session of Claude Code; its items are u1, u2 and so on, a minute apart. */
export function writeSession(folder: string, spoken: readonly Spoken[]): string {
  const common = { isSidechain: false, userType: "external", cwd: folder, sessionId: SESSION };
  const lines = spoken.map(([by, text], index) => ({
    ...common,
    parentUuid: index === 0 ? null : `u${index}`,
    uuid: `u${index + 1}`,
    version: "2.1.0",
    type: by === "tool" ? "user" : by,
    timestamp: new Date(Date.UTC(2026, 2, 1, 12, index)).toISOString(),
    message: messageOf(by, text, index),
  }));
  const file = path.join(folder, `${SESSION}.jsonl`);
  fs.writeFileSync(file, lines.map((line) => `${JSON.stringify(line)}\n`).join(""));
  return file;
}

function messageOf(by: Spoken[0], text: string, index: number) {
  if (by === "user") return { role: "user", content: text };
  const content =
    by === "tool"
      ? [{ type: "tool_result", tool_use_id: `t${index}`, content: text }]
      : [{ type: "text", text }];
  return by === "tool"
    ? { role: "user", content }
    : { role: "assistant", id: `m${index}`, content };
}
