import { isObject, type JsonObject } from "../../base/json/value.ts";
import type { TranscriptHeader, TranscriptItem } from "../../model/transcript.ts";
import { asText } from "../as-text.ts";
import { parseTime } from "../build-items.ts";
import type { LinearFormat } from "../records/linear-format.ts";
import { bodiesOf } from "./event-bodies.ts";
import { kinds } from "./kinds.ts";
import { folderOf } from "./locate.ts";

/** How a log of Copilot CLI is read. */
export const eventLog: LinearFormat = {
  agent: "copilot",
  typeOf: ({ type }) => asText(type) || "(none)",
  kinds,
  idOf: ({ id }) => (typeof id === "string" && id !== "" ? id : null),
  atOf: ({ timestamp }) => parseTime(timestamp),
  threadOf: ({ data, agentId }) => {
    // Earlier versions name the call that started the sub-agent, and nothing else.
    const parent = isObject(data) ? data.parentToolCallId : undefined;
    const owner = agentId ?? parent;
    return typeof owner === "string" && owner !== "" ? owner : null;
  },
  startPass() {
    const seen = { calls: new Set<string>(), counted: new Set<string>() };
    return (event) => bodiesOf(event, seen);
  },
  followKept,
  factsOf: ({ type, data, agentId }) =>
    isObject(data) && agentId === undefined ? factsOf(type, data) : null,
};

/**
 * A compaction runs while the work goes on: what came since it began stays. So do the user's messages, which the
 * program puts before the summary.
 */
function followKept(): (item: TranscriptItem) => readonly string[] {
  let asked: readonly string[] = [];
  let since: { readonly id: string; readonly isAsked: boolean }[] = [];
  const idsOf = (items: typeof since) => items.map(({ id }) => id);
  return (item) => {
    const { id, kind } = item;
    if (item.source.type === "session.compaction_start") {
      asked = [...asked, ...idsOf(since.filter(({ isAsked }) => isAsked))];
      since = [];
    } else if (kind === "message" || kind === "tool_call" || kind === "tool_result") {
      const isAsked = kind === "message" && item.role === "user" && item.sender === undefined;
      since.push({ id, isAsked });
    }
    return kind === "compaction" ? [...asked, ...idsOf(since)] : [];
  };
}

function factsOf(type: unknown, data: JsonObject): Partial<TranscriptHeader> | null {
  if (type === "session.model_change") return { model: asText(data.newModel) || null };
  if (type === "session.title_changed") return { title: asText(data.title) || null };
  if (type !== "session.start") return null;
  const context = isObject(data.context) ? data.context : {};
  const facts: Partial<TranscriptHeader> = {
    agent_version: asText(data.copilotVersion) || null,
    cwd: folderOf(data),
    started_at: parseTime(data.startTime),
    model: asText(data.selectedModel) || null,
    git_branch: asText(context.branch) || null,
  };
  return typeof data.sessionId === "string" ? { ...facts, session_id: data.sessionId } : facts;
}
