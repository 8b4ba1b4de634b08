import { basename, dirname, join } from "node:path";
import type { MovedFile, SessionDraft, SessionSource, SourceFile } from "../agent.ts";
import { resetLines } from "../records/reset-settings.ts";
import { rewriteLines } from "../records/rewrite-lines.ts";
import { withBlobsInside } from "./blob-files.ts";
import { LOG } from "./locate.ts";
import { settingsRecords } from "./settings-records.ts";

/** The same session under another id and folder: no record that is carried names either. */
export async function* relocate(
  { session, files: [file] }: SessionSource,
  draft: SessionDraft,
): AsyncGenerator<string> {
  if (file !== undefined) yield* rewritten(file, session.path, draft);
}

function rewritten(file: SourceFile, log: string, draft: SessionDraft): AsyncGenerator<string> {
  const reset = resetLines(settingsRecords, file.path, draft);
  return rewriteLines(file, (line, number) => {
    const kept = reset(line, number);
    const left = kept === null ? null : withBlobsInside(kept, log);
    if (left?.includes('"url":"blobref:')) {
      draft.loss({ kind: "dropped", where: `${file.path}:${number}`, why: FILE_BESIDE });
    }
    return left;
  });
}

const FILE_BESIDE = "picture or recording in a file beside the log, which is missing or damaged";

/** The logs of its sub-agents, each in a folder beside that of the session's own. */
export async function subAgentFiles(
  source: SessionSource,
  draft: SessionDraft,
  target: string,
): Promise<readonly MovedFile[]> {
  const agents = dirname(dirname(target));
  const own = dirname(dirname(source.session.path));
  return source.files.slice(1).map((file) => {
    const place = join(basename(dirname(file.path)), LOG);
    return {
      source: file.path,
      path: join(agents, place),
      text: (loss) => rewritten(file, join(own, place), { ...draft, loss }),
    };
  });
}
