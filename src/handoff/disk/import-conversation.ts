import type { Ledger } from "../../ledger/ledger.ts";
import { deriveUuid } from "../../ledger/uuid.ts";
import { actorOf } from "../../runtime/actor.ts";
import type { OperationContext } from "../../runtime/operation-context.ts";
import { inWorkspace } from "../../runtime/workspace.ts";
import { workspaceName } from "../../runtime/workspace-name.ts";
import type { HandoffSource } from "../../sessions/source.ts";
import { selectThread } from "../../threads/tables/threads.ts";
import { createdEvent } from "../../threads/threads.ts";
import { recordIntoThread, threadNamed } from "./import-thread.ts";

interface Input {
  readonly thread?: string | undefined;
  readonly store?: string | undefined;
  readonly actor: string;
  readonly origin: string;
}

/**
 * Records a conversation that is no agent's session into a thread: the one that was named, else one of its
 * own, which a repeated import finds again.
 */
export function importConversation(
  context: OperationContext,
  input: Input,
  { session, losses }: HandoffSource,
) {
  const { agent, session_id, title } = session.header;
  const transcript_id = `${agent}/${session_id}`;
  return inWorkspace(context, { store: input.store, effect: "write" }, async (ledger) => {
    const own = { transcript_id, title, workspace: workspaceName(ledger, context) };
    const thread_id =
      input.thread === undefined
        ? await ownThread(ledger, { ...own, actor: actorOf(input) })
        : await threadNamed(ledger, input.thread);
    const progress = (turns: number) => context.progress(`${turns} turns`);
    const into = { thread_id, transcript_id, agent, progress };
    const thread = await recordIntoThread(ledger, into, session, losses);
    return { agent, session_id, thread_id, thread };
  });
}

async function ownThread(
  ledger: Ledger,
  { transcript_id, ...thread }: Parameters<typeof createdEvent>[1] & { transcript_id: string },
): Promise<string> {
  const thread_id = deriveUuid("imported conversation", transcript_id);
  await ledger.write(async (unit) => {
    if ((await selectThread(unit.tx, thread_id)) !== null) return;
    await unit.append([createdEvent(thread_id, thread)]);
  });
  return thread_id;
}
