import { formatCount, formatNumber } from "../../../base/text/format-count.ts";
import { FactList } from "../../../web/components/fact-list.tsx";
import { FindingList } from "../../../web/components/finding-list.tsx";
import { type Column, Table } from "../../../web/components/table.tsx";
import type { PageFinding } from "../../../web/page.ts";
import { groupLosses } from "../../../web/text/group-losses.ts";
import type { BundleCheck, ConversionData, FindingData } from "./bundle-data.ts";

/** The check of one bundle. */
interface BundleReportProps {
  readonly check: BundleCheck;
  readonly onClose: () => void;
}

/** One bundle: its verdict, what is wrong with it, what it contains, what it converts to. */
export function BundleReport({ check, onClose }: BundleReportProps) {
  const { name, inspect, verify, conversions } = check;
  return (
    <>
      <header class="bundle-head">
        <h2>
          <bdi>{inspect?.title ?? name}</bdi>
        </h2>
        <button type="button" onClick={onClose} aria-label={`Close ${name}`}>
          Close
        </button>
      </header>
      <p class={verify.ok ? "big good" : "big bad"}>{verify.ok ? "✓ Intact" : "✗ Not intact"}</p>
      <FactList facts={factsOf(check)} />
      <h3>Findings</h3>
      <FindingList findings={verify.findings.map(asPageFinding)} />
      {(inspect?.outline ?? []).map(({ heading, lines }) => (
        <section key={heading} class="bundle-part">
          <h3>
            <bdi>{heading}</bdi>
          </h3>
          <ul class="outline">
            {lines.slice(0, MAX_LINES).map((line, at) => (
              <li key={at} dir="auto">
                {line}
              </li>
            ))}
          </ul>
          {lines.length > MAX_LINES && (
            <p class="quiet">{formatCount(lines.length - MAX_LINES, "more line")}</p>
          )}
        </section>
      ))}
      {conversions.length > 0 && (
        <section class="bundle-part">
          <h3>Converted to other formats</h3>
          <Table label="Conversions" columns={columns} rows={conversions} />
        </section>
      )}
    </>
  );
}

/** Lines of one part of the contents; a reader wants an outline. */
const MAX_LINES = 50;

function factsOf({ name, inspect, verify }: BundleCheck) {
  const signer = verify.signed_by;
  const sums = verify.summed === null ? "none" : `${formatCount(verify.summed, "file")} checked`;
  const facts = [
    { label: "Name", value: name },
    {
      label: "Format",
      value: inspect?.format == null ? "unknown" : `${inspect.format} ${inspect.version ?? ""}`,
    },
    { label: "Sums", value: sums },
    {
      label: "Signature",
      value: signer === null ? "none" : (signer.principal ?? signer.fingerprint),
    },
  ];
  const known = (inspect?.facts ?? []).map(({ label, value }) => ({ label, value: String(value) }));
  return [...facts, ...known];
}

function asPageFinding({ severity, code, message, file, line, pointer }: FindingData): PageFinding {
  const place = [file, line, pointer].filter((part) => part !== null).join(":");
  return { severity, code, message, place };
}

const columns: readonly Column<ConversionData>[] = [
  { heading: "Format", cell: ({ to }) => to },
  ...(["kept", "changed", "dropped"] as const).map(
    (kind): Column<ConversionData> => ({
      heading: kind.charAt(0).toUpperCase() + kind.slice(1),
      isNumber: true,
      cell: ({ loss }) => (loss === null ? "–" : formatNumber(loss[kind])),
    }),
  ),
  { heading: "Losses", cell: reasonsOf },
];

/** Reasons that a row names; the command reports all of them. */
const MAX_REASONS = 3;

function reasonsOf({ loss, reason }: ConversionData) {
  if (loss === null) return <bdi class="quiet">{reason}</bdi>;
  const groups = groupLosses(loss.items);
  if (groups.length === 0) return <span class="good">nothing is lost</span>;
  const more = groups.length - MAX_REASONS;
  return (
    <ul>
      {groups.slice(0, MAX_REASONS).map(({ kind, why, count }) => (
        <li key={`${kind}/${why}`}>
          <bdi>
            {formatNumber(count)} {kind}: {why}
          </bdi>
        </li>
      ))}
      {more > 0 && <li class="quiet">and {formatCount(more, "more reason")}</li>}
    </ul>
  );
}
