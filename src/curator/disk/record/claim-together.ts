/**
 * Claims of workers who ask one server at the same time. Each claim alone costs a transaction that keeps all other writers
 * waiting; those that wait are therefore answered together by the next one.
 */

import { requireSteward } from "../../acting.ts";
import { settleAlerts } from "../../alerts/settle.ts";
import { claimRequests } from "../../requests/claim.ts";
import type { RequestRow } from "../../requests/tables/rows.ts";
import type { ActingPlace } from "./acting.ts";
import { recordAndShow } from "./record-and-show.ts";

/** What a worker asks for. */
export interface Claim {
  readonly target: string;
  readonly limit: number;
}

interface Waiting {
  readonly where: ActingPlace;
  readonly limit: number;
  answer(requests: readonly RequestRow[]): void;
  fail(error: unknown): void;
}

/** A transaction that is too long keeps other writers waiting. */
const MAX_AT_ONCE = 32;
const MAX_REQUESTS = 1000;

/** Workers who wait, by the open store and what they claim. */
const queues = new WeakMap<object, Map<string, Waiting[]>>();

/** Claims requests, together with those who wait for the same queue. */
export async function claimTogether(
  where: ActingPlace,
  { target, limit }: Claim,
): Promise<readonly RequestRow[]> {
  const { acting, ledger, place } = where;
  if (target === acting.steward) requireSteward(acting, `claim requests of "${target}"`);
  const ofStore = queues.get(ledger.store) ?? new Map<string, Waiting[]>();
  queues.set(ledger.store, ofStore);
  const key = JSON.stringify([place.root, acting.workspace, target]);
  return new Promise((answer, fail) => {
    const own: Waiting = { where, limit, answer, fail };
    const waiting = ofStore.get(key);
    if (waiting !== undefined) {
      waiting.push(own);
      return;
    }
    const queue = [own];
    ofStore.set(key, queue);
    void answerAll(queue, target).finally(() => ofStore.delete(key));
  });
}

/** Answers everybody who waits, and who comes meanwhile. */
async function answerAll(queue: Waiting[], target: string): Promise<void> {
  for (let group = nextGroup(queue); group.length > 0; group = nextGroup(queue)) {
    await answerGroup(group, target);
  }
}

function nextGroup(queue: Waiting[]): readonly Waiting[] {
  let count = 0;
  let requests = 0;
  for (const { limit } of queue.slice(0, MAX_AT_ONCE)) {
    requests += limit;
    if (count > 0 && requests > MAX_REQUESTS) break;
    count++;
  }
  return queue.splice(0, count);
}

async function answerGroup(group: readonly Waiting[], target: string): Promise<void> {
  const [first, ...others] = group;
  if (first === undefined) return;
  const progress = { isChosen: false };
  try {
    const shares = await claimFor(first, group, { target, progress });
    for (const [at, { answer }] of group.entries()) answer(shares[at] ?? []);
  } catch (error) {
    // What one of them may not do must not keep the others from their requests. Later, it may be recorded already.
    if (others.length > 0 && !progress.isChosen) {
      for (const each of group) await answerGroup([each], target);
    } else for (const each of group) each.fail(error);
  }
}

async function claimFor(
  { where }: Waiting,
  group: readonly Waiting[],
  { target, progress }: { readonly target: string; readonly progress: { isChosen: boolean } },
): Promise<readonly (readonly RequestRow[])[]> {
  const { engine } = where.ledger.store;
  const claimants = group.map((each) => ({
    acting: each.where.acting,
    limit: each.limit,
    author: each.where.ledger.author,
  }));
  return recordAndShow(where, async (unit) => {
    const claimed = await claimRequests(unit, claimants, { target, engine });
    const ids = claimed.requests.flat().map(({ id }) => id);
    const what = `the claim of ${ids.join(", ")}`;
    const settled = await settleAlerts(unit, where.acting);
    const notes = [...claimed.notes, ...settled.notes];
    const requests = [...ids, ...settled.requests];
    progress.isChosen = true;
    return { result: claimed.requests, shown: { what, notes, requests } };
  });
}
