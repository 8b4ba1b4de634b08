import { sha256 } from "../../base/hash.ts";
import type { SessionDraft, SessionSource, SourceFile } from "../agent.ts";
import { mendLinks } from "../records/mend-links.ts";
import { parseDocument } from "../records/parse-document.ts";
import { resetLines } from "../records/reset-settings.ts";
import { rewriteLines } from "../records/rewrite-lines.ts";
import { replaceStrings } from "../replace-strings.ts";
import { settingsRecords } from "./settings-records.ts";

/** The same session under another id and folder: only the header names them. */
export async function* relocate(
  source: SessionSource,
  draft: SessionDraft,
): AsyncGenerator<string> {
  const [file] = source.files;
  if (file !== undefined) yield* rewritten(file, source, draft);
}

async function* rewritten(
  file: SourceFile,
  source: SessionSource,
  draft: SessionDraft,
): AsyncGenerator<string> {
  const mend = mendLinks(source, draft, { id: "id", parent: "parentId" });
  const reset = resetLines(settingsRecords, file.path, draft);
  const root = `"parentId":${JSON.stringify(source.session.id)}`;
  let last: string | null = null;
  let end = "\n";
  const pieces = rewriteLines(file, (line, number) => {
    const left = reset(mend(line, number), number);
    if (left === null) return null;
    last = left.trim() === "" ? last : left;
    return left.includes(root) ? rewriteRoot(left, source, draft) : rewriteHeader(left, draft);
  });
  for await (const piece of pieces) {
    end = piece.slice(-1) || end;
    yield piece;
  }
  if (last === null || draft.carriedSettings === "all") return;
  yield `${end === "\n" ? "" : "\n"}${JSON.stringify(modelChoice(last, draft))}\n`;
}

/**
 * pi goes on with the model of the last answer, whoever gave it. An entry after it names the one that the user has
 * set; without one it names none that pi knows, so that pi chooses as for a new session.
 */
function modelChoice(last: string, { settings, now, session_id }: SessionDraft): object {
  const { id } = parseDocument(last) ?? {};
  // Entries of the first version have no ids: pi gives each one, in their order.
  const place =
    id === undefined ? {} : { id: sha256(`${session_id} model`).slice(0, 8), parentId: id };
  return {
    type: "model_change",
    ...place,
    timestamp: now.toISOString(),
    provider: settings.provider ?? "(default)",
    modelId: settings.model ?? "(default)",
  };
}

/** Some programs built on pi let the first entries follow the header. */
function rewriteRoot(line: string, { session }: SessionSource, draft: SessionDraft): string {
  const parentOf = (named: string) => (named === session.id ? draft.session_id : named);
  return replaceStrings(line, { "/parentId": parentOf });
}

function rewriteHeader(line: string, { session_id, cwd }: SessionDraft): string {
  if (!line.startsWith('{"type":"session",')) return line;
  return replaceStrings(line, { "/id": () => session_id, "/cwd": () => cwd });
}
