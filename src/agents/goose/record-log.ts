import { isObject } from "../../base/json/value.ts";
import { asText } from "../as-text.ts";
import { parseTime } from "../build-items.ts";
import type { LinearFormat } from "../records/linear-format.ts";
import { kinds } from "./kinds.ts";
import { bodiesOf, modelOf, typeOf } from "./record-bodies.ts";

/** How the rows of a session of Goose are read. */
export const recordLog: LinearFormat = {
  agent: "goose",
  typeOf,
  kinds,
  idOf: ({ id }) => (typeof id === "string" && id !== "" ? id : null),
  atOf: ({ created }) => parseTime(typeof created === "number" ? created * 1000 : null),
  threadOf: () => null,
  startPass: () => bodiesOf,
  factsOf({ type, data }) {
    if (type !== "session" || !isObject(data)) return null;
    return {
      ...(typeof data.id === "string" ? { session_id: data.id } : {}),
      cwd: asText(data.working_dir) || null,
      started_at: parseTime(data.created_at),
      title: asText(data.name) || null,
      model: modelOf(data),
      ...(data.session_type === "sub_agent" ? { sub_agent: true } : {}),
    };
  },
};
