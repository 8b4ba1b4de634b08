import { mkdirSync, utimesSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { randomFrom } from "../planted-session.ts";

/** How many sessions a machine has, and how large they are. */
export interface MachineSize {
  readonly sessions: number;
  /** Bytes of one session, about. */
  readonly bytes: number;
}

const SEED = 20_260_131;
/** Words of all sessions together; how often each comes falls with its number, as in any language. */
const VOCABULARY = 40_000;

/** Writes sessions of three agents into a home; the same every time. */
export function generateSessions(home: string, { sessions, bytes }: MachineSize): void {
  const random = randomFrom(SEED);
  const word = () => wordOf(Math.floor(VOCABULARY ** random()) - 1);
  const sentence = (words: number) => Array.from({ length: words }, word).join(" ");
  for (let number = 0; number < sessions; number++) {
    const session = SHAPES[number % SHAPES.length];
    if (session === undefined) continue;
    const { folder, file } = session.place(number);
    const lines = [session.head(number, sentence(8))];
    let size = 0;
    for (let turn = 0; size < bytes; turn++) {
      // Most of a session is what tools gave back.
      const line = session.turn(number, turn, turn % 3 === 2 ? sentence(400) : sentence(40));
      lines.push(line);
      size += line.length;
    }
    mkdirSync(join(home, folder), { recursive: true });
    const path = join(home, folder, file);
    writeFileSync(path, `${lines.join("\n")}\n`);
    const time = new Date(at(number, lines.length));
    utimesSync(path, time, time);
  }
}

/** The word with a number: made of syllables, so that it looks like one. */
export function wordOf(number: number): string {
  const syllables = "ba ce di fo gu ha je ki lo mu na pe ro su ta ve".split(" ");
  let [rest, word] = [number, ""];
  do {
    word += syllables[rest % syllables.length];
    rest = Math.floor(rest / syllables.length);
  } while (rest > 0);
  return `${word}n`;
}

interface Shape {
  place(number: number): { readonly folder: string; readonly file: string };
  head(number: number, text: string): string;
  turn(number: number, turn: number, text: string): string;
}

const uuid = (number: number) => `00000000-0000-4000-8000-${String(number).padStart(12, "0")}`;
/** A session begins on the day that its number gives. */
const at = (number: number, turn: number) =>
  new Date(Date.UTC(2026, 0, 1 + (number % 28)) + number * 1000 + turn * 1000).toISOString();
const cwd = (number: number) => `/home/rosa/project-${number % 40}`;

const claudeRecord = (number: number, turn: number, more: object) =>
  JSON.stringify({
    parentUuid: turn === 0 ? null : `u${turn - 1}`,
    uuid: `u${turn}`,
    sessionId: uuid(number),
    cwd: cwd(number),
    version: "2.1.0",
    gitBranch: "main",
    timestamp: at(number, turn),
    ...more,
  });

const codexRecord = (number: number, turn: number, type: string, payload: object) =>
  JSON.stringify({ timestamp: at(number, turn), type, payload });

const claude: Shape = {
  place: (number) => ({
    folder: `.claude/projects/-work-project-${number % 40}`,
    file: `${uuid(number)}.jsonl`,
  }),
  head: (number, text) =>
    claudeRecord(number, 0, { type: "user", message: { role: "user", content: text } }),
  turn(number, turn, text) {
    const use = { type: "tool_use", id: `t${turn}`, name: "Bash", input: { command: text } };
    const result = { type: "tool_result", tool_use_id: `t${turn - 1}`, content: text };
    const content = [[{ type: "text", text }], [use], [result]][turn % 3];
    const role = turn % 3 === 2 ? "user" : "assistant";
    return claudeRecord(number, turn + 1, { type: role, message: { role, content } });
  },
};

const codex: Shape = {
  place: (number) => ({
    folder: `.codex/sessions/2026/01/${String((number % 28) + 1).padStart(2, "0")}`,
    file: `rollout-2026-01-01T00-00-00-${uuid(number)}.jsonl`,
  }),
  head: (number, text) => {
    const meta = {
      id: uuid(number),
      cwd: cwd(number),
      cli_version: "0.140.0",
      timestamp: at(0, 0),
    };
    const said = { type: "message", role: "user", content: [{ type: "input_text", text }] };
    const lines = [codexRecord(number, 0, "session_meta", meta)];
    return [...lines, codexRecord(number, 0, "response_item", said)].join("\n");
  },
  turn(number, turn, text) {
    const payload = [
      { type: "message", role: "assistant", content: [{ type: "output_text", text }] },
      {
        type: "function_call",
        name: "shell",
        call_id: `c${turn}`,
        arguments: JSON.stringify({ command: ["bash", "-lc", text] }),
      },
      { type: "function_call_output", call_id: `c${turn - 1}`, output: text },
    ][turn % 3];
    return codexRecord(number, turn, "response_item", payload ?? {});
  },
};

const pi: Shape = {
  place: (number) => ({
    folder: `.pi/agent/sessions/--work-project-${number % 40}--`,
    file: `${uuid(number)}.jsonl`,
  }),
  head: (number, text) => {
    const session = {
      type: "session",
      id: uuid(number),
      cwd: cwd(number),
      timestamp: at(number, 0),
    };
    const message = { role: "user", content: text };
    const first = { type: "message", id: "e0", parentId: null, timestamp: at(number, 0), message };
    return `${JSON.stringify({ ...session, version: 3 })}\n${JSON.stringify(first)}`;
  },
  turn(number, turn, text) {
    const call = { type: "toolCall", id: `c${turn}`, name: "bash", arguments: { command: text } };
    const message = [
      { role: "assistant", content: [{ type: "text", text }] },
      { role: "assistant", content: [call] },
      {
        role: "toolResult",
        toolCallId: `c${turn - 1}`,
        toolName: "bash",
        content: [{ type: "text", text }],
      },
    ][turn % 3];
    const place = { id: `e${turn + 1}`, parentId: `e${turn}`, timestamp: at(number, turn) };
    return JSON.stringify({ type: "message", ...place, message });
  },
};

const SHAPES = [claude, codex, pi] as const;
