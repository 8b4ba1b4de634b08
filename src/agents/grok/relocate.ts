import { dirname, join } from "node:path";
import type { MovedFile, SessionDraft, SessionSource } from "../agent.ts";
import { parseDocument } from "../records/parse-document.ts";
import { resetLines } from "../records/reset-settings.ts";
import { rewriteLines } from "../records/rewrite-lines.ts";
import { placeIn } from "../records/scan-records.ts";
import { replaceStrings, swap } from "../replace-strings.ts";
import { isEarlyRecord, laterRecords } from "./early-records.ts";
import { UPDATES } from "./locate.ts";
import { settingsRecords } from "./settings-records.ts";
import { filesBeside, write } from "./write.ts";

/** What the model gets, under another id and folder: no record names either. Where the session has only what was shown, it is written. */
export function relocate(source: SessionSource, draft: SessionDraft): AsyncGenerator<string> {
  return hasOnlyUpdates(source) ? write(draft) : linesOf(source, draft, "chat");
}

function hasOnlyUpdates({ files: [file] }: SessionSource): boolean {
  return file?.path === UPDATES;
}

/** What was shown, as it was; a session without it gets what is written for another agent's. */
export async function subAgentFiles(
  source: SessionSource,
  draft: SessionDraft,
  target: string,
): Promise<readonly MovedFile[]> {
  const isJoined = source.files[0]?.placeOf !== undefined;
  if (!isJoined && !hasOnlyUpdates(source)) return filesBeside(draft, target);
  const path = join(dirname(target), UPDATES);
  return [
    { source: UPDATES, path, text: (loss) => linesOf(source, { ...draft, loss }, "updates") },
  ];
}

/** The lines of one of the two logs that were joined. */
async function* linesOf(
  { files: [file], session }: SessionSource,
  draft: SessionDraft,
  log: "chat" | "updates",
): AsyncGenerator<string> {
  if (file === undefined) return;
  const reset = resetLines(settingsRecords, log === "chat" ? file.path : UPDATES, draft);
  const sessionId = swap(session.id, draft.session_id);
  yield* rewriteLines(file, (line, number) => {
    const isUpdate = parseDocument(line)?.method !== undefined;
    if (isUpdate !== (log === "updates")) return null;
    const left = reset(line, placeIn(file, number).line);
    if (left === null) return null;
    return isUpdate ? replaceStrings(left, { "/params/sessionId": sessionId }) : inLaterForm(left);
  });
}

/** A record of an early version as the program itself rewrites it: its prompts get no number. */
function inLaterForm(line: string): string {
  const record = parseDocument(line);
  if (record === null || !isEarlyRecord(record)) return line;
  return laterRecords(record)
    .map((later) => JSON.stringify(later))
    .join("\n");
}
