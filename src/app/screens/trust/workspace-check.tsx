import { useMemo } from "preact/hooks";
import { formatCount } from "../../../base/text/format-count.ts";
import { FindingList } from "../../../web/components/finding-list.tsx";
import { Mark } from "../../../web/components/mark.tsx";
import { formatMoment } from "../../../web/text/format-time.ts";
import { Answered } from "../../answered.tsx";
import { useCall } from "../../use-call.ts";
import { findingWithPlace } from "./trust-data.ts";

/** Checks the whole ledger and shows the verdict: what was checked when, and the first wrong event. */
export function WorkspaceCheck() {
  const check = useCall({ operation: "ledger verify", isLong: true });
  const at = useMemo(() => formatMoment(new Date().toISOString()), [check.value]);
  return (
    <Answered answer={check} what="Checking the ledger">
      {({ ok, workspace, findings }) => (
        <div class={ok ? "verdict-box good-box" : "verdict-box bad-box"}>
          <p class="verdict-line">
            <Mark look={ok ? "good" : "bad"}>
              {ok ? "The ledger is intact" : "The ledger was changed or damaged"}
            </Mark>
            <button type="button" onClick={check.reload} disabled={check.isLoading}>
              Check again
            </button>
          </p>
          <p class="quiet">
            Checked {at}: {formatCount(workspace.events, "event")} in{" "}
            {formatCount(workspace.streams, "stream")}, {formatCount(workspace.texts, "text")},{" "}
            {formatCount(workspace.artifacts, "artifact")},{" "}
            {formatCount(workspace.projections, "table")}
          </p>
          {workspace.first_wrong !== null && (
            <p>
              First wrong event: <code>{workspace.first_wrong.stream}</code> #
              {workspace.first_wrong.seq}, position {workspace.first_wrong.pos} of the ledger
            </p>
          )}
          {findings.length > 0 && <FindingList findings={findings.map(findingWithPlace)} />}
        </div>
      )}
    </Answered>
  );
}
