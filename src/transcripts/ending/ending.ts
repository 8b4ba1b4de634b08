/**
 * How a session ended: what was asked last and whether it was answered, what broke the work off, what is done, what is
 * open, and what nobody can know from the record. It is computed last, over everything that was seen: a step is open
 * only if nothing later closes it. Every item names the record that bears it out.
 */
import { collapseSpace, truncateMiddle } from "../../base/text/one-line.ts";
import { isConsent, isProgramCommand } from "../../model/typed-request.ts";
import type { CitedRecord } from "../cite.ts";
import { isQuestion } from "../digest/answers.ts";
import { checkOf } from "../digest/check-kind.ts";
import type { Digest, DigestTurn } from "../digest/digest.ts";
import { typedText } from "../digest/requests.ts";
import { countShared, stemsOf } from "../digest/stems.ts";
import { mainArgument } from "../main-argument.ts";
import type { Stop } from "../stop.ts";
import { checkState } from "./check-state.ts";
import { closingStatements } from "./closing-statements.ts";
import { planState } from "./plan-state.ts";

/** A statement about the end of a session, with the record that bears it out. */
export interface EndingItem extends CitedRecord {
  readonly text: string;
}

/** How a session ended. */
export interface Ending {
  /** The newest requests that belong together: those that came while the agent worked are answered by one reply. */
  readonly asked: readonly EndingItem[];
  /** The reply after which nothing more was done; null when the last request has none. */
  readonly answer: EndingItem | null;
  /** A newer reply about a background task of an earlier request. */
  readonly report: EndingItem | null;
  readonly stop: Stop | null;
  readonly done: readonly EndingItem[];
  /** What the user did not allow, and gave no reason for. */
  readonly refused: readonly EndingItem[];
  readonly open: readonly EndingItem[];
  readonly unknown: readonly EndingItem[];
}

const MAX_ASKED = 400;
const MAX_DONE = 8;
const MAX_REFUSED = 3;
const MAX_OPEN = 10;

/** The ending of the session that a digest has seen to its end. */
export function endingOf(digest: Digest): Ending {
  const turns = withoutIdleCommands(digest.turns);
  const last = turns.at(-1);
  const asked = lastRequests(turns).map(({ request, at, item_id }) => ({
    text: truncateMiddle(collapseSpace(typedText(request)), MAX_ASKED),
    at,
    item_id,
  }));
  const latest = latestReply(turns);
  const answer = answerOf(last);
  const closing = answer === null ? NOTHING_LEFT : closingStatements(latest?.reply ?? "");
  const plan = planState(digest);
  const checks = checkState(digest);
  const reply = (text: string): EndingItem => ({ ...whenReplied(latest), text });
  const before = leftBefore(turns, answer !== null);
  const running = answer === null ? runningCalls(digest) : { asks: [], started: [] };
  return {
    asked,
    answer,
    report: latest === last ? null : { ...whenReplied(latest), text: "" },
    stop: last?.stop ?? null,
    done: [...planDone(digest), ...doneCommands(digest)].slice(-MAX_DONE),
    refused: refusals(digest).slice(-MAX_REFUSED),
    open: [
      ...checks.unreleased,
      ...plan.open,
      ...(answer === null ? checks.failing : []),
      ...closing.left.map(reply),
      ...closing.waits.map((text) => reply(`the user has to answer: ${text}`)),
      ...running.asks,
      ...checks.uncommitted,
    ].slice(0, MAX_OPEN),
    unknown: [
      ...running.started,
      ...before,
      ...plan.unknown,
      ...(answer === null ? [] : checks.failing),
      ...checks.tried,
      ...checks.unchecked,
    ].slice(0, MAX_OPEN),
  };
}

/** The turns up to the last that asked for something or led to something: `/clear` at the end of a session does neither. */
function withoutIdleCommands(turns: readonly DigestTurn[]): readonly DigestTurn[] {
  const last = turns.findLastIndex(
    ({ request, reply, actions }) =>
      !isProgramCommand(request) || reply !== "" || actions.length > 0,
  );
  return turns.slice(0, last + 1);
}

/** The newest request, with those that one reply answers together with it. */
function lastRequests(turns: readonly DigestTurn[]): readonly DigestTurn[] {
  const from = turns.findLastIndex(
    ({ isQueued, request }) => !isQueued && request !== "" && !isConsent(request),
  );
  return turns
    .slice(Math.max(0, from))
    .filter(({ request }) => request !== "")
    .slice(-MAX_REQUESTS);
}

const MAX_REQUESTS = 4;
const NOTHING_LEFT = { waits: [], left: [] };

/** The turn with the newest reply: a background task may have reported for an earlier one. */
function latestReply(turns: readonly DigestTurn[]): DigestTurn | undefined {
  const last = turns.at(-1);
  return turns.findLast(({ reply_at }) => (reply_at ?? "") > (last?.reply_at ?? "")) ?? last;
}

function answerOf(last: DigestTurn | undefined): EndingItem | null {
  if (last === undefined || !last.isAnswered || last.stop !== null) return null;
  return { ...whenReplied(last), text: "" };
}

/**
 * What the reply before the last turn named as not done: nobody knows whether that is still so. Once the last request is
 * answered as well, only that to which nothing in the last turn came back.
 */
