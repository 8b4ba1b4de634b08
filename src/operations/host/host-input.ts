import * as z from "zod";
import { type HostId, hostIds, hosts } from "../../agents/registry.ts";
import { HoldallError } from "../../base/errors.ts";

const flag = (id: HostId) => z.boolean().default(false).describe(`For ${hosts[id].displayName}`);

/** Flags that name hosts, one for each of the registry. */
export const hostFlags = Object.fromEntries(hostIds.map((id) => [id, flag(id)])) as Readonly<
  Record<HostId, ReturnType<typeof flag>>
>;

/** The values of an input key for a scope. */
export const scopeSchema = () => z.enum(["user", "project"]);

/** A host in an operation's output. */
export const hostSchema = () => z.enum(hostIds);

/** The hosts that were named. */
export function namedHosts(input: Readonly<Record<HostId, boolean>>): readonly HostId[] {
  return hostIds.filter((id) => input[id]);
}

/** The named hosts; at least one is required. */
export function requireHosts(input: Readonly<Record<HostId, boolean>>): readonly HostId[] {
  const named = namedHosts(input);
  if (named.length > 0) return named;
  throw new HoldallError("E_USAGE", "Cannot continue: no agent was named", {
    cure: `give ${hostIds.map((id) => `--${id}`).join(" or ")}`,
  });
}
