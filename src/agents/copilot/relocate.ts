import type { SessionDraft, SessionSource } from "../agent.ts";
import { parseDocument } from "../records/parse-document.ts";
import { resetLines } from "../records/reset-settings.ts";
import { rewriteLines } from "../records/rewrite-lines.ts";
import { moveFolder, replaceStrings } from "../replace-strings.ts";
import { settingsRecords } from "./settings-records.ts";

/** The same session under another id and folder, which the events at a start and a change of folder name. */
export async function* relocate(
  source: SessionSource,
  draft: SessionDraft,
): AsyncGenerator<string> {
  const [file] = source.files;
  if (file === undefined) return;
  const reset = resetLines(settingsRecords, file.path, draft);
  const move = moveFolder(draft.header.cwd, draft.cwd);
  const changes = {
    "/data/sessionId": () => draft.session_id,
    "/data/context/cwd": move,
    "/data/context/gitRoot": move,
    "/data/cwd": move,
    "/data/gitRoot": move,
  };
  yield* rewriteLines(file, (line, number) => {
    if (line.trim() !== "" && parseDocument(line) === null) {
      draft.loss({ kind: "dropped", where: `${file.path}:${number}`, why: DAMAGED });
      return null;
    }
    // First, because a stranger's line has another spelling afterwards.
    const left = reset(line, number);
    return left !== null && NAMES_FOLDER.test(left) ? replaceStrings(left, changes) : left;
  });
}

const DAMAGED = "damaged line; Copilot CLI loads no session that has one";

const NAMES_FOLDER = /"type":"session\.(?:start|resume|context_changed)"/;
