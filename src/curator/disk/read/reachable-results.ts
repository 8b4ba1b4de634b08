import { readFrom } from "../../requests/outcome.ts";
import type { CuratorRecord, RequestState } from "../../workspace/record.ts";
import { folderSeenFrom, type Place } from "../workspace.ts";

/** The record, with notes of others whose paths open from the folder of the responsibility that reads them. */
export function withReachableResults(
  record: CuratorRecord,
  place: Place,
  reader: string,
): CuratorRecord {
  const reachable = <Request extends RequestState>(request: Request): Request => {
    const { origin, target, status, note } = request;
    const author = status === "cancelled" ? origin : target;
    if (note === null || author === reader) return request;
    return { ...request, note: readFrom(note, () => folderSeenFrom(place, reader, author)) };
  };
  return {
    ...record,
    requests: record.requests.map(reachable),
    sent: record.sent.map(reachable),
    closed: record.closed.map(reachable),
  };
}
