/**
 * Reads what was said in a session of a coding agent, with none of the product's own code: a handoff is
 * compared with this, so that one mistake cannot hide in both. It knows just enough of each format to
 * find the words of the conversation since the last compaction.
 */
import fs from "node:fs";
import type { AgentName } from "../agents/programs.ts";

/** The words of a session that has to arrive. */
export interface SessionTexts {
  /** What the person typed, without what the agent added by itself. */
  readonly user: readonly string[];
  readonly assistant: readonly string[];
  /** What tools were called with: every text in their arguments. */
  readonly calls: readonly string[];
  /** What tools answered. */
  readonly results: readonly string[];
}

type Fields = Readonly<Record<string, unknown>>;

/** The words of a session file, by the agent that wrote it. */
export function readSessionTexts(agent: AgentName, file: string): SessionTexts {
  const records = recordsIn(fs.readFileSync(file, "utf8"));
  return readers[agent](records);
}

/** Every string of a file of JSON or JSON lines, joined: what a reader of that file could see. */
export function allStrings(file: string): string {
  const strings: string[] = [];
  const walk = (value: unknown): void => {
    if (typeof value === "string") {
      strings.push(value);
      if (/^\s*[[{]/.test(value)) walk(parse(value)); // Arguments are often JSON within JSON.
    } else if (typeof value === "object" && value !== null) {
      for (const each of Object.values(value)) walk(each);
    }
  };
  for (const record of recordsIn(fs.readFileSync(file, "utf8"))) walk(record);
  return squeeze(strings.join("\n"));
}

/** White space is laid out differently by some agents. */
export function squeeze(text: string): string {
  return text.replaceAll(/\s+/g, " ").trim();
}

function recordsIn(text: string): readonly Fields[] {
  const full = parse(text);
  const list = full === null ? text.split("\n").map(parse) : [full].flat();
  return list.filter((each): each is Fields => typeof each === "object" && each !== null);
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text.replace(/^\uFEFF/, ""));
  } catch {
    return null;
  }
}

const readers: Readonly<Record<AgentName, (records: readonly Fields[]) => SessionTexts>> = {
  claude: readClaude,
  codex: readCodex,
  gemini: readGemini,
  opencode: readOpencode,
  pi: readPi,
  kilo: readOpencode,
  copilot: readCopilot,
  qwen: readQwen,
  kimi: readKimi,
  goose: readGoose,
  grok: readGrok,
};

type Part = readonly [keyof SessionTexts, string];

function collect(parts: Iterable<Part>): SessionTexts {
  const texts = {
    user: [] as string[],
    assistant: [] as string[],
    calls: [] as string[],
    results: [] as string[],
  };
  for (const [role, text] of parts) if (text.trim() !== "") texts[role].push(text);
  return texts;
}

