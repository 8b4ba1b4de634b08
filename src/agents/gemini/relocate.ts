import { basename, dirname, join } from "node:path";
import type { MovedFile, SessionDraft, SessionSource, SourceFile } from "../agent.ts";
import { resetLines } from "../records/reset-settings.ts";
import { rewriteLines } from "../records/rewrite-lines.ts";
import { replaceStrings } from "../replace-strings.ts";
import { settingsRecords } from "./settings-records.ts";

/** The same session under another id and folder: headers and patches name them. */
export async function* relocate(
  source: SessionSource,
  draft: SessionDraft,
): AsyncGenerator<string> {
  const [file] = source.files;
  if (file === undefined) return;
  const reset = resetLines(settingsRecords, file.path, draft);
  yield* rewriteLines(file, (line, number) => {
    if (IGNORED_PROMPT.test(line)) {
      const where = `${file.path}:${number}`;
      draft.loss({ kind: "dropped", scope: "conversation", where, why: IGNORED_REASON });
    }
    return reset(rewriteIds(line, draft), number);
  });
}

/** A prompt that begins like a command, as Gemini CLI writes it. */
const IGNORED_PROMPT =
  /^\{"id":"[^"]*","timestamp":"[^"]*","type":"user","content":\[\{"text":"\s*[/?]/;
const IGNORED_REASON =
  "Gemini CLI ignores prompts that begin with / or ? when it continues; the file still contains it";

function rewriteIds(line: string, { session_id, cwd }: SessionDraft): string {
  const isNamed = line.startsWith('{"sessionId":') || line.startsWith('{"$set":{"sessionId":');
  if (!isNamed) return line;
  return replaceStrings(line, {
    "/sessionId": () => session_id,
    "/$set/sessionId": () => session_id,
    "/directories/0": () => cwd,
  });
}

/** The logs of its sub-agents, in the folder that has the session's id; they keep ids of their own. */
export async function subAgentFiles(
  source: SessionSource,
  draft: SessionDraft,
  target: string,
): Promise<readonly MovedFile[]> {
  return source.files.slice(1).map((file) => ({
    source: file.path,
    path: join(dirname(target), draft.session_id, basename(file.path)),
    text: (loss) => subAgentText(file, { ...draft, loss }),
  }));
}

function subAgentText(file: SourceFile, draft: SessionDraft): AsyncGenerator<string> {
  const reset = resetLines(settingsRecords, file.path, draft);
  return rewriteLines(file, (line, number) => {
    const isHeader = line.startsWith('{"sessionId":');
    const moved = isHeader ? replaceStrings(line, { "/directories/0": () => draft.cwd }) : line;
    return reset(moved, number);
  });
}
