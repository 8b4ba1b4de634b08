import type { Finding } from "../../base/findings.ts";
import { formatCount, formatNumber } from "../../base/text/format-count.ts";
import { excerptLine } from "../../base/text/one-line.ts";
import { excerpt, printable, printableLine } from "../../base/text/text.ts";
import { columns } from "../terminal.ts";
import { mandateLines, withMeaning } from "./context/mandate.ts";
import { documentOf } from "./document.ts";
import { findingLines } from "./findings.ts";
import type { PiecePresenter, PiecePresenters, Presenter, Presenters, Shown } from "./presenter.ts";

const presentAssemble: Presenter<"context assemble"> = ({ prompt, warnings }, terminal) => [
  documentOf(prompt),
  ...warnings.map((warning) => terminal.style("yellow", `! ${printable(warning)}`)),
];

const presentBriefBuild: Presenter<"context brief build"> = (output, terminal) => {
  const { path, tokens, principles, packs, density_tokens: density, density_level: level } = output;
  const head = terminal.style("green", "Built");
  return [
    `${head} ${printableLine(path)} (${tokens} tokens, ${principles} principles, packs ${packs.join(", ") || "none"})`,
    `  with its sources ${density} tokens: ${level}`,
    ...output.rejected.map(
      ({ file, text, reason }) =>
        `  ! left out of ${printableLine(file)}: ${excerpt(text)} (${reason})`,
    ),
    ...output.warnings.map((warning) => terminal.style("yellow", `  ! ${printable(warning)}`)),
  ];
};

const presentBriefCheck: Presenter<"context brief check"> = ({ ok, path, faults }, terminal) => {
  const verdict = ok ? terminal.style("green", "OK") : terminal.style("red", "Failed");
  return [`${verdict} ${printableLine(path)}`, ...faults.map((fault) => `  ✗ ${printable(fault)}`)];
};

const presentBundleChanged: Presenter<
  | "context bundle register"
  | "context bundle dispatch"
  | "context bundle retire"
  | "context bundle reject"
> = ({ bundle, changed, rfa_ids }) => [
  changed
    ? `${stepOf(bundle)} ${bundleLine(bundle)}`
    : `Unchanged: ${bundle.bundle_id} is already ${bundle.ingestion_status}`,
  ...rfa_ids.map((id) => `  offered by request ${id}`),
];

/** The step that led here; a rejected bundle stays pending. */
function stepOf({ ingestion_status: status }: Shown<"context bundle show">["bundle"]): string {
  return status === "pending"
    ? "Rejected"
    : `${status.slice(0, 1).toUpperCase()}${status.slice(1)}`;
}

/** A bundle in one line. */
function bundleLine(bundle: Shown<"context bundle show">["bundle"]): string {
  const { bundle_id, ingestion_status, scope, primary_responsibilities: primary, review } = bundle;
  const facts = [
    formatCount(bundle.files, "file"),
    primary.length === 0 ? "no recipient yet" : `for ${primary.join(", ")}`,
    ...(review === null ? [] : [`${review.decision}: ${excerpt(review.reason, 80)}`]),
    ...(bundle.metadata === "changed" ? ["bundle.yaml was changed by hand"] : []),
    ...(bundle.fault === null ? [] : [excerpt(bundle.fault, 120)]),
  ];
  return `${bundle_id}  ${ingestion_status}  ${excerpt(scope, 60)}  (${facts.join("; ")})`;
}

const presentBundleList: Presenter<"context bundle list"> = ({ bundles, backlog }) => [
  ...(bundles.length === 0 ? ["No bundles"] : bundles.map(bundleLine)),
  ...(backlog === 0 ? [] : [`${formatCount(backlog, "bundle")} waiting for the steward`]),
];

const presentBundleShow: Presenter<"context bundle show"> = ({ bundle, lineage }) => [
  bundleLine(bundle),
  ...bundle.rfa_ids.map((id) => `  request ${id}`),
  ...lineage.map(({ uri, created_at, bundles }) => {
    const others = bundles.filter((id) => id !== bundle.bundle_id).map((id) => excerpt(id));
    const shared = others.length === 0 ? "" : `; also in ${others.join(", ")}`;
    return `  ${excerptLine(uri, 120)}, received ${created_at}${shared}`;
  }),
];

const presentCompact: Presenter<"context compact"> = (output, terminal) =>
  mandateLines(output, terminal);

const presentDropScan: Presenter<"context drop scan"> = ({ bundles, linked, waiting, skipped }) => [
  `Took in ${formatCount(bundles.length, "file")}; ${waiting.length} still waiting`,
  ...bundles.map((id) => `  bundle ${id}`),
  ...linked.map((name) => `  ${excerptLine(name, 200)} has known content`),
  ...waiting.map((name) => `  ${excerptLine(name, 200)} is taken in when it no longer changes`),
  ...skipped.map(({ path, reason }) => `  ${excerptLine(path, 200)} was skipped: ${reason}`),
];

