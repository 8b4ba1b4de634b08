import { dirname, join } from "node:path";
import type { MovedFile, SessionDraft, SessionSource } from "../agent.ts";
import { parseDocument } from "../records/parse-document.ts";
import { resetLines } from "../records/reset-settings.ts";
import { rewriteLines } from "../records/rewrite-lines.ts";
import { placeIn } from "../records/scan-records.ts";
import { replaceStrings, swap } from "../replace-strings.ts";
import { chatKind } from "./chat-bodies.ts";
import { isEarlyRecord, laterRecords } from "./early-records.ts";
import { UPDATES } from "./locate.ts";
import { settingsRecords } from "./settings-records.ts";
import { filesBeside } from "./write.ts";

/** What the model gets, under another id and folder: no record names either. */
export function relocate(source: SessionSource, draft: SessionDraft): AsyncGenerator<string> {
  return linesOf(source, draft, "chat");
}

/** What was shown, as it was; a session without it gets what is written for another agent's. */
export async function subAgentFiles(
  source: SessionSource,
  draft: SessionDraft,
  target: string,
): Promise<readonly MovedFile[]> {
  if (source.files[0]?.placeOf === undefined) return filesBeside(draft, target);
  const path = join(dirname(target), UPDATES);
  return [{ source: UPDATES, path, text: () => linesOf(source, draft, "updates") }];
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
  const inLaterForm = laterLines();
  yield* rewriteLines(file, (line, number) => {
    const isUpdate = parseDocument(line)?.method !== undefined;
    if (isUpdate !== (log === "updates")) return null;
    const left = reset(line, placeIn(file, number).line);
    if (left === null) return null;
    return isUpdate ? replaceStrings(left, { "/params/sessionId": sessionId }) : inLaterForm(left);
  });
}

/** Rewrites records of early versions; each prompt gets its number, by which later versions know it. */
function laterLines(): (line: string) => string {
  let prompts = 0;
  return (line) => {
    const record = parseDocument(line);
    if (record === null || !isEarlyRecord(record)) return line;
    const later = laterRecords(record).map((one) =>
      chatKind(one) === "user" ? { ...one, prompt_index: prompts++ } : one,
    );
    return later.map((one) => JSON.stringify(one)).join("\n");
  };
}
