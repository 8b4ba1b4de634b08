import { basename, dirname, join } from "node:path";
import type { MovedFile, SessionDraft, SessionSource, SourceFile } from "../agent.ts";
import { resetLines } from "../records/reset-settings.ts";
import { rewriteLines } from "../records/rewrite-lines.ts";
import { LOG } from "./locate.ts";
import { settingsRecords } from "./settings-records.ts";

/** The same session under another id and folder: no record that is carried names either. */
export async function* relocate(
  { files: [file] }: SessionSource,
  draft: SessionDraft,
): AsyncGenerator<string> {
  if (file !== undefined) yield* rewritten(file, draft);
}

function rewritten(file: SourceFile, draft: SessionDraft): AsyncGenerator<string> {
  const reset = resetLines(settingsRecords, file.path, draft);
  return rewriteLines(file, (line, number) => {
    const left = reset(line, number);
    if (left?.includes('"url":"blobref:')) {
      draft.loss({ kind: "dropped", where: `${file.path}:${number}`, why: FILE_BESIDE });
    }
    return left;
  });
}

const FILE_BESIDE = "picture or recording in a file beside the log, which is not carried";

/** The logs of its sub-agents, each in a folder beside that of the session's own. */
export async function subAgentFiles(
  source: SessionSource,
  draft: SessionDraft,
  target: string,
): Promise<readonly MovedFile[]> {
  const agents = dirname(dirname(target));
  return source.files.slice(1).map((file) => ({
    source: file.path,
    path: join(agents, basename(dirname(file.path)), LOG),
    text: () => rewritten(file, draft),
  }));
}
