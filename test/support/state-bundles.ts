import type { Files } from "./check.ts";

const time = "2026-03-01T09:00:00Z";

/** A small working-context bundle. */
export const workingContext: Files = {
  "manifest.json": `{
  "format": "artesian.working-context",
  "version": "0.1",
  "created_at": "${time}",
  "unit_source": "inline"
}
`,
  "snapshot.json": `{
  "schema": ["decision", "constraint", "fact", "task-state"],
  "budget_tokens": 4096,
  "token_count": 7,
  "entries": [
    {
      "id": "a",
      "slot": "decision",
      "content": "store tide heights in metres only",
      "tokens": 7,
      "score": 1.0,
      "resolution": "full",
      "committed_at": "${time}"
    }
  ]
}
`,
  "lifecycle.jsonl": `{"ts":"${time}","entry_id":"a","decision":"commit","status":"active","reason":{"relevance":0.9,"novelty":0.5,"drift":0.0}}
`,
};

/** A small kit. */
export const ocfKit: Files = {
  "manifest.json": `{
  "format": "artesian.working-context",
  "version": "0.1",
  "collection": "harbour",
  "exported_at": "${time}"
}
`,
  "snapshot.json": `[
  { "id": "r1", "content": "tide heights are in metres", "tier": "L1" },
  { "id": "r2", "content": "the gauge resets at midnight", "tier": "L1" },
  { "id": "r3", "content": "harbour master asked for a table", "tier": "L2" }
]
`,
  "lifecycle.jsonl": `{"event":"commit","ts":"${time}","record_id":"r1"}
{"event":"evict","ts":"${time}","record_id":"r0","gate":"evicted","reason":"footprint_saturation"}
{"event":"commit","ts":"${time}","record_id":"r2"}
`,
};

/** A small OCF bundle. */
export const ocf: Files = {
  "manifest.json": `{
  "ocf_version": "0.1",
  "created": "${time}",
  "unit_source": "inline"
}
`,
  "schema.json": `{
  "ocf_version": "0.1",
  "slots": [{ "name": "decision" }, { "name": "fact", "description": "What is so" }],
  "budget_tokens": 100,
  "eviction": "lowest-score"
}
`,
  "snapshot.json": `{
  "budget_tokens": 100,
  "token_count": 10,
  "saturation": 0.1,
  "entries": [
    { "id": "a", "slot": "decision", "content": "metres only", "tokens": 4, "score": 0.9, "committed_at": "${time}" },
    { "id": "b", "slot": "fact", "content": "the gauge resets", "tokens": 6, "score": 0.5, "committed_at": "${time}" }
  ]
}
`,
  "qualify.jsonl": `{"ts":"${time}","unit_ref":"inline://a","record_id":"a","admitted":true,"decision":"admit","slot":"decision","score":0.9}
`,
};
