import { markdownBlock, markdownLine } from "../../base/text/markdown.ts";
import { decodeUtf8 } from "../../base/text/text.ts";
import type { TaskBundle } from "../../model/task-bundle.ts";
import { summarise } from "./summarise.ts";

/** Most characters of one text that are shown. */
const MAX_TEXT_SHOWN = 100_000;

/**
 * The bundle as Markdown for people. What others wrote is in code blocks, so that none of it can
 * look like ours.
 */
export function render(model: TaskBundle): string {
  const { title, version, facts, outline } = summarise(model);
  const lines = facts.map(([label, value]) => `- ${label}: ${markdownLine(String(value))}`);
  const sections = [
    `# ${markdownLine(title)}\n\n- version: ${markdownLine(version ?? "unknown")}\n${lines.join("\n")}`,
    textSection("Task", model.task, "markdown"),
    textSection("Summary", model.summary, "markdown"),
    textSection("Result", model.diff && decodeUtf8(model.diff), "diff"),
    ...outline.map(listSection),
  ];
  return `${sections.filter((section) => section !== "").join("\n\n")}\n`;
}

function textSection(heading: string, text: string | null, language: string): string {
  if (text === null) return "";
  const shown = text.slice(0, MAX_TEXT_SHOWN);
  const more = text.length - shown.length;
  const note = more > 0 ? `\n\n… ${more} more characters` : "";
  return `## ${heading}\n\n${markdownBlock(shown, language)}${note}`;
}

function listSection({ heading, lines }: { heading: string; lines: readonly string[] }): string {
  const items = lines.map((line) => `- ${markdownLine(line)}`).join("\n");
  const title = heading[0]?.toUpperCase() + heading.slice(1);
  return `## ${title}\n\n${items === "" ? "None." : items}`;
}
