/**
 * Two kits: one with plain records and every event, one with long tier names and every optional
 * key.
 */

import type { Sample } from "../format.ts";

/** Bundles that every reader must accept. */
export const samples: readonly Sample[] = [
  {
    name: "three tiers",
    files: {
      "manifest.json": `{
  "format": "artesian.working-context",
  "version": "0.1",
  "collection": "orchard",
  "exported_at": "2026-06-18T14:00:00Z",
  "agent_id": "orchard-agent",
  "schema": "https://example.org/schema/v0.1/snapshot.schema.json"
}
`,
      "snapshot.json": `[
  { "id": "r1", "content": "we chose SQLite for the readings", "tier": "L1", "tags": ["storage"], "created_at": "2026-06-17T09:00:00Z", "embedding_model": "none", "scores": { "relevance": 0.90, "novelty": 0.4 } },
  { "id": "r2", "content": "the valves must stay closed below 2 degrees", "tier": "L2", "created_at": "2026-06-17T09:05:00.25Z" },
  { "id": "r3", "content": "sensor 4 reports every 30 seconds", "tier": "L0", "x-site": "north" }
]
`,
      "lifecycle.jsonl": `{"event":"commit","ts":"2026-06-17T09:00:00Z","record_id":"r1","scores":{"novelty":0.4,"relevance":0.9,"drift":0.0},"gate":"accepted"}
{"event":"commit","ts":"2026-06-17T09:05:00Z","record_id":"r2"}
{"event":"reject","ts":"2026-06-17T09:06:00Z","record_id":"r9","gate":"rejected","reason":"redundancy"}
{"event":"evict","ts":"2026-06-17T10:00:00Z","record_id":"r0","gate":"evicted","reason":"footprint_saturation"}
{"event":"dream","ts":"2026-06-18T02:00:00Z","source":"night","records_consolidated":3,"records_merged":1,"output_path":"dreams/1"}
`,
    },
  },
  {
    name: "long tier names and full records",
    files: {
      "manifest.json": `{
  "format": "artesian.working-context",
  "version": "0.1",
  "collection": "orchard",
  "exported_at": "2026-06-18T14:00:00+02:00"
}
`,
      "snapshot.json": `[
  { "id": "r1", "content": "sensor 4 reports every 30 seconds", "tier": "l1-atom", "node_id": "node-1", "metadata": { "room": "north" }, "scope": "shared", "agent_id": "a", "session_id": "s", "task_id": "t", "user_id": "mira", "project": "orchard", "source": "cli", "author_id": "mira", "confidence": 0.75, "relations": [{ "subject": "r1", "predicate": "about", "object": "sensor-4", "source_node_id": "node-1" }], "last_access": "2026-06-18T10:00:00Z", "access_count": 2, "useful_count": 1, "state": "active" },
  { "id": "r2", "content": "pump 2 was replaced", "tier": "L3-Project", "state": "retracted" }
]
`,
    },
  },
];
