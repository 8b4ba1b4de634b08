import { ageOf } from "../../base/age.ts";
import { fitColumns } from "../../base/text/fit-columns.ts";
import { formatBytes, formatCount, formatNumber } from "../../base/text/format-count.ts";
import { quoteForShell } from "../../base/text/quote-for-shell.ts";
import { printable } from "../../base/text/text.ts";
import type { Terminal } from "../terminal.ts";
import { documentOf } from "./document.ts";
import { automationLines, presentKeepOff, presentKeepOn } from "./keep/automation.ts";
import { presentKeepSync } from "./keep/sync.ts";
import type { Lines, Presenter, Presenters, Shown } from "./presenter.ts";

type Session = Shown<"keep list">["sessions"][number];

const presentNow: Presenter<"keep now"> = (output, terminal) => {
  const { sessions, added, updated, bytes, stored, gone, failed, unreadable } = output;
  if (output.unattended && failed.length === 0) return [];
  const changes = [
    added > 0 ? `${formatNumber(added)} new` : "",
    updated > 0 ? `${formatNumber(updated)} changed` : "",
    bytes > 0 ? `${formatBytes(bytes)} of new content in ${formatBytes(stored)}` : "",
  ].filter((text) => text !== "");
  const what = changes.length === 0 ? "nothing new" : changes.join(", ");
  const done = failed.length === 0 ? "" : `${formatNumber(sessions - failed.length)} of `;
  const count = `${done}${formatCount(sessions, "session")}`;
  return [
    `${terminal.style("green", "Kept")} ${count} in ${terminal.path(output.folder)} (${what})`,
    ...(gone.length === 0
      ? []
      : [
          `${formatCount(gone.length, "session")} no longer in the agents' stores; see \`holdall keep list --all --gone\``,
        ]),
    ...output.rewritten.map(
      ({ path }) => `An old part of ${terminal.path(path)} changed; the earlier content stays kept`,
    ),
    ...output.links.map(({ path }) => `Not kept: ${terminal.path(path)} is a link`),
    ...(output.signed ? ["Signed the newest run"] : []),
    ...unreadable.map(
      ({ agent, reason }) => `Cannot read all sessions of ${agent}: ${printable(reason)}`,
    ),
    ...failed.map(({ agent, id, reason }) => {
      const mark = terminal.style("red", "✗");
      return `${mark} ${agent} ${printable(id)}: ${printable(reason)}`;
    }),
  ];
};

/** One line for each kept session, which no terminal wraps. */
function sessionLines(sessions: readonly Session[], now: string, terminal: Terminal): string[] {
  const width = Math.max(...sessions.map(({ prefix }) => prefix.length));
  return sessions.map((session) => {
    const age = ageOf(Date.parse(now) - Date.parse(session.modified_at)).padStart(5);
    const head = `${session.agent.padEnd(8)} ${printable(session.prefix).padEnd(width)} ${age} ${formatBytes(session.bytes).padStart(9)}  `;
    const mark = session.state === "there" ? "" : `${markOf(session)}  `;
    const title = printable(session.title ?? session.cwd ?? session.id);
    const space = Math.max(10, terminal.width - head.length - mark.length);
    return `${head}${terminal.style("yellow", mark)}${terminal.style("bold", fitColumns(title, space))}`;
  });
}

function markOf({ state, host, missing_since }: Session): string {
  if (state === "elsewhere") return `on ${printable(host)}`;
  return `gone since ${missing_since?.slice(0, 10) ?? "the last run"}`;
}

const presentList: Presenter<"keep list"> = (output, terminal) => {
  const { sessions, found, elsewhere, now, unkept } = output;
  const more = found - sessions.length;
  const others = elsewhere > 0 ? `${formatNumber(elsewhere)} in other folders; see --all` : "";
  if (found === 0)
    return [
      others === ""
        ? "No such session is kept"
        : `No such session of this folder is kept; ${others}`,
      ...unkeptLines(unkept),
    ];
  return [
    ...sessionLines(sessions, now, terminal),
    ...(more > 0 ? [`and ${formatNumber(more)} more; see --limit`] : []),
    ...(others === "" ? [] : [others]),
    ...unkeptLines(unkept),
  ];
};

