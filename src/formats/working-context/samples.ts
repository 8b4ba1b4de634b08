/**
 * A minimal bundle, and one with every optional key, unknown keys, unusual spellings of numbers,
 * and a full trail.
 */

import type { Sample } from "../format.ts";

/** Bundles that every reader must accept. */
export const samples: readonly Sample[] = [
  {
    name: "one entry",
    files: {
      "manifest.json": `{
  "format": "artesian.working-context",
  "version": "0.1",
  "agent_id": "orchard-agent",
  "created_at": "2026-06-21T08:31:00Z",
  "unit_source": "inline"
}
`,
      "snapshot.json": `{
  "schema": ["decision", "constraint", "fact", "task-state"],
  "budget_tokens": 4096,
  "token_count": 8,
  "entries": [
    {
      "id": "storage",
      "slot": "decision",
      "content": "keep the readings in SQLite, one file per orchard",
      "tokens": 8,
      "score": 1.0,
      "resolution": "full",
      "committed_at": "2026-06-21T08:30:00Z"
    }
  ]
}
`,
      "lifecycle.jsonl": `{"ts":"2026-06-21T08:30:00Z","entry_id":"storage","decision":"commit","status":"active","reason":{"relevance":0.9,"novelty":0.5,"drift":0.0}}
`,
    },
  },
  {
    name: "every optional key",
    files: {
      "manifest.json": `{
  "format": "artesian.working-context",
  "version": "0.1",
  "agent_id": "orchard-agent",
  "created_at": "2026-06-21T08:31:00.123456789Z",
  "unit_source": "files",
  "unit_ref": "file:///notes/orchard",
  "session": { "session_id": "s-7", "task_id": "irrigation", "user_id": "mira", "handed_off_from": "claude-code" },
  "x-note": "unknown keys travel"
}
`,
      "snapshot.json": `{
  "schema": ["decision", "constraint", "fact", "task-state"],
  "budget_tokens": 512,
  "token_count": 21,
  "entries": [
    { "id": "storage", "slot": "decision", "content": "keep the readings in SQLite", "tokens": 7, "score": 0.950, "committed_at": "2026-06-21T10:30:00+02:00", "last_access": "2026-06-21T11:00:00Z", "access_count": 3 },
    { "id": "frost", "slot": "constraint", "content": "never open the valves\\nbelow 2 degrees", "tokens": 9, "score": 1, "resolution": "compressed", "unit_ref": "notes/frost.md", "committed_at": "2026-06-21T08:30:00.5Z", "x-author": { "mood": "calm" } },
    { "id": "sensors", "slot": "fact", "content": "", "tokens": 5, "score": 7.5e-1, "resolution": "pointer", "unit_ref": "notes/sensors.md", "committed_at": "2026-06-21T08:30:01Z", "access_count": 0 }
  ]
}
`,
      "lifecycle.jsonl": `{"ts":"2026-06-21T08:29:00Z","entry_id":"storage-old","decision":"commit","status":"hypothesis"}
{"ts":"2026-06-21T08:30:00Z","entry_id":"storage","decision":"supersede","status":"active","supersedes":"storage-old","reason":{"relevance":0.950,"novelty":0.41,"drift":0.7},"audit":{"agreement":1,"signals":[]}}
{"ts":"2026-06-21T08:30:00Z","entry_id":"storage-old","decision":"deprecate","status":"superseded"}
{"ts":"2026-06-21T08:30:01Z","entry_id":"frost","decision":"commit","status":"active"}
{"ts":"2026-06-21T08:30:02Z","entry_id":"frost","decision":"commit","status":"validated"}
{"ts":"2026-06-21T08:30:03Z","entry_id":"valves","decision":"evict","status":"deprecated"}
`,
    },
  },
];
