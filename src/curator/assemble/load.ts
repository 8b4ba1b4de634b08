import * as z from "zod";
import { pathFault } from "../../base/paths.ts";
import { promptFiles } from "../../model/ai-context/context-file.ts";
import { countLines } from "../../model/ai-context/volume.ts";
import { PACKS } from "../pack/pack.ts";
import { BUNDLE } from "../workspace/layout.ts";
import type { ResponsibilityFiles } from "../workspace/port.ts";

/** A file that is given to a model. */
export const loadedFileSchema = () =>
  z.object({ path: z.string(), sha256: z.string(), lines: z.number(), text: z.string() });

/** A file that is given to a model. */
export type LoadedFile = z.infer<ReturnType<typeof loadedFileSchema>>;

/** A link that was not followed. */
export interface SkippedLink {
  readonly link: string;
  readonly reason: "outside" | "missing" | "too_large" | "over_limit" | "pack";
}

/** What a session starts with. */
export interface LoadedContext {
  readonly files: readonly LoadedFile[];
  readonly skipped: readonly SkippedLink[];
  readonly lines: number;
}

const MAX_LINKED_BYTES = 256 * 1024;

/** The four curated files, then the files that they link to, one step far, up to a number of lines. */
export function loadContext(
  files: ResponsibilityFiles,
  { fourOnly, maxLines }: { readonly fourOnly: boolean; readonly maxLines: number },
): LoadedContext {
  const loaded = promptFiles.flatMap((stem) => loadFile(files, `${BUNDLE}/${stem}.md`) ?? []);
  const skipped: SkippedLink[] = [];
  let lines = loaded.reduce((sum, file) => sum + file.lines, 0);
  if (fourOnly) return { files: loaded, skipped, lines };
  const linked: LoadedFile[] = [];
  const links = new Set(loaded.flatMap(({ text }) => linksOf(text)));
  for (const link of links) {
    const reason = fault(files, link);
    const file = reason === null ? loadFile(files, link) : null;
    if (reason !== null) skipped.push({ link, reason });
    else if (file !== null && lines + file.lines > maxLines)
      skipped.push({ link, reason: "over_limit" });
    else if (file !== null) {
      linked.push(file);
      lines += file.lines;
    }
  }
  return { files: [...loaded, ...linked], skipped, lines };
}

function loadFile(files: ResponsibilityFiles, path: string): LoadedFile | null {
  const text = files.read(path);
  if (text === null) return null;
  const lines = countLines(new TextEncoder().encode(text));
  return { path, sha256: files.facts(path).sha256, lines, text };
}

function fault(files: ResponsibilityFiles, link: string): SkippedLink["reason"] | null {
  if (pathFault(link) !== null) return "outside";
  if (link.startsWith(`${PACKS}/`)) return "pack"; // Only a brief of it goes into a prompt.
  const stat = files.stat(link);
  if (stat === null) return "missing";
  return stat.size > MAX_LINKED_BYTES ? "too_large" : null;
}

function withoutFragment(link: string): string {
  const at = link.indexOf("#");
  return at === -1 ? link : link.slice(0, at);
}

/** Targets of Markdown links and of `link:` pointers in order of appearance; addresses are no files. */
function linksOf(text: string): readonly string[] {
  const found = [...text.matchAll(/\]\(([^()\s]{1,1024})\)|\blink: ([^\s;)]{1,1024})/g)];
  return found
    .map(([, target = "", pointer = ""]) => withoutFragment(target || pointer))
    .filter((link) => link !== "" && !/^[a-z][a-z0-9+.-]*:/i.test(link));
}
