import { isObject, type JsonObject } from "../../base/json/value.ts";
import { asText } from "../as-text.ts";
import { declareKinds, kindsOf } from "../record-kinds.ts";

/**
 * Every kind of row that opencode is known to write: messages by their role, parts by their type. One that is
 * not here counts as missing from the conversation.
 */
export const kinds = declareKinds({
  conversation: {
    ...kindsOf("role and state of a message, whose parts contain the text", [
      "message/user",
      "message/assistant",
    ]),
    "part/text": "words of the user or the model",
    "part/reasoning": "thinking of the model",
    "part/tool": "a call of a tool with its result",
    "part/file": "a file that was sent along",
    "part/subtask": "work for a sub-agent",
    "part/compaction": "a compaction, whose summary is the answer to it",
  },
  context: {
    "part/retry": "a request that failed",
    "session_message/system": "instructions that the program added; a receiver adds its own",
  },
  internal: {
    session: "what the session is",
    ...kindsOf("a change of settings that applies to later messages", [
      "session_message/agent-switched",
      "session_message/model-switched",
      "session_message/location-switched",
    ]),
    "session_message/compaction": "a compaction that was not completed",
    "session_message/idle": "the end of a turn",
    todo: "the list of tasks, which calls of its tool contain as well",
    "part/agent": "the name of an agent in the words of the user, which contain it as well",
    "part/patch": "names of changed files",
    "part/snapshot": "a state of the folder for undoing",
    ...kindsOf("where a request begins and ends", ["part/step-start", "part/step-finish"]),
  },
});

/** The kind of a row. */
export function kindOf(row: JsonObject): string {
  const data = isObject(row.data) ? row.data : {};
  const hasType = row.type === "part" || row.type === "session_message";
  const finer = hasType ? data.type : row.type === "message" ? data.role : null;
  return typeof finer === "string" ? `${asText(row.type)}/${finer}` : asText(row.type);
}
