import fs from "node:fs";
import type { CarriedSettings } from "../../agents/agent.ts";
import { HoldallError } from "../../base/errors.ts";
import type { HandoffSource } from "../../sessions/source.ts";
import type { Transfer } from "../request.ts";
import type { HandoffInput } from "./input.ts";

/** The receiver of a handoff, and how the session gets there. */
interface Destination {
  readonly displayName: string;
  readonly transfer: Transfer;
}

/**
 * What a handoff carries of a session's settings. They are kept only when that was asked for, and only of a session
 * that we found in the user's own store of the receiver; anything else may be a stranger's, and grant itself rights.
 */
export function chooseCarriedSettings(
  source: HandoffSource,
  input: Pick<HandoffInput, "keep-settings">,
  { displayName, transfer }: Destination,
): CarriedSettings {
  const isOwn = source.isStored && !isLink(source.path);
  if (!input["keep-settings"]) return isOwn ? "unknown" : "none";
  const refused = `Cannot keep the settings of session "${source.session_id}" for ${displayName}`;
  if (source.agent?.displayName !== displayName) {
    throw new HoldallError("E_SETTINGS", `${refused}: it is a session of ${source.displayName}`, {
      cure: "leave out --keep-settings: only the agent that wrote settings understands them",
    });
  }
  if (!isOwn) {
    const state = `it does not come from your own store of ${displayName}`;
    throw new HoldallError("E_SETTINGS", `${refused}: ${state}`, {
      cure: `leave out --keep-settings, so that your own settings count; a session of your own is named by its id, as in \`holdall handoff ${source.agent.id} ${source.agent.id} --session ID\``,
    });
  }
  if (transfer !== "move") {
    throw new HoldallError("E_SETTINGS", `${refused}: it is written again`, {
      cure: "leave out --keep-settings, or --since, --until, --budget, --map and --redact",
    });
  }
  return "all";
}

/** A link in a store may lead to a file of anybody. */
function isLink(file: string): boolean {
  return fs.lstatSync(file, { throwIfNoEntry: false })?.isSymbolicLink() !== false;
}

/** Refuses settings for a receiver that has none. */
export function refuseSettings(to: string): never {
  throw new HoldallError("E_SETTINGS", `Cannot keep settings in "${to}": it contains none`, {
    cure: "leave out --keep-settings, or name an agent",
  });
}