/** What would be lost today if agents lost their sessions. */
function unkeptLines(unkept: Shown<"keep status">["unkept"]): string[] {
  if (unkept === null) return [];
  const { sessions, newest, changed, to } = unkept;
  const title = newest === null ? "" : printable(newest.title ?? newest.id);
  const parts = [
    ...(newest === null
      ? []
      : [`${formatCount(sessions, "session")} (newest: ${newest.agent}, ${title})`]),
    ...(changed === 0 ? [] : [`what is new in ${formatCount(changed, "kept session")}`]),
  ];
  if (parts.length === 0) return [];
  const there = to === null ? "" : ` --to ${quoteForShell(to)}`;
  return [
    `Not kept yet: ${parts.join(", and ")}`,
    documentOf(`To keep everything: holdall keep now${there}`),
  ];
}

const presentVerify: Presenter<"keep verify"> = (output, terminal) => {
  const { ok, runs, sessions, bytes, faults, gone, missing_now, rewritten, signed_by } = output;
  const facts = `${formatCount(sessions, "session")}, ${formatCount(runs, "run")}, ${formatBytes(bytes)}`;
  const verdict = ok ? terminal.style("green", "OK") : terminal.style("red", "Damaged");
  return [
    ...faults.map(({ code, where, message }) => {
      return `${terminal.style("red", "✗")} ${code}  ${printable(where)}: ${printable(message)}`;
    }),
    `${verdict}  ${terminal.path(output.folder)} (${facts})`,
    ...(output.sealed_only === 0
      ? []
      : [
          `${formatCount(output.sealed_only, "sealed file")} compared with their hashes only; --identity FILE reads them`,
        ]),
    ...signed_by.map(({ run, signer }) => `Run ${run} is signed by ${printable(signer)}`),
    ...rewritten.map(
      ({ agent, path }) =>
        `${agent} ${printable(path)}: an old part changed; the earlier content stays kept`,
    ),
    ...goneLines(gone, missing_now),
  ];
};

function goneLines(
  gone: Shown<"keep verify">["gone"],
  missing: Shown<"keep verify">["missing_now"],
): string[] {
  return [
    ...gone.map(({ agent, id, last_seen_at, missing_since }) => {
      return `${agent} ${printable(id)} was deleted at its agent between ${last_seen_at} and ${missing_since}; it stays kept`;
    }),
    ...missing.map(({ agent, id }) => {
      return `${agent} ${printable(id)} was deleted at its agent since the last run; it stays kept`;
    }),
  ];
}

const VERBS = {
  restored: "Restored",
  moved: "Restored",
  there: "Already there",
  newer: "Left, newer there",
  different: "Left, different there",
  failed: "Failed",
} as const;

const presentRestore: Presenter<"keep restore"> = ({ sessions, dry_run }, terminal) => {
  const counts = Map.groupBy(sessions, ({ state }) => VERBS[state]);
  const summary = [...counts].map(
    ([verb, list]) => `${verb}: ${formatCount(list.length, "session")}`,
  );
  const shown =
    sessions.length <= MAX_DESCRIBED
      ? sessions
      : sessions.filter(({ state }) => state === "failed" || state === "different");
  return [
    ...(dry_run ? ["Preview of what would be reported:"] : []),
    ...shown.flatMap((session) => restoredLines(session, terminal)),
    ...(sessions.length === 1 ? [] : summary),
    ...(dry_run ? ["Nothing was written; leave out --dry-run to restore."] : []),
  ];
};

/** With more sessions than this, only those that need attention are described. */
const MAX_DESCRIBED = 10;

function restoredLines(
  session: Shown<"keep restore">["sessions"][number],
  terminal: Terminal,
): string[] {
  const { agent, id, state, path, files, bytes, reason, resume, cwd, notes } = session;
  const facts =
    state === "restored" && files > 0
      ? ` (${formatCount(files, "file")}, ${formatBytes(bytes)})`
      : "";
  const [command] = resume;
  const folder = cwd === null ? "" : `cd ${quoteForShell(cwd)} && `;
  const canResume =
    command !== undefined && (state === "restored" || state === "moved" || state === "there");
  return [
    `${terminal.style(state === "failed" ? "red" : "green", VERBS[state])}  ${agent} ${printable(id)}${facts}`,
    ...(path === null ? [] : [`  ${terminal.path(path)}`]),
    ...(reason === null ? [] : [`  ${printable(reason)}`]),
    ...notes.map((note) => `  ${printable(note)}`),
    ...(canResume
      ? [documentOf(`  To continue: ${folder}${command.map(quoteForShell).join(" ")}`)]
      : []),
  ];
}

