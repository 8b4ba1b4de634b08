import { type BatchedSequence, fromBatches } from "../../base/batches.ts";
import type { TranscriptItem } from "../../model/transcript.ts";
import { buildItems, type ItemBody } from "../build-items.ts";
import { openRecords } from "../records/record-reader.ts";
import type { AbsentPart, ReadFile, SessionFiles } from "./arrange-files.ts";
import { createInterpreter, type Interpreter } from "./interpreter.ts";
import { createKeptMessages } from "./kept-messages.ts";
import { readLeftItems, WENT_BACK } from "./read-left-items.ts";
import { type ItemContext, itemsOfLine, readLines, type SessionContext } from "./read-lines.ts";

/**
 * Reads the lines again and says them: the conversation, what was left when the user went back, then the
 * sub-agents.
 */
export function readItems(files: SessionFiles): BatchedSequence<TranscriptItem> {
  return fromBatches(() => readBatches(files));
}

type ItemBatches = AsyncGenerator<readonly TranscriptItem[]>;

async function* readBatches(files: SessionFiles): ItemBatches {
  const { conversation, left, subAgents } = files;
  const all = [...conversation, ...left, ...subAgents];
  const subAgentCalls = new Map(all.flatMap(({ index }) => [...index.facts.subAgentCalls]));
  const session = { ids: new Set<string>(), calls: new Map<string, string>() };
  if (files.absent !== null) yield [absentItem(files.absent)];
  yield* readPath(session, { files: conversation, left, parent: null });
  for (const file of subAgents) {
    const parent = session.calls.get(subAgentCalls.get(file.thread ?? "") ?? "") ?? null;
    yield* readPath(session, { files: [file], left: [], parent });
  }
}

/** Replaces what should be there before the first item. */
function absentItem({ file, message }: AbsentPart): TranscriptItem {
  const source = { file, line: 1, type: "session_meta" };
  const origin = { id: "absent", parent: null, at: null, source };
  const body: ItemBody = { kind: "opaque", missing: message, is_absent: true };
  const [item] = buildItems({ ...origin, thread: null, branch: null }, [body]);
  if (item === undefined) throw new Error("a body gives an item");
  return item;
}

interface ConversationPath {
  readonly files: readonly ReadFile[];
  readonly left: readonly ReadFile[];
  /** The item that it follows. */
  readonly parent: string | null;
}

/** One conversation: what is in force in all its rollouts, then what was left. */
async function* readPath(session: SessionContext, path: ConversationPath): ItemBatches {
  const interpreter = createInterpreter();
  const keptMessages = createKeptMessages();
  let parent = path.parent;
  const contexts = path.files.map((file) => ({
    ...session,
    file,
    keptMessages,
    forks: new Map(),
  }));
  for (const context of contexts) {
    for await (const batch of readConversation(context, interpreter, parent)) {
      yield batch;
      parent = batch.at(-1)?.id ?? parent;
    }
    context.forks.set(WENT_BACK, parent);
  }
  const others = path.left.map((file) => ({
    ...session,
    file,
    keptMessages,
    forks: new Map(),
  }));
  for (const context of [...contexts, ...others]) yield* readLeftItems(context);
}

/** Says the lines in force; all are interpreted, for their state. */
async function* readConversation(
  context: ItemContext,
  interpreter: Interpreter,
  parent: string | null,
): ItemBatches {
  const { index, inForce } = context.file;
  const { forks } = context;
  const records = openRecords(index.file);
  const heads = new Set(index.table.rolledBackBy.values());
  let before = parent;
  try {
    const lines = { from: 0, to: inForce, interpreter };
    for await (const read of readLines(context, records, lines)) {
      const batch: TranscriptItem[] = [];
      for (const line of read) {
        const { number, rolledBackBy } = line.entry;
        // What was rolled back follows what was before its first line.
        if (rolledBackBy !== null && !forks.has(rolledBackBy)) forks.set(rolledBackBy, before);
        if (rolledBackBy !== null || heads.has(number)) continue;
        for (const item of itemsOfLine(context, line, { parent: before, branch: null })) {
          batch.push(item);
          before = item.id;
        }
      }
      if (batch.length > 0) yield batch;
    }
  } finally {
    await records.close();
  }
}
