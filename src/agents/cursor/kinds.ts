import { declareKinds } from "../record-kinds.ts";

/**
 * The kinds of records of Cursor: lines of a transcript by who speaks, rows of a database by what they are. A
 * bubble that is named and whose row is gone (`lost-bubble`), and the answers where only the prompts were kept
 * (`prompts`), are not here: they are missing from the conversation.
 */
export const kinds = declareKinds({
  conversation: {
    user: "words of the user",
    assistant: "answers of the model: text and calls",
    bubble: "words of the user or the model, or a call with its result",
    prompt: "words of the user, of which the answers were not kept",
  },
  context: {},
  internal: { composer: "what the chat is", tab: "what the chat is" },
});
