import { DEFAULT_STRATEGY } from "../../src/compile/strategies/registry.ts";
import { defaultLimits } from "../../src/compile/strategies/strategy.ts";
import type { Ledger, LedgerOptions } from "../../src/ledger/ledger.ts";
import { readStream } from "../../src/ledger/read.ts";
import type { LedgerEvent } from "../../src/model/event.ts";
import { type CompileThreadRequest, compileThread } from "../../src/threads/compile-thread.ts";
import { findRun } from "../../src/threads/find.ts";
import threadsRoom from "../../src/threads/module.ts";
import { recordCompile } from "../../src/threads/record-compile.ts";
import { runFrameEvents } from "../../src/threads/run-frames.ts";
import { beginRun, endRun, renewRun, type StartedRun } from "../../src/threads/runs.ts";
import { threadStream } from "../../src/threads/stream.ts";
import { createThread, postMessage } from "../../src/threads/threads.ts";
import { openLedgerAt, type Subject } from "../support/workspaces.ts";

/** One promise about threads, to be kept over every store. */
export interface ThreadCheck {
  readonly name: string;
  run(subject: Subject): Promise<void>;
}

export const ada = { id: "ada", origin: "test" };

/** A workspace with threads, and what one does with it. */
export interface Desk {
  readonly ledger: Ledger;
  readonly location: string;
  thread(title?: string): Promise<string>;
  post(thread: string, content: string, refs?: readonly Record<string, string>[]): Promise<string>;
  begin(thread: string, message?: string): Promise<StartedRun>;
  append(run: string, ...frames: readonly unknown[]): Promise<void>;
  end(run: string, reason?: string): Promise<void>;
  /** Posts a message and answers it. */
  turn(thread: string, question: string, answer: string): Promise<string>;
  compile(
    thread: string,
    more?: Partial<CompileThreadRequest>,
  ): Promise<Awaited<ReturnType<typeof compileThread>>>;
  record(run: string, more?: Partial<CompileThreadRequest>): Promise<void>;
  events(stream: string): Promise<readonly LedgerEvent[]>;
}

/** What a compile of a run is asked for, unless a test says otherwise. */
function request(thread: string, more: Partial<CompileThreadRequest> = {}): CompileThreadRequest {
  return {
    thread,
    strategy: DEFAULT_STRATEGY,
    limits: defaultLimits,
    provenance: { run_session_id: "run", actor_id: "ada", origin: "test" },
    ...more,
  };
}

/** Opens a workspace with threads. */
export async function openDesk(location: string, options: LedgerOptions = {}): Promise<Desk> {
  const ledger = await openLedgerAt(location, { modules: [threadsRoom], ...options });
  const desk: Desk = {
    ledger,
    location,
    thread: (title) =>
      ledger.write((unit) => createThread(unit, { workspace: "desk", title: title ?? null })),
    post: async (thread, content, refs = []) =>
      (await ledger.write((unit) => postMessage(unit, thread, { content, actor: ada, refs }))).id,
    begin: (thread, message) =>
      ledger.write((unit) => beginRun(unit, { thread, message, actor: ada })),
    async append(run, ...frames) {
      await ledger.write(async (unit) => {
        const row = await renewRun(unit, run);
        await unit.append(frames.flatMap((frame) => runFrameEvents(row, frame, ada)));
      });
    },
    end: (run, reason = "completed") =>
      ledger.write(async (unit) =>
        endRun(unit, await findRun(unit.tx, run), { reason, actor: ada }),
      ),
    async turn(thread, question, answer) {
      const message = await desk.post(thread, question);
      const { run_session_id } = await desk.begin(thread, message);
      await desk.append(run_session_id, outputText(answer));
      await desk.end(run_session_id);
      return message;
    },
    compile: (thread, more) => ledger.read((tx) => compileThread(tx, request(thread, more))),
    record: (run, more) =>
      ledger.write(async (unit) => {
        const row = await findRun(unit.tx, run);
        const provenance = { run_session_id: row.run_session_id, actor_id: "ada", origin: "test" };
        const what = request(row.thread_id, { message: row.message_id, provenance, ...more });
        await recordCompile(unit, await compileThread(unit.tx, what), { run: row, renderer: null });
      }),
    events: (stream) => ledger.read((tx) => readStream(tx, stream, { limit: 100_000 })),
  };
  return desk;
}

/** A piece of a reply. */
export function outputText(delta: string) {
  return { type: "output_text_delta", delta };
}

/** The types of a thread's events, without what all of them begin with. */
export async function typesOf(desk: Desk, thread: string): Promise<readonly string[]> {
  const events = await desk.events(threadStream(thread));
  return events.map(({ type }) => type.replace("continuity_", ""));
}

/** A check that opens a desk of its own and closes it. */
export function check(
  name: string,
  run: (desk: Desk, subject: Subject) => Promise<void>,
  options?: () => LedgerOptions,
): ThreadCheck {
  return {
    name,
    async run(subject) {
      const desk = await openDesk(subject.location(), options?.());
      try {
        await run(desk, subject);
      } finally {
        await desk.ledger.close();
      }
    },
  };
}
