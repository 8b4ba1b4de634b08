/**
 * The files of `src/` that may write to a disk by themselves, each with the reason why a loss of power does no harm
 * there. Everything else is written by `src/durable/`, or built by a file of this list and placed by
 * `writeAtomically()`, which syncs all of it.
 */

/** What changes files or folders. */
export const writingNames: readonly string[] = [
  "writeFileSync",
  "appendFileSync",
  "writeSync",
  "writevSync",
  "createWriteStream",
  "renameSync",
  "linkSync",
  "symlinkSync",
  "copyFileSync",
  "cpSync",
  "truncateSync",
  "ftruncateSync",
  "mkdirSync",
  "mkdtempSync",
  // Of node:fs/promises; other code uses some of these words for other things.
  "writeFile",
  "appendFile",
  "copyFile",
  "mkdtemp",
];

const BUILDS = "builds a result under a temporary name, which writeAtomically() syncs and places";
const SCRATCH = "writes into a temporary folder that ends with the process";

/** Who may, and why. */
export const durableWriters: Readonly<Record<string, string>> = {
  "src/disk/write-atomically.ts": BUILDS,
  "src/disk/bundle-writer.ts": BUILDS,
  "src/disk/pack.ts": BUILDS,
  "src/disk/unpack.ts": BUILDS,
  "src/disk/unzip.ts": BUILDS,
  "src/disk/write-stream.ts": BUILDS,
  "src/disk/zip.ts": BUILDS,
  "src/disk/temporary.ts": SCRATCH,
  "src/agents/records/open-database.ts": SCRATCH,
  "src/bundles/disk/sign-bundle.ts": BUILDS,
  "src/bundles/disk/unpack-to.ts": BUILDS,
  "src/ledger/disk/write-log.ts": BUILDS,
  "src/tasks/disk/judge/judge-result.ts": BUILDS,
  "src/tasks/disk/lay-out.ts": BUILDS,
  "src/tasks/disk/report/inspect-logs.ts": BUILDS,
  "src/tasks/disk/exchange/harbor/export.ts": BUILDS,
  "src/tasks/disk/report/write-report-file.ts": BUILDS,
  "src/tour/parts/bundles.ts": SCRATCH,
  "src/tour/parts/threads.ts": SCRATCH,
  "src/tour/write-bundles.ts": BUILDS,
  "src/sessions/transcript-folder.ts": SCRATCH,
  "src/handoff/disk/to-bundle.ts": SCRATCH,
  "src/handoff/disk/rehearse.ts": SCRATCH,
  "src/handoff/disk/prove.ts": SCRATCH,
  "src/handoff/disk/update-backup.ts": BUILDS,
  "src/carriers/git/read-files.ts": BUILDS,
  "src/carriers/listed-files.ts": BUILDS,
  "src/carriers/oci/download.ts": BUILDS,
  "src/carriers/oci/receive.ts": BUILDS,
  "src/carriers/ssh/ssh.ts": SCRATCH,
  "src/carriers/folder/folder.ts": BUILDS,
  "src/share/pull.ts": BUILDS,
  "src/backup/lay-out-file.ts": BUILDS,
  "src/backup/materialise.ts": SCRATCH,
  "src/keep/sync/remote-copy.ts": SCRATCH,
  "src/sessions/acp/copy-agent-files.ts": SCRATCH,
  "src/sessions/acp/run-server.ts": SCRATCH,
  "src/bundles/disk/run-conformance.ts": SCRATCH,
  "src/pages/conversation/row-file.ts": SCRATCH,
  "src/tasks/disk/transcript-files.ts": SCRATCH,
  "src/programs/container/run-in-container.ts": SCRATCH,
  "src/tasks/disk/container/run-contained.ts": SCRATCH,
  "src/tasks/disk/run/copied-login.ts": SCRATCH,
  "src/tasks/disk/run/run-environment.ts": SCRATCH,
  "src/tasks/disk/git.ts": SCRATCH,
  "src/tasks/disk/git-patch.ts": SCRATCH,
  "src/tasks/disk/run/diff-from-start.ts": SCRATCH,
  "src/tasks/disk/judge/lay-over.ts": SCRATCH,
  "src/tasks/disk/judge/run-check.ts": SCRATCH,
  "src/tasks/disk/run/run-contestant.ts": SCRATCH,
  "src/http/upload.ts": SCRATCH,
  "src/cli/commands/serve.ts": SCRATCH,
  "src/stores/sqlite/open-database.ts": SCRATCH,
  "src/stores/sqlite/folder.ts":
    "creates an empty database, which SQLite fills and syncs with its folder",
  "src/stores/sqlite/sqlite.ts":
    "creates a file for a copy, which is synced before it gets its name",
  "src/stores/sqlite/head-file.ts": "may lag behind the database; see the file",
  "src/curator/disk/lock.ts": "a lock, which ends with its process",
  "src/sessions/index/open-index.ts": "a cache of what can be read again",
  "src/hosts/hook-log.ts": "a log for people, of which the last lines may be lost",
  "src/cli/overview.ts": "writes to the terminal",
};
