/** A section of a curated file. */
export interface BodySection {
  readonly heading: string;
  readonly lines: readonly string[];
}

/** A body with its sections in order; an empty one contains "None.". */
export function renderBody(title: string, sections: readonly BodySection[]): string {
  const parts = sections.map(({ heading, lines }) => {
    const text = lines.length === 0 ? "None." : lines.join("\n").trimEnd();
    return `## ${heading}\n${text}\n`;
  });
  return `# ${title}\n\n${parts.join("\n")}`;
}
