import { MAX_STEPS } from "../../../tasks/compare/bundle-run.ts";
import type { Step } from "../../../tasks/compare/step.ts";
import { stepsOfSession } from "../../../tasks/compare/steps-of-session.ts";
import { type Measures, noMeasures } from "../../../tasks/read/measures.ts";
import type { PriceTable } from "../../../tasks/read/prices.ts";
import { readSession } from "../../../tasks/read/session-facts.ts";
import type { RunnableAgent } from "../../../tasks/run/agent-command.ts";
import { findSessions, isInFolder } from "../../handoff/agent-sessions.ts";
import type { OperationContext } from "../../operation/operation-context.ts";

/** What an agent's own session says of a run. */
export interface SessionReading {
  readonly sessionId: string | null;
  readonly model: string | null;
  readonly steps: readonly Step[];
  readonly measures: Measures;
}

const nothing: SessionReading = { sessionId: null, model: null, steps: [], measures: noMeasures };

/** Reads the newest session that an agent wrote for a folder. The folder is fresh, so it is that of the run. */
export async function readAgentSession(
  context: OperationContext,
  agent: RunnableAgent,
  folder: string,
  prices: PriceTable,
): Promise<SessionReading> {
  const sessions = await findSessions(context, agent);
  const found = sessions.find(({ session }) => isInFolder(session, folder));
  if (found === undefined) return nothing;
  const { header, items } = await found.agent.read(await found.agent.open(found.session));
  const { model, measures } = await readSession(items(), prices);
  const steps: Step[] = [];
  const { tools } = found.agent;
  for await (const { step } of stepsOfSession({ items: items(), tools, cwd: header.cwd })) {
    if (steps.length < MAX_STEPS) steps.push(step);
  }
  return { sessionId: found.session.id, model: model ?? header.model, steps, measures };
}
