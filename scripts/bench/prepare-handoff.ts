import { adaptConversation } from "../../src/handoff/adapt.ts";
import { chooseInForce } from "../../src/handoff/choose-in-force.ts";
import { fitConversation } from "../../src/handoff/fit.ts";
import { learn } from "../../src/handoff/learn.ts";
import type { HandoffRequest } from "../../src/handoff/request.ts";

/** The stages of a handoff up to the one that writes: what a receiver would get. */
export async function prepareHandoff(request: HandoffRequest) {
  const chosen = await chooseInForce(request);
  const learned = await learn(request, chosen);
  const fitted = await fitConversation(request, chosen, learned);
  return adaptConversation(request, { chosen, learned, fitted });
}
