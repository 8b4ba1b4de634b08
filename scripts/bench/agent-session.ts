/** Sessions of agents as large as any that people have, for measuring their readers. */
import { once } from "node:events";
import { createWriteStream } from "node:fs";

/** The agents whose readers are measured. */
export const writtenAgents = ["claude", "codex", "pi"] as const;

/** Writes one session of about so many bytes and returns its path. */
export async function writeSession(
  agent: keyof typeof turns,
  path: string,
  bytes: number,
): Promise<string> {
  const out = createWriteStream(path);
  let written = 0;
  for (let turn = 0; written < bytes; turn++) {
    const text = turns[agent](turn)
      .map((record) => `${JSON.stringify(record)}\n`)
      .join("");
    written += Buffer.byteLength(text);
    if (!out.write(text)) await once(out, "drain");
  }
  out.end();
  await once(out, "close");
  return path;
}

/** A question, a thought, two calls at once with their results, an answer. */
const turns = { claude: claudeTurn, codex: codexTurn, pi: piTurn };

const PLACES = 7;

function claudeTurn(turn: number): object[] {
  const usage = { input_tokens: 100, output_tokens: 5, cache_read_input_tokens: 9000 };
  const message = (block: object) => ({
    type: "assistant",
    message: {
      id: `msg_${turn}`,
      role: "assistant",
      model: "claude-sonnet-4-5",
      content: [block],
      usage,
    },
  });
  const asked = (content: unknown) => ({ type: "user", message: { role: "user", content } });
  const use = (call: string) =>
    message({ type: "tool_use", id: call, name: "Bash", input: { command: fillerText(turn, 40) } });
  const result = (call: string, size: number) =>
    asked([{ type: "tool_result", tool_use_id: call, content: fillerText(turn, size) }]);
  const records = [
    asked(fillerText(turn, 400)),
    message({
      type: "thinking",
      thinking: fillerText(turn, 900),
      signature: "c2lnbmF0dXJl".repeat(40),
    }),
    use(`toolu_${turn}a`),
    use(`toolu_${turn}b`),
    result(`toolu_${turn}a`, 5000),
    result(`toolu_${turn}b`, 4000),
    message({ type: "text", text: fillerText(turn, 800) }),
  ];
  // Each result hangs under its own call.
  const parents = [-1, 0, 1, 2, 2, 3, 5];
  return records.map((record, place) => ({
    parentUuid: uuidOf(turn * PLACES + (parents[place] ?? 0)),
    isSidechain: false,
    userType: "external",
    cwd: "/home/dev/orchard",
    sessionId: "5e551011-0000-4000-8000-000000000001",
    version: "2.1.197",
    gitBranch: "main",
    timestamp: timeOf(turn),
    ...record,
    uuid: uuidOf(turn * PLACES + place),
  }));
}

function uuidOf(place: number): string | null {
  return place < 0 ? null : `00000000-0000-4000-8000-${String(place).padStart(12, "0")}`;
}

function codexTurn(turn: number): object[] {
  const item = (payload: object) => ({ type: "response_item", payload });
  const event = (payload: object) => ({ type: "event_msg", payload });
  const call = (call_id: string) =>
    item({
      type: "function_call",
      name: "exec_command",
      arguments: JSON.stringify({ cmd: fillerText(turn, 40) }),
      call_id,
    });
  const output = (call_id: string, size: number) =>
    item({ type: "function_call_output", call_id, output: fillerText(turn, size) });
  const question = fillerText(turn, 400);
  const answer = fillerText(turn, 800);
  const spent = {
    input_tokens: 9100 * turn,
    cached_input_tokens: 9000 * turn,
    output_tokens: 5 * turn,
  };
  const meta = {
    id: "019e5510-0000-7000-8000-000000000001",
    timestamp: timeOf(0),
    cwd: "/home/dev/orchard",
    cli_version: "0.166.0",
  };
  return [
    ...(turn === 0 ? [{ type: "session_meta", payload: meta }] : []),
    item({ type: "message", role: "user", content: [{ type: "input_text", text: question }] }),
    event({ type: "user_message", message: question }),
    item({ type: "reasoning", summary: [], encrypted_content: "c2VhbGVk".repeat(150) }),
    call(`call_${turn}a`),
    call(`call_${turn}b`),
    output(`call_${turn}a`, 5000),
    output(`call_${turn}b`, 4000),
    event({ type: "token_count", info: { total_token_usage: spent } }),
    event({ type: "agent_message", message: answer }),
    item({ type: "message", role: "assistant", content: [{ type: "output_text", text: answer }] }),
  ].map((record) => ({ timestamp: timeOf(turn), ...record }));
}

function piTurn(turn: number): object[] {
  const usage = { input: 100, output: 5, cacheRead: 9000, cacheWrite: 0, totalTokens: 9105 };
  const reply = (block: object) => ({ role: "assistant", content: [block], model: "m", usage });
  const text = (size: number) => [{ type: "text", text: fillerText(turn, size) }];
  const call = (id: string) =>
    reply({ type: "toolCall", id, name: "bash", arguments: { command: fillerText(turn, 40) } });
  const result = (toolCallId: string, size: number) => {
    return {
      role: "toolResult",
      toolCallId,
      toolName: "bash",
      content: text(size),
      isError: false,
    };
  };
  const messages = [
    { role: "user", content: text(400) },
    reply({ type: "thinking", thinking: fillerText(turn, 900) }),
    call(`call_${turn}a`),
    call(`call_${turn}b`),
    result(`call_${turn}a`, 5000),
    result(`call_${turn}b`, 4000),
    reply({ type: "text", text: fillerText(turn, 800) }),
  ];
  const head = { type: "session", version: 3, id: uuidOf(0), cwd: "/home/dev/orchard" };
  const idOf = (place: number) => (place < 0 ? null : place.toString(16).padStart(8, "0"));
  return [
    ...(turn === 0 ? [{ ...head, timestamp: timeOf(0) }] : []),
    ...messages.map((message, place) => ({
      type: "message",
      id: idOf(turn * PLACES + place),
      parentId: idOf(turn * PLACES + place - 1),
      timestamp: timeOf(turn),
      message,
    })),
  ];
}

function timeOf(turn: number): string {
  return new Date(Date.UTC(2026, 0, 1) + turn * 60_000).toISOString();
}

const PHRASE =
  'const apple = "ripe";\n\tif (tree.isÄlter(3)) return harvest(apple); // 42 % of the rows\n';
const LONG = PHRASE.repeat(80);

function fillerText(turn: number, size: number): string {
  const start = turn % PHRASE.length;
  return `${turn} ${LONG.slice(start, start + size)}`;
}
