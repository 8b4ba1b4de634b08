/** A section of a curated file. */
export interface BodySection {
  readonly heading: string;
  readonly lines: readonly string[];
}

/** The text of a curated file before its front matter is added. */
export interface Body {
  readonly title: string;
  readonly sections: readonly BodySection[];
}

/** A body with its sections in order; an empty one contains "None.". */
export function renderBody({ title, sections }: Body): string {
  const shown = sections.map((section) =>
    section.lines.length === 0 ? { ...section, lines: ["None."] } : section,
  );
  return renderSections({ title, sections: shown });
}

/** A body as a model reads it: sections without lines are left out, and nothing is left of an empty body. */
export function renderSections({ title, sections }: Body): string {
  const parts = sections
    .filter(({ lines }) => lines.length > 0)
    .map(({ heading, lines }) => `## ${heading}\n${lines.join("\n").trimEnd()}\n`);
  return parts.length === 0 ? "" : `# ${title}\n\n${parts.join("\n")}`;
}
