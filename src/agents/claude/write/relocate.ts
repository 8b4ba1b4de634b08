import { basename, dirname, join } from "node:path";
import type { MovedFile, SessionDraft, SessionSource, SourceFile } from "../../agent.ts";
import { listFolder } from "../../list-folder.ts";
import { mendLinks } from "../../records/mend-links.ts";
import { resetLines } from "../../records/reset-settings.ts";
import { rewriteLines } from "../../records/rewrite-lines.ts";
import { statRegularFile } from "../../regular-file.ts";
import { moveFolder, replaceStrings, swap } from "../../replace-strings.ts";
import { settingsRecords } from "../settings-records.ts";

const SUB_AGENTS = "subagents";

/** The same session under another id and folder. */
export async function* relocate(
  source: SessionSource,
  draft: SessionDraft,
): AsyncGenerator<string> {
  const [file] = source.files;
  const mend = mendLinks(source, draft, { id: "uuid", parent: "parentUuid" });
  if (file !== undefined) yield* rewriteIds(file, source, draft, mend);
}

function rewriteIds(
  file: SourceFile,
  { session }: SessionSource,
  draft: SessionDraft,
  mend = (line: string, _number: number) => line,
): AsyncGenerator<string> {
  const cwd = moveFolder(draft.header.cwd ?? session.cwd, draft.cwd);
  const sessionId = swap(session.id, draft.session_id);
  const reset = resetLines(settingsRecords, file.path, draft);
  return rewriteLines(file, (line, number) => {
    const left = reset(mend(line, number), number);
    return left && replaceStrings(left, { "/sessionId": sessionId, "/cwd": cwd });
  });
}

/** The files of its sub-agents: in the session's own folder, or beside it as earlier versions had them. */
export async function subAgentFiles(
  source: SessionSource,
  draft: SessionDraft,
  target: string,
): Promise<readonly MovedFile[]> {
  const moved: MovedFile[] = [];
  for (const file of source.files.slice(1)) {
    const [, ...rest] = file.path.split("/");
    const isInside = rest[0] === SUB_AGENTS;
    const own = isInside ? join(draft.session_id, ...rest) : basename(file.path);
    const path = join(dirname(target), own);
    if (isInside || (await statRegularFile(path)) === null) {
      moved.push({
        source: file.path,
        path,
        text: (loss) => rewriteIds(file, source, { ...draft, loss }),
      });
    } else draft.loss({ kind: "dropped", where: file.path, why: NAME_TAKEN });
  }
  await reportSideFiles(source, draft);
  return moved;
}

const NAME_TAKEN = "a file of a sub-agent with this name exists already";

/** What else the program keeps for a session, such as results too long for its records. */
async function reportSideFiles({ session }: SessionSource, draft: SessionDraft): Promise<void> {
  const own = basename(session.path, ".jsonl");
  for (const name of await listFolder(join(dirname(session.path), own))) {
    if (name === SUB_AGENTS) continue;
    const why = "additional file of Claude Code; it stays with the source session";
    draft.loss({ kind: "dropped", where: `${own}/${name}`, why });
  }
}
