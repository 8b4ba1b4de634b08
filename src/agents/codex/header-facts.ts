import { isObject, type JsonObject } from "../../base/json/value.ts";
import type { TranscriptHeader } from "../../model/transcript.ts";
import { parseTime } from "../build-items.ts";
import { isTelling, titleAfter } from "../prompt-title.ts";
import { isInjected, textsOf } from "./content.ts";
import type { Envelope } from "./envelope.ts";
import { type Lineage, lineageOf } from "./lineage.ts";

/** Gathers what a session is from its lines. */
export interface HeaderFacts {
  add(envelope: Envelope): void;
  /** What the session is; `before` describes the rollout that this one continues. */
  header(sessionId: string, before?: TranscriptHeader): TranscriptHeader;
  id(): string | null;
  lineage(): Lineage | null;
  /** Sub-agent to the call that started it. */
  readonly subAgentCalls: ReadonlyMap<string, string>;
}

/** Begins gathering; of several descriptions of the session the first counts. */
export function createHeaderFacts(): HeaderFacts {
  let meta: JsonObject | null = null;
  let [title, prompt, model, cwd]: (string | null)[] = Array(4).fill(null);
  const subAgentCalls = new Map<string, string>();
  return {
    add({ type, payload }) {
      if (type === "session_meta") meta ??= withoutTexts(payload);
      if (type === "turn_context") {
        model = stringOf(payload.model) ?? model;
        cwd ??= stringOf(payload.cwd);
      }
      if (type === "response_item" && !isTelling(prompt ?? null)) {
        prompt = titleAfter(prompt ?? null, promptOf(payload));
      }
      if (type !== "event_msg") return;
      if (payload.type === "thread_name_updated") title = stringOf(payload.thread_name) ?? title;
      addSpawn(payload, subAgentCalls);
    },
    header: (session_id, before) => ({
      type: "transcript",
      version: 1,
      agent: "codex",
      agent_version: stringOf(meta?.cli_version),
      session_id,
      cwd: stringOf(meta?.cwd) ?? cwd ?? null,
      started_at: before?.started_at ?? parseTime(meta?.timestamp),
      title: title ?? before?.title ?? prompt ?? null,
      model: model ?? before?.model ?? null,
      git_branch: isObject(meta?.git) ? stringOf(meta.git.branch) : null,
      ...(isObject(meta?.source) && "subagent" in meta.source && { sub_agent: true as const }),
    }),
    id: () => stringOf(meta?.id),
    lineage: () => meta && lineageOf(meta),
    subAgentCalls,
  };
}

/** The instructions and tools in it are long, and no facts of the header. */
function withoutTexts(meta: JsonObject): JsonObject {
  const { id, cwd, timestamp, cli_version, git, history_base, forked_from_id } = meta;
  const { parent_thread_id, source } = meta;
  const about = { id, cwd, timestamp, cli_version, git, source };
  return { ...about, history_base, forked_from_id, parent_thread_id };
}

function promptOf({ type, role, content }: JsonObject): string {
  if (type !== "message" || role !== "user") return "";
  return textsOf(content).find((text) => !isInjected(text) && text.trim() !== "") ?? "";
}

function addSpawn(event: JsonObject, subAgentCalls: Map<string, string>): void {
  if (event.type === "collab_agent_spawn_end") {
    const thread = stringOf(event.new_thread_id);
    const call = stringOf(event.call_id);
    if (thread !== null && call !== null) subAgentCalls.set(thread, call);
  }
  const { item } = event;
  if (!isObject(item) || item.type !== "CollabAgentToolCall" || item.tool !== "spawn_agent") return;
  if (typeof item.id !== "string" || !Array.isArray(item.receiver_thread_ids)) return;
  for (const thread of item.receiver_thread_ids) {
    if (typeof thread === "string") subAgentCalls.set(thread, item.id);
  }
}

function stringOf(value: unknown): string | null {
  return typeof value === "string" ? value : null;
}
