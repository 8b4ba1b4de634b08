import type { AgentEnvironment } from "../../../agents/agent.ts";
import type { FileTree } from "../../../base/file-set.ts";
import { readBytes } from "../../../base/text/text.ts";
import { createTemporaryFolder, removeTemporary } from "../../../disk/temporary.ts";
import type { Redactor } from "../../../redact/redactor.ts";
import type { OperationContext } from "../../../runtime/operation-context.ts";
import { findSessions, isInFolder } from "../../../sessions/agent-sessions.ts";
import { MAX_STEPS } from "../../compare/bundle-run.ts";
import type { Step } from "../../compare/step.ts";
import { stepsOfSession } from "../../compare/steps-of-session.ts";
import { createInterventionCounter, type Interventions } from "../../read/interventions.ts";
import { type Measures, noMeasures } from "../../read/measures.ts";
import type { PriceTable } from "../../read/prices.ts";
import { nextSessionEnd, noSessionEnd, type SessionEnd } from "../../read/session-end.ts";
import { readSession } from "../../read/session-facts.ts";
import type { Contestant } from "../../run/contestant.ts";
import { transcriptFiles } from "../transcript-files.ts";

/** What an agent's own session says of a run. */
export interface SessionReading {
  readonly sessionId: string | null;
  readonly agentVersion: string | null;
  readonly model: string | null;
  /** The last thing that the agent said; null when it said nothing. */
  readonly answer: string | null;
  /** The session as files of a bundle, without secrets. */
  readonly transcript: FileTree;
  readonly steps: readonly Step[];
  readonly measures: Measures;
  readonly end: SessionEnd;
  /** Null when no session was found. */
  readonly interventions: Interventions | null;
}

const noSession: SessionReading = {
  sessionId: null,
  agentVersion: null,
  model: null,
  answer: null,
  transcript: new Map(),
  steps: [],
  measures: noMeasures,
  end: noSessionEnd,
  interventions: null,
};

/** Where the session is, and what is needed to read it. */
interface SessionPlace {
  readonly prices: PriceTable;
  readonly redactor: Redactor;
  /** The home in which the agent ran. */
  readonly environment: AgentEnvironment;
}

/** Reads the newest session that a contestant wrote for a folder. The folder is fresh, so it is that of the run. */
export async function readAgentSession(
  context: OperationContext,
  { agent }: Pick<Contestant, "agent">,
  folder: string,
  { prices, redactor, environment }: SessionPlace,
): Promise<SessionReading> {
  if (agent === null) return noSession;
  const sessions = await findSessions(context, agent.id, { environment });
  const found = sessions.find(({ session }) => isInFolder(session, folder));
  if (found === undefined) return noSession;
  const native = await found.agent.open(found.session);
  const session = await found.agent.read(native);
  const { header, items } = session;
  const { model, measures } = await readSession(items(), prices);
  let answer: string | null = null;
  let end = noSessionEnd;
  const interventions = createInterventionCounter(found.agent.personSigns);
  for await (const item of items()) {
    redactor.learn(item);
    end = nextSessionEnd(end, item);
    interventions.add(item);
    if (item.kind === "message" && item.role === "assistant" && item.thread === null) {
      answer = item.text.trim() === "" ? answer : item.text;
    }
  }
  const steps: Step[] = [];
  const { tools } = found.agent;
  for await (const { step } of stepsOfSession({ items: items(), tools, cwd: header.cwd })) {
    if (steps.length < MAX_STEPS) steps.push(step);
  }
  const transcript = await readTranscript({ session, native }, redactor);
  return {
    sessionId: found.session.id,
    agentVersion: header.agent_version,
    model: model ?? header.model,
    answer,
    transcript,
    steps,
    measures,
    end,
    interventions: interventions.result(),
  };
}

/** Longest file of a transcript that a run keeps. */
const MAX_FILE_BYTES = 256 * 1024 * 1024;

/** The transcript in memory: the folder of a run is gone when its bundle is written. */
async function readTranscript(
  source: Parameters<typeof transcriptFiles>[0],
  redactor: Redactor,
): Promise<FileTree> {
  const scratch = createTemporaryFolder();
  try {
    const { beside } = await transcriptFiles(source, { redactor, scratch });
    const files = new Map<string, Uint8Array>();
    for (const [path, file] of beside) {
      files.set(path, file instanceof Uint8Array ? file : await readBytes(file, MAX_FILE_BYTES));
    }
    return files;
  } finally {
    removeTemporary(scratch);
  }
}
