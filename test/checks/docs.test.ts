import assert from "node:assert/strict";
import { existsSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { glob } from "node:fs/promises";
import { dirname, join } from "node:path";
import { after, before, describe, test } from "node:test";
import { checks } from "../../scripts/checks.ts";
import { commandsOf, holds } from "../../scripts/docs/console.ts";
import { makeScratch, type Scratch } from "../../scripts/docs/scratch.ts";
import { root, run } from "../../scripts/run.ts";
import { commandNames, loadCommand } from "../../src/cli/commands/registry.ts";

const program = join(root, "bin/holdall.cjs");
const pages = (await Array.fromAsync(glob(["*.md", "docs/**/*.md"], { cwd: root }))).sort();
const texts = new Map(pages.map((page) => [page, readFileSync(join(root, page), "utf8")]));

/** Programs that pages may use beside ours; CI has them all. */
const outside = ["age", "age-keygen", "ssh-keygen", "sha256sum", "tar", "jq"];
const missing = (await Promise.all(outside.map(isMissing))).filter((name) => name !== null);

const hasScript = (await isMissing("script")) === null;

/** Makes every file that examples of operations name. */
const preparations = [
  "cp -r working-context wc && cp -r ocf bundle && cp -r ocf before && cp -r ocf bundle.ocf",
  "cp -r task-bundle fix-login && holdall pack fix-login --out run.tar.gz",
  "mkdir runs && cp -r task-bundle runs/a && cp -r task-bundle run-a && cp -r task-bundle run-b",
  "mkdir app && echo 'Fix it' > task.md && echo Fixed > summary.md && echo x > app/x.txt",
  `echo '{"title":"T","task":"task.md","summary":"summary.md"}' > taskbundle.config.json`,
  `echo '{"checks":[{"name":"runs","kind":"command","command":"true"}]}' > checks.json`,
  "cp allowed_signers ~/.ssh",
  "holdall sign bundle --key ~/.ssh/id_ed25519",
  "holdall pack working-context --out notes.wc.tar.gz",
  // A rejection in the trail would be dropped, and an example allows only changes.
  "rm ocf-kit/lifecycle.jsonl && holdall pack ocf-kit --out kit.tar.gz",
  "holdall pack bundle --out bundle.tar.gz",
  "holdall seal bundle --to age1… --out bundle.tar.gz.age",
  "holdall convert orchard --to ocf --out after.tar.gz",
  "mkdir -p ~/.local/share/bash-completion/completions",
  // Examples run in that folder, and an agent's newest session there is meant.
  "mkdir ../copy && holdall handoff session.jsonl claude --into ../copy",
  "holdall handoff session.jsonl codex --into ../copy",
  `printf '#!/bin/sh\nexec holdall verify "$2"\n' > my-validator && chmod +x my-validator`,
  "holdall init && printf '\\0' > .holdall/blobs/6e340b9cffb37a989ca544e6bb780a2c78901d3fb33738768511a30617afa01d",
  `mkdir rip-log && echo '{"id":"a","session_id":"s","timestamp_ms":1,"seq":0,"type":"session_started","input":"Hi"}' > rip-log/events.jsonl`,
  `mkdir thread-log && printf '%s\\n' ${threadFrames()
    .map((frame) => `'${frame}'`)
    .join(" ")} > thread-log/events.jsonl`,
  "holdall ledger import thread-log && echo 'Why?' > question.md",
  `echo '{"type":"output_text_delta","delta":"Because."}' > frames.jsonl`,
  "holdall dream wc --out a-dream",
  "holdall state commit 'The core crates are written in Rust' --id crates",
  "holdall state commit 'The queue holds fifty jobs' --id queue-size",
  "holdall state commit 'What is oldest is dropped first when jobs pile up' --id queue-rule",
  "holdall state commit 'Tests ran under Node 20' --id old-node",
  "holdall state commit 'Notes are kept in Markdown' --id notes",
  "holdall state commit 'Drafts lie in a drawer' --id drafts && holdall state archive drafts",
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
  // Responsibilities with a queue, bundles in every status and lineage.
  "printf 'workspace_id: lab\\nsteward_responsibility_id: steward_lab\\n' > ros.config.yaml",
  ...["steward_lab", "build_cos", "docs_cos"].map(
    (id) => `holdall responsibility add ${id} && holdall responsibility activate ${id}`,
  ),
  "holdall request create 'Describe the flag' --from build_cos --to docs_cos --id req_a",
  "holdall request create 'Describe it' --from build_cos --to docs_cos --id req_b && holdall request accept req_b --as docs_cos",
  `holdall request create 'New context' --from steward_lab --to docs_cos --id req_c --type new_context_available --as steward_lab --payload '{"bundle_ids":["b"],"objectives":["o"],"scope":"s"}'`,
  "holdall request create 'Late' --from build_cos --to docs_cos --id req_late --response-seconds 60",
  `"${process.execPath}" -e 'const db = new (require("node:sqlite").DatabaseSync)("queue.sqlite"); db.exec("create table rfas (id text, workspace_id text, status text, payload text, created_at text)")'`,
  'mkdir drop && for name in release plans archive; do echo "# $name" > drop/$name.md; done',
  'for time in 00 10; do holdall context drop scan --as steward_lab --now 2026-02-03T10:00:$time"Z"; done',
  "for name in plans archive; do holdall context bundle register bundle_2026-02-03-$name --primary docs_cos --as steward_lab; done",
  "holdall context bundle dispatch bundle_2026-02-03-archive --as steward_lab",
  "echo '# Notes' > release-notes.md",
  "for id in sales_q1 report_q1; do holdall context lineage register $id --responsibility docs_cos --uri data/$id; done",
  "mkdir -p registry/docs_cos && echo '# Documentation' > registry/docs_cos/kernel.md && holdall context views docs_cos",
  "holdall init --responsibility docs_cos",
  `cp -r "${join(root, "examples/responsibilities/registry/docs/context/packs")}" registry/docs_cos/context/`,
  "holdall context brief build docs_cos release-1 --goal 'Write the release notes of 1.4'",
  "holdall context identity sign docs_cos --by user:ann && holdall context refresh docs_cos",
  "holdall context requests docs_cos --alerts --now 2099-01-01T00:00:00Z",
  "holdall ledger heads > heads.json",
  "git init -q registry && for text in first second; do git -C registry add . && git -C registry -c user.name=ann -c user.email=ann@orchard.example commit -q --allow-empty -m $text; done",
  "holdall kit export --session kits --out a-kit && holdall dream a-kit --out kit-dream",
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

describe("commands on pages do what the page says", () => {
  for (const [page, text] of texts) {
    const commands = commandsOf(text);
    if (commands.length === 0) continue;
    const needs = missing.filter((name) => commands.some((each) => each.text.includes(`${name} `)));
    const skip = needs.length > 0 && `not run: ${needs.join(", ")} is not installed`;
    test(page, { skip }, async () => {
      const scratch = await makeScratch(program);
      try {
        for (const command of commands) {
          const outcome = await scratch.run(command.text);
          const told = `${page}:${command.line}  $ ${command.text}\nexit code ${outcome.code}\n${outcome.output}`;
          assert(holds(command, outcome), `${told}\nrun npm run docs if this is as it should be`);
        }
      } finally {
        scratch.remove();
      }
    });
  }
});

describe("examples of commands work, and fit a terminal of 80 columns", () => {
  let scratch: Scratch;
  before(async () => {
    scratch = await makeScratch(program);
    for (const preparation of preparations) {
      const { code, output } = await scratch.run(preparation);
      assert.equal(code, 0, `${preparation}\n${output}`);
    }
  });
  after(() => scratch.remove());
  for (const name of commandNames) {
    test(name, async () => {
      for (const example of (await loadCommand(name)).examples) await runExample(example, scratch);
    });
  }
});

test("programs on pages run with the published entry points", async () => {
  const programs = [...texts].flatMap(([page, text]) =>
    [...text.matchAll(/^```js\n([\s\S]*?)^```$/gm)].map(([, code = ""]) => ({ page, code })),
  );
  assert(programs.length > 0);
  const scratch = await makeScratch(program);
  try {
    await scratch.run("mkdir node_modules");
    symlinkSync(root, join(scratch.folder, "node_modules/holdall"));
    for (const { page, code } of programs) {
      writeFileSync(join(scratch.folder, "page.mjs"), code);
      const outcome = await run(process.execPath, ["page.mjs"], { cwd: scratch.folder });
      assert.equal(outcome.code, 0, `${page}: ${outcome.output}`);
      assert.notEqual(outcome.output, "", `${page}: the program printed nothing`);
    }
  } finally {
    scratch.remove();
  }
});

test("npm commands on pages exist", () => {
  const { scripts } = JSON.parse(readFileSync(join(root, "package.json"), "utf8"));
  const names = new Set([...checks.map(({ name }) => name), "tests"]);
  let seen = 0;
  for (const [page, text] of texts) {
    for (const [, verb, script] of text.matchAll(/\bnpm (start|test|run ([a-z-]+))/g)) {
      seen++;
      assert(scripts[script ?? verb ?? ""], `${page}: there is no npm script "${script ?? verb}"`);
    }
    for (const [, only = ""] of text.matchAll(/--only ([a-z,]+)/g)) {
      for (const name of only.split(",")) assert(names.has(name), `${page}: no check "${name}"`);
    }
  }
  assert(seen > 0);
});

test("links between pages lead somewhere", () => {
  const broken = [...texts].flatMap(([page, text]) =>
    [...text.replaceAll(/^```[\s\S]*?^```$/gm, "").matchAll(/\]\(([^)#\s]+)(?:#[^)]*)?\)/g)]
      .map(([, target = ""]) => target)
      .filter((target) => !/^[a-z]+:/.test(target))
      .filter((target) => !existsSync(join(root, dirname(page), target)))
      .map((target) => `${page}: ${target}`),
  );
  assert.deepEqual(broken, []);
});

test("files that pages name by their path exist", () => {
  const absent = [...texts].flatMap(([page, text]) =>
    [...text.matchAll(/`((?:src|scripts|test|docs|bin)\/[\w./-]+\.\w+)`/g)]
      .map(([, path = ""]) => path)
      // The recipe's own example is on its page only.
      .filter((path) => !path.includes("/checklist/") && !existsSync(join(root, path)))
      .map((path) => `${page}: ${path}`),
  );
  assert.deepEqual(absent, []);
});

async function isMissing(name: string): Promise<string | null> {
  return (await run("/bin/sh", ["-c", `command -v ${name}`])).code === 0 ? null : name;
}

/** The number of the refusal that the preparations led to. */
async function refusedIn(scratch: Scratch): Promise<number> {
  const { output } = await scratch.run("holdall state log --type rejected --json");
  const { lines }: { lines: { seq: number; content: string | null }[] } = JSON.parse(output);
  return lines.find(({ content }) => content?.includes("is not generated"))?.seq ?? 0;
}

/** Runs an example in a copy of a folder that has every file which examples name. */
async function runExample(example: string, scratch: Scratch): Promise<void> {
  // What an example writes is not there yet.
  const out = / --out (\S+)/.exec(example)?.[1];
  const gone = example.startsWith("sign ") ? "bundle/SHA256SUMS.sig" : (out ?? "nothing");
  const fresh = `rm -rf ../copy && cp -r . ../copy && cd ../copy && rm -rf ${gone}`;
  // Following has no end of its own.
  const once = example.startsWith("thread follow") && !example.endsWith("--once") ? " --once" : "";
  const numbered = / --refused \d+/;
  const words = numbered.test(example)
    ? example.replace(numbered, ` --refused ${await refusedIn(scratch)}`)
    : example;
  const line = `${fresh} && PATH="$PATH:." && holdall ${words}${once}`;
  const outcome = await scratch.run(inTerminal(line));
  // Two different bundles are compared, and that is the answer.
  const expected = example.startsWith("diff") ? 1 : 0;
  assert.equal(outcome.code, expected, `holdall ${example}\n${outcome.output}`);
  if (!PRINTS_DOCUMENT.test(example)) assert.deepEqual(wideLines(outcome.output), [], example);
}

/** A command as a person sees it who has a terminal of 80 columns; where none can be had, as in a pipe. */
function inTerminal(line: string): string {
  if (!hasScript) return line;
  const file = `cat > ../line.sh <<'LINE'\n${line}\nLINE\n`;
  return `${file}SHELL=/bin/sh script -qec 'stty cols 80 && . ../line.sh < /dev/null' /dev/null`;
}

/** Examples that print a text for a program, a model or a file, which no terminal may break. */
const PRINTS_DOCUMENT =
  /--(?:json|raw|markdown|sums|format)\b|^(?:completion|render|schema|ledger heads|kit export|context (?:assemble|load)|memory (?:context|get|resolve))\b/;
const COMMAND =
  /(?:^ *|: {1,2}|["'`(]|→ )(?:holdall|npm|npx|git|cd|claude|codex|gemini|opencode|pi) /;

/** Lines of more than 80 columns, but for what must be copied whole: a path, an id, a hash, a command. */
function wideLines(output: string): readonly string[] {
  return output
    .split(/\r?\n/)
    .filter((line) => [...line].length > 80 && line.trim().includes(" ") && !COMMAND.test(line));
}