const presentFresh: Presenter<"context fresh"> = ({ responsibilities }, terminal) => {
  if (responsibilities.length === 0) return ["There are no responsibilities here"];
  return responsibilities.map(({ responsibility_id: id, fresh, stale, refreshed }) => {
    const isNew = stale.includes("bundle");
    if (refreshed) {
      const why = isNew ? "files were missing" : `${sourcesText(stale)} had changed`;
      return `${terminal.style("green", "Refreshed")} ${id}: ${why}`;
    }
    if (fresh) return `${terminal.style("green", "Up to date:")} ${id}`;
    const why = isNew
      ? "not all files have been written (--fix writes them)"
      : `changed since its files were written: ${sourcesText(stale)} (--fix refreshes them)`;
    return `${terminal.style("yellow", "Outdated:")} ${id}; ${why}`;
  });
};

/** What files are built from, in words. */
const sourceNames: Readonly<Record<string, string>> = { request_events: "requests" };

function sourcesText(sources: readonly string[]): string {
  return sources.map((name) => sourceNames[name] ?? name).join(", ");
}

const presentIdentitySign: Presenter<"context identity sign"> = (
  { responsibility_id: id, approved_by: by, sha256, findings },
  terminal,
) => [
  `${terminal.style("green", "Signed")} the golden identity of ${id}, which describes who it is, as ${printable(by)} (${sha256.slice(0, 12)})`,
  ...findingLines(findings, terminal),
];

const presentIngest: Presenter<"context ingest"> = ({ bundle, request_id, created }) => [
  `${created ? "Prepared" : "Already prepared:"} ${bundleLine(bundle)}`,
  ...(request_id === null ? [] : nextSteps(request_id)),
];

function nextSteps(request: string): readonly string[] {
  return [
    `  asked the steward, who reviews new context, to take it in: request ${request}`,
    "To continue, as the steward:",
    `  holdall request accept ${request} --to RESPONSIBILITY --as STEWARD`,
  ];
}

const presentLoad: Presenter<"context load"> = ({ text }) => [documentOf(text)];

/** What to do about curated files that are missing. */
function missingCure(findings: readonly Finding[], id: string): readonly string[] {
  const missing = findings.filter(({ code }) => code === "E_MISSING_FILE");
  if (missing.length === 0) return [];
  const hasPolicy = !missing.some(({ file }) => file?.endsWith("/model_preferences.md"));
  return [
    ...(hasPolicy ? [] : [`→ create the policy with \`holdall init --responsibility ${id}\``]),
    `→ write the other files with \`holdall context refresh ${id}\``,
  ];
}

const presentModelDecide: Presenter<"context model decide"> = (output, terminal) =>
  mandateLines(output, terminal);

const presentRefresh: Presenter<"context refresh"> = ({ results }, terminal) =>
  results.flatMap((result) => mandateLines(result, terminal));

type One = Shown<"context status">["responsibilities"][number];

const presentStatus: Presenter<"context status"> = (output, terminal) => {
  const { workspace_id: id, steward, responsibilities } = output;
  const head = `${terminal.style("bold", id)} (new context is reviewed by its steward, ${steward})`;
  if (responsibilities.length === 0) return [head, "There are no responsibilities yet"];
  const rows = responsibilities.map((one) => {
    const volume = tokensText(one);
    const facts = [volume, freshness(one), queue(one), model(one)];
    return [one.responsibility_id, facts.join(", ")] as const;
  });
  return [head, ...columns(rows, terminal)];
};

function freshness({ fresh, stale, fault }: One): string {
  if (fault !== null) return fault;
  if (stale.includes("bundle")) return "not all files have been written";
  return fresh ? "up to date" : `outdated (changed: ${sourcesText(stale)})`;
}

function queue({ pending, accepted, deferred, at_risk: risk, breached }: One): string {
  const counts = [
    [pending, "pending"],
    [accepted, "accepted"],
    [deferred, "deferred"],
    [risk, "nearly late"],
    [breached, "late"],
  ] as const;
  const open = counts.filter(([count]) => count > 0).map(([count, name]) => `${count} ${name}`);
  return open.length === 0 ? "no open requests" : `requests: ${open.join(", ")}`;
}

function model({
  preferred_model: preferred,
  detected_model: detected,
  model_class: kind,
  model_blocked,
}: One): string {
  if (preferred === null) return "no model policy";
  if (kind === "unknown") return "model unknown";
  const seen = `model ${excerpt(detected ?? "unknown")} (${kind})`;
  return model_blocked ? `${seen}, blocked until decided` : seen;
}

const presentTelemetryExport: Presenter<"context telemetry export"> = ({ metrics, alerts }) => [
  ...metrics.map(
    ({ recorded_at, metric_name, metric_value, unit, status, responsibility_id }) =>
      `${recorded_at}  ${metric_name} ${metric_value} ${excerpt(unit)}  ${status}  ${responsibility_id ?? ""}`,
  ),
  ...alerts.map(
    ({ created_at, alert_type, severity, note }) =>
      `${created_at}  alert ${alert_type}  ${severity}  ${excerpt(note ?? "", 120)}`,
  ),
  `${formatCount(metrics.length, "measurement")}, ${formatCount(alerts.length, "alert")}`,
];

