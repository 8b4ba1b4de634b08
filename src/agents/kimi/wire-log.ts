import { posix } from "node:path";
import { isObject } from "../../base/json/value.ts";
import { asText } from "../as-text.ts";
import { parseTime } from "../build-items.ts";
import type { LinearFormat } from "../records/linear-format.ts";
import { followKept, followParents } from "./follow-turns.ts";
import { kinds } from "./kinds.ts";
import { bodiesOf, typeOf } from "./record-bodies.ts";

/** How a log of Kimi Code is read. */
export const wireLog: LinearFormat = {
  agent: "kimi",
  typeOf,
  kinds,
  idOf({ message, event }) {
    const { id } = isObject(message) ? message : {};
    const { type, uuid } = isObject(event) ? event : {};
    // An end of a step has the id of its beginning.
    const own = type === "content.part" || type === "tool.call" ? uuid : id;
    return typeof own === "string" && own !== "" ? own : null;
  },
  followParents,
  atOf: ({ time }) => parseTime(time),
  threadOf: () => null,
  threadOfFile: (path) => posix.basename(posix.dirname(path)),
  startPass: () => bodiesOf,
  followKept,
  factsOf({ type, created_at, modelAlias }) {
    if (type === "metadata") return { started_at: parseTime(created_at) };
    const model = type === "profile.bind" || type === "config.update" ? asText(modelAlias) : "";
    return model === "" ? null : { model };
  },
};
