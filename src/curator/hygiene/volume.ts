import * as z from "zod";
import { promptFiles } from "../../model/ai-context/context-file.ts";
import { volumeLevel } from "../../model/ai-context/volume.ts";
import { parseMarkdown, textOf } from "../files/markdown.ts";
import { BUNDLE, contextSet } from "../workspace/layout.ts";
import type { ResponsibilityFiles } from "../workspace/port.ts";

/** How much context a responsibility has, in lines. */
export const volumeSchema = () =>
  z.object({
    total_lines: z.number(),
    bundle_lines: z.number(),
    /** Without the four files that the curator generates. */
    authored_lines: z.number(),
    per_file: z.record(z.string(), z.number()).readonly(),
    level: z.enum(["green", "yellow", "red"]),
    /** Share of critical operational workflows in percent; null if none is declared. */
    prominence_pct: z.number().nullable(),
    warnings: z.array(z.string()).readonly(),
  });

/** How much context a responsibility has, in lines. */
export type Volume = z.infer<ReturnType<typeof volumeSchema>>;

const generated = new Set<string>(promptFiles.map((stem) => `${BUNDLE}/${stem}.md`));

/** Lines of each file that people write. */
export function authoredFiles({ per_file }: Volume): Readonly<Record<string, number>> {
  return Object.fromEntries(Object.entries(per_file).filter(([path]) => !generated.has(path)));
}

/** Measures the context set; `staged` are the lines of files that are about to be published. */
export function measureVolume(
  files: ResponsibilityFiles,
  staged: ReadonlyMap<string, number> = new Map(),
): Volume {
  const paths = new Set([...contextSet(files), ...staged.keys()]);
  const perFile: Record<string, number> = {};
  for (const path of [...paths].sort()) {
    perFile[path] = staged.get(path) ?? files.facts(path).lines;
  }
  const sum = (keep: (path: string) => boolean) =>
    Object.entries(perFile).reduce((total, [path, lines]) => total + (keep(path) ? lines : 0), 0);
  const total = sum(() => true);
  const critical = [...paths].filter(
    (path) => files.stat(path) !== null && isCritical(files, path),
  );
  return {
    total_lines: total,
    bundle_lines: sum((path) => path.startsWith(`${BUNDLE}/`)),
    authored_lines: sum((path) => !generated.has(path)),
    per_file: perFile,
    level: volumeLevel(total),
    prominence_pct:
      critical.length === 0 || total === 0
        ? null
        : (100 * sum((path) => critical.includes(path))) / total,
    warnings: [
      ...(critical.length === 0 ? ["no_critical_workflow"] : []),
      ...critical
        .filter((path) => !statesWhen(files, path))
        .map((path) => `no_when_to_use: ${path}`),
    ],
  };
}

function isCritical(files: ResponsibilityFiles, path: string): boolean {
  if (generated.has(path)) return false;
  return files.derive(path, "critical", (text) => {
    const { frontMatter } = parseMarkdown(text);
    const kind = textOf(frontMatter, "workflow_class") ?? workflowClass(path);
    return frontMatter.critical === true && kind === "operational";
  });
}

function workflowClass(path: string): string {
  return path.startsWith("mandates/definitions/") ? "operational" : "meta";
}

function statesWhen(files: ResponsibilityFiles, path: string): boolean {
  return files.derive(path, "when", (text) =>
    parseMarkdown(text).sections.some(({ heading }) =>
      heading.toLowerCase().startsWith("when to use this workflow"),
    ),
  );
}
