/** The folder in which every example of a command works. */
import { cpSync, lstatSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { root } from "../../scripts/run.ts";

/** What tests the task of the folder, which has no `npm test`. */
export const TEST_COMMAND = "grep -q metres.+ src/tide.ts";

/** Commands that make every file, entry and record which examples of commands name. */
export const preparations: readonly string[] = [
  "cp -r working-context wc && cp -r ocf bundle && cp -r ocf before && cp -r ocf bundle.ocf",
  "cp -r task-bundle fix-login",
  "holdall pack fix-login --out run.tar.gz",
  "mkdir runs && cp -r task-bundle runs/a && cp -r task-bundle run-a && cp -r task-bundle run-b",
  "cp -r task-bundle runs/fix-login--claude--1",
  "cp -r runs runs-of-may && cp -r runs runs-of-june",
  "mkdir app && echo 'Fix it' > task.md && echo Fixed > summary.md && echo x > app/x.txt",
  `echo '{"title":"T","task":"task.md","summary":"summary.md"}' > taskbundle.config.json`,
  `echo '{"checks":[{"name":"runs","kind":"command","command":"${TEST_COMMAND}"}]}' > checks.json`,
  "holdall task export fix-login --to harbor --checks checks.json --out harbor-task",
  "holdall task export run-a --to atif --out trajectory.json",
  "cp allowed_signers ~/.ssh",
  "holdall sign bundle --key ~/.ssh/id_ed25519",
  "git init -q --bare --template= team.git",
  "holdall push bundle git+./team.git#parser",
  "holdall pack working-context --out notes.wc.tar.gz",
  // A rejection in the trail would be dropped, and an example allows only changes.
  "rm ocf-kit/lifecycle.jsonl",
  "holdall pack ocf-kit --out kit.tar.gz",
  "holdall pack bundle --out bundle.tar.gz",
  "holdall seal bundle --to age1… --out bundle.tar.gz.age",
  "holdall convert orchard --to ocf --out after.tar.gz",
  "mkdir -p ~/.local/share/bash-completion/completions",
  // Examples run in that folder, and an agent's newest session there is meant.
  "mkdir ../copy",
  "holdall handoff session.jsonl claude --into ../copy",
  "holdall handoff session.jsonl codex --into ../copy",
  "mkdir -p ~/.claude/projects/-home-demo",
  "cp session.jsonl ~/.claude/projects/-home-demo/a0f480f4-ee98-4019-a0b9-385ba06fb410.jsonl",
  "holdall keep now",
  `printf '#!/bin/sh\nexec holdall verify "$2"\n' > my-validator && chmod +x my-validator`,
  "holdall init",
  "printf '\\0' > .holdall/blobs/6e340b9cffb37a989ca544e6bb780a2c78901d3fb33738768511a30617afa01d",
  `mkdir rip-log && echo '{"id":"a","session_id":"s","timestamp_ms":1,"seq":0,"type":"session_started","input":"Hi"}' > rip-log/events.jsonl`,
  `mkdir thread-log && printf '%s\\n' ${threadFrames()
    .map((frame) => `'${frame}'`)
    .join(" ")} > thread-log/events.jsonl`,
  "holdall ledger import thread-log",
  "echo 'Why?' > question.md",
  `echo '{"type":"output_text_delta","delta":"Because."}' > frames.jsonl`,
  "holdall dream wc --out a-dream",
  "holdall state commit 'The core crates are written in Rust' --id crates",
  "holdall state commit 'The queue holds fifty jobs' --id queue-size",
  "holdall state commit 'What is oldest is dropped first when jobs pile up' --id queue-rule",
  "holdall state commit 'Tests ran under Node 20' --id old-node",
  "holdall state commit 'Notes are kept in Markdown' --id notes",
  "holdall state commit 'Drafts lie in a drawer' --id drafts",
  "holdall state archive drafts",
  "holdall state commit 'Releases are cut on Fridays' --id release-days",
  "holdall state commit 'The parser is generated from the grammar file' --id a1b2c3",
  "holdall state commit 'The parser is generated from the schema file' --id 75e91d",
  // Refused, because it contradicts an entry in force.
  "! holdall state commit 'The parser is not generated from the schema file'",
  "holdall session checkpoint --agent-id claude --current-task 'port the parser' --session release",
  "holdall session use default",
  "holdall state commit 'The staging password is correct-horse' --id leaked",
  "holdall memory store 'Listings are cached for 90 seconds' --node-id caching-policy",
  "holdall memory learn 'Cut a release' --step 'ls records'",
  "mkdir records && echo 'Listings are cached for 90 seconds.' > records/caching.md",
  "holdall state commit 'Tests run before every push'",
  // A state of its own: what other examples commit must not come between a dream and its adoption.
  "holdall state commit 'Releases are cut on Mondays' --session kits",
  // Responsibilities with a queue and bundles in every status.
  "printf 'workspace_id: lab\\nsteward_responsibility_id: steward_lab\\n' > ros.config.yaml",
  ...["steward_lab", "build_cos", "docs_cos"].flatMap((id) => [
    `holdall responsibility add ${id}`,
    `holdall responsibility activate ${id}`,
  ]),
  "holdall request create 'Describe the flag' --from build_cos --to docs_cos --id req_a",
  "holdall request create 'Describe it' --from build_cos --to docs_cos --id req_b",
  "holdall request accept req_b --as docs_cos",
  `holdall request create 'New context' --from steward_lab --to docs_cos --id req_c --type new_context_available --as steward_lab --payload '{"bundle_ids":["b"],"objectives":["o"],"scope":"s"}'`,
  "holdall request create 'Late' --from build_cos --to docs_cos --id req_late --response-seconds 86400",
  'mkdir drop && for name in release plans archive; do echo "# $name" > drop/$name.md; done',
  ...["00", "10"].map(
    (second) => `holdall context drop scan --as steward_lab --now 2026-02-03T10:00:${second}Z`,
  ),
  ...["plans", "archive"].map(
    (name) =>
      `holdall context bundle register bundle_2026-02-03-${name} --primary docs_cos --as steward_lab`,
  ),
  "holdall context bundle dispatch bundle_2026-02-03-archive --as steward_lab",
  "echo '# Notes' > release-notes.md",
  "mkdir -p registry/docs_cos && echo '# Documentation' > registry/docs_cos/kernel.md",
  "holdall context views docs_cos",
  "holdall init --responsibility docs_cos",
  "mkdir -p registry/docs_cos/context/knowledge && echo '# Flags' > registry/docs_cos/context/knowledge/flags.md",
  `cp -r "${join(root, "examples/responsibilities/registry/docs/context/packs")}" registry/docs_cos/context/`,
  "holdall context brief build docs_cos release-1 --goal 'Write the release notes of 1.4'",
  "holdall context identity sign docs_cos --by user:ann",
  "holdall context refresh docs_cos",
  "holdall context refresh docs_cos --only open_requests --alerts --now 2099-01-01T00:00:00Z",
  "holdall context refresh docs_cos",
  "holdall ledger heads > heads.json",
  "git init -q --template= registry && for text in first second; do git -C registry add . && git -C registry -c user.name=ann -c user.email=ann@orchard.example commit -q --allow-empty -m $text; done",
  "holdall kit export --session kits --out a-kit",
  "holdall dream a-kit --out kit-dream",
  "holdall dream",
];

/** A thread, a message and a run with the ids that examples begin with. */
function threadFrames(): string[] {
  const [thread, message, run] = ["0197", "01a1", "01a1"].map(
    (start, index) => `${start}0000-0000-7000-8000-00000000000${index}`,
  );
  const who = { actor_id: "user", origin: "cli" };
  const frames = [
    [thread, "continuity", { type: "continuity_created", workspace: "/orchard", title: "Parser" }],
    [thread, "continuity", { type: "continuity_message_appended", ...who, content: "Why?" }],
    [
      thread,
      "continuity",
      { type: "continuity_run_spawned", run_session_id: run, message_id: message, ...who },
    ],
    [run, "session", { type: "session_started", input: "Why?" }],
  ] as const;
  return frames.map(([id, kind, payload], index) => {
    const seq = kind === "session" ? 0 : index;
    const eventId = index === 1 ? message : `e-${index}`;
    const stream = { session_id: id, stream_kind: kind, stream_id: id };
    return JSON.stringify({ id: eventId, ...stream, timestamp_ms: index, seq, ...payload });
  });
}

/**
 * Makes a folder equal to another again, by what differs: some file systems take long to create files right
 * after as many were removed.
 */
export function restoreFolder(folder: string, original: string): void {
  const names = new Set(readdirSync(original));
  for (const name of readdirSync(folder)) {
    if (!names.has(name)) rmSync(join(folder, name), { recursive: true });
  }
  for (const name of names) {
    const here = join(folder, name);
    const there = join(original, name);
    const kinds = [here, there].map((each) => kindOf(each));
    if (kinds[0] === "folder" && kinds[1] === "folder") restoreFolder(here, there);
    else if (kinds[0] !== "file" || !readFileSync(here).equals(readFileSync(there))) {
      rmSync(here, { recursive: true, force: true });
      cpSync(there, here, { recursive: true });
    }
  }
}

function kindOf(file: string): string {
  const stats = lstatSync(file, { throwIfNoEntry: false });
  if (stats?.isDirectory()) return "folder";
  return stats?.isFile() ? "file" : "other";
}
