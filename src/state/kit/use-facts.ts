import type { PortableEvent } from "../../model/event.ts";
import { entryKey } from "../../model/state.ts";
import { parseUseBody, type UseBody } from "../use/use-body.ts";

/** The use of an entry, as bundles record it. */
export interface UseFacts {
  readonly access_count: number;
  readonly last_access?: string;
  readonly retrieval_strength?: number;
  readonly useful_count: number;
}

/** The use of a state's entries by key, computed from its events of use alone. */
export function useFacts(
  events: Iterable<Pick<PortableEvent, "type" | "body">>,
): ReadonlyMap<string, UseFacts> {
  const facts = new Map<string, UseFacts>();
  for (const { type, body } of events) {
    for (const each of parseUseBody(type, body)?.entries ?? []) {
      const key = entryKey(each.namespace, each.id);
      facts.set(key, counted(facts.get(key), each));
    }
  }
  return facts;
}

function counted(before: UseFacts | undefined, each: UseBody["entries"][number]): UseFacts {
  const { reads = 0, useful = 0, last_access, retrieval_strength } = each;
  return {
    ...before,
    access_count: (before?.access_count ?? 0) + reads,
    useful_count: (before?.useful_count ?? 0) + useful,
    ...(last_access === undefined ? {} : { last_access }),
    ...(retrieval_strength === undefined ? {} : { retrieval_strength }),
  };
}
