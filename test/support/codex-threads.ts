/** Writes Codex rollouts in the shape of version 0.166, with threads in which the user went back. */
import fs from "node:fs";
import path from "node:path";

/** The thread of the examples. */
export const THREAD = "01a1e913-1813-7a23-a77d-3cb692e79127";
/** Ids of its later rollouts, oldest first. */
export const ROLLOUTS = [
  "01a1e913-1962-7501-881a-8337d92c45c5",
  "01a1e913-1a59-7591-b53f-0ac33e705502",
] as const;
/** A thread that nothing has to do with the others. */
export const STRANGER = "01a1e999-0000-7000-8000-000000000001";

/** What a rollout has besides its records. */
export interface RolloutOptions {
  readonly thread?: string;
  /** Its own id, when it is not the thread's. */
  readonly rollout?: string;
  readonly day?: string;
  readonly time?: string;
  readonly meta?: object;
  readonly first?: number;
}

/** One record of a rollout. */
export function recordOf(type: string, payload: object): object {
  return { type, payload };
}

/** A message of a person or the model. */
export function messageLine(role: "user" | "assistant", text: string): object {
  const type = role === "user" ? "input_text" : "output_text";
  return recordOf("response_item", { type: "message", role, content: [{ type, text }] });
}

/** A question and its answer. */
export function turn(text: string): readonly object[] {
  return [messageLine("user", text), messageLine("assistant", `${text}: done`)];
}

/** Writes a rollout into a home; returns its path, and where each of its lines ends. */
export function writeRollout(home: string, records: readonly object[], options: RolloutOptions) {
  const {
    thread = THREAD,
    rollout,
    day = "2026/11/17",
    time = "10-35-05",
    meta,
    first = 0,
  } = options;
  const name = rollout === undefined ? thread : `${thread}_${rollout}`;
  const folder = path.join(home, ".codex/sessions", day);
  fs.mkdirSync(folder, { recursive: true });
  const file = path.join(folder, `rollout-${day.replaceAll("/", "-")}T${time}-${name}.jsonl`);
  const described = {
    session_id: thread,
    id: thread,
    timestamp: "2026-11-17T10:35:05.125Z",
    cwd: "/home/rosa/orchard",
    originator: "t",
    cli_version: "0.166.0",
    source: "cli",
    model_provider: "openai",
    history_mode: "paginated",
    ...meta,
  };
  const lines = [recordOf("session_meta", described), ...records].map((record, at) => {
    const timestamp = "2026-11-17T10:35:05.125Z";
    return `${JSON.stringify({ timestamp, ordinal: first + at, ...record })}\n`;
  });
  fs.writeFileSync(file, lines.join(""));
  let end = 0;
  const ends = lines.map((line) => {
    end += Buffer.byteLength(line);
    return end;
  });
  return { file, ends };
}

/** Refers to a position in another rollout. */
export function historyBase(rollout: string, lines: number, ends: readonly number[], first = 0) {
  return {
    thread_id: rollout,
    end_ordinal_exclusive: first + lines,
    end_byte_offset: ends[lines - 1] ?? 0,
  };
}

/** A thread in which the user went back twice: what is in force is Alpha, Bravo, Delta. */
export function writeRevertedThread(home: string): readonly string[] {
  const first = writeRollout(home, [...turn("Alpha"), ...turn("Wrong")], { day: "2026/11/16" });
  const second = writeRollout(home, [...turn("Bravo"), ...turn("Charlie")], {
    rollout: ROLLOUTS[0],
    meta: { history_base: historyBase(THREAD, 3, first.ends) },
    first: 3,
  });
  const third = writeRollout(home, turn("Delta"), {
    rollout: ROLLOUTS[1],
    meta: { history_base: historyBase(ROLLOUTS[0], 3, second.ends, 3) },
    first: 6,
  });
  return [first.file, second.file, third.file];
}
