import { append, type Fault, replace } from "./conformance-case.ts";
import { MANIFEST, SNAPSHOT, stateFaults } from "./state-faults.ts";

/** What a working-context checker must find, each in the sample "one entry". */
export const workingContextFaults: readonly Fault[] = [
  ...stateFaults,
  {
    name: "another major version",
    codes: ["E_VERSION"],
    change: replace(MANIFEST, '"0.1"', '"1.0"'),
  },
  {
    name: "a newer minor version",
    codes: ["W_NEWER_MINOR"],
    verdict: "warning",
    change: replace(MANIFEST, '"0.1"', '"0.9"'),
  },
  { name: "an empty version", codes: ["E_VERSION"], change: replace(MANIFEST, '"0.1"', '""') },
  {
    name: "no unit source",
    codes: ["E_SHAPE"],
    change: replace(MANIFEST, '"unit_source"', '"unit_sauce"'),
  },
  {
    name: "a time without offset",
    codes: ["E_TIME"],
    change: replace(MANIFEST, "08:31:00Z", "08:31:00"),
  },
  {
    name: "a day that does not exist",
    codes: ["E_TIME"],
    change: replace(MANIFEST, "2026-06-21", "2026-02-30"),
  },
  {
    name: "token count off by one",
    codes: ["E_TOKENS"],
    change: replace(SNAPSHOT, '"token_count": 8', '"token_count": 9'),
  },
  {
    name: "an undeclared slot",
    codes: ["E_SLOT"],
    change: replace(SNAPSHOT, '"slot": "decision"', '"slot": "rumour"'),
  },
  {
    name: "a slot declared twice",
    codes: ["E_SHAPE"],
    change: replace(SNAPSHOT, '"fact"', '"decision"'),
  },
  {
    name: "fractional tokens",
    codes: ["E_RANGE"],
    change: replace(SNAPSHOT, '"tokens": 8', '"tokens": 8.5'),
  },
  { name: "a budget of zero", codes: ["E_RANGE"], change: replace(SNAPSHOT, "4096", "0") },
  {
    name: "over budget",
    codes: ["W_OVER_BUDGET"],
    verdict: "warning",
    change: replace(SNAPSHOT, "4096", "4"),
  },
  {
    name: "an unknown resolution",
    codes: ["E_ENUM"],
    change: replace(SNAPSHOT, '"full"', '"blurred"'),
  },
  {
    name: "a pointer without a reference",
    codes: ["E_POINTER"],
    change: replace(SNAPSHOT, '"full"', '"pointer"'),
  },
  {
    name: "empty content",
    codes: ["E_POINTER"],
    change: replace(SNAPSHOT, "keep the readings in SQLite, one file per orchard", ""),
  },
  {
    name: "the same key twice",
    codes: ["E_DUP_KEY"],
    change: replace(SNAPSHOT, '"id": "storage",', '"id": "storage", "id": "storage",'),
  },
  {
    name: "an empty id",
    codes: ["E_SHAPE"],
    change: replace(SNAPSHOT, '"id": "storage"', '"id": " "'),
  },
  {
    name: "the snapshot is a number",
    codes: ["E_SHAPE"],
    change: (files) => {
      files[SNAPSHOT] = "7\n";
    },
  },
  {
    name: "two identities",
    codes: ["E_AMBIGUOUS"],
    change: replace(MANIFEST, '"version"', '"ocf_version": "0.1", "version"'),
  },
  {
    name: "another format's name",
    codes: ["E_FORMAT"],
    change: replace(MANIFEST, "artesian.working-context", "someone.else"),
  },
  {
    name: "a damaged trail line",
    codes: ["E_JSONL_LINE"],
    change: append("lifecycle.jsonl", '{"ts":\n{}\n'),
  },
  {
    name: "a torn last line",
    codes: ["E_JSONL_LINE"],
    change: append("lifecycle.jsonl", '{"ts":"2026-06-2'),
  },
  {
    name: "a line of another format",
    codes: ["E_JSONL_LINE"],
    change: append(
      "lifecycle.jsonl",
      '{"event":"commit","ts":"2026-06-21T08:30:00Z","record_id":"storage"}\n',
    ),
  },
  {
    name: "a trail that evicts what is there",
    codes: ["W_TRAIL_DISAGREES"],
    verdict: "warning",
    change: append(
      "lifecycle.jsonl",
      '{"ts":"2026-06-22T08:30:00Z","entry_id":"storage","decision":"evict","status":"deprecated"}\n',
    ),
  },
  {
    name: "supersede without what it replaces",
    codes: ["E_JSONL_LINE"],
    change: append(
      "lifecycle.jsonl",
      '{"ts":"2026-06-22T08:30:00Z","entry_id":"storage","decision":"supersede","status":"active"}\n',
    ),
  },
  {
    name: "an unknown key",
    codes: ["W_UNKNOWN_KEY"],
    verdict: "warning",
    change: replace(SNAPSHOT, '"score": 1.0', '"score": 1.0, "mood": "calm"'),
  },
  {
    name: "a stale mirror",
    codes: ["W_MIRROR_STALE"],
    verdict: "warning",
    change: append("snapshot.md", "# Something else\n"),
  },
  {
    name: "units nobody can find",
    codes: ["W_UNRESOLVABLE_UNITS"],
    verdict: "warning",
    change: replace(MANIFEST, '"inline"', '"pam"'),
  },
  {
    name: "prototype keys are data",
    codes: [],
    verdict: "warning",
    change: replace(
      SNAPSHOT,
      '"score": 1.0',
      '"score": 1.0, "__proto__": { "polluted": true }, "constructor": 1',
    ),
  },
];
