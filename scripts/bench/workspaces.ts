/** Makes workspaces of a size, each once a run; the large ones take minutes. */
import { cp } from "node:fs/promises";
import { join } from "node:path";
import { PREVIEW_RUN } from "../../src/compile/assemble.ts";
import { DEFAULT_STRATEGY } from "../../src/compile/strategies/registry.ts";
import { defaultLimits } from "../../src/compile/strategies/strategy.ts";
import type { NewEvent } from "../../src/ledger/append.ts";
import { type Ledger, openLedger } from "../../src/ledger/ledger.ts";
import { loadModules } from "../../src/runtime/modules.ts";
import { driverOf } from "../../src/stores/registry.ts";
import { type CompiledThread, compileThread } from "../../src/threads/compile-thread.ts";
import * as conversation from "./conversation.ts";

/** Events that are appended at once. */
const BATCH = 1000;
/** Messages between two checkpoints: a thread of a million events gets ten thousand. */
const STRIDE = 5;
/** Messages at the end that no checkpoint covers. */
const UNCOVERED = 40;

/** What a workspace is to contain: one thread of so many events. */
export interface Wanted {
  readonly shape: conversation.Shape;
  readonly events: number;
  readonly checkpoints: boolean;
}

const created = new Map<string, Promise<string>>();

/** The folder of such a workspace, made when it is wanted first. */
export function workspaceOf(shared: string, wanted: Wanted): Promise<string> {
  const { shape, events, checkpoints } = wanted;
  const folder = join(shared, `${shape.calls}-${events}${checkpoints ? "-checkpoints" : ""}`);
  const known = created.get(folder) ?? (checkpoints ? cover : fill)(folder, shared, wanted);
  created.set(folder, known);
  return known;
}

/** Opens a workspace in a folder or on a server, which is made when it is not there. */
export async function open(location: string): Promise<Ledger> {
  const driver = await driverOf(location);
  if (!(await driver.exists(location))) await driver.create(location);
  return openLedger(await driver.open(location), { modules: await loadModules(), isNew: true });
}

/** Batches of events of a conversation; the last one may be smaller. */
export function* batches(shape: conversation.Shape, events: number): Generator<NewEvent[]> {
  let batch: NewEvent[] = [conversation.begin()];
  for (let turn = 0; turn < turnsIn(shape, events); turn++) {
    batch.push(...conversation.turn(turn, shape));
    while (batch.length >= BATCH) {
      yield batch.slice(0, BATCH);
      batch = batch.slice(BATCH);
    }
  }
  yield batch;
}

/** Fills a workspace with a conversation. */
export async function fill(
  folder: string,
  _shared: string,
  { shape, events }: Wanted,
): Promise<string> {
  const ledger = await open(folder);
  const start = performance.now();
  for (const batch of batches(shape, events)) await ledger.append(batch);
  await ledger.append([conversation.message(turnsIn(shape, events))]);
  await ledger.close();
  const seconds = (performance.now() - start) / 1000;
  const speed = Math.round(events / seconds).toLocaleString("en");
  const count = events.toLocaleString("en");
  console.log(
    `input     ${count} events, ${shape.name}: ${seconds.toFixed(1)} s, ${speed} a second`,
  );
  return folder;
}

/** The same conversation with checkpoints, as if it had been compacted afterwards. */
async function cover(folder: string, shared: string, wanted: Wanted): Promise<string> {
  await cp(await workspaceOf(shared, { ...wanted, checkpoints: false }), folder, {
    recursive: true,
  });
  const ledger = await open(folder);
  const turns = turnsIn(wanted.shape, wanted.events);
  // A conversation of few messages would get none at all otherwise.
  const last = turns > 2 * UNCOVERED ? turns - UNCOVERED : Math.floor(turns / 2);
  const all = Array.from({ length: Math.floor(last / STRIDE) + 1 }, (_, n) => n * STRIDE);
  for (let at = 0; at < all.length; at += BATCH) {
    await ledger.append(all.slice(at, at + BATCH).map(conversation.checkpoint));
  }
  await ledger.close();
  return folder;
}

function turnsIn(shape: conversation.Shape, events: number): number {
  return Math.floor(events / conversation.eventsOfTurn(shape));
}

/** Where in a conversation the message is that is to be answered. */
export type Anchor = "end" | "middle" | "beginning";

/** Compiles for a message of a workspace's thread. */
export function compile(
  ledger: Ledger,
  { shape, events }: Wanted,
  anchor: Anchor,
): Promise<CompiledThread> {
  const turns = turnsIn(shape, events);
  // Equally far after a checkpoint in every size, so that the same number of turns is read.
  const middle = Math.round(turns / 2 / STRIDE) * STRIDE;
  const turn = { end: turns, middle, beginning: 0 }[anchor];
  return ledger.read((tx) =>
    compileThread(tx, {
      thread: conversation.THREAD,
      message: conversation.messageId(turn),
      strategy: DEFAULT_STRATEGY,
      limits: defaultLimits,
      provenance: { run_session_id: PREVIEW_RUN, actor_id: "user", origin: "bench" },
    }),
  );
}
