/**
 * Two complete bundles: the core five with metadata at the root, and the same in `ai_context/` with
 * an add-on. All content is invented. Hashes are computed, so the texts may be edited freely.
 */

import { sha256 } from "../../base/hash.ts";
import type { JsonObject } from "../../base/json/value.ts";
import type { ContextFile } from "../../model/ai-context/context-file.ts";
import { countLines } from "../../model/ai-context/volume.ts";
import { createContextFile, metadataBytes } from "../../model/ai-context/write-yaml.ts";
import type { Sample } from "../format.ts";

const NOW = "2026-03-04T07:30:00Z";

const provenance: JsonObject = {
  authored_by: "ai",
  author_id: "context_curator",
  created_at: "2026-02-20T06:00:00Z",
  updated_at: NOW,
  source: `mandate_run:context_curator.refresh_ai_context@${NOW}`,
  context_role: "short_term_memory",
  responsibility_id: "garden_cos",
  workspace_id: "allotment",
  update_mode: "refresh",
};

type Draft = Parameters<typeof createContextFile>;

function draft(...parts: Draft): Draft {
  return parts;
}

const kernel = sha256("the kernel of the invented garden");

const systemContext = draft(
  "system_context",
  {
    ...provenance,
    context_role: "long_term_memory",
    inputs: [{ ref: "kernel.md", sha256: kernel }],
  },
  `# System context

## Kernel
- Grow food for four people on two beds without buying soil.

## Guardrails
- Nothing is sprayed. Spending above 40 EUR is asked for first.

## Persona voice
Short, seasonal, no exclamation marks.

## Long-lived mandates
- plan_beds: every February
- water_watch: daily from May to September

## Canonical files
- [kernel.md](kernel.md) ${kernel.slice(0, 12)} 34 lines
`,
);

const currentFocus = draft(
  "current_focus",
  provenance,
  `# Current focus

## Active projects
- Bed B: peas and early carrots

## Current objectives
- Seeds ordered before the frost ends

## Near-term checkpoints
- due 2026-03-10T18:00:00Z order seeds

## Blocked
None.
`,
);

const recentActivity = draft(
  "recent_activity",
  provenance,
  `# Recent activity

## Unresolved drift
None.

## Latest events
- 2026-03-03T16:10:00Z report soil_2026-03: pH 6.4 in both beds (link: reports/2026-03-03_soil.md)

## Summary of older events
None.
`,
);

const openRequests = draft(
  "open_requests",
  {
    ...provenance,
    context_role: "request",
    inputs: [{ ref: "sql:request_events#8", sha256: sha256("eight rows") }],
  },
  `# Open requests

## Pending
- [req_peas](queue/inbox/req_peas.md) p50 pending from kitchen_cos: Which peas this year? (due none; sla ok)

## Accepted
None.

## Deferred
None.

## SLA
ok 1, at_risk 0, breached 0
`,
);

const modelPreferences = draft(
  "model_preferences",
  {
    ...provenance,
    authored_by: "human",
    author_id: "user:ida",
    source: "manual:ida@2026-02-20T06:00:00Z",
    context_role: "guardrail",
    update_mode: "append",
    preferred_model: "m-large",
    fallback_models: ["m-small"],
    capability_overrides: [{ mandate: "mandate.garden.plan_beds", required_model: "m-large" }],
    last_detected_model: "m-large",
    enforcement_mode: "monitor",
    action_required: "notify_garden_cos",
    last_checked_at: NOW,
    guardrail_clause: "runtime.model_integrity",
  },
  `# Model preferences

## Policy notes
The small model may answer, but it does not plan.

## Drift log
`,
);

const riskRegister = draft(
  "risk_register",
  { ...provenance, authored_by: "human", author_id: "user:ida", update_mode: "append" },
  "# Risk register\n\n- Late frost: fleece is in the shed.\n",
);

const core = [systemContext, currentFocus, recentActivity, openRequests, modelPreferences];

function metadataOf(files: readonly ContextFile[]): Uint8Array {
  return metadataBytes({
    origin: "system_derived",
    primary_responsibilities: ["garden_cos"],
    suggested_responsibilities: ["kitchen_cos"],
    scope: "allotment_season",
    bundle_ids: ["bundle_2026-02-20-garden"],
    ingestion_status: "registered",
    workspace_id: "allotment",
    created_at: "2026-02-20T06:00:00Z",
    updated_at: NOW,
    content: files.map(({ stem, bytes }) => ({
      path: `${stem}.md`,
      sha256: sha256(bytes),
      bytes: bytes.length,
      lines: countLines(bytes),
    })),
    lineage_artifact_ids: [],
    review: null,
    status_history: [
      { from: null, to: "pending", at: "2026-02-20T06:00:00Z", by: "context_curator" },
      {
        from: "pending",
        to: "registered",
        at: "2026-02-21T09:00:00Z",
        by: "steward_allotment",
        rfa_ids: [],
        memory: "memory/events.md#L3",
      },
    ],
  });
}

function bundleFiles(drafts: readonly Draft[], root = ""): Sample["files"] {
  const files = drafts.map((parts) => createContextFile(...parts));
  const texts = files.map(({ stem, bytes }) => [`${root}${stem}.md`, bytes] as const);
  return { ...Object.fromEntries(texts), [`${root}bundle.yaml`]: metadataOf(files) };
}

/** Bundles that are known to be good; built when asked for, because every detection loads this file. */
export function createSamples(): readonly Sample[] {
  return [
    { name: "standing", files: bundleFiles(core) },
    { name: "with-add-on", files: bundleFiles([...core, riskRegister], "ai_context/") },
  ];
}
