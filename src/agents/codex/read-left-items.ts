import { fromBatches } from "../../base/batches.ts";
import type { TranscriptItem } from "../../model/transcript.ts";
import { buildItems, type ItemBody, parseTime } from "../build-items.ts";
import { openRecords, type RecordReader } from "../records/record-reader.ts";
import { createInterpreter } from "./interpreter.ts";
import {
  type InterpretedLine,
  type ItemContext,
  idOf,
  interpretLine,
  itemsOfLine,
  readLines,
} from "./read-lines.ts";
import { lineEntry } from "./record-table.ts";

/** The line that lines after the position of another rollout were left by, which is in none. */
export const WENT_BACK = -1;

/** What was rolled back, and what lies after the position at which another rollout continues. */
export async function* readLeftItems(
  context: ItemContext,
): AsyncGenerator<readonly TranscriptItem[]> {
  const { index, inForce } = context.file;
  const { table } = index;
  const count = table.locations.count();
  if (table.rolledBackBy.size === 0 && inForce === count) return;
  const records = openRecords(index.file);
  const branches = new Map<number, { readonly branch: string; parent: string }>();
  try {
    const lines = { from: 0, to: count, interpreter: createInterpreter() };
    for await (const line of fromBatches(() => readLines(context, records, lines))) {
      const head = line.entry.number < inForce ? line.entry.rolledBackBy : WENT_BACK;
      if (head === null) continue;
      let path = branches.get(head);
      if (path === undefined) {
        const start = head === WENT_BACK ? line : await readHead(context, records, head);
        const item = branchItem(context, start, context.forks.get(head) ?? null);
        yield [item];
        path = { branch: item.id, parent: item.id };
        branches.set(head, path);
      }
      const items = itemsOfLine(context, line, { ...path });
      yield items;
      path.parent = items.at(-1)?.id ?? path.parent;
    }
  } finally {
    await records.close();
  }
}

/** The line that rolled others back. */
async function readHead(
  { file }: ItemContext,
  records: RecordReader,
  number: number,
): Promise<InterpretedLine> {
  const entry = lineEntry(file.index.table, number);
  return interpretLine(createInterpreter(), entry, await records.read(entry.location));
}

/** The item at the head of a path that was left. */
function branchItem(
  context: ItemContext,
  { entry, envelope }: InterpretedLine,
  parent: string | null,
): TranscriptItem {
  const { file, ids } = context;
  const isRollback = entry.type === "event_msg/thread_rolled_back";
  const id = idOf(context, { ...entry, disposition: "opaque" }, null);
  const named = isRollback ? id : `${id}:left`;
  ids.add(named);
  const source = { file: file.index.file.path, line: entry.location.line, type: entry.type };
  const body: ItemBody = { kind: "branch", reason: isRollback ? "rolled back" : "went back" };
  const origin = { id: named, parent, at: parseTime(envelope.at), source };
  const [item] = buildItems({ ...origin, thread: file.thread, branch: null }, [body]);
  if (item === undefined) throw new Error("a body gives an item");
  return item;
}