/** Text that the agent, and not the person, put into a message of the user. */
function isTyped(text: string): boolean {
  return !/^\s*(?:<|Caveat: |\[Request interrupted|This session is being continued|# AGENTS\.md)/.test(
    text,
  );
}

function blocks(content: unknown): readonly Fields[] {
  if (typeof content === "string") return [{ type: "text", text: content }];
  return Array.isArray(content)
    ? content.filter((each) => typeof each === "object" && each !== null)
    : [];
}

function textOf(content: unknown): string {
  return blocks(content)
    .map(({ text }) => (typeof text === "string" ? text : ""))
    .filter((text) => text !== "")
    .join("\n");
}

/** Every text in the arguments of a call; a shell that only runs a script is left out. */
function argumentParts(input: unknown): Part[] {
  const value = typeof input === "string" && input.startsWith("{") ? parse(input) : input;
  if (typeof value === "string") return [["calls", value]];
  if (typeof value !== "object" || value === null) return [];
  if (Array.isArray(value) && value.length === 3 && /sh$/.test(value[0])) {
    return argumentParts(value[2]);
  }
  return Object.values(value).flatMap(argumentParts);
}

/** Records form a tree; the conversation is the way from the last message to its root or a compaction. */
function readClaude(records: readonly Fields[]): SessionTexts {
  const byId = new Map(
    records.flatMap((each) => (typeof each.uuid === "string" ? [[each.uuid, each]] : [])),
  );
  const spoken = records.filter(
    ({ type, isSidechain }) => /^(?:user|assistant)$/.test(String(type)) && isSidechain !== true,
  );
  const way: Fields[] = [];
  const seen = new Set<unknown>();
  for (
    let at: Fields | undefined = spoken.at(-1);
    at && !seen.has(at);
    at = byId.get(String(at.parentUuid))
  ) {
    seen.add(at);
    if (at.subtype === "compact_boundary") break;
    way.unshift(at);
  }
  const since = records.findLastIndex(({ subtype }) => subtype === "compact_boundary");
  return collect([...way.flatMap(claudeParts), ...records.slice(since + 1).flatMap(queuedParts)]);
}

/** Words typed while the agent worked; those that were taken back come again if they are sent. */
function queuedParts({ type, operation, content }: Fields): Part[] {
  if (type !== "queue-operation" || operation !== "enqueue") return [];
  return blocks(content).flatMap(({ text }) => typedParts(String(text ?? "")));
}

/** What a text in a user's place says, by the tag that it begins with. */
function typedParts(text: string): Part[] {
  const tag = /^\s*<([\w-]+)/.exec(text)?.[1] ?? "";
  if (/^(?:task-notification|teammate-message|ide_selection|ide_opened_file)$/.test(tag)) {
    return [["user", text]];
  }
  const inner = (name: string) => new RegExp(`<${name}>([^<]*)</${name}>`).exec(text)?.[1] ?? "";
  if (tag === "bash-input") return [["calls", inner("bash-input")]];
  if (tag === "bash-stdout") return [["results", inner("bash-stdout")]];
  if (/^command-/.test(tag)) return [["user", inner("command-args")]];
  return isTyped(text) ? [["user", text]] : [];
}

function claudeParts(record: Fields): Part[] {
  const { content } = (record.message ?? {}) as Fields;
  if (record.isMeta === true || record.isCompactSummary === true || record.isSidechain === true)
    return [];
  return blocks(content).flatMap((block): Part[] => {
    if (block.type === "tool_result") {
      return blocks(block.content).map(({ text }) => ["results", String(text ?? "")] as const);
    }
    if (block.type === "tool_use") return argumentParts(block.input);
    if (block.type !== "text" || typeof block.text !== "string") return [];
    if (record.type === "assistant") return [["assistant", block.text] as const];
    return record.type === "user" ? typedParts(block.text) : [];
  });
}

function readCodex(records: readonly Fields[]): SessionTexts {
  const last = records.findLastIndex(({ type }) => type === "compacted");
  const items = records
    .slice(last + 1)
    .map((each) => (each.type === "response_item" ? (each.payload as Fields) : each));
  return collect(
    items.flatMap((item): Part[] => {
      if (item.type === "function_call_output" || item.type === "custom_tool_call_output") {
        const { output } = item;
        const text = typeof output === "string" ? output : textOf(output);
        return [["results", outputIn(text)] as const];
      }
      if (item.type === "function_call") return argumentParts(item.arguments);
      if (item.type === "custom_tool_call") return argumentParts(item.input);
      if (item.type !== "message") return [];
      const text = textOf(item.content);
      if (item.role === "assistant") return [["assistant", text] as const];
      return item.role === "user" && isTyped(text) ? [["user", text] as const] : [];
    }),
  );
}

/** Older versions wrapped what a command printed: `{"output":"…","metadata":{…}}`. */
function outputIn(text: string): string {
  const value = text.startsWith("{") ? parse(text) : null;
  const output = (value as Fields | null)?.output;
  return typeof output === "string" ? output : text;
}

function readGemini(records: readonly Fields[]): SessionTexts {
  const messages = records.flatMap((each) =>
    Array.isArray(each.messages) ? each.messages : [each],
  ) as Fields[];
  return collect(
    messages.flatMap((message): Part[] => {
      const text = textOf(message.content);
      if (message.type === "user") {
        // Files that a prompt names follow it as parts of their own.
        return blocks(message.content).flatMap((part): Part[] =>
          typeof part.text === "string" && isTyped(text) ? [["user", part.text]] : [],
        );
      }
      if (message.type !== "gemini") return [];
      const calls = (message.toolCalls ?? []) as readonly Fields[];
      return [["assistant", text] as const, ...calls.flatMap(geminiCall)];
    }),
  );
}

function geminiCall({ args, result }: Fields): Part[] {
  const answers = blocks(result).map(({ functionResponse }) => {
    const { response } = (functionResponse ?? {}) as Fields;
    const { output } = (response ?? {}) as Fields;
    return ["results", typeof output === "string" ? output : ""] as const;
  });
  return [...argumentParts(args), ...answers];
}

function readOpencode(records: readonly Fields[]): SessionTexts {
  const messages = (records[0]?.messages ?? []) as readonly {
    info: Fields;
    parts: readonly Fields[];
  }[];
  const last = messages.findLastIndex(({ parts }) =>
    parts?.some(({ type }) => type === "compaction"),
  );
  return collect(
    messages.slice(last + 1).flatMap(({ info, parts }) =>
      parts.flatMap((part): Part[] => {
        if (part.type === "tool") {
          const { input, output } = (part.state ?? {}) as Fields;
          const answer = typeof output === "string" ? output : "";
          return [...argumentParts(input), ["results", answer] as const];
        }
        if (part.type !== "text" || part.synthetic === true || typeof part.text !== "string")
          return [];
        return [[info.role === "user" ? "user" : "assistant", part.text] as const];
      }),
    ),
  );
}

/** Version 3 is a tree like Claude's, with a compaction as a record of its own. */
function readPi(records: readonly Fields[]): SessionTexts {
  const byId = new Map(
    records.flatMap((each) => (typeof each.id === "string" ? [[each.id, each]] : [])),
  );
  const messages = records.filter(({ type }) => type === "message");
  const isTree = messages.some(({ parentId }) => typeof parentId === "string");
  let way: Fields[] = [];
  for (let at = isTree ? messages.at(-1) : undefined; at; at = byId.get(String(at.parentId)))
    way.unshift(at);
  if (!isTree) way = [...records];
  const last = way.findLastIndex(({ type }) => type === "compaction");
  return collect(
    way.slice(last + 1).flatMap(({ message }): Part[] => {
      const { role, content, command, output } = (message ?? {}) as Fields;
      if (role === "bashExecution") {
        return [
          ["calls", String(command)],
          ["results", String(output)],
        ];
      }
      const text = textOf(content);
      if (role === "user") return isTyped(text) ? [["user", text] as const] : [];
      if (role === "toolResult") return [["results", text] as const];
      if (role !== "assistant") return [];
      const calls = blocks(content).filter(({ type }) => type === "toolCall");
      return [
        ["assistant", text] as const,
        ...calls.flatMap((call) => argumentParts(call.arguments)),
      ];
    }),
  );
}

/** Events in order; those of sub-agents are marked. */
function readCopilot(events: readonly Fields[]): SessionTexts {
  const own = events.filter(({ agentId }) => agentId === undefined);
  const last = own.findLastIndex(({ type }) => type === "session.compaction_complete");
  return collect(
    own.slice(last + 1).flatMap(({ type, data }): Part[] => {
      const { content, source, toolRequests, result, error } = (data ?? {}) as Fields;
      if (type === "user.message") return source === undefined ? [["user", String(content)]] : [];
      if (type === "tool.execution_complete") {
        const { content: output } = (result ?? {}) as Fields;
        const { message } = (error ?? {}) as Fields;
        return [["results", String(output ?? message ?? "")]];
      }
      if (type !== "assistant.message") return [];
      const calls = (toolRequests ?? []) as readonly Fields[];
      return [
        ["assistant", String(content)],
        ...calls.flatMap((call) => argumentParts(call.arguments)),
      ];
    }),
  );
}

/** Records that follow each other, with the parts of the Gemini API; samples have no paths that were left. */
function readQwen(records: readonly Fields[]): SessionTexts {
  const last = records.findLastIndex(({ subtype }) => subtype === "chat_compression");
  return collect(
    records.slice(last + 1).flatMap(({ type, subtype, provenance, message }): Part[] => {
      const { parts } = (message ?? {}) as Fields;
      return ((parts ?? []) as readonly Fields[]).flatMap((part): Part[] => {
        const { text, thought, functionCall, functionResponse } = part;
        if (functionCall) return argumentParts((functionCall as Fields).args);
        if (functionResponse) {
          const { output, error } = ((functionResponse as Fields).response ?? {}) as Fields;
          return [["results", String(output ?? error ?? "")]];
        }
        if (typeof text !== "string" || thought === true || subtype !== undefined) return [];
        if (type === "user") return provenance === "system" ? [] : [["user", text]];
        return type === "assistant" ? [["assistant", text]] : [];
      });
    }),
  );
}

/** One document; what the model is not sent, and what the user does not see, is left out. */
function readGoose(records: readonly Fields[]): SessionTexts {
  const messages = (records[0]?.conversation ?? []) as readonly Fields[];
  return collect(
    messages.flatMap(({ role, content, metadata }): Part[] => {
      const { userVisible, agentVisible } = (metadata ?? {}) as Fields;
      if (agentVisible === false || userVisible === false) return [];
      return blocks(content).flatMap(({ type, text, toolCall, toolResult }): Part[] => {
        const { value } = (toolCall ?? toolResult ?? {}) as { readonly value?: Fields };
        if (type === "toolRequest") return argumentParts(value?.arguments);
        if (type === "toolResponse") {
          return [["results", textOf(Array.isArray(value) ? value : value?.content)]];
        }
        if (type !== "text" || typeof text !== "string") return [];
        return [[role === "user" ? "user" : "assistant", text]];
      });
    }),
  );
}

/** Messages and the events of answers; samples have nothing that was taken back. A compaction keeps what was asked. */
function readKimi(records: readonly Fields[]): SessionTexts {
  const last = records.findLastIndex(({ type }) => type === "context.apply_compaction");
  return collect(
    records.flatMap(({ type, message, event }, at): Part[] => {
      if (type === "context.append_message") {
        const { origin, content } = message as Fields;
        const texts = (content as readonly Fields[]).map(({ text }) => String(text ?? ""));
        const isTyped = (origin as Fields).kind === "user";
        return isTyped ? [["user", texts.join("\n")]] : [];
      }
      if (type !== "context.append_loop_event" || at < last) return [];
      const { type: kind, part, args, result } = event as Fields;
      if (kind === "tool.call") return argumentParts(args);
      if (kind === "tool.result") return [["results", String((result as Fields).output)]];
      const { type: form, text } = (part ?? {}) as Fields;
      return form === "text" ? [["assistant", String(text)]] : [];
    }),
  );
}

/** What the model gets; a compaction has replaced what was before it. */
function readGrok(records: readonly Fields[]): SessionTexts {
  return collect(
    records.flatMap(({ role, type = role, content, tool_calls, synthetic_reason }): Part[] => {
      const text = textOf(content);
      if (type === "tool_result" || type === "tool") return [["results", text]];
      if (type === "assistant") {
        const inputs = ((tool_calls ?? []) as readonly Fields[]).flatMap((call) => {
          const called = (call.function ?? call) as Fields;
          return argumentParts(parse(String(called.arguments)));
        });
        return [["assistant", text], ...inputs];
      }
      if (type !== "user" || synthetic_reason !== undefined) return [];
      const [, query] = /^<user_query>\n([\s\S]*)\n<\/user_query>$/.exec(text) ?? [];
      if (query !== undefined) return [["user", query]];
      return role === "user" ? [["user", text]] : [];
    }),
  );
}
