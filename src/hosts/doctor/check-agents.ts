import type { Agent } from "../../agents/agent.ts";
import { findProgram } from "../../agents/find-program.ts";
import { agentIds, isAgentId, loadAgent } from "../../agents/registry.ts";
import { HoldallError, messageOf } from "../../base/errors.ts";
import { formatCount } from "../../base/text/format-count.ts";
import { userConfigFor } from "../../runtime/config.ts";
import type { OperationContext } from "../../runtime/operation-context.ts";
import { findNamedServer } from "../../sessions/acp/find-server.ts";
import { agentEnvironment } from "../../sessions/agent-sessions.ts";
import { gatherUnrecognised } from "../../sessions/unrecognised-files.ts";
import type { Check } from "./check.ts";
import { packageVersion } from "./package-version.ts";
import { compareToTested, programVersion } from "./program-version.ts";

/** Each agent: its program, its version beside those that were tested, and its sessions. */
export async function checkAgents(context: OperationContext): Promise<Check[]> {
  const found = await Promise.all(
    agentIds.map(async (id) => checkAgent(context, await loadAgent(id))),
  );
  const checks = [...found.flat(), ...(await checkServers(context))];
  if (checks.length > 0) return checks;
  const detail = "no agent was found: no known program on the PATH, and no sessions";
  return [{ area: "agents", subject: "agents", status: "note", detail, cure: null }];
}

async function checkAgent(context: OperationContext, agent: Agent): Promise<Check[]> {
  const environment = agentEnvironment(context);
  const program = agent.program === null ? null : await findProgram(agent.program, environment.env);
  const { count, fault, isPartial } = await countSessions(agent, context);
  if (program === null && count === 0 && fault === null) return [];
  const version =
    program === null ? null : (packageVersion(program) ?? (await programVersion(program)));
  const sessions = formatCount(count, "session");
  const common = { area: "agents", subject: agent.displayName } as const;
  const checks: Check[] = [{ ...common, ...describeVersion(agent, version, program, sessions) }];
  if (fault !== null) {
    const cure = "check that you may read the folder, or update Holdall";
    checks.push({
      ...common,
      // One damaged file among many is nothing that must be mended before work goes on.
      status: isPartial ? "note" : "problem",
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
): Pick<Check, "status" | "detail" | "cure" | "versions"> {
  if (program === null) {
    if (name === null) return { status: "ok", detail: sessions, cure: null };
    const cure = `its sessions can be read and handed over; to continue here, install ${name}`;
    return { status: "note", detail: `${sessions}; ${name} is not on the PATH`, cure };
  }
  if (version === null) {
    return { status: "note", detail: `${sessions}; ${program} prints no version`, cure: null };
  }
  const { oldest, newest } = testedVersions;
  const range = oldest === newest ? `with ${newest}` : `from ${oldest} up to ${newest}`;
  const detail = `tested ${range}, yours is ${version}; ${sessions}`;
  const place = compareToTested(version, testedVersions);
  const versions = { installed: version, tested_from: oldest, tested_up_to: newest };
  if (place === "tested") return { status: "ok", detail, cure: null, versions };
  const cure = "handoffs are read back and refused if incomplete; try one with --dry-run";
  return { status: "note", detail: `${detail}; ${place} than tested`, cure, versions };
}

/** The servers in the user's configuration that are sources of sessions. */
async function checkServers(context: OperationContext): Promise<Check[]> {
  const quiet = { ...context, note: () => {} };
  const names = serverNames(quiet);
  return Promise.all(
    names.map(async (name): Promise<Check> => {
      const common = { area: "agents", subject: `acp_servers: ${name}` } as const;
      try {
        const { command } = await findNamedServer(quiet, name, false);
        const detail = `\`${command.join(" ")}\` shows sessions: holdall sessions --all --acp ${name}`;
        return { ...common, status: "ok", detail, cure: null };
      } catch (error) {
        if (!(error instanceof HoldallError)) throw error;
        return { ...common, status: "note", detail: error.message, cure: error.cure ?? null };
      }
    }),
  );
}

/** A configuration that cannot be used is reported with the configuration. */
function serverNames(context: OperationContext): readonly string[] {
  try {
    return Object.keys(userConfigFor(context).acp_servers).filter((name) => !isAgentId(name));
  } catch (error) {
    if (error instanceof HoldallError) return [];
    throw error;
  }
}

async function countSessions(agent: Agent, context: OperationContext) {
  const others = gatherUnrecognised();
  const environment = { ...agentEnvironment(context), onUnrecognised: others.add };
  let count = 0;
  let isPartial = false;
  try {
    for await (const session of agent.find(environment)) {
      isPartial = true;
      if (session.parent_id === null) count++;
      context.progress(`${agent.displayName}: ${formatCount(count, "session")}`);
    }
  } catch (error) {
    const fault = messageOf(error);
    return { count, fault, isPartial: false };
  }
  return { count, fault: others.reason(agent), isPartial };
}
