import { ReportParts } from "../../../web/pages/report-view.tsx";
import { reportHeadline } from "../../../web/text/sharing/headlines.ts";
import { reportImage } from "../../../web/text/sharing/share-image.ts";
import { Answered } from "../../answered.tsx";
import type { Answer } from "../../answers.ts";
import { call } from "../../api.ts";
import { useHead } from "../../head.ts";
import type { ScreenProps } from "../../screens.ts";
import { SharePanel } from "../../share-panel.tsx";
import { useCall } from "../../use-call.ts";
import { shareAddress } from "../share/share-data.ts";
import { NoRuns } from "./no-runs.tsx";
import { RootField, rootOf } from "./root-field.tsx";
import { below, DEPTH } from "./run-data.ts";
import { Unjudged } from "./unjudged.tsx";

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
        {(value) =>
          value.bundleCount === 0 ? (
            <NoRuns />
          ) : (
            <>
              <p class="links">
                {!learn && (
                  <a href={`/runs/report?root=${encodeURIComponent(root)}&learn`}>
                    Also show what failed runs did differently
                  </a>
                )}
                <a href={shareAddress(root)}>Share the runs themselves</a>
              </p>
              <Unjudged ranking={value.ranking} root={root} />
              <ShareReport report={value} input={{ root, depth: DEPTH, learn }} />
              <ReportParts
                report={value}
                pairs={[]}
                learning={value.learning}
                hrefOf={(run) => `/runs/show?bundle=${encodeURIComponent(below(root, run))}`}
              />
            </>
          )
        }
      </Answered>
    </>
  );
}

interface ShareReportProps {
  readonly report: Answer<"task report">;
  readonly input: object;
}

/** Who wins, as a picture or a page that can be passed on. */
function ShareReport({ report, input }: ShareReportProps) {
  const page = () => call("task report", { ...input, html: true }).then(({ html }) => html);
  return (
    <SharePanel
      headline={reportHeadline(report)}
      isShown
      image={reportImage(report)}
      name="report"
      page={page}
    />
  );
}
