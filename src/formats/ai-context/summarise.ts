import { excerpt, printable } from "../../base/text/text.ts";
import { type ContextFile, isCore, promptFiles } from "../../model/ai-context/context-file.ts";
import { timeOf } from "../../model/ai-context/records.ts";
import { countLines, volumeLevel } from "../../model/ai-context/volume.ts";
import type { Summary } from "../format.ts";
import type { AiContext } from "./model.ts";

const OUTLINE_LINES = 20;

/**
 * The outline of a responsibility's context: its volume, its age, its models, the status of its
 * ingestion.
 */
export function summarise(context: AiContext): Summary {
  const { files } = context;
  const lines = files.reduce((sum, { bytes }) => sum + countLines(bytes), 0);
  return {
    title: titleOf(context),
    version: null,
    facts: [
      ["files", files.length],
      ["add-ons", files.filter(({ stem }) => !isCore(stem)).length],
      ["lines", lines],
      ["volume", volumeLevel(lines)],
      ...freshness(files),
      ...policyFacts(context),
      ...metadataFacts(context),
    ],
    outline: files.map((file) => ({ heading: `${file.stem}.md`, lines: outlineOf(file) })),
  };
}

/** The curated files as Markdown for people: the prompt files, then the add-ons. */
export function render(context: AiContext): string {
  const shown = context.files.filter(
    ({ stem }) => !isCore(stem) || promptFiles.some((core) => core === stem),
  );
  const parts = shown.map(({ stem, body }) => {
    return `<!-- ${stem}.md -->\n\n${printable(body.replaceAll("\r\n", "\n")).trim()}\n`;
  });
  return parts.length > 0 ? parts.join("\n") : "No curated files.\n";
}

function titleOf({ files, metadata }: AiContext): string {
  const named = files.map(({ frontMatter }) => frontMatter?.responsibility_id).find(isText);
  const id = named ?? metadata?.value?.primary_responsibilities[0];
  return id ? `Context of ${excerpt(id)}` : "Context of a responsibility";
}

type Facts = Summary["facts"];

function freshness(files: readonly ContextFile[]): Facts {
  const times = files.flatMap(({ frontMatter }) => {
    const text = frontMatter?.updated_at;
    const instant = isText(text) ? timeOf(text) : null;
    return instant === null || !isText(text) ? [] : [{ text, instant }];
  });
  if (times.length === 0) return [];
  const byAge = times.toSorted((a, b) =>
    a.instant < b.instant ? -1 : a.instant > b.instant ? 1 : 0,
  );
  return [
    ["oldest update", excerpt(byAge[0]?.text ?? "")],
    ["newest update", excerpt(byAge.at(-1)?.text ?? "")],
  ];
}

function policyFacts({ preferences }: AiContext): Facts {
  if (!preferences) return [];
  const detected = preferences.last_detected_model;
  return [
    ["preferred model", excerpt(preferences.preferred_model)],
    ...(detected ? [["last detected model", excerpt(detected)] as const] : []),
  ];
}

function metadataFacts({ metadata }: AiContext): Facts {
  const value = metadata?.value;
  if (!value) return [["metadata", metadata ? "damaged" : "absent"]];
  return [
    ["origin", value.origin],
    ["scope", excerpt(value.scope)],
    ["bundle", excerpt(value.bundle_ids[0] ?? "")],
    ["ingestion", value.ingestion_status],
  ];
}

function outlineOf({ body }: ContextFile): readonly string[] {
  const headings = body.split("\n").filter((line) => /^#{1,3} /.test(line));
  return headings.slice(0, OUTLINE_LINES).map((line) => excerpt(line.trim()));
}

function isText(value: unknown): value is string {
  return typeof value === "string" && value !== "";
}
