import { formatCount, formatNumber } from "../../../base/text/format-count.ts";
import { DEFAULT_NAMESPACE } from "../../../model/state.ts";
import { CommandLine } from "../../../web/components/command-line.tsx";
import { Empty } from "../../../web/components/empty.tsx";
import { EventSlider } from "../../../web/components/pictures/event-slider.tsx";
import { ActionResult } from "../../action-result.tsx";
import { Answered } from "../../answered.tsx";
import { useHead } from "../../head.ts";
import { setQuery } from "../../router.ts";
import type { ScreenProps } from "../../screens.ts";
import { type Action, useAction } from "../../use-action.ts";
import { useCall } from "../../use-call.ts";
import { shareAddress } from "../share/share-data.ts";
import { AddEntry } from "./add-entry.tsx";
import { EventCard } from "./event-card.tsx";
import { EventList } from "./event-list.tsx";
import { StateAtMoment } from "./state-at-moment.tsx";
import { type EntryName, eventLook, type StateShown } from "./state-data.ts";

/** Events that are drawn above the slider; more could not be distinguished. */
const MAX_MARKS = 300;
/** Events around the chosen one that are listed. */
const PAGE_SIZE = 40;

/** What was in force at any moment, and why. */
export default function StateOverTime({ search }: ScreenProps) {
  const now = useCall({ operation: "state show", input: { archived: true, all: true } });
  const action = useAction(now.reload);
  return (
    <Answered answer={now} what="Reading the state">
      {(value) => {
        const isNew = value.head_seq < 0 || (value.entries.length === 0 && value.head_seq === 0);
        return (
          <>
            <div>
              <ActionResult action={action} />
              <AddEntry slots={value.slots} action={action} isOpen={isNew || search.has("add")} />
              {!isNew && (
                <p class="links">
                  <a href={shareAddress("kit")}>Share the state</a>
                </p>
              )}
            </div>
            {isNew ? (
              <Empty title="Nothing was committed yet.">
                <p>Add a decision, a constraint or a fact above, or take them from a session:</p>
                <CommandLine command="holdall import last --state" />
                <p>
                  <a href="/sessions">Choose a session, and keep what it decided</a>
                </p>
              </Empty>
            ) : (
              <History now={value} search={search} action={action} />
            )}
          </>
        );
      }}
    </Answered>
  );
}

interface HistoryProps extends Pick<ScreenProps, "search"> {
  readonly now: StateShown;
  readonly action: Action;
}

function History({ now, search, action }: HistoryProps) {
  const newest = now.head_seq;
  const at = chosenEvent(search.get("at"), newest);
  const isNow = at === newest;
  useHead({ command: isNow ? "holdall state show" : `holdall state replay --at ${at}` });
  const isShort = newest < MAX_MARKS;
  const to = isShort ? newest : Math.min(newest, at + PAGE_SIZE / 2);
  const limit = isShort ? MAX_MARKS : PAGE_SIZE;
  const trail = useCall({ operation: "state log", input: { to, limit }, delay: 60 });
  const then = useCall(
    isNow
      ? null
      : { operation: "state replay", input: { at: String(at), archived: true }, delay: 120 },
  );
  const choose = (seq: number) => setQuery({ at: seq === newest ? "" : String(seq) });
  const lines = trail.value?.lines ?? [];
  const event = lines.find(({ seq }) => seq === at);
  return (
    <>
      <section class="moment" aria-label="Moment">
        <p class="moment-title">
          <strong>{isNow ? "Now" : `After event ${formatNumber(at)}`}</strong>{" "}
          <span class="quiet">
            {isNow
              ? `event ${formatNumber(newest)} is the newest`
              : `${formatCount(newest - at, "event")} ago`}
          </span>
          {!isNow && (
            <button type="button" onClick={() => choose(newest)}>
              Back to now
            </button>
          )}
        </p>
        <EventSlider
          value={at}
          newest={newest}
          marks={isShort ? lines.map((line) => ({ seq: line.seq, look: eventLook(line) })) : []}
          onChange={choose}
        />
        {event !== undefined && <EventCard line={event} />}
      </section>
      <div class="with-side">
        <div>
          {isNow ? (
            <StateAtMoment then={now} now={now} action={action} chosen={chosenEntry(search)} />
          ) : (
            <Answered answer={then} what={`Rebuilding the state after event ${formatNumber(at)}`}>
              {(value) => <StateAtMoment then={value} now={now} action={null} chosen={null} />}
            </Answered>
          )}
        </div>
        <Answered answer={trail} what="Reading the events">
          {() => <EventList lines={lines} at={at} onChoose={choose} />}
        </Answered>
      </div>
    </>
  );
}

/** The entry that the address names, if it names one. */
function chosenEntry(search: URLSearchParams): EntryName | null {
  const id = search.get("entry");
  return id === null ? null : { namespace: search.get("namespace") ?? DEFAULT_NAMESPACE, id };
}

/** The event that the address names, within what there is; the newest unless it names one. */
export function chosenEvent(text: string | null, newest: number): number {
  const chosen = text === null || text === "" ? newest : Number(text);
  return Number.isInteger(chosen) ? Math.max(0, Math.min(newest, chosen)) : newest;
}
