import type { NativeOrder, SessionSource } from "../agent.ts";
import { movePath, replaceStrings, swap } from "../replace-strings.ts";
import { rewriteLines } from "../rewrite-lines.ts";

/** The same session under another id and folder; its sub-agents' own files stay where they are. */
export async function* relocate(source: SessionSource, order: NativeOrder): AsyncGenerator<string> {
  const [file, ...others] = source.files;
  if (file === undefined) return;
  for (const { path } of others) {
    const why = "a sub-agent's own records stay behind; what it answered is in the conversation";
    order.loss({ kind: "dropped", where: path, why });
  }
  const cwd = movePath(order.header.cwd ?? source.session.cwd, order.cwd);
  const sessionId = swap(source.session.id, order.session_id);
  yield* rewriteLines(file, (line) =>
    replaceStrings(line, { "/sessionId": sessionId, "/cwd": cwd }),
  );
}
