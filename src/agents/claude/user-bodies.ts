import type { JsonObject } from "../../base/json/value.ts";
import type { ItemBody } from "../build-items.ts";
import { attachmentsOf, textOf } from "./blocks.ts";
import { type UserText, userTextsOf } from "./user-text.ts";

type Attachments = ReturnType<typeof attachmentsOf>;

/** The bodies of a text in a user's place; its first words take the pictures with them. */
export function textBodies(text: string, record: JsonObject, pictures: Attachments): ItemBody[] {
  return userTextsOf(text).map((part) => userTextBody(part, record, pictures));
}

function userTextBody(part: UserText, record: JsonObject, pictures: Attachments): ItemBody {
  const { kind, text } = part;
  switch (kind) {
    case "words":
    case "command":
      return message("user", text, null, pictures.splice(0));
    case "pointed":
      return message("user", text, null, []);
    case "task":
    case "teammate":
      return { ...message("user", text, null, []), sender: kind };
    case "shell":
      return {
        kind: "tool_call",
        call_id: shellId(record.uuid),
        name: "Bash",
        arguments: { command: text },
      };
    case "shell_output":
      return {
        kind: "tool_result",
        call_id: shellId(record.parentUuid),
        ok: true,
        content: text,
        attachments: [],
      };
    case "command_output":
      return { kind: "injected", text, is_command: true };
    case "context":
      return asContext(message("user", text, null, []));
    case "injected":
      return { kind, text };
    case "interrupted":
      return { kind: "error", code: "interrupted", text };
    default:
      return kind satisfies never;
  }
}

/** A command that the person ran has no id: its output follows the record of the command. */
function shellId(uuid: unknown): string {
  return `user-shell-${typeof uuid === "string" ? uuid : ""}`;
}

/** The bodies of words that waited in a queue, with their pictures. */
export function queuedBodies(content: unknown, record: JsonObject): ItemBody[] {
  const text = textOf(content);
  const pictures = attachmentsOf(content);
  if (text === "" && pictures.length > 0) return [message("user", "", null, pictures)];
  return textBodies(text, record, pictures);
}

/** A message that the program wrote and not the person. */
export function asContext(body: ItemBody): ItemBody {
  return body.kind === "message" && body.sender === undefined
    ? { ...body, sender: "context" }
    : body;
}

/** Context that the program put in by itself, where there is any. */
export function injectedBodies(text: string): ItemBody[] {
  return text === "" ? [] : [{ kind: "injected", text }];
}

/** A message in the place of a person or of the model. */
export function message(
  role: "user" | "assistant",
  text: string,
  model: string | null,
  attachments: Attachments,
): Extract<ItemBody, { kind: "message" }> {
  return { kind: "message", role, text, model, attachments };
}
