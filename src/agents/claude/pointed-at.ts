import { isObject, type JsonObject } from "../../base/json/value.ts";
import { textOf } from "./blocks.ts";

/** What the person marked or opened in an editor, in the form in which earlier versions told it. */
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

/** Kinds of attachments that hold what the person pointed at in an editor. */
export const POINTED: ReadonlySet<string> = new Set([
  "attachment/opened_file_in_ide",
  "attachment/selected_lines_in_ide",
]);

/** A file or folder whose name the person put into a message; the program attaches others by itself. */
export const MENTIONED: ReadonlySet<string> = new Set(["attachment/file", "attachment/directory"]);

/** A mentioned file as the text that a model is given. */
export function mentionText({ attachment }: JsonObject, text: string): string {
  const { filename, path } = isObject(attachment) ? attachment : {};
  const name =
    typeof filename === "string" ? filename : typeof path === "string" ? path : "(unnamed)";
  return `[File ${name}, mentioned by the user]\n\n${text}`;
}
