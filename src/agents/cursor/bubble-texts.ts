import { isObject, type Json, type JsonObject } from "../../base/json/value.ts";
import { asText } from "../as-text.ts";

/** What is written in a bubble; earlier versions keep code beside the text, or only the editor's own form of it. */
export function bubbleText(bubble: JsonObject): {
  readonly text: string;
  readonly isRead: boolean;
} {
  const { text, rawText, richText } = bubble;
  const plain = asText(text) || asText(rawText);
  if (plain !== "") return { text: plain, isRead: true };
  const code = codeOf(bubble.codeBlocks);
  if (code !== "") return { text: code, isRead: true };
  const rich = richTextOf(richText);
  return { text: rich ?? "", isRead: rich !== null };
}

/** What was given to the model with a prompt: marked lines, attached code, output of the terminal. */
export function contextTexts(bubble: JsonObject): readonly string[] {
  const context = isObject(bubble.context) ? bubble.context : {};
  const selected = [bubble.selections, context.selections, context.terminalSelections];
  return [
    ...selected.flatMap(entries).map(selectionText),
    ...entries(bubble.attachedCodeChunks).map(chunkText),
  ].filter((text) => text !== "");
}

function entries(list: Json | undefined): readonly JsonObject[] {
  return Array.isArray(list) ? list.filter(isObject) : [];
}

function selectionText({ text, rawText, uri }: JsonObject): string {
  const marked = asText(rawText) || asText(text);
  return marked === "" ? "" : `[Marked by the user${placeOf(uri)}]\n\n${marked}`;
}

function chunkText({ lines, relativeWorkspacePath }: JsonObject): string {
  const code = Array.isArray(lines) ? lines.map(asText).join("\n") : asText(lines);
  const path = asText(relativeWorkspacePath);
  return code === "" ? "" : `[Code attached to the prompt${path && ` from ${path}`}]\n\n${code}`;
}

function placeOf(uri: Json | undefined): string {
  const path = isObject(uri) ? asText(uri.fsPath) || asText(uri.path) : asText(uri);
  return path === "" ? "" : ` in ${path}`;
}

function codeOf(blocks: Json | undefined): string {
  return entries(blocks)
    .map(({ content }) => asText(content))
    .filter((code) => code !== "")
    .map((code) => `\`\`\`\n${code}\n\`\`\``)
    .join("\n\n");
}

/** The texts of the editor's own document, in order; null when it has a form that is not known. */
function richTextOf(input: Json | undefined): string | null {
  if (input === undefined || input === null || input === "") return "";
  const root = typeof input === "string" ? parse(input) : input;
  if (!isObject(root)) return null;
  const texts: string[] = [];
  let isKnown = false;
  const waiting: Json[] = [root];
  for (let at = waiting.pop(); at !== undefined; at = waiting.pop()) {
    if (!isObject(at)) continue;
    if (typeof at.text === "string") texts.push(at.text);
    if (isObject(at.root)) waiting.push(at.root);
    if (!Array.isArray(at.children)) continue;
    isKnown = true;
    waiting.push(...at.children.toReversed());
  }
  return isKnown ? texts.join("") : null;
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
