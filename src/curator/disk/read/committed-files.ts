import { compareBytes } from "../../../base/file-set.ts";
import { sha256 } from "../../../base/hash.ts";
import { decodeUtf8 } from "../../../base/text/text.ts";
import { countLines } from "../../../model/ai-context/volume.ts";
import { committedFiles, readCommitted } from "../../../tasks/disk/git.ts";
import { openCollection } from "../../workspace/collection/collection.ts";
import { surveyOf } from "../../workspace/collection/survey.ts";
import type { FileStat, ResponsibilityFiles } from "../../workspace/port.ts";

/** A link, whose content is a path. */
const LINK = "120000";

/** The Markdown of a responsibility as a commit has it. */
export async function readCommittedFiles(
  root: string,
  commit: string,
): Promise<ResponsibilityFiles> {
  const listed = await committedFiles(root, commit);
  const wanted = listed.filter(({ path, mode }) => path.endsWith(".md") && mode !== LINK);
  const texts = new Map<string, string>();
  for await (const { path, bytes } of readCommitted(root, wanted)) {
    texts.set(path, decodeUtf8(bytes) ?? "");
  }
  return textFiles(texts);
}

/** Files that are texts in memory, by path. */
function textFiles(texts: ReadonlyMap<string, string>): ResponsibilityFiles {
  const paths = [...texts.keys()].sort(compareBytes);
  const read = (path: string) => texts.get(path) ?? null;
  const stat = (path: string): FileStat | null => {
    const text = read(path);
    return text === null ? null : { path, size: text.length, version: "committed" };
  };
  const below = (folder: string) => paths.filter((path) => path.startsWith(`${folder}/`));
  return {
    stat,
    read,
    list: (folder) =>
      below(folder).flatMap((path) =>
        path.includes("/", folder.length + 1) ? [] : (stat(path) ?? []),
      ),
    folders: (folder) => {
      const rests = below(folder).map((path) => path.slice(folder.length + 1).split("/"));
      return [...new Set(rests.flatMap(([name = "", ...more]) => (more.length > 0 ? [name] : [])))];
    },
    others: () => [],
    facts: (path) => {
      const bytes = new TextEncoder().encode(read(path) ?? "");
      return { sha256: sha256(bytes), lines: countLines(bytes) };
    },
    derive: (path, _, compute) => compute(read(path) ?? ""),
    // A commit is asked for its context alone, never for runs and reports.
    collect: (kind) =>
      openCollection(kind, {
        survey: () => surveyOf([], 0),
        read,
        kept: () => null,
        keptTable: () => null,
      }),
  };
}
