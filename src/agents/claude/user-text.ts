/** What a text in a user's line is: a person's words, or something the program put there. */
export type UserText =
  | { readonly kind: "words"; readonly text: string }
  | { readonly kind: "pointed" }
  | { readonly kind: "injected" }
  | { readonly kind: "interrupted" };

const INJECTED =
  /^\s*<(?:system-reminder|local-command-(?:stdout|stderr|caveat)|bash-(?:input|stdout|stderr)|task-notification|ide_\w+|user-prompt-submit-hook|session-start-hook|teammate-message|hook_\w+)\b/;
/** What the person selected or opened in an editor: nobody typed it, but they chose it. */
const POINTED = /^\s*<ide_(?:selection|opened_file)>/;
const COMMAND = /^\s*<command-(?:name|message|args)>/;

/** Tells a person's words from what the program wrote in their place. */
export function userTextOf(text: string): UserText {
  if (text.startsWith("[Request interrupted by user")) return { kind: "interrupted" };
  if (COMMAND.test(text)) return commandText(text);
  if (POINTED.test(text)) return { kind: "pointed" };
  return INJECTED.test(text) ? { kind: "injected" } : { kind: "words", text };
}

/** A slash command is a person's words when they gave it some; else it only works the program. */
function commandText(text: string): UserText {
  const name = inTag(text, "command-name");
  const words = inTag(text, "command-args");
  if (name === "" || words === "") return { kind: "injected" };
  return { kind: "words", text: `${name} ${words}` };
}

function inTag(text: string, tag: string): string {
  const start = text.indexOf(`<${tag}>`);
  const end = text.indexOf(`</${tag}>`, start);
  return start === -1 || end === -1 ? "" : text.slice(start + tag.length + 2, end).trim();
}
