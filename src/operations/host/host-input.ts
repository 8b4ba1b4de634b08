import * as z from "zod";
import { type HostId, hostIds, hosts } from "../../agents/registry.ts";
import { HoldallError } from "../../base/errors.ts";
import { askHosts } from "../../hosts/ask-hosts.ts";
import { findHosts } from "../../hosts/find-hosts.ts";
import type { OperationContext } from "../../runtime/operation-context.ts";

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

/** How a person chooses. */
interface HostQuestion {
  readonly isPossible: (id: HostId) => boolean;
  /** Shows what would change for them, before the question. */
  readonly show: (ids: readonly HostId[]) => Promise<void>;
}

/** The named hosts. Without one a person at a terminal chooses among those that are found and can be asked for. */
export async function chooseHosts(
  context: OperationContext,
  input: Readonly<Record<HostId, boolean>>,
  { isPossible, show }: HostQuestion,
): Promise<readonly HostId[]> {
  const named = namedHosts(input);
  if (named.length > 0) return named;
  const found = (await findHosts(context)).filter(isPossible);
  if (found.length > 0 && context.interactive) {
    await show(found);
    return askHosts("For which agents?", found);
  }
  const flags = (found.length > 0 ? found : hostIds).map((id) => `--${id}`);
  const which = found.length > 0 ? "; these agents are here" : "";
  throw new HoldallError("E_USAGE", "Cannot continue: no agent was named", {
    cure: `give ${flags.join(" or ")}${which}`,
  });
}
