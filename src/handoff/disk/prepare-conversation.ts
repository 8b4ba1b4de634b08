import type { HandoffSource } from "../../sessions/source.ts";
import { type AdaptedConversation, adaptConversation } from "../adapt.ts";
import { type ChosenConversation, chooseInForce } from "../choose-in-force.ts";
import { type FittedSelection, fitConversation } from "../fit.ts";
import { type LearnedFacts, learn } from "../learn.ts";
import type { HandoffRequest } from "../request.ts";
import { assertFound } from "./build-request.ts";
import type { HandoffInput } from "./input.ts";

/** The results of the stages between reading and writing, which do not depend on where the session is written. */
export interface PreparedConversation {
  readonly chosen: ChosenConversation;
  readonly learned: LearnedFacts;
  readonly fitted: FittedSelection;
  readonly adapted: AdaptedConversation;
}

/** Stages 2 to 5: chooses what is in force, learns from it, fits it to the budget and adapts it to the receiver. */
export async function prepareConversation(
  request: HandoffRequest,
  named: { readonly source: HandoffSource; readonly input: HandoffInput },
): Promise<PreparedConversation> {
  const chosen = await chooseInForce(request);
  const learned = await learn(request, chosen);
  assertFound(chosen, learned, named);
  const fitted = await fitConversation(request, chosen, learned);
  const adapted = await adaptConversation(request, { chosen, learned, fitted });
  return { chosen, learned, fitted, adapted };
}
