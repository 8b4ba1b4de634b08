import { append, type Fault, replace } from "./conformance-case.ts";
import { MANIFEST, SNAPSHOT, stateFaults } from "./state-faults.ts";

/** What an ocf-kit checker must find, each in the sample "three tiers". */
export const ocfKitFaults: readonly Fault[] = [
  ...stateFaults,
  {
    name: "another major version",
    codes: ["E_VERSION"],
    change: replace(MANIFEST, '"0.1"', '"2.0"'),
  },
  {
    name: "no collection",
    codes: ["E_SHAPE"],
    change: replace(MANIFEST, '"collection"', '"selection"'),
  },
  { name: "an unknown tier", codes: ["E_ENUM"], change: replace(SNAPSHOT, '"L0"', '"L7"') },
  {
    name: "the same id twice",
    codes: ["E_DUP_ID"],
    change: replace(SNAPSHOT, '"id": "r2"', '"id": "r1"'),
  },
  {
    name: "an unknown event",
    codes: ["E_JSONL_LINE"],
    change: append(
      "lifecycle.jsonl",
      '{"event":"forget","ts":"2026-06-17T09:00:00Z","record_id":"r1"}\n',
    ),
  },
  {
    name: "an event without its record",
    codes: ["E_JSONL_LINE"],
    change: append("lifecycle.jsonl", '{"event":"commit","ts":"2026-06-17T09:00:00Z"}\n'),
  },
  {
    name: "a score that is text",
    codes: ["E_SHAPE"],
    change: replace(SNAPSHOT, '"novelty": 0.4', '"novelty": "high"'),
  },
];
