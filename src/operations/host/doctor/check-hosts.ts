import { findProgram } from "../../../agents/find-program.ts";
import type { HostPlace } from "../../../agents/host.ts";
import { type HostId, hostIds, hosts, loadAgent } from "../../../agents/registry.ts";
import { readExternalText } from "../../../disk/replace-text-file.ts";
import { agentEnvironment } from "../../handoff/agent-sessions.ts";
import type { OperationContext } from "../../operation/operation.ts";
import { jsonText } from "../config-edit.ts";
import { findHooks } from "../hook-registration.ts";
import { hostPlace } from "../host-input.ts";
import { removeServer } from "../mcp-registration.ts";
import type { Check } from "./check.ts";

/** Whether the agents on this machine start the server and run the hooks. */
export async function checkHosts(context: OperationContext): Promise<Check[]> {
  const checks: Check[] = [];
  const { env } = agentEnvironment(context);
  for (const id of hostIds) {
    const { program } = await loadAgent(id);
    if (program === null || (await findProgram(program, env)) === null) continue;
    checks.push(...checkHost(context, id));
  }
  return checks;
}

function checkHost(context: OperationContext, id: HostId): Check[] {
  const subject = hosts[id].displayName;
  const places = [hostPlace(context, "project"), hostPlace(context, "user")];
  try {
    return [serverCheck(id, places), hookCheck(id, places)].map((check) => ({
      area: "servers and hooks",
      subject,
      ...check,
    }));
  } catch (error) {
    const detail = error instanceof Error ? error.message : String(error);
    const cure = "mend the file, or add the entries by hand";
    return [{ area: "servers and hooks", subject, status: "problem", detail, cure }];
  }
}

type Found = Pick<Check, "status" | "detail" | "cure">;

function serverCheck(id: HostId, places: readonly HostPlace[]): Found {
  const where = places.filter((place) => {
    const { file, isOurs } = removeServer(id, place);
    const text = readExternalText(file);
    return text !== null && isOurs(text);
  });
  const scopes = where.map(({ scope }) => scope).join(" and ");
  return scopes === ""
    ? { status: "note", detail: "no MCP server", cure: `holdall mcp install --${id}` }
    : { status: "ok", detail: `MCP server for this ${scopes}`, cure: null };
}

function hookCheck(id: HostId, places: readonly HostPlace[]): Found {
  const { hookFile, hookReview } = hosts[id];
  for (const place of places) {
    const file = hookFile(place);
    const hooks = findHooks(jsonText(readExternalText(file), file));
    if (hooks.length === 0) continue;
    const detail = `hooks for this ${place.scope}`;
    if (hookReview === undefined) return { status: "ok", detail, cure: null };
    const notes = readExternalText(hookReview.notesFile(place)) ?? "";
    const isApproved = hooks.every(({ at }) => hookReview.isApproved(notes, file, at));
    return isApproved
      ? { status: "ok", detail, cure: null }
      : { status: "problem", detail: `${detail}, not approved`, cure: hookReview.instruction };
  }
  return { status: "note", detail: "no hooks", cure: `holdall hooks install --${id}` };
}
