import type { OperationContext } from "../../../runtime/operation-context.ts";
import { findSessions, isInFolder } from "../../../sessions/agent-sessions.ts";
import { MAX_STEPS } from "../../compare/bundle-run.ts";
import type { Step } from "../../compare/step.ts";
import { stepsOfSession } from "../../compare/steps-of-session.ts";
import { type Measures, noMeasures } from "../../read/measures.ts";
import type { PriceTable } from "../../read/prices.ts";
import { readSession } from "../../read/session-facts.ts";
import type { Contestant } from "../../run/contestant.ts";

/** What an agent's own session says of a run. */
export interface SessionReading {
  readonly sessionId: string | null;
  readonly model: string | null;
  readonly steps: readonly Step[];
  readonly measures: Measures;
}

const noSession: SessionReading = { sessionId: null, model: null, steps: [], measures: noMeasures };

/** Reads the newest session that a contestant wrote for a folder. The folder is fresh, so it is that of the run. */
export async function readAgentSession(
  context: OperationContext,
  { agent }: Pick<Contestant, "agent">,
  folder: string,
  prices: PriceTable,
): Promise<SessionReading> {
  if (agent === null) return noSession;
  const sessions = await findSessions(context, agent.id);
  const found = sessions.find(({ session }) => isInFolder(session, folder));
  if (found === undefined) return noSession;
  const { header, items } = await found.agent.read(await found.agent.open(found.session));
  const { model, measures } = await readSession(items(), prices);
  const steps: Step[] = [];
  const { tools } = found.agent;
  for await (const { step } of stepsOfSession({ items: items(), tools, cwd: header.cwd })) {
    if (steps.length < MAX_STEPS) steps.push(step);
  }
  return { sessionId: found.session.id, model: model ?? header.model, steps, measures };
}
