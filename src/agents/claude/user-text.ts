/**
 * What a text in a user's record is. Claude Code writes a person's words, reports of background tasks,
 * messages of teammates, commands and its own reminders into the same place and distinguishes them by
 * tags at their beginning.
 */
export type UserText =
  /** A person's words, and what they pointed at in their editor. */
  | { readonly kind: "words" | "pointed"; readonly text: string }
  /** A report that came from elsewhere, tags included. */
  | { readonly kind: "task" | "teammate"; readonly text: string }
  /** A slash command as it was typed. */
  | { readonly kind: "command"; readonly text: string; readonly hasArguments: boolean }
  /** A command that the person ran with `!`, and what it printed. */
  | { readonly kind: "shell" | "shell_output"; readonly text: string }
  /** What a slash command printed. */
  | { readonly kind: "command_output"; readonly text: string }
  /** What the program or a hook sent the model. */
  | { readonly kind: "context"; readonly text: string }
  | { readonly kind: "injected" | "interrupted"; readonly text: string };

type Kind = UserText["kind"];

/** The kind of a text by the tag it begins with; a person's words begin with no such tag. */
const KINDS: ReadonlyMap<string, Kind> = new Map<string, Kind>([
  ["task-notification", "task"],
  // The name of the same in versions before 2.1.
  ["agent-notification", "task"],
  ["teammate-message", "teammate"],
  ["command-name", "command"],
  ["command-message", "command"],
  ["command-args", "command"],
  ["bash-input", "shell"],
  ["bash-stdout", "shell_output"],
  ["bash-stderr", "shell_output"],
  ["local-command-stdout", "command_output"],
  ["local-command-stderr", "command_output"],
  ["ide_selection", "pointed"],
  ["ide_opened_file", "pointed"],
  ["local-command-caveat", "injected"],
  ["system-reminder", "context"],
  ["user-prompt-submit-hook", "context"],
  ["session-start-hook", "injected"],
]);

/** A hook refused the prompt before it; its reason follows. */
const STOPPED_BY_HOOK = /^Operation stopped by hook: /;
const INTERRUPTED = /^\[Request interrupted by user[^\]\n]{0,64}\]/;
/** A command that goes on in the background, as versions since about 2.1.45 put it into the queue of the user's words. */
const BACKGROUND_TASK =
  /^\{"task_id":"[^"]{1,64}",(?:"tool_use_id":"[^"]{1,64}",)?"description":".*","task_type":"[^"]{1,64}"\}$/;

/** Splits a text into what the program put before a person's words, and those words. */
export function userTextsOf(text: string): readonly UserText[] {
  const mark = INTERRUPTED.exec(text)?.[0];
  if (mark !== undefined) {
    const rest = text.slice(mark.length).trimStart();
    return [{ kind: "interrupted", text: mark }, ...(rest === "" ? [] : userTextsOf(rest))];
  }
  if (BACKGROUND_TASK.test(text)) return [{ kind: "injected", text }];
  if (STOPPED_BY_HOOK.test(text)) return [{ kind: "context", text }];
  const found: UserText[] = [];
  let rest = text;
  for (let kind = kindOf(rest); kind !== null; kind = kindOf(rest)) {
    const end = endOfTags(rest, kind);
    found.push(taggedText(kind, rest.slice(0, end).trim()));
    rest = rest.slice(end).trimStart();
  }
  if (rest.trim() !== "") found.push({ kind: "words", text: rest });
  return found;
}

/** Whether Claude Code would take a text in a user's record for something else than a message. */
export function isReservedText(text: string): boolean {
  const [first, ...others] = userTextsOf(text);
  if (first === undefined) return false;
  return others.length > 0 || first.text.trim() !== text.trim() || !MESSAGES.has(first.kind);
}

const MESSAGES: ReadonlySet<Kind> = new Set<Kind>(["words", "pointed", "task", "teammate"]);

function kindOf(text: string): Kind | null {
  const tag = tagOf(text);
  if (tag === null) return null;
  return KINDS.get(tag) ?? (/^(?:hook|ide)_/.test(tag) ? "context" : null);
}

/** The name of the tag that a text begins with. */
function tagOf(text: string): string | null {
  return /^\s{0,64}<([\w-]{1,64})[\s>]/.exec(text)?.[1] ?? null;
}

/** Where the tags of one kind end; what a report says after its tags belongs to it. */
function endOfTags(text: string, kind: Kind): number {
  if (kind === "task" || kind === "teammate") return text.length;
  let end = 0;
  do {
    const closing = `</${tagOf(text.slice(end))}>`;
    const at = text.indexOf(closing, end);
    if (at === -1) return text.length;
    end = at + closing.length;
  } while (isRun(kind) && kindOf(text.slice(end)) === kind);
  return end;
}

/** Commands and outputs are written as several tags in a row. */
function isRun(kind: Kind): boolean {
  return kind === "command" || kind === "shell_output" || kind === "command_output";
}

function taggedText(kind: Kind, text: string): UserText {
  switch (kind) {
    case "command": {
      const name = inTag(text, "command-name").replace(/^\/?/, "/");
      if (name === "/") return { kind: "injected", text };
      const args = inTag(text, "command-args");
      return { kind, text: `${name} ${args}`.trim(), hasArguments: args !== "" };
    }
    case "shell":
      return { kind, text: inTag(text, "bash-input") };
    case "shell_output": {
      const printed = [inTag(text, "bash-stdout"), inTag(text, "bash-stderr")];
      return { kind, text: printed.filter((part) => part !== "").join("\n") };
    }
    default:
      return { kind, text };
  }
}

function inTag(text: string, tag: string): string {
  const start = text.indexOf(`<${tag}>`);
  const end = text.indexOf(`</${tag}>`, start);
  return start === -1 || end === -1 ? "" : text.slice(start + tag.length + 2, end).trim();
}
