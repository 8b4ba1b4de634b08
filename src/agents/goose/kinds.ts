import { declareKinds } from "../record-kinds.ts";

/** Every kind of row that Goose 1.34.0 writes. One that is not here counts as missing from the conversation. */
export const kinds = declareKinds({
  conversation: {
    "message/user": "words of the user, and results of calls",
    "message/assistant": "answers of the model: text, thinking, calls",
    summary: "the summary of a compaction, before which nothing is sent",
  },
  context: { session: "what the session is, and what was counted" },
  internal: {
    note: "what is not sent: notices for the user, and calls that a summary replaced",
  },
});
