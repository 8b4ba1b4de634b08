/** What Gemini CLI and its descendants let the model answer to the summary of a compaction. */
export const SUMMARY_REPLY = "Got it. Thanks for the additional context!";
