import { append, type Fault, remove, replace } from "./conformance-case.ts";

const MANIFEST = "manifest.json";
const SNAPSHOT = "snapshot.json";

/** Faults that every format with a manifest and a snapshot must find. */
const common: readonly Fault[] = [
  { name: "no snapshot", codes: ["E_MISSING_FILE"], change: remove(SNAPSHOT) },
  {
    name: "snapshot cut off",
    codes: ["E_JSON"],
    change: (files) => {
      files[SNAPSHOT] = String(files[SNAPSHOT]).slice(0, 60);
    },
  },
  {
    name: "bytes that are not UTF-8",
    codes: ["E_UTF8"],
    change: (files) => {
      files[SNAPSHOT] = Buffer.concat([Buffer.from(String(files[SNAPSHOT])), Uint8Array.of(0xff)]);
    },
  },
  {
    name: "byte-order mark",
    codes: ["E_UTF8"],
    change: (files) => {
      files[SNAPSHOT] = `\ufeff${files[SNAPSHOT]}`;
    },
  },
  {
    name: "a file of nobody",
    codes: [],
    verdict: "valid",
    change: append("extra.txt", "carried along"),
  },
];

/** What a working-context checker must find, each in the sample "one entry". */
export const workingContextFaults: readonly Fault[] = [
  ...common,
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

/** What an ocf-kit checker must find, each in the sample "three tiers". */
export const ocfKitFaults: readonly Fault[] = [
  ...common,
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

/** What an ocf checker must find, each in the sample "0.1 with a trail". */
export const ocfFaults: readonly Fault[] = [
  ...common,
  { name: "no schema", codes: ["E_MISSING_FILE"], change: remove("schema.json") },
  {
    name: "another major version",
    codes: ["E_VERSION"],
    change: replace(MANIFEST, '"0.1"', '"1.0"'),
  },
  {
    name: "no unit source",
    codes: ["E_SHAPE"],
    change: replace(MANIFEST, ',\n  "unit_source": "inline"', ""),
  },
  {
    name: "a date without a time",
    codes: ["E_TIME"],
    change: replace(MANIFEST, "2026-06-21T08:31:00Z", "2026-06-21"),
  },
  {
    name: "an unknown key in an entry",
    codes: ["E_UNKNOWN_KEY"],
    change: replace(SNAPSHOT, '"access_count": 0', '"access_count": 0, "extra": 1'),
  },
  {
    name: "an unknown eviction policy",
    codes: ["E_ENUM"],
    change: replace("schema.json", "lowest-score", "random"),
  },
  {
    name: "budgets that differ",
    codes: ["E_BUDGET_MISMATCH"],
    change: replace("schema.json", "1024", "2048"),
  },
  { name: "a budget of zero", codes: ["E_RANGE"], change: replace("schema.json", "1024", "0") },
  {
    name: "token count off",
    codes: ["E_TOKENS"],
    change: replace(SNAPSHOT, '"token_count": 15', '"token_count": 14'),
  },
  {
    name: "saturation off by more than a hundredth",
    codes: ["E_SATURATION"],
    change: replace(SNAPSHOT, "0.0146", "0.0257"),
  },
  {
    name: "saturation off by less",
    codes: [],
    verdict: "valid",
    change: replace(SNAPSHOT, "0.0146", "0.0236"),
  },
  {
    name: "two entries of one identity",
    codes: ["E_DUP_ID"],
    change: replace(SNAPSHOT, '"id": "frost"', '"id": "storage"'),
  },
  {
    name: "an undeclared slot",
    codes: ["E_SLOT"],
    change: replace(SNAPSHOT, '"slot": "constraint"', '"slot": "rumour"'),
  },
  {
    name: "version zero",
    codes: ["E_RANGE"],
    change: replace(SNAPSHOT, '"access_count": 0', '"version": 0'),
  },
  {
    name: "an empty author",
    codes: ["E_SHAPE"],
    change: replace(SNAPSHOT, '"access_count": 0', '"author_id": ""'),
  },
  {
    name: "an empty name in an access list",
    codes: ["E_SHAPE"],
    change: replace(SNAPSHOT, '"access_count": 0', '"access_list": [""]'),
  },
  {
    name: "an unknown state",
    codes: ["E_ENUM"],
    change: replace(SNAPSHOT, '"access_count": 0', '"state": "asleep"'),
  },
  {
    name: "a qualify line without a verdict",
    codes: ["E_JSONL_LINE"],
    change: append("qualify.jsonl", '{"ts":"2026-06-21T08:30:00Z","unit_ref":"x","score":0.5}\n'),
  },
  {
    name: "a reject that admits",
    codes: ["W_TRAIL_DISAGREES"],
    verdict: "warning",
    change: append(
      "qualify.jsonl",
      '{"ts":"2026-06-21T08:30:00Z","unit_ref":"x","admitted":true,"decision":"reject","score":0.5}\n',
    ),
  },
  {
    name: "an unknown key in a line",
    codes: ["E_UNKNOWN_KEY"],
    change: append(
      "qualify.jsonl",
      '{"ts":"2026-06-21T08:30:00Z","unit_ref":"x","admitted":true,"score":0.5,"reason_code":"ok"}\n',
    ),
  },
  {
    name: "three faults at once",
    codes: ["E_TOKENS", "E_SLOT", "E_VERSION"],
    change: (files) => {
      replace(SNAPSHOT, '"token_count": 15', '"token_count": 1')(files);
      replace(SNAPSHOT, '"slot": "constraint"', '"slot": "rumour"')(files);
      replace(MANIFEST, '"0.1"', '"7.0"')(files);
    },
  },
];