function leftBefore(turns: readonly DigestTurn[], isAnswered: boolean): readonly EndingItem[] {
  const last = turns.at(-1);
  const place = turns.slice(0, -1).findLastIndex((turn) => turn.isAnswered);
  const before = turns[place];
  if (last === undefined || before === undefined) return [];
  const isSame = turns.slice(place + 1).every(({ request }) => request === "");
  const lead = isSame ? "named as open before that" : "left open before the last request";
  const since = isAnswered ? stemsOf(textOf(last), STEM_LENGTH) : new Set<string>();
  return closingStatements(before.reply)
    .left.filter((text) => countShared(stemsOf(text, STEM_LENGTH), since) === 0)
    .map((text) => ({ ...whenReplied(before), text: `${lead}: ${text}` }));
}

const STEM_LENGTH = 5;

/** Everything that was asked, done and said in a turn. */
function textOf({ request, reply, actions }: DigestTurn): string {
  return [request, reply, ...actions.map(({ text }) => text)].join("\n");
}

function whenReplied(turn: DigestTurn | undefined) {
  return { at: turn?.reply_at ?? null, item_id: turn?.reply_id ?? "" };
}

function planDone({ plan }: Digest): readonly EndingItem[] {
  if (plan === null) return [];
  const done = plan.steps.filter((step) => step.done).length;
  if (done === 0) return [];
  const { at, item_id } = plan;
  return [{ text: `${done} of ${plan.steps.length} steps of the plan`, at, item_id }];
}

/** What the user refused; where they gave a reason, that is a request and says more. */
function refusals({ actions, turns }: Digest): readonly EndingItem[] {
  const asked = new Set(turns.map(({ item_id }) => item_id));
  return actions
    .commands()
    .filter(({ kind, item_id }) => kind === "refusal" && !asked.has(item_id))
    .map(({ text, time, item_id }) => ({ text, at: time, item_id }));
}

/** Commits, pushes, pull requests and the last verdict of each kind of check; of an amended commit the last. */
function doneCommands({ actions }: Digest): readonly EndingItem[] {
  const found = new Map<string, EndingItem>();
  const unpushed = new Map<string, EndingItem>();
  for (const { kind, text, time, item_id } of actions.commands()) {
    const [command = "", outcome] = text.split(" -> ", 2);
    if (kind !== "command") continue;
    const isPush = PUSHES.test(command);
    if (isPush) unpushed.clear();
    const merge = MERGES.exec(command)?.[0].trim();
    if (merge !== undefined) {
      found.set(merge, { text: truncateMiddle(merge, MAX_COMMAND), at: time, item_id });
      continue;
    }
    if (outcome === undefined) continue;
    const [, id, subject = ""] = COMMIT.exec(outcome) ?? [];
    if (id === undefined && FAULT.test(outcome)) continue;
    const isMoved = MOVED.test(outcome);
    // What was fetched is reported in the same form as what was pushed.
    if (isMoved && !isPush) continue;
    const isVerdict = !isMoved && /^\W{0,9}\d/.test(outcome);
    const shown = isVerdict ? `${truncateMiddle(command, MAX_COMMAND)}: ${outcome}` : outcome;
    const check = isVerdict ? checkOf(command) : null;
    const key = id === undefined ? (isMoved ? "push" : (check ?? shown)) : subject;
    found.delete(key);
    const line =
      id === undefined ? `${isMoved ? "pushed " : ""}${shown}` : `commit ${id} ${subject}`;
    const item = { text: line, at: time, item_id };
    found.set(key, item);
    if (id !== undefined && !isPush) unpushed.set(key, item);
  }
  for (const [key, item] of unpushed) {
    if (found.get(key) === item) found.set(key, { ...item, text: `${item.text} (not pushed)` });
  }
  return [...found.values()];
}

/** Merges a pull request, mostly without a word. */
// regex: a command of an action has at most 300 characters
const MERGES = /\bgh pr merge\b[^&|;]*/;
/** Pushes commits. */
const PUSHES = /\bgit (?:-C \S{1,200} )?push\b/;
/** An error or a check of nothing, although the command ended well. */
// regex: an outcome has at most 200 characters
const FAULT = /\berror\b|^fatal:|\bin 0 files\b/i;
/** A commit as git reports it: its id and its subject. */
// regex: an outcome has at most 200 characters
const COMMIT = /^\[[^\]]{1,100} ([0-9a-f]{7,40})\] (.+)$/;
/** Commits that moved from one place to another, as git reports them. */
// regex: as above
const MOVED = /^[0-9a-f]{7,40}\.\.[0-9a-f]{7,40}\s/;
const MAX_COMMAND = 80;

/** Calls for the last request of which no result was recorded: questions nobody answered, and work of unknown outcome. */
function runningCalls({ calls, turns, relative, tools }: Digest) {
  const since = turns.at(-1)?.at ?? null;
  const recent = [...calls.values()].filter(
    ({ thread, at }) => thread === null && (at === null || since === null || at >= since),
  );
  const items = recent.slice(-MAX_RUNNING).map((call) => {
    const what = truncateMiddle(collapseSpace(relative(mainArgument(call, tools))), MAX_CALL);
    const asks = isQuestion(call);
    const lead = asks ? "the user has to answer:" : `no result recorded of ${call.name}`;
    return { asks, text: `${lead} ${what}`, at: call.at, item_id: call.id };
  });
  return {
    asks: items.filter(({ asks }) => asks),
    started: items.filter(({ asks }) => !asks),
  };
}

const MAX_RUNNING = 3;
const MAX_CALL = 200;
