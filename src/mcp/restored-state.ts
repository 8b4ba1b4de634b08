import { HoldallError } from "../base/errors.ts";
import { loadOperation } from "../operations/registry.ts";
import { type RestorableState, renderRestoredContext } from "../state/session/restored-context.ts";
import { type CallOptions, contextOf } from "./call-tool.ts";
import type { McpSettings } from "./settings.ts";

/** A state that is read explicitly is not shortened. */
const UNLIMITED = Number.MAX_SAFE_INTEGER;

/** Which state is read; the workspace's current one if nothing is named. */
export interface StateChoice {
  readonly user?: string;
  readonly session?: string;
  readonly task?: string;
  /** Words of the task. */
  readonly query?: string;
}

/**
 * A state as quoted text; null if there is none or it has no entries in force. Reading it is not
 * recorded.
 */
export async function readRestored(
  choice: StateChoice,
  settings: McpSettings,
  options: CallOptions,
): Promise<string | null> {
  const resume = await loadOperation("session resume");
  const input = { ...choice, peek: true, store: settings.store };
  try {
    const output = await resume.run(contextOf(settings, options, []), input);
    // The output of an operation is JSON, whatever its schema leaves open.
    const { packet }: { packet: RestorableState | null } = JSON.parse(JSON.stringify(output));
    return packet === null ? null : renderRestoredContext(packet, UNLIMITED);
  } catch (error) {
    if (error instanceof HoldallError && error.code === "E_NOT_FOUND") return null;
    throw error;
  }
}
