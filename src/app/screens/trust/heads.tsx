import { useState } from "preact/hooks";
import { formatCount, formatNumber } from "../../../base/text/format-count.ts";
import { CommandLine } from "../../../web/components/command-line.tsx";
import { Mark } from "../../../web/components/mark.tsx";
import { type Column, Table } from "../../../web/components/table.tsx";
import { Answered } from "../../answered.tsx";
import { useCall } from "../../use-call.ts";
import type { HeadsShown } from "./trust-data.ts";

type StreamHead = HeadsShown["heads"]["streams"][number];

const columns: readonly Column<StreamHead>[] = [
  { heading: "Stream", cell: ({ stream }) => <bdi class="path">{stream}</bdi> },
  { heading: "Events", isNumber: true, cell: ({ events }) => formatNumber(events) },
  { heading: "Hash of the newest", cell: ({ hash }) => <code>{hash}</code> },
];

const MAX_STREAMS = 200;

/** Where the ledger ends, to compare with another machine or an earlier time. */
export function Heads() {
  const [other, setOther] = useState("");
  const heads = useCall({ operation: "ledger heads" });
  return (
    <section class="part">
      <h2>Heads to compare</h2>
      <p class="quiet">
        Two machines with the same chain have the same events, in the same order, to the byte.
      </p>
      <Answered answer={heads} what="Reading the heads">
        {({ heads: { chain, events, streams } }) => (
          <>
            <p>
              {formatCount(events, "event")} <code class="hash">{chain ?? "none"}</code>
            </p>
            <label class="field wide">
              Chain of the other machine
              <input
                type="text"
                spellcheck={false}
                placeholder="paste it here"
                value={other}
                onInput={(event) => setOther(event.currentTarget.value.trim())}
              />
            </label>
            <p role="status">
              {other !== "" && (
                <Mark look={other === chain ? "good" : "bad"}>
                  {other === chain
                    ? "The same: both have the same events"
                    : "Different: they do not have the same events"}
                </Mark>
              )}
            </p>
            <details>
              <summary>{formatCount(streams.length, "stream")}</summary>
              <Table
                label="Heads of the streams"
                columns={columns}
                rows={streams.slice(0, MAX_STREAMS)}
              />
              {streams.length > MAX_STREAMS && (
                <p class="quiet">{formatCount(streams.length - MAX_STREAMS, "more stream")}</p>
              )}
            </details>
            <p class="quiet">Keep them, signed if you like, and compare with them later:</p>
            <div class="stack">
              <CommandLine command="holdall ledger heads > heads.json" />
              <CommandLine command="holdall ledger verify --against heads.json" />
            </div>
          </>
        )}
      </Answered>
    </section>
  );
}
