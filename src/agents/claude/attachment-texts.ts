import { isObject, type JsonObject } from "../../base/json/value.ts";
import { asText } from "../as-text.ts";
import { textOf } from "./blocks.ts";

/** How an attachment is shown: what it is, and where in it the texts are. */
interface AttachmentRule {
  readonly title: (attachment: JsonObject) => string;
  /** Keys from the attachment to a text, joined by dots; `*` is every entry of a list. */
  readonly texts: readonly string[];
  /** Whether the title alone is worth showing. */
  readonly isTitleEnough?: true;
}

const hookName = ({ hookName: name, hookEvent: event }: JsonObject) =>
  `Output of the hook ${asText(name) || asText(event)}`;

/** The attachments that carry texts of their own; others are shown as the program recorded them. */
const RULES: Readonly<Record<string, AttachmentRule>> = {
  edited_text_file: {
    title: ({ filename }) => `File ${filename}, changed on disk since it was read`,
    texts: ["snippet"],
    isTitleEnough: true,
  },
  compact_file_reference: {
    title: ({ filename }) => `File ${filename}, read before the summary and too long to repeat`,
    texts: [],
    isTitleEnough: true,
  },
  pdf_reference: {
    title: ({ filename }) => `File ${filename}, mentioned by the user and too long to include`,
    texts: [],
    isTitleEnough: true,
  },
  at_mention_reference: {
    title: () => "Mentioned by the user, content not included",
    texts: ["mentions"],
  },
  inlined_image_paths: { title: () => "Paths of the pictures", texts: ["paths"] },
  mcp_resource: {
    title: ({ uri }) => `Resource ${uri}, mentioned by the user`,
    texts: ["content.contents.*.text"],
  },
  selected_lines_in_diff: {
    title: ({ filePath }) =>
      `Selected by the user in a diff of ${asText(filePath) || "the changes"}`,
    texts: ["content"],
  },
  hook_blocking_error: {
    title: ({ hookName: name }) => `Blocked by the hook ${asText(name)}`,
    texts: ["blockingError.command", "blockingError.blockingError"],
  },
  hook_stopped_continuation: {
    title: ({ hookName: name }) => `Stopped by the hook ${asText(name)}`,
    texts: ["message"],
    isTitleEnough: true,
  },
  hook_additional_context: { title: hookName, texts: ["content"] },
  hook_success: { title: hookName, texts: ["content"] },
  async_hook_response: {
    title: hookName,
    texts: ["response.systemMessage", "response.hookSpecificOutput.additionalContext"],
  },
  plugin_note: {
    title: ({ plugin }) => `Note of the plugin ${asText(plugin)}`,
    texts: ["content.*"],
  },
  task_status: {
    title: ({ taskId, status, description }) =>
      `Background task ${taskId} "${asText(description)}" is ${status}`,
    texts: ["shell.command", "deltaSummary"],
    isTitleEnough: true,
  },
  plan_file_reference: {
    title: ({ planFilePath }) => `Plan ${asText(planFilePath)}`,
    texts: ["planContent"],
  },
  invoked_skills: {
    title: () => "Skills used earlier in this session",
    texts: ["skills.*.content"],
  },
  relevant_memories: { title: () => "Memories", texts: ["memories.*.content"] },
  account_memory_recall: { title: () => "Memories", texts: ["content"] },
  cowork_memory_context: { title: () => "Memories", texts: ["content"] },
  fork_briefing: { title: () => "Briefing for this branch", texts: ["text"] },
  artifact_opening_prefetch: { title: () => "Artifact", texts: ["content"] },
  context_sections: { title: () => "Context", texts: ["sections.*.text"] },
  project_doc_reads: { title: () => "Documents of the project", texts: ["reads.*.read.content"] },
  poll_events: { title: () => "Events", texts: ["envelopes"] },
  read_truncation_notice: { title: () => "Result cut short", texts: ["banner"] },
  dir_sync_notice: { title: () => "Files synchronised", texts: ["content"] },
};

/**
 * What a model is given of an attachment, under a line that says what it is: "" when that is nothing, null
 * when it cannot be read.
 */
export function attachmentText(attachment: JsonObject, rendered: unknown): string | null {
  const listed = listText(attachment);
  if (listed !== null) return listed;
  const rule = RULES[asText(attachment.type)];
  const found = rule?.texts.flatMap((path) => valuesAt(attachment, path.split(".")));
  if (rule === undefined || found === undefined) return renderedText(rendered);
  const texts = found.map(textOf).filter((text) => text.trim() !== "");
  if (texts.length === 0 && rule.isTitleEnough !== true) {
    return renderedText(rendered) ?? (found.length > 0 ? "" : null);
  }
  return [`[${rule.title(attachment).trim()}]`, ...texts].join("\n\n");
}

/** A list of tasks or of diagnostics, one line each; null for other attachments. */
function listText({ type, content, files }: JsonObject): string | null {
  if ((type === "task_reminder" || type === "todo_reminder") && Array.isArray(content)) {
    const lines = content.filter(isObject).map(taskLine);
    return lines.length === 0 ? "" : `[List of tasks]\n\n${lines.join("\n")}`;
  }
  if (type !== "diagnostics" || !Array.isArray(files)) return null;
  const lines = files.filter(isObject).flatMap(diagnosticLines);
  return lines.length === 0 ? "" : `[Diagnostics of the editor]\n\n${lines.join("\n")}`;
}

function taskLine({ id, status, subject, content }: JsonObject): string {
  const number = typeof id === "string" || typeof id === "number" ? `#${id}. ` : "";
  return `${number}[${asText(status)}] ${asText(subject) || asText(content)}`;
}

function diagnosticLines({ uri, diagnostics }: JsonObject): string[] {
  const found = Array.isArray(diagnostics) ? diagnostics.filter(isObject) : [];
  return found.map(({ message, severity, range }) => {
    const start = isObject(range) && isObject(range.start) ? range.start : {};
    const line = typeof start.line === "number" ? `:${start.line + 1}` : "";
    return `${asText(uri)}${line} ${asText(severity)} ${asText(message)}`;
  });
}

function valuesAt(value: unknown, [key, ...rest]: readonly string[]): unknown[] {
  if (key === undefined) return value === undefined ? [] : [value];
  if (key === "*") {
    return Array.isArray(value) ? value.flatMap((entry) => valuesAt(entry, rest)) : [];
  }
  return isObject(value) ? valuesAt(value[key], rest) : [];
}

/** What the program recorded that it sent, without the tags around a reminder. */
function renderedText(rendered: unknown): string | null {
  if (!Array.isArray(rendered)) return null;
  const texts = rendered.filter(isObject).map(({ content }) => withoutTags(textOf(content)));
  return texts.filter((text) => text !== "").join("\n\n");
}

function withoutTags(text: string): string {
  const inner = text.trim();
  const isReminder = inner.startsWith(REMINDER) && inner.endsWith(END_OF_REMINDER);
  return isReminder ? inner.slice(REMINDER.length, -END_OF_REMINDER.length).trim() : inner;
}

const REMINDER = "<system-reminder>";
const END_OF_REMINDER = "</system-reminder>";
