import { collapseSpace } from "../../base/text/one-line.ts";
import { printable } from "../../base/text/text.ts";
import { type CompiledContext, isCompiledContext } from "../../model/context-documents.ts";
import { itemHeading, itemText } from "./item-text.ts";
import type { ContextBundle } from "./model.ts";
import { summarise } from "./summarise.ts";

/**
 * The bundle as Markdown for people. Every text is quoted, so that none of it can look like ours.
 */
export function render(bundle: ContextBundle): string {
  const { document } = bundle;
  const { title, version, facts } = summarise(bundle);
  const lines = facts.map(([label, value]) => `- ${label}: ${value}`);
  const body = isCompiledContext(document)
    ? renderItems(document, bundle)
    : `## Summary\n\n${quote(document.summary_markdown)}`;
  return `# ${title}\n\n- schema: ${version}\n${lines.join("\n")}\n\n${body}\n`;
}

function renderItems({ items }: CompiledContext, { blobs }: ContextBundle): string {
  const blocks = items.map((item, index) => {
    const text = itemText(item, blobs);
    const heading = printable(collapseSpace(itemHeading(item)));
    return `## ${index + 1}. ${heading}${text === null ? "" : `\n\n${quote(text)}`}`;
  });
  return blocks.length > 0 ? blocks.join("\n\n") : "No items.";
}

function quote(text: string): string {
  const lines = printable(text.replaceAll("\r\n", "\n")).split("\n");
  return lines.map((line) => (line === "" ? ">" : `> ${line}`)).join("\n");
}
