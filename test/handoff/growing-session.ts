import fs from "node:fs";
import path from "node:path";

/** The id of the session that is written. */
export const SESSION = "11111111-2222-4333-8444-555555555555";

/** A session of Claude Code in a home: what is returned adds messages, of the user and of the agent in turn. */
export function growingSession(home: string, cwd: string): (...texts: readonly string[]) => void {
  const folder = path.join(home, ".claude", "projects", cwd.replaceAll(/[^a-zA-Z0-9]/g, "-"));
  fs.mkdirSync(folder, { recursive: true });
  let count = 0;
  return (...texts) => {
    for (const text of texts) {
      const isUser = count % 2 === 0;
      const record = {
        isSidechain: false,
        userType: "external",
        cwd,
        sessionId: SESSION,
        version: "2.1.100",
        parentUuid: count === 0 ? null : `u${count}`,
        uuid: `u${++count}`,
        timestamp: new Date(Date.UTC(2026, 2, 1, 12, count)).toISOString(),
        type: isUser ? "user" : "assistant",
        message: isUser
          ? { role: "user", content: text }
          : { role: "assistant", id: `m${count}`, content: [{ type: "text", text }] },
      };
      fs.appendFileSync(path.join(folder, `${SESSION}.jsonl`), `${JSON.stringify(record)}\n`);
    }
  };
}
