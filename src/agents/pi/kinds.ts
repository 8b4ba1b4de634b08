import { declareKinds } from "../record-kinds.ts";

/** Every kind of entry that pi is known to write. One that is not here counts as missing from the conversation. */
export const kinds = declareKinds({
  conversation: {
    message: "words of the user, answers of the model, results of tools",
    compaction: "a compaction",
    custom_message: "text that an extension gives the model",
    branch_summary: "a summary of a path that was left, which the model is given",
    context_edit: "replaces an earlier entry, or takes it out",
  },
  context: {},
  internal: {
    session: "what the session is",
    model_change: "the model that was chosen",
    thinking_level_change: "how long the model thinks",
    custom: "what an extension keeps for itself",
    label: "a name for an entry",
    session_info: "the title of the session",
    usage: "token counts of requests beside the conversation",
  },
});
