import { isObject, type JsonObject } from "../../base/json/value.ts";
import { textOf } from "./blocks.ts";

/** What the person marked or opened in an editor, in the form in which earlier versions wrote it. */
export function editorText({
  type,
  filename,
  lineStart,
  lineEnd,
  content,
}: JsonObject): string | null {
  if (type === "opened_file_in_ide") {
    return `<ide_opened_file>The user opened the file ${filename} in the IDE.</ide_opened_file>`;
  }
  if (type !== "selected_lines_in_ide") return null;
  const lines = `the lines ${lineStart} to ${lineEnd} from ${filename}`;
  return `<ide_selection>The user selected ${lines}:\n${textOf(content)}\n</ide_selection>`;
}

/** Kinds of attachments that contain what the person pointed at in an editor. */
export const POINTED: ReadonlySet<string> = new Set([
  "attachment/opened_file_in_ide",
  "attachment/selected_lines_in_ide",
]);

/** A file or folder whose name the person put into a message; the program attaches others by itself. */
export const MENTIONED: ReadonlySet<string> = new Set(["attachment/file", "attachment/directory"]);

/** A file or folder as the text that a model is given, under a line that names it. */
export function fileText(attachment: JsonObject, isMentioned: boolean): string {
  const { filename, path } = attachment;
  const name =
    typeof filename === "string" ? filename : typeof path === "string" ? path : "(unnamed)";
  return `[File ${name}${isMentioned ? ", mentioned by the user" : ""}]\n\n${contentText(attachment) ?? ""}`;
}

/** The text of an attached file or folder; null when it has none that can be read. */
export function contentText({ content }: JsonObject): string | null {
  if (!isObject(content)) return content === undefined ? null : textOf(content);
  const { file } = content;
  if (!isObject(file)) return content.content === undefined ? null : textOf(content.content);
  if (Array.isArray(file.cells)) return JSON.stringify(file.cells);
  return file.content === undefined ? null : textOf(file.content);
}
