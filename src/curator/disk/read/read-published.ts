import * as z from "zod";
import { promptFiles } from "../../../model/ai-context/context-file.ts";
import { BUNDLE } from "../../workspace/layout.ts";
import { readPrevious } from "../publish.ts";
import type { OpenedBundle } from "./open-bundle.ts";

/** A curated file as it was published. */
export const publishedFileSchema = () =>
  z.object({
    path: z.string(),
    sha256: z.string(),
    lines: z.number(),
    text: z.string(),
    /** The text before the last refresh; null for a file that it did not change. */
    previous: z.string().nullable(),
  });

/** The curated files as they were published, with their front matter. */
export function readPublished({
  files,
  folder,
}: Pick<OpenedBundle, "files" | "folder">): z.infer<ReturnType<typeof publishedFileSchema>>[] {
  return promptFiles.flatMap((stem) => {
    const path = `${BUNDLE}/${stem}.md`;
    const text = files.read(path);
    if (text === null) return [];
    return [{ path, ...files.facts(path), text, previous: readPrevious(folder, `${stem}.md`) }];
  });
}
