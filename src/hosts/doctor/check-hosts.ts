import type { HostPlace } from "../../agents/host.ts";
import { type HostId, hostIds, hosts } from "../../agents/registry.ts";
import { messageOf } from "../../base/errors.ts";
import type { OperationContext } from "../../runtime/operation-context.ts";
import { unreviewedBy, untrustedBy } from "../check-trust.ts";
import { isHostHere } from "../find-hosts.ts";
import { hookFileOf } from "../hook-registration.ts";
import { readHostFile } from "../host-file.ts";
import { hostPlace } from "../host-place.ts";
import { removeServer, serverListOf } from "../mcp-registration.ts";
import type { Check } from "./check.ts";

/** Whether the agents on this machine start the server and run the hooks. */
export async function checkHosts(context: OperationContext): Promise<Check[]> {
  const checks: Check[] = [];
  for (const id of hostIds)
    if (await isHostHere(context, id)) checks.push(...checkHost(context, id));
  return checks;
}

function checkHost(context: OperationContext, id: HostId): Check[] {
  const subject = hosts[id].displayName;
  const places = [hostPlace(context, "project"), hostPlace(context, "user")];
  try {
    return [serverCheck(id, places), hookCheck(id, places), trustCheck(id, places)]
      .filter((check) => check !== null)
      .map((check) => ({ area: "servers and hooks", subject, ...check }));
  } catch (error) {
    const detail = messageOf(error);
    const cure = "mend the file, or add the entries by hand";
    return [{ area: "servers and hooks", subject, status: "problem", detail, cure }];
  }
}

type Found = Pick<Check, "status" | "detail" | "cure">;

function serverCheck(id: HostId, places: readonly HostPlace[]): Found | null {
  const possible = places.filter((place) => serverListOf(id, place) !== null);
  if (possible.length === 0) return null;
  const where = possible.filter((place) => {
    const { file, isOurs } = removeServer(id, place);
    const text = readHostFile(place, file);
    return text !== null && isOurs(text);
  });
  const scopes = where.map(({ scope }) => scope).join(" and ");
  const only = possible.length < places.length ? ` --scope ${possible[0]?.scope}` : "";
  return scopes === ""
    ? { status: "note", detail: "no MCP server", cure: `holdall setup --${id}${only}` }
    : { status: "ok", detail: `MCP server for this ${scopes}`, cure: null };
}

/** Whether a host reads what this project has for it; null where it asks nobody, or has nothing here. */
function trustCheck(id: HostId, places: readonly HostPlace[]): Found | null {
  const place = places.find(({ scope }) => scope === "project");
  const cure = place === undefined ? null : untrustedBy(id, place);
  if (place === undefined || cure === null) return null;
  const files = [serverListOf(id, place)?.file, hookFileOf(id, place)?.file];
  const isUsed = files.some((file) => file !== undefined && readHostFile(place, file) !== null);
  if (!isUsed) return null;
  const detail = "does not trust this project: its server and hooks here are not loaded";
  return { status: "problem", detail, cure };
}

function hookCheck(id: HostId, places: readonly HostPlace[]): Found | null {
  if (hosts[id].hooks === undefined) return null;
  for (const place of places) {
    const found = hookFileOf(id, place);
    const text = found === null ? null : readHostFile(place, found.file);
    if (found === null || text === null || found.find(text).length === 0) continue;
    const detail = `hooks for this ${place.scope}`;
    const cure = unreviewedBy(id, place);
    return cure === null
      ? { status: "ok", detail, cure }
      : { status: "problem", detail: `${detail}, not approved`, cure };
  }
  return { status: "note", detail: "no hooks", cure: `holdall setup --${id}` };
}