const presentStatus: Presenter<"keep status"> = (output, terminal) => [
  ...contentLines(output, terminal),
  "",
  ...automationLines(output.automation, new Date(output.now), terminal),
];

function contentLines(output: Shown<"keep status">, terminal: Terminal): string[] {
  const { exists, folder, sessions, gone, stored, machines, agents, folders, now, unkept } = output;
  if (!exists) return [`Nothing is kept in ${terminal.path(folder)}`, ...unkeptLines(unkept)];
  const ageAt = (at: string) => ageOf(Date.parse(now) - Date.parse(at));
  const shown = folders.slice(0, MAX_FOLDERS);
  return [
    `${formatCount(sessions, "session")} in ${terminal.path(folder)} (${formatBytes(stored)}); ${formatNumber(gone)} of them exist nowhere else`,
    ...unkeptLines(unkept),
    ...(output.sealed ? ["Sealed: without an identity nobody else can read it"] : []),
    ...(output.unread === 0
      ? []
      : [`${formatCount(output.unread, "record")} cannot be read here; add --identity FILE`]),
    ...machines.map(
      ({ host, runs, checked_at }) =>
        `Last run on ${printable(host)}: ${checked_at} (${ageAt(checked_at)}; ${formatCount(runs, "run")})`,
    ),
    "",
    ...groupLines(agents, (name) => name ?? ""),
    "",
    ...groupLines(shown, (name) => (name === null ? "(no folder)" : terminal.path(name))),
    ...(folders.length > shown.length
      ? [`and ${formatCount(folders.length - shown.length, "folder")} more; see --json`]
      : []),
  ];
}

/** The largest folders are listed. */
const MAX_FOLDERS = 10;

function groupLines(
  groups: Shown<"keep status">["agents"],
  nameOf: (name: string | null) => string,
): string[] {
  return groups.map(({ name, sessions, gone, bytes }) => {
    const missing = gone > 0 ? `  ${formatNumber(gone)} gone at the agent` : "";
    return `${formatNumber(sessions).padStart(7)}  ${formatBytes(bytes).padStart(9)}  ${printable(nameOf(name))}${missing}`;
  });
}

const presentShow: Presenter<"keep show"> = ({ session, files }, terminal) => {
  const { agent, id, title, cwd, modified_at, kept_since, last_seen_at, missing_since, host } =
    session;
  const between = `between ${last_seen_at} and ${missing_since}`;
  const when = missing_since === null ? "since the last run" : between;
  const isGone = session.state !== "there" && (missing_since !== null || session.state === "gone");
  const gone = isGone ? `deleted at its agent ${when}` : "";
  return [
    `${agent} ${printable(id)}  ${terminal.style("bold", printable(title ?? ""))}`,
    ...(cwd === null ? [] : [`  folder      ${terminal.path(cwd)}`]),
    `  written     ${modified_at}`,
    `  kept since  ${kept_since}${host === "" ? "" : ` on ${printable(host)}`}`,
    ...(gone === "" ? [] : [`  ${terminal.style("yellow", gone)}`]),
    ...files.map(({ path, bytes, earlier }) => {
      const more = earlier > 0 ? `  and ${formatCount(earlier, "earlier content")}` : "";
      return `  ${formatBytes(bytes).padStart(9)}  ${path === null ? "(no place here)" : terminal.path(path)}${more}`;
    }),
  ];
};

const presentRemoved: Lines<Shown<"keep forget">> = (output, terminal) => {
  const { dry_run, sessions, freed } = output;
  const verb = dry_run ? "Would remove" : terminal.style("green", "Removed");
  const size = dry_run ? "" : ` (the backup is ${formatBytes(Math.max(0, freed))} smaller)`;
  return [
    ...sessions.map(({ agent, id, title, bytes }) =>
      `  ${agent} ${printable(id)}  ${formatBytes(bytes)}  ${printable(title ?? "")}`.trimEnd(),
    ),
    `${verb} ${output.earlier ? "earlier contents of " : ""}${formatCount(sessions.length, "session")}${size}`,
  ];
};

/** How the results of these operations are shown. */
export default {
  "keep now": presentNow,
  "keep list": presentList,
  "keep restore": presentRestore,
  "keep show": presentShow,
  "keep status": presentStatus,
  "keep verify": presentVerify,
  "keep forget": presentRemoved,
  "keep prune": presentRemoved,
  "keep on": presentKeepOn,
  "keep off": presentKeepOff,
  "keep sync": presentKeepSync,
} satisfies Presenters<"keep">;
