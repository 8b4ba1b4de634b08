/**
 * Edits of `model_preferences.md`. The policy and the notes in it belong to people, so single lines
 * are replaced and everything else keeps its bytes.
 */

import { createFindings } from "../../base/findings.ts";
import { splitFrontMatter } from "../../base/yaml/front-matter.ts";
import { readPreferences } from "../../model/ai-context/model-preferences.ts";
import type { ModelPreferences } from "../../model/ai-context/records.ts";
import { bodyHash } from "../../model/ai-context/write-yaml.ts";
import { parseMarkdown, textOf } from "../files/markdown.ts";

/** The file with the model policy. */
export const PREFERENCES = "ai_context/model_preferences.md";

/** The policy of a file under its canonical names; null if it names no model. */
export function parsePreferences(text: string): ModelPreferences | null {
  const { frontMatter, body } = parseMarkdown(text);
  return readPreferences({ frontMatter, body }, PREFERENCES, createFindings("lenient"));
}

/** What a check changes in the file. */
export interface PreferencesChange {
  readonly detected: string;
  readonly at: string;
  /** Lines for the drift log. */
  readonly log: readonly string[];
}

/** The file after a check: two fields of the front matter, and lines at the end of the drift log. */
export function changePreferences(text: string, { detected, at, log }: PreferencesChange): string {
  const { body } = splitFrontMatter(text);
  const { frontMatter } = parseMarkdown(text);
  const newBody = log.length === 0 ? body : appendToLog(body, log);
  const isNew = textOf(frontMatter, "last_detected_model") !== detected;
  const fields: Record<string, string> = { last_detected_model: detected, last_checked_at: at };
  if (isNew && textOf(frontMatter, "updated_at") !== null) fields.updated_at = at;
  if (textOf(frontMatter, "content_sha256") !== null) fields.content_sha256 = bodyHash(newBody);
  return setFields(text, newBody, fields);
}

function setFields(text: string, body: string, fields: Readonly<Record<string, string>>): string {
  const { yaml } = splitFrontMatter(text);
  const lines = (yaml ?? "")
    .split("\n")
    .filter((line, index, all) => line !== "" || index < all.length - 1);
  for (const [key, value] of Object.entries(fields)) {
    const line = `${key}: ${plain(value)}`;
    const at = lines.findIndex((each) => each.startsWith(`${key}:`));
    if (at === -1) lines.push(line);
    else lines[at] = line;
  }
  return `---\n${lines.join("\n")}\n---\n${body}`;
}

/** Model names and times are plain in YAML unless they contain something unusual. */
function plain(value: string): string {
  return /^[A-Za-z][A-Za-z0-9_./@+-]*$/.test(value) ||
    /^\d{4}-[\dT:-]+Z$/.test(value) ||
    /^[0-9a-f]{64}$/.test(value)
    ? value
    : JSON.stringify(value);
}

const HEADING = /^##[ \t]+drift log[ \t]*$/im;

function appendToLog(body: string, log: readonly string[]): string {
  const text = `${log.join("\n")}\n`;
  const heading = HEADING.exec(body);
  if (heading === null) return `${body.trimEnd()}\n\n## Drift log\n${text}`;
  const start = heading.index + heading[0].length;
  const next = body.slice(start).search(/^## /m);
  const end = next === -1 ? body.length : start + next;
  const entries = body.slice(start, end).trimEnd();
  const kept = entries.trim() === "None." ? "" : entries;
  const rest = body.slice(end);
  return `${body.slice(0, start)}${kept}\n${text}${rest === "" ? "" : `\n${rest}`}`;
}
