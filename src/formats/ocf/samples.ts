/**
 * A bundle of each version: 0.1 with a trail, and 0.2 with every optional key, two namespaces and a
 * pointer.
 */

import type { Sample } from "../format.ts";

/** Bundles that every reader must accept. */
export const samples: readonly Sample[] = [
  {
    name: "0.1 with a trail",
    files: {
      "manifest.json": `{
  "ocf_version": "0.1",
  "agent_id": "orchard-agent",
  "created": "2026-06-21T08:31:00Z",
  "unit_source": "inline"
}
`,
      "schema.json": `{
  "ocf_version": "0.1",
  "slots": [
    { "name": "decision", "description": "Choices that were made" },
    { "name": "constraint" },
    { "name": "fact" }
  ],
  "budget_tokens": 1024,
  "eviction": "lowest-score"
}
`,
      "snapshot.json": `{
  "budget_tokens": 1024,
  "token_count": 15,
  "saturation": 0.0146,
  "entries": [
    { "id": "storage", "slot": "decision", "content": "keep the readings in SQLite", "tokens": 7, "score": 0.92, "committed_at": "2026-06-21T08:30:00Z" },
    { "id": "frost", "slot": "constraint", "content": "never open the valves below 2 degrees", "tokens": 8, "score": 1.0, "committed_at": "2026-06-21T08:30:01Z", "access_count": 0 }
  ]
}
`,
      "qualify.jsonl": `{"ts":"2026-06-21T08:30:00Z","unit_ref":"inline://storage","admitted":true,"record_id":"storage","slot":"decision","score":0.920,"reason":"qualified"}
{"ts":"2026-06-21T08:30:01Z","unit_ref":"inline://frost","admitted":true,"decision":"admit","record_id":"frost","slot":"constraint","score":1.0}
{"ts":"2026-06-21T08:30:02Z","unit_ref":"inline://weather","admitted":false,"slot":null,"score":0.1,"reason":"below relevance threshold"}
`,
    },
  },
  {
    name: "0.2 with every optional key",
    files: {
      "manifest.json": `{
  "ocf_version": "0.2",
  "agent_id": "orchard-agent",
  "created": "2026-06-21T10:31:00.123456789+02:00",
  "default_namespace": "orchard",
  "unit_source": "files",
  "unit_refs": ["file:///notes/a", "file:///notes/b"],
  "session": { "session_id": "s-7", "user_id": "mira" }
}
`,
      "schema.json": `{
  "ocf_version": "0.2",
  "slots": [{ "name": "decision" }, { "name": "fact", "description": "What is so" }],
  "budget_tokens": 256,
  "eviction": "oldest"
}
`,
      "snapshot.json": `{
  "budget_tokens": 256,
  "token_count": 16,
  "entries": [
    { "id": "storage", "slot": "decision", "namespace": "orchard", "content": "keep the readings in SQLite", "tokens": 7, "score": 0.830, "version": 3, "author_id": "mira", "access_list": ["greenhouse", "tomas"], "unit_ref": "notes/storage.md", "committed_at": "2026-06-21T08:30:00.000000001Z", "last_access": "2026-06-22T08:30:00Z", "access_count": 4, "retrieval_strength": 0.62, "state": "active", "resolution": "compressed" },
    { "id": "storage", "slot": "fact", "namespace": "shared", "content": "the barn has no mains power", "tokens": 9, "score": 0.5, "committed_at": "2026-06-21T08:30:00Z" },
    { "id": "pump", "slot": "fact", "content": "", "tokens": 0, "score": 0.2, "resolution": "pointer", "unit_ref": "notes/pump.md", "state": "archived", "committed_at": "2026-06-20T08:30:00Z" }
  ]
}
`,
      "qualify.jsonl": `{"ts":"2026-06-21T08:30:00Z","record_id":"storage","namespace":"orchard","author_id":"mira","unit_ref":"notes/storage.md","admitted":true,"decision":"supersede","expected_version":2,"actual_version":2,"result_version":3,"slot":"decision","score":0.83,"reason":"update accepted"}
{"ts":"2026-06-21T08:31:00Z","record_id":"storage","namespace":"orchard","author_id":"tomas","unit_ref":"inline://attempt","admitted":false,"decision":"reject","expected_version":2,"actual_version":3,"slot":null,"score":0.0,"reason":"stale version"}
{"ts":"2026-06-21T08:32:00Z","record_id":"pump","unit_ref":"notes/pump.md","admitted":true,"decision":"decay","score":0.3}
{"ts":"2026-06-21T08:33:00Z","record_id":"pump","unit_ref":"notes/pump.md","admitted":false,"decision":"archive","score":0.2,"reason":"unused"}
`,
    },
  },
];
