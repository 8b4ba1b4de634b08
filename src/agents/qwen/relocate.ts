import { basename, dirname, join } from "node:path";
import type { Json } from "../../base/json/value.ts";
import type { MovedFile, SessionDraft, SessionSource, SourceFile } from "../agent.ts";
import { mendLinks } from "../records/mend-links.ts";
import { parseDocument } from "../records/parse-document.ts";
import { resetLines } from "../records/reset-settings.ts";
import { rewriteLines } from "../records/rewrite-lines.ts";
import { moveFolder, replaceStrings, swap } from "../replace-strings.ts";
import { SUB_AGENTS } from "./locate.ts";
import { settingsRecords } from "./settings-records.ts";

/** The same session under another id and folder, which every record names. */
export async function* relocate(
  source: SessionSource,
  draft: SessionDraft,
): AsyncGenerator<string> {
  const [file] = source.files;
  const mend = mendLinks(source, draft, { id: "uuid", parent: "parentUuid" });
  if (file !== undefined) yield* rewritten(file, source, draft, mend);
}

function rewritten(
  file: SourceFile,
  { session }: SessionSource,
  draft: SessionDraft,
  mend = (line: string, _number: number) => line,
): AsyncGenerator<string> {
  const cwd = moveFolder(draft.header.cwd ?? session.cwd, draft.cwd);
  const sessionId = swap(session.id, draft.session_id);
  const reset = resetLines(settingsRecords, file.path, draft);
  const links = createLinks();
  return rewriteLines(file, (line, number) => {
    const mended = mend(line, number);
    const left = reset(mended, number);
    if (left === null) links.leaveOut(mended);
    return left && replaceStrings(links.follow(left), { "/sessionId": sessionId, "/cwd": cwd });
  });
}

/** Qwen Code goes back from record to record: what follows one that is left out follows the one before that. */
function createLinks() {
  const parents = new Map<string, Json>();
  return {
    leaveOut(line: string): void {
      const { uuid, parentUuid = null } = parseDocument(line) ?? {};
      if (typeof uuid !== "string") return;
      parents.set(uuid, parents.get(String(parentUuid)) ?? parentUuid);
    },
    follow(line: string): string {
      const record = parents.size === 0 ? null : parseDocument(line);
      const parentUuid = parents.get(String(record?.parentUuid));
      return parentUuid === undefined ? line : JSON.stringify({ ...record, parentUuid });
    },
  };
}

/** The logs of its sub-agents, in the folder beside the sessions that has the session's id. */
export async function subAgentFiles(
  source: SessionSource,
  draft: SessionDraft,
  target: string,
): Promise<readonly MovedFile[]> {
  const folder = join(dirname(dirname(target)), SUB_AGENTS, draft.session_id);
  return source.files.slice(1).map((file) => ({
    source: file.path,
    path: join(folder, basename(file.path)),
    text: (loss) => rewritten(file, source, { ...draft, loss }),
  }));
}
