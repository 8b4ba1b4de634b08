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

/**
 * Writes sessions of three agents into a home; the same every time. As in recorded ones, most bytes are no
 * conversation: results that are there twice, signatures of thinking, counts of tokens. A quarter of recorded
 * sessions is text that is searched; of these it is a third.
 */
export function generateSessions(home: string, { sessions, bytes }: MachineSize): void {
  const random = randomFrom(SEED);
  const words = Array.from({ length: VOCABULARY }, (_, number) => wordOf(number));
  const word = () => words[Math.floor(VOCABULARY ** random()) - 1] ?? "";
  const sentence = (words: number) => Array.from({ length: words }, word).join(" ");
  for (let number = 0; number < sessions; number++) {
    const session = SHAPES[number % SHAPES.length];
    if (session === undefined) continue;
    const { folder, file } = session.place(number);
    const lines = [session.head(number, sentence(8))];
    let size = 0;
    for (let turn = 0; size < bytes; turn++) {
      const line = session.turn(number, turn, sentence(lengthOf(turn)));
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

/** Words of a turn: most of a session is what tools gave back, and one result in eight is a long file. */
function lengthOf(turn: number): number {
  if (turn % 3 !== 2) return 40;
  return turn % 24 === 23 ? 2000 : 300;
}

/** The word with a number: made of syllables, so that it looks like one. */
export function wordOf(number: number): string {
  const syllables = [
    "ba",
    "ce",
    "di",
    "fo",
    "gu",
    "ha",
    "je",
    "ki",
    "lo",
    "mu",
    "na",
    "pe",
    "ro",
    "su",
    "ta",
    "ve",
  ];
  let rest = number;
  let word = "";
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

/** What only the agent's own provider can read: signatures of thinking, and thinking itself. */
const OPAQUE = (() => {
  const random = randomFrom(SEED);
  return Buffer.from(Array.from({ length: 6000 }, () => Math.floor(random() * 256))).toString(
    "base64",
  );
})();
const opaque = (turn: number, length: number) => OPAQUE.slice(turn % 1000, (turn % 1000) + length);

const USAGE = {
  input_tokens: 4,
  cache_creation_input_tokens: 1200,
  cache_read_input_tokens: 41_000,
  output_tokens: 310,
  service_tier: "standard",
  cache_creation: { ephemeral_5m_input_tokens: 1200, ephemeral_1h_input_tokens: 0 },
};

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

const MODEL = "claude-sonnet-4-5";

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
    if (turn % 3 === 2) {
      const message = { role: "user", content: [result] };
      // The same once more, as its own screen shows it.
      const toolUseResult = { stdout: text, stderr: "", interrupted: false, isImage: false };
      return claudeRecord(number, turn + 1, { type: "user", message, toolUseResult });
    }
    const thinking = { type: "thinking", thinking: "", signature: opaque(turn, 2400) };
    const content = turn % 3 === 0 ? [thinking, { type: "text", text }] : [use];
    const message = { role: "assistant", id: `m${turn}`, model: MODEL, content, usage: USAGE };
    return claudeRecord(number, turn + 1, { type: "assistant", message, requestId: `r${turn}` });
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
    const message = { type: "message", role: "user", content: [{ type: "input_text", text }] };
    const lines = [codexRecord(number, 0, "session_meta", meta)];
    return [...lines, codexRecord(number, 0, "response_item", message)].join("\n");
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
    const line = codexRecord(number, turn, "response_item", payload ?? {});
    if (turn % 3 !== 0) return line;
    const reasoning = { type: "reasoning", summary: [], encrypted_content: opaque(turn, 3000) };
    const usage = { input_tokens: 42_000, cached_input_tokens: 41_000, output_tokens: 310 };
    const count = { total_token_usage: usage, last_token_usage: usage };
    return [
      codexRecord(number, turn, "response_item", reasoning),
      codexRecord(number, turn, "event_msg", { type: "agent_message", message: text }),
      line,
      codexRecord(number, turn, "event_msg", { type: "token_count", info: count }),
    ].join("\n");
  },
};

const PI_USAGE = { input: 4, output: 310, cacheRead: 41_000, cacheWrite: 1200 };

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
    const thinking = { type: "thinking", thinking: "", thinkingSignature: opaque(turn, 2400) };
    const message = [
      { role: "assistant", content: [thinking, { type: "text", text }], usage: PI_USAGE },
      { role: "assistant", content: [call], usage: PI_USAGE },
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
