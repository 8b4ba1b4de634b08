import { isObject, type JsonObject } from "../../base/json/value.ts";
import { asText } from "../as-text.ts";
import { parseTime } from "../build-items.ts";
import type { LinearFormat, RecordIdentity } from "../records/linear-format.ts";
import { kinds } from "./kinds.ts";
import { bodiesOf, typeOf } from "./record-bodies.ts";

/** How a log of Qwen Code is read. */
export const recordLog: LinearFormat = {
  agent: "qwen",
  typeOf,
  kinds,
  idOf: ({ uuid }) => (typeof uuid === "string" && uuid !== "" ? uuid : null),
  followParents,
  atOf: ({ timestamp }) => parseTime(timestamp),
  threadOf: ({ agentId }) => (typeof agentId === "string" && agentId !== "" ? agentId : null),
  startPass: () => bodiesOf,
  factsOf(record) {
    const { sessionId, cwd, version, subtype, systemPayload, parentUuid, timestamp } = record;
    if (subtype === "custom_title" && isObject(systemPayload)) {
      return { title: asText(systemPayload.customTitle ?? systemPayload.title) || null };
    }
    if (parentUuid !== null) return null;
    return {
      ...(typeof sessionId === "string" ? { session_id: sessionId } : {}),
      cwd: asText(cwd) || null,
      agent_version: asText(version) || null,
      git_branch: asText(record.gitBranch) || null,
      started_at: parseTime(timestamp),
    };
  },
};

/** Records with one id are pieces of one message for Qwen Code: each follows the one before. */
function followParents(): (record: JsonObject, place: RecordIdentity) => string | null {
  const latest = new Map<string, string>();
  return ({ uuid, parentUuid }, { id }) => {
    const own = asText(uuid);
    const before = own === "" ? undefined : latest.get(own);
    if (own !== "") latest.set(own, id);
    if (before !== undefined) return before;
    return typeof parentUuid === "string" ? (latest.get(parentUuid) ?? parentUuid) : null;
  };
}
