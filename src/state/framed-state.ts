import { sha256 } from "../base/hash.ts";
import type { Transaction } from "../stores/store.ts";
import { currentAddress, loadState } from "./load.ts";
import { renderFramed } from "./session/resume-packet.ts";
import { showState } from "./show.ts";

/** A state as quoted context, ready to be stored as an artifact. */
export interface FramedState {
  readonly artifact_id: string;
  readonly state_hash: string;
  readonly bytes: number;
  readonly content: Uint8Array;
}

/**
 * The workspace's current state as quoted context; null when no entry is in force. Quoted as data:
 * entries may have been written by anyone, and must not act as instructions to a model.
 */
export async function frameCurrentState(tx: Transaction): Promise<FramedState | null> {
  const loaded = await loadState(tx, await currentAddress(tx));
  if (loaded === null) return null;
  const viewer = { namespace: loaded.state.bounds.namespace };
  const shown = await showState(tx, loaded.state, { archived: false, viewer });
  const text = renderFramed(shown);
  if (text === "") return null;
  const content = Buffer.from(text);
  const { state_hash } = shown;
  return { artifact_id: sha256(content), state_hash, bytes: content.length, content };
}
