import { append, type Fault, remove, replace } from "./conformance-case.ts";
import { MANIFEST, SNAPSHOT, stateFaults } from "./state-faults.ts";

/** What an ocf checker must find, each in the sample "0.1 with a trail". */
export const ocfFaults: readonly Fault[] = [
  ...stateFaults,
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
