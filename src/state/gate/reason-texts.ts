/** Why a text is admitted or not, for people. The keys are the public reason codes of verdicts and commits. */
export const reasonTexts: Readonly<Record<string, string>> = {
  qualified: "it can be committed",
  below_relevance_threshold: "it does not serve the goal",
  redundant: "an entry in force already states this",
  drift: "it contradicts an entry in force",
  budget_saturated: "it does not fit the token budget",
  gate_rejected: "the judge rejected it or could not be reached",
};