const presentValidate: Presenter<"context validate"> = (output, terminal) => {
  const { ok, responsibility_id: id, violations, warnings, passed, score } = output;
  const verdict = ok ? terminal.style("green", "OK") : terminal.style("red", "Failed");
  return [
    `${verdict} ${id}: ${formatCount(passed.length, "file")} passed, score ${score.toFixed(2)}`,
    ...findingLines([...violations, ...warnings], terminal),
    ...missingCure(violations, id),
  ];
};

const presentVerify: Presenter<"context verify"> = (output, terminal) => {
  const { ok, responsibility_id: id, refreshes, bundle, findings } = output;
  const verdict = ok ? terminal.style("green", "OK") : terminal.style("red", "Failed");
  const recorded = formatCount(refreshes, "recorded refresh", "recorded refreshes");
  return [
    `${verdict} ${id}: ${recorded}, the last is ${bundle.slice(0, 12)}`,
    ...findingLines(findings, terminal),
    ...missingCure(findings, id),
  ];
};

const presentViews: Presenter<"context views"> = ({
  written,
  unchanged,
  differing,
  missing,
  orphans,
}) => {
  const left = [...differing, ...missing].filter((name) => !written.includes(name));
  const faults = left.length + orphans.length;
  const done = describe(written.length, faults, unchanged);
  return [
    done,
    ...left.map((name) => `  ${excerpt(name, 200)} is missing or differs from its request`),
    ...orphans.map((name) => `  ${excerpt(name, 200)} has no request`),
  ];
};

function describe(written: number, faults: number, unchanged: number): string {
  if (written > 0) return `Wrote ${formatCount(written, "page")}; ${unchanged} were up to date`;
  if (faults === 0) return `Up to date: ${formatCount(unchanged, "page")}`;
  return `Found faults in ${formatCount(faults, "page")}; ${unchanged} are up to date`;
}

const presentVolume: Presenter<"context volume"> = (output, terminal) => {
  const { level, prominence_pct: prominence, previous_total: previous } = output;
  const rows: (readonly [string, string])[] = [
    ["what a model reads", tokensText(output)],
    ...output.sections.map((section) => [`  ${section.name}`, tokensText(section)] as const),
    ["volume", `${terminal.style(level, level)}, ${formatCount(output.total_lines, "line")}`],
    ["curated files", formatCount(output.bundle_lines, "line")],
    ["authored", formatCount(output.authored_lines, "line")],
    ["growth", previous === null ? "never published" : `${output.growth_pct.toFixed(2)} %`],
    ["critical workflows", prominence === null ? "none declared" : `${prominence.toFixed(1)} %`],
  ];
  const blocked = output.blocked;
  return [
    ...columns(rows, terminal),
    ...output.warnings.map((warning) =>
      terminal.style("yellow", `! ${withMeaning(printable(warning))}`),
    ),
    ...(blocked === null
      ? []
      : [terminal.style("red", `A refresh would be blocked: ${blocked.detail}`)]),
  ];
};

function tokensText({ tokens, budget }: { tokens: number; budget: number }): string {
  return `${formatNumber(tokens)} of ${formatNumber(budget)} tokens`;
}

const presentWatch: Presenter<"context watch"> = ({ looks, done }) => [
  `Stopped after ${formatCount(looks, "check")}; ${formatCount(done, "action")} taken`,
];

/** One line for each thing that was done, beginning with its time. */
const watchPiece: PiecePresenter<"context watch"> = ({
  at,
  event,
  responsibility_id: id,
  detail,
}) => [`${at} ${event}${id === null ? "" : ` ${id}`}: ${printable(detail)}`];

/** How the results of these operations are shown. */
export default {
  "context drop scan": presentDropScan,
  "context ingest": presentIngest,
  "context bundle list": presentBundleList,
  "context bundle show": presentBundleShow,
  "context bundle register": presentBundleChanged,
  "context bundle dispatch": presentBundleChanged,
  "context bundle retire": presentBundleChanged,
  "context bundle reject": presentBundleChanged,
  "context telemetry export": presentTelemetryExport,
  "context views": presentViews,
  "context status": presentStatus,
  "context refresh": presentRefresh,
  "context fresh": presentFresh,
  "context volume": presentVolume,
  "context validate": presentValidate,
  "context verify": presentVerify,
  "context compact": presentCompact,
  "context model decide": presentModelDecide,
  "context load": presentLoad,
  "context assemble": presentAssemble,
  "context brief build": presentBriefBuild,
  "context brief check": presentBriefCheck,
  "context identity sign": presentIdentitySign,
  "context watch": presentWatch,
} satisfies Presenters<"context">;

/** How the pieces of these operations are shown. */
export const pieces = {
  "context watch": watchPiece,
} satisfies PiecePresenters<"context">;
