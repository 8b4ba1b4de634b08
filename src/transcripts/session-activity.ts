import type { TranscriptItem } from "../model/transcript.ts";
import { millisecondsOf } from "../model/values.ts";

/** What was done in a session on one day with one model; sub-agents count, they cost as well. */
export interface DayUse {
  /** The day in UTC: "2026-03-01"; empty where no time was recorded. */
  readonly day: string;
  readonly model: string | null;
  readonly messages: number;
  readonly calls: number;
  /** Input that no cache served. */
  readonly input: number;
  readonly cacheRead: number;
  readonly cacheWrite: number;
  readonly output: number;
}

/** What was done in a session, and how long it took. */
export interface SessionActivity {
  readonly days: readonly DayUse[];
  /** From each prompt to the last item before the next one, together; null where times are not known. */
  readonly worked_ms: number | null;
  readonly calls: number;
}

/** Collects what was done, item by item. */
export interface ActivityCounter {
  add(item: TranscriptItem): void;
  result(): SessionActivity;
}

/** The log of a stranger may name a million days: what is beyond this counts for the last one. */
const MAX_DAYS = 1000;
const MAX_MODEL = 100;

type DayDraft = { -readonly [Key in keyof DayUse]: DayUse[Key] };

/** Starts counting. */
export function createActivityCounter(): ActivityCounter {
  const days = new Map<string, DayDraft>();
  let current: DayDraft | null = null;
  let model: string | null = null;
  let day = "";
  let calls = 0;
  let last: number | null = null;
  let worked: number | null = null;

  function use(by: string | null): DayDraft {
    if (current?.day === day && current.model === by) return current;
    const key = `${day}\n${by ?? ""}`;
    const known = days.get(key) ?? (days.size >= MAX_DAYS ? current : null);
    current = known ?? emptyDay(day, by);
    if (known === null) days.set(key, current);
    return current;
  }

  function follow(item: TranscriptItem): void {
    const at = item.at === null ? null : millisecondsOf(item.at);
    if (at === null) return;
    day = new Date(at).toISOString().slice(0, 10);
    // What a program notes for itself, such as that a prompt waits, is nobody's work.
    if (item.thread !== null || item.branch !== null || item.kind === "opaque") return;
    // What passes before a prompt is the person's time.
    const isPrompt = item.kind === "message" && item.role === "user" && item.sender === undefined;
    if (last !== null && !isPrompt) worked = (worked ?? 0) + Math.max(0, at - last);
    last = at;
  }

  return {
    add(item) {
      follow(item);
      if (item.kind === "message") {
        model = item.model?.slice(0, MAX_MODEL) ?? model;
        if (item.thread === null && item.branch === null) use(model).messages++;
      } else if (item.kind === "tool_call") {
        calls++;
        use(model).calls++;
      } else if (item.kind === "usage") {
        const spent = use(item.model?.slice(0, MAX_MODEL) ?? model);
        spent.input += item.input_uncached;
        spent.cacheRead += item.cache_read;
        spent.cacheWrite += item.cache_write;
        spent.output += item.output;
      }
    },
    result: () => ({ days: [...days.values()], worked_ms: worked, calls }),
  };
}

function emptyDay(day: string, model: string | null): DayDraft {
  return { day, model, messages: 0, calls: 0, input: 0, cacheRead: 0, cacheWrite: 0, output: 0 };
}
