/** A table; cells may contain anything but line breaks. */
export function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]) => `| ${cells.map(cell).join(" | ")} |`;
  return [line(head), line(head.map(() => "---")), ...rows.map(line), ""].join("\n");
}

function cell(text: string): string {
  return text.replaceAll("|", "\\|").replaceAll(/\s+/g, " ");
}

/** Text in code style. */
export function code(text: string): string {
  return `\`${text}\``;
}

/** A whole page that nobody edits by hand. */
export function page(source: string, ...parts: readonly string[]): string {
  const mark = `<!-- ${GENERATED} from ${source} by scripts/docs.ts: do not edit, run npm run docs -->`;
  return `${mark}\n\n${parts.map((part) => part.trimEnd()).join("\n\n")}\n`;
}

/** How a generated page differs from a written one. */
export const GENERATED = "Generated";

/** A text with everything between two marks replaced. */
export function fill(text: string, name: string, content: string): string {
  const begin = `<!-- ${name}: generated -->`;
  const end = `<!-- end of ${name} -->`;
  const from = text.indexOf(begin);
  const to = text.indexOf(end);
  if (from === -1 || to < from) throw new Error(`Cannot fill "${name}": its marks are not there`);
  return `${text.slice(0, from + begin.length)}\n${content.trimEnd()}\n${text.slice(to)}`;
}
