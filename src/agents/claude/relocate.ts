import { basename, dirname, join } from "node:path";
import type { MovedFile, NativeOrder, SessionSource, SourceFile } from "../agent.ts";
import { namesIn } from "../list-folder.ts";
import { regularFile } from "../regular-file.ts";
import { movePath, replaceStrings, swap } from "../replace-strings.ts";
import { rewriteLines } from "../rewrite-lines.ts";
import { isSidecar } from "./agent-files.ts";

const SUB_AGENTS = "subagents";

/** The same session under another id and folder. */
export async function* relocate(source: SessionSource, order: NativeOrder): AsyncGenerator<string> {
  const [file] = source.files;
  if (file !== undefined) yield* renamed(file, source, order);
}

function renamed(
  file: SourceFile,
  { session }: SessionSource,
  order: NativeOrder,
): AsyncGenerator<string> {
  const cwd = movePath(order.header.cwd ?? session.cwd, order.cwd);
  const sessionId = swap(session.id, order.session_id);
  return rewriteLines(file, (line) =>
    replaceStrings(line, { "/sessionId": sessionId, "/cwd": cwd }),
  );
}

/** The files of its sub-agents: in the session's own folder, or beside it as earlier versions had them. */
export async function beside(
  source: SessionSource,
  order: NativeOrder,
  target: string,
): Promise<readonly MovedFile[]> {
  const moved: MovedFile[] = [];
  for (const file of source.files.slice(1)) {
    const [, ...rest] = file.path.split("/");
    const isInside = rest[0] === SUB_AGENTS;
    const own = isInside ? join(order.session_id, ...rest) : basename(file.path);
    const path = join(dirname(target), own);
    if (isInside || (await regularFile(path)) === null) {
      const text = () =>
        isSidecar(path) ? rewriteLines(file, same) : renamed(file, source, order);
      moved.push({ source: file.path, path, text });
    } else order.loss({ kind: "dropped", where: file.path, why: TAKEN });
  }
  await reportOthers(source, order);
  return moved;
}

const TAKEN = "a sub-agent's file of this name is there already";
const same = (line: string) => line;

/** What else the program keeps for a session, such as results too long for its records. */
async function reportOthers({ session }: SessionSource, order: NativeOrder): Promise<void> {
  const own = basename(session.path, ".jsonl");
  for (const name of await namesIn(join(dirname(session.path), own))) {
    if (name === SUB_AGENTS) continue;
    const why = "kept beside the session by Claude Code; it stays where it is";
    order.loss({ kind: "dropped", where: `${own}/${name}`, why });
  }
}
