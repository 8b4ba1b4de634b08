import { ReportParts } from "../../../web/pages/report-view.tsx";
import { Answered } from "../../answered.tsx";
import { useHead } from "../../head.ts";
import type { ScreenProps } from "../../screens.ts";
import { useCall } from "../../use-call.ts";
import { RootField, rootOf } from "./root-field.tsx";
import { below, DEPTH } from "./run-data.ts";

/** Who wins: success rates, leaderboards and the ranking of a folder of runs. */
export default function ReportScreen({ search }: ScreenProps) {
  const root = rootOf(search);
  const learn = search.has("learn");
  const report = useCall({ operation: "task report", input: { root, depth: DEPTH, learn } });
  const command = `holdall task report ${root} --depth ${DEPTH}`;
  useHead({ command: learn ? `${command} --learn` : command });
  return (
    <>
      <RootField root={root} path="/runs/report" />
      <Answered answer={report} what="Reading the runs">
        {(value) => (
          <>
            {!learn && value.bundleCount > 0 && (
              <p>
                <a href={`/runs/report?root=${encodeURIComponent(root)}&learn`}>
                  Also show what failed runs did differently
                </a>
              </p>
            )}
            <ReportParts
              report={value}
              pairs={[]}
              learning={value.learning}
              hrefOf={(run) => `/runs/show?bundle=${encodeURIComponent(below(root, run))}`}
            />
          </>
        )}
      </Answered>
    </>
  );
}
