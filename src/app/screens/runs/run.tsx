import { Diff } from "../../../web/components/diff.tsx";
import { Empty } from "../../../web/components/empty.tsx";
import { FactList } from "../../../web/components/fact-list.tsx";
import { FileList } from "../../../web/components/file-list.tsx";
import { FindingList } from "../../../web/components/finding-list.tsx";
import { LongList } from "../../../web/components/long-list.tsx";
import { Mark } from "../../../web/components/mark.tsx";
import { Prose } from "../../../web/components/prose.tsx";
import { StatusMark } from "../../../web/components/status-mark.tsx";
import { StepLine } from "../../../web/components/step-line.tsx";
import { type Column, Table } from "../../../web/components/table.tsx";
import { formatAgent, formatScore } from "../../../web/text/format-scores.ts";
import { formatMoment } from "../../../web/text/format-time.ts";
import { Answered } from "../../answered.tsx";
import { useHead } from "../../head.ts";
import type { ScreenProps } from "../../screens.ts";
import { useCall } from "../../use-call.ts";
import { shareAddress } from "../share/share-data.ts";
import { findingWithPlace } from "../trust/trust-data.ts";
import { type Check, type InspectedRun, judgementOf } from "./run-data.ts";
import { VerdictForm } from "./verdict-form.tsx";

/** One run: how it was judged, its events and files. */
export default function Run({ search }: ScreenProps) {
  const bundle = search.get("bundle") ?? "";
  const input = { bundle, events: true, files: true, patch: true };
  const run = useCall(bundle === "" ? null : { operation: "task inspect", input });
  useHead({
    title: run.value?.title,
    command: `holdall task inspect ${bundle || "BUNDLE"} --events`,
  });
  if (bundle === "") {
    return (
      <Empty title="No run was named.">
        <a href="/runs">All runs</a>
      </Empty>
    );
  }
  return (
    <Answered answer={run} what="Reading the run">
      {(value) => <RunParts run={value} bundle={bundle} onJudged={run.reload} />}
    </Answered>
  );
}

interface RunPartsProps {
  readonly run: InspectedRun;
  /** As the address names it. */
  readonly bundle: string;
  readonly onJudged: () => void;
}

function RunParts({ run, bundle, onJudged }: RunPartsProps) {
  const { status, score, notes, checks, isOpen } = judgementOf(run.outcome);
  const { events = [], files = [], patch, findings } = run;
  const isReliable = findings.every(({ severity }) => severity !== "error");
  return (
    <>
      <FactList
        facts={[
          { label: "Agent", value: formatAgent(run.tool ?? null, run.model ?? null) },
          { label: "Created", value: run.createdAt ? formatMoment(run.createdAt) : "unknown" },
          { label: "Can be replayed", value: run.replayReady ? "yes" : "no" },
          { label: "Bundle", value: run.bundleDir },
        ]}
      />
      <p class="links">
        <a href={shareAddress(bundle)}>Share</a>
      </p>
      <section class="part">
        <h2>Outcome</h2>
        <p class="tally">
          <StatusMark status={isReliable ? status : null} />
          {isReliable ? (
            score !== null && <span>score {formatScore(score)}, of 1 for a perfect run</span>
          ) : (
            <span>The bundle has errors: do not rely on what it records.</span>
          )}
        </p>
        {notes !== null && <Prose text={notes} />}
        {checks.length > 0 && <Table label="Checks" columns={checkColumns} rows={checks} />}
        {isOpen && isReliable && run.tool !== undefined && run.error === undefined && (
          <VerdictForm bundle={bundle} isDecided={status !== null} onJudged={onJudged} />
        )}
      </section>
      {findings.length > 0 && (
        <section class="part">
          <h2>Findings</h2>
          <FindingList findings={findings.map(findingWithPlace)} />
        </section>
      )}
      <section class="part">
        <h2>What it changed</h2>
        {patch ? <Diff text={patch} /> : <p class="quiet">No file.</p>}
      </section>
      <section class="part">
        <h2>
          Events <span class="quiet">{run.eventCount}</span>
        </h2>
        <LongList items={events} noun="event" keyOf={(_, index) => index}>
          {({ type, detail = "", exitCode = null }, index) => (
            <StepLine
              number={index + 1}
              step={{
                kind: type,
                subject: detail,
                ok: exitCode === null ? null : exitCode === 0,
                exitCode,
                error: null,
              }}
            />
          )}
        </LongList>
      </section>
      <section class="part">
        <h2>
          Captured files <span class="quiet">{run.workspaceFileCount}</span>
        </h2>
        <FileList files={files.map(({ path, size }) => ({ path, size, mark: "" }))} />
      </section>
    </>
  );
}

const checkColumns: readonly Column<Check>[] = [
  { heading: "Check", cell: ({ name }) => <bdi>{name}</bdi> },
  { heading: "Weight", isNumber: true, cell: ({ weight }) => weight ?? "" },
  {
    heading: "Result",
    cell: ({ passed }) =>
      passed === null ? (
        <Mark look="plain">not run</Mark>
      ) : (
        <Mark look={passed ? "good" : "bad"}>{passed ? "passed" : "failed"}</Mark>
      ),
  },
  { heading: "Detail", cell: ({ detail }) => <bdi>{detail}</bdi> },
];
