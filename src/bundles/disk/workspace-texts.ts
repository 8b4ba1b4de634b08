import { isSha256 } from "../../base/hash.ts";
import { readArtifact } from "../../ledger/artifacts.ts";
import type { Conversation } from "../../model/conversation.ts";
import type { OperationContext } from "../../runtime/operation-context.ts";
import { inWorkspace, storeChoice } from "../../runtime/workspace.ts";
import { frameCurrentState } from "../../state/framed-state.ts";
import { locateStore } from "../../stores/locate.ts";

/**
 * The conversation with the texts that it refers to and does not contain, as far as the workspace has them: its
 * artifacts, and the state in force, which a compile that was not recorded refers to. Every id is a SHA-256, so
 * that no other text can take its place.
 */
export async function withWorkspaceTexts(
  context: OperationContext,
  conversation: Conversation,
  store: string | undefined,
): Promise<Conversation> {
  const missing = missingIds(conversation);
  if (missing.size === 0 || locateStore(storeChoice(context, store)) === null) return conversation;
  const texts = new Map(conversation.texts);
  await inWorkspace(context, { store, effect: "read" }, (ledger) =>
    ledger.read(async (tx) => {
      const state = await frameCurrentState(tx);
      for (const id of missing) {
        const isState = state !== null && state.artifact_id === id;
        const bytes = isState ? state.content : await readArtifact(tx, id);
        if (bytes !== null) texts.set(id, bytes);
      }
    }),
  );
  return { ...conversation, texts };
}

function missingIds({ items, texts }: Conversation): ReadonlySet<string> {
  const ids = items.map((item) => ("artifact_id" in item ? (item.artifact_id ?? "") : ""));
  return new Set(ids.filter((id) => isSha256(id) && !texts.has(id)));
}
