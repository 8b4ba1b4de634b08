import type { Agent } from "../../agents/agent.ts";
import { findProgram } from "../../agents/find-program.ts";
import { agentIds, loadAgent } from "../../agents/registry.ts";
import { formatCount } from "../../base/text/format-count.ts";
import type { OperationContext } from "../../runtime/operation-context.ts";
import { agentEnvironment } from "../../sessions/agent-sessions.ts";
import type { Check } from "./check.ts";
import { compareToTested, programVersion } from "./program-version.ts";

/** Each agent: its program, its version beside those that were tested, and its sessions. */
export async function checkAgents(context: OperationContext): Promise<Check[]> {
  const found = await Promise.all(
    agentIds.map(async (id) => checkAgent(context, await loadAgent(id))),
  );
  const checks = found.flat();
  if (checks.length > 0) return checks;
  const detail = "no agent was found: no known program on the PATH, and no sessions";
  return [{ area: "agents", subject: "agents", status: "note", detail, cure: null }];
}

async function checkAgent(context: OperationContext, agent: Agent): Promise<Check[]> {
  const environment = agentEnvironment(context);
  const program = agent.program === null ? null : await findProgram(agent.program, environment.env);
  const { count, fault } = await countSessions(agent, context);
  if (program === null && count === 0 && fault === null) return [];
  const version = program === null ? null : await programVersion(program);
  const sessions = formatCount(count, "session");
  const common = { area: "agents", subject: agent.displayName } as const;
  const checks: Check[] = [{ ...common, ...describeVersion(agent, version, program, sessions) }];
  if (fault !== null) {
    const cure = "check that you may read the folder, or update Holdall";
    checks.push({
      ...common,
      status: "problem",
      detail: `not all sessions are readable: ${fault}`,
      cure,
    });
  }
  return checks;
}

function describeVersion(
  { testedVersions, program: name }: Agent,
  version: string | null,
  program: string | null,
  sessions: string,
): Pick<Check, "status" | "detail" | "cure"> {
  if (program === null) {
    if (name === null) return { status: "ok", detail: sessions, cure: null };
    const cure = `its sessions can be read and handed over; to continue here, install ${name}`;
    return { status: "note", detail: `${sessions}; ${name} is not on the PATH`, cure };
  }
  if (version === null) {
    return { status: "note", detail: `${sessions}; ${program} prints no version`, cure: null };
  }
  const { oldest, newest } = testedVersions;
  const range = oldest === newest ? newest : `${oldest} to ${newest}`;
  const detail = `${version} (tested: ${range}), ${sessions}`;
  const place = compareToTested(version, testedVersions);
  if (place === "tested") return { status: "ok", detail, cure: null };
  const cure = "handoffs are read back and refused if incomplete; try one with --dry-run";
  return { status: "note", detail: `${detail}; ${place} than tested`, cure };
}

async function countSessions(agent: Agent, context: OperationContext) {
  let count = 0;
  try {
    for await (const session of agent.find(agentEnvironment(context))) {
      if (session.parent_id === null) count++;
      context.progress(`${agent.displayName}: ${formatCount(count, "session")}`);
    }
  } catch (error) {
    return { count, fault: error instanceof Error ? error.message : String(error) };
  }
  return { count, fault: null };
}
