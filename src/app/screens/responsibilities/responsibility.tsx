import { useState } from "preact/hooks";
import { formatCount, formatNumber } from "../../../base/text/format-count.ts";
import { FindingList } from "../../../web/components/finding-list.tsx";
import { Mark } from "../../../web/components/mark.tsx";
import { Bar } from "../../../web/components/pictures/bar.tsx";
import { type Column, Table } from "../../../web/components/table.tsx";
import { formatMoment } from "../../../web/text/format-time.ts";
import { Answered } from "../../answered.tsx";
import { useHead } from "../../head.ts";
import type { ScreenProps } from "../../screens.ts";
import { useCall } from "../../use-call.ts";
import { findingWithPlace } from "../trust/trust-data.ts";
import { AssembledContext } from "./assembled-context.tsx";
import { CuratedFiles } from "./curated-files.tsx";
import { Refresh } from "./refresh.tsx";
import { type ContextCheck, type ContextVolume, levelLooks } from "./responsibility-data.ts";

/** One responsibility: what its last refresh changed, its files with their provenance, its prompt. */
export default function Responsibility({ params }: ScreenProps) {
  const id = params.id ?? "";
  const input = { id };
  const check = useCall({ operation: "context verify", input });
  const volume = useCall({ operation: "context volume", input });
  const [refreshes, setRefreshes] = useState(0);
  useHead({ title: id, command: `holdall context status ${id}` });
  const showAgain = () => {
    check.reload();
    volume.reload();
    setRefreshes(refreshes + 1);
  };
  return (
    <>
      <section class="part first">
        <h2>Last refresh</h2>
        <Answered answer={check} what="Checking the curated files">
          {(value) => <LastRefresh check={value} />}
        </Answered>
        <Refresh id={id} onDone={showAgain} />
      </section>
      <section class="part">
        <h2>Curated files</h2>
        <CuratedFiles key={refreshes} id={id} />
      </section>
      <AssembledContext id={id} />
      <section class="part">
        <h2>Volume</h2>
        <Answered answer={volume} what="Measuring">
          {(value) => <Volume volume={value} />}
        </Answered>
      </section>
      <p class="links">
        <a href={`/requests?to=${encodeURIComponent(id)}`}>Requests to {id}</a>
      </p>
    </>
  );
}

function LastRefresh({ check }: { readonly check: ContextCheck }) {
  const { ok, refreshes, last_refresh: last, findings } = check;
  return (
    <>
      <p>
        <Mark look={ok ? "good" : "bad"}>
          {ok ? "The curated files are those that were recorded" : "The check found faults"}
        </Mark>{" "}
        <span class="quiet">{formatCount(refreshes, "refresh", "refreshes")} recorded</span>
      </p>
      {last === null ? (
        <p class="quiet">It was never refreshed.</p>
      ) : (
        <p>
          <time dateTime={last.at}>{formatMoment(last.at)}</time>: changed{" "}
          {last.changed.length === 0 ? "nothing" : <strong>{last.changed.join(", ")}</strong>}
          {last.unchanged.length > 0 && (
            <span class="quiet">; unchanged {last.unchanged.join(", ")}</span>
          )}
        </p>
      )}
      {findings.length > 0 && <FindingList findings={findings.map(findingWithPlace)} />}
    </>
  );
}

function Volume({ volume }: { readonly volume: ContextVolume }) {
  const { level, total_lines, bundle_lines, authored_lines, growth_pct, warnings } = volume;
  const files = Object.entries(volume.per_file).sort(([, one], [, other]) => other - one);
  const largest = files[0]?.[1] ?? 0;
  const columns: readonly Column<readonly [string, number]>[] = [
    { heading: "File", cell: ([path]) => <bdi class="path">{path}</bdi> },
    {
      heading: "Lines",
      isNumber: true,
      cell: ([, lines]) => <Bar value={lines} largest={largest} text={formatNumber(lines)} />,
    },
  ];
  return (
    <>
      <p class="tally">
        <Mark look={levelLooks[level]}>{formatNumber(total_lines)} lines</Mark>
        <span>{formatNumber(bundle_lines)} curated</span>
        <span>{formatNumber(authored_lines)} written by people</span>
        <span>
          {growth_pct > 0 ? "+" : ""}
          {growth_pct.toFixed(0)} % since the last refresh
        </span>
        {warnings.map((warning) => (
          <Mark key={warning} look="warn">
            {warning.replaceAll("_", " ")}
          </Mark>
        ))}
      </p>
      {volume.blocked !== null && (
        <p>
          <Mark look="bad">A refresh would not be published: {volume.blocked.detail}</Mark>
        </p>
      )}
      <Table label="Lines of each file" columns={columns} rows={files} />
    </>
  );
}
