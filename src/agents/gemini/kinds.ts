import { declareKinds, kindsOf } from "../record-kinds.ts";

/**
 * Every kind of record that Gemini CLI is known to write; keys of the head and of changes to it are kinds of
 * their own. One that is not here counts as missing from the conversation.
 */
export const kinds = declareKinds({
  conversation: {
    user: "words of the user and results of tools",
    gemini: "answers of the model: text, thoughts, calls with their results",
    $rewindTo: "messages that were taken back",
    "$set/messages": "the complete list of messages, as after a compression",
  },
  context: { error: "an error that was shown to the user" },
  internal: {
    header: "what the session is",
    $set: "a change of what the session is",
    ...kindsOf("a notice to the user, which no model is given", ["info", "warning"]),
    ...kindsOf("a fact about the session", [
      "$set/sessionId",
      "$set/projectHash",
      "$set/startTime",
      "$set/lastUpdated",
      "$set/summary",
      "$set/directories",
      "$set/kind",
      "$set/messageCount",
      "$set/userMessageCount",
      "$set/memoryScratchpadIsStale",
      "$set/firstUserMessage",
      "$set/hasResumableContent",
      "$set/hasUserOrAssistantMessage",
      "$set/memoryScratchpad",
    ]),
  },
});

/** The first key of a head, or of a change to it, that is of no known kind; null when all are known. */
export function unknownKeyOf(facts: object): string | null {
  return Object.keys(facts).find((key) => !kinds.has(`$set/${key}`)) ?? null;
}
