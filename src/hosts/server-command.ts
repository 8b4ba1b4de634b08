import type { HostPlace, ServerCommand } from "../agents/host.ts";
import { type HostId, hosts } from "../agents/registry.ts";
import { commandFor } from "./program-command.ts";

/** How a host starts the server of a folder, with the sets of tools that were asked for. */
export function serverCommand(
  host: HostId,
  place: HostPlace,
  sets: readonly string[] = [],
): ServerCommand {
  const [command = "", ...first] = commandFor(place.scope);
  const folder = hosts[host].servers?.folder?.(place) ?? null;
  const at = folder === null ? [] : ["-C", folder];
  const tools = sets.flatMap((name) => ["--tools", name]);
  return { command, args: [...first, ...at, "mcp", "--as", host, ...tools] };
}
