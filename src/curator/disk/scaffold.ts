import fs from "node:fs";
import path from "node:path";
import { pathInside } from "../../disk/path-inside.ts";
import { createOwnFile } from "../../disk/replace-text-file.ts";
import { createFolders } from "../../durable/files.ts";
import { unwritten } from "../files/unwritten.ts";
import { CONFIG } from "../workspace/layout.ts";

/** Whose files are written, and when. */
interface Scaffold {
  readonly id: string;
  readonly workspace: string;
  readonly at: string;
}

/** Creates files that do not exist yet and returns their paths. */
export function createFiles(
  root: string,
  files: readonly (readonly [string, string])[],
): readonly string[] {
  const created: string[] = [];
  for (const [relative, text] of files) {
    const absolute = pathInside(root, relative);
    if (fs.lstatSync(absolute, { throwIfNoEntry: false }) !== undefined) continue;
    createFolders(path.dirname(absolute));
    if (createOwnFile(absolute, text, 0o644)) created.push(relative);
  }
  return created;
}

/** A folder's name as an id. */
export function workspaceId(name: string): string {
  const id = name
    .toLowerCase()
    .replaceAll(/[^a-z0-9_-]+/g, "_")
    .replace(/^[_-]+/, "")
    .slice(0, 64);
  return id === "" ? "workspace" : id;
}

/** The first files of a workspace. */
export function workspaceFiles(workspace: string, steward: string): readonly [string, string][] {
  return [
    [
      CONFIG,
      `# Settings of the responsibilities in this folder; docs/curator.md explains every key.
workspace_id: ${workspace}
# The one responsibility that reviews new context and may override limits.
steward_responsibility_id: ${steward}
# Files dropped here are offered to the steward.
drop_dir: drop
bundles_dir: context/bundles
# The curator may write ai_context/, memory/ and logs/ of these responsibilities.
curator_grants: ["*"]
recent_activity_max: 50
checkpoint_days: 14
evaluation_hook: on_change
`,
    ],
  ];
}

/**
 * The first files of a responsibility, which a person has to write: each says in a sentence what belongs into it. All
 * others are created when something is written into them.
 */
export function responsibilityFiles({ id, workspace, at }: Scaffold): readonly [string, string][] {
  const base = `registry/${id}`;
  const markdown = (role: string, body: string) =>
    `---
authored_by: human
author_id: user:owner
created_at: ${at}
updated_at: ${at}
source: manual:init@${at}
context_role: ${role}
---
${body}`;
  return [
    [
      `${base}/kernel.md`,
      markdown(
        "kernel",
        `# ${id}\n\n${unwritten.kernel}\n\n## Decides\n- ${unwritten.decides}\n\n## Does not decide\n- ${unwritten.asks}\n`,
      ),
    ],
    [
      `${base}/guardrails.md`,
      markdown(
        "guardrail",
        `# Guardrails\n\nRules that apply to every task.\n\n## Rules\n- [safety.ask_first] Ask before anything that cannot be undone.\n`,
      ),
    ],
    [`${base}/persona/golden_identity.md`, identity(at)],
    [`${base}/ai_context/model_preferences.md`, preferences({ id, workspace, at })],
  ];
}

function preferences({ id, workspace, at }: Scaffold): string {
  return `---
authored_by: human
author_id: user:owner
created_at: ${at}
updated_at: ${at}
source: manual:init@${at}
context_role: guardrail
preferred_model: unset
fallback_models: []
capability_overrides: []
last_detected_model: unknown
enforcement_mode: monitor
action_required: none
last_checked_at: ${at}
guardrail_clause: runtime.model_integrity
responsibility_id: ${id}
workspace_id: ${workspace}
bundle_file: model_preferences
update_mode: append
---
# Model preferences

## Policy notes
Which model this responsibility should be served by, and why. Set \`preferred_model\` above.

## Drift log
None.
`;
}

function identity(at: string): string {
  const headings = [
    "Mission",
    "Optimization",
    "Decision Style",
    "Ethics",
    "Voice",
    "Failure Modes",
  ];
  const sections = headings.map((heading) => `## ${heading}\n- ${unwritten.identity}\n`);
  return `---
authored_by: human
author_id: user:owner
created_at: ${at}
updated_at: ${at}
source: manual:init@${at}
context_role: persona
gip: true
---
# Golden identity

${sections.join("\n")}`;
}
