import type { ComponentChildren } from "preact";
import { useState } from "preact/hooks";
import { formatCount } from "../../../base/text/format-count.ts";
import { type Dropped, type DroppedItem, droppedKinds } from "../../../model/dropped.ts";
import { droppedHeadings, droppedNotes, introduceDropped } from "../../../web/text/dropped-text.ts";
import { Answered } from "../../answered.tsx";
import { setQuery } from "../../router.ts";
import { useCall } from "../../use-call.ts";

/** The session that is handed over, and what of its past goes into the note. */
interface RestoreProps {
  readonly agent: string;
  readonly session: string;
  /** As `--restore-dropped` takes it: all, or numbers with commas; empty for nothing. */
  readonly restored: string;
}

/** Chooses what the last compaction dropped and the note is to contain; it is looked for once somebody opens it. */
export function RestoreChoice({ agent, session, restored }: RestoreProps) {
  const [isOpen, setIsOpen] = useState(restored !== "");
  const input = { what: agent, session, dropped: true };
  const answer = useCall(isOpen ? { operation: "show", input, isLong: true } : null);
  return (
    <details
      class="restored"
      open={isOpen}
      onToggle={(event) => setIsOpen(event.currentTarget.open)}
    >
      <summary>Put back what the last compaction dropped</summary>
      {isOpen && (
        <Answered answer={answer} what="Comparing the conversation with its summary">
          {({ dropped }) =>
            dropped === undefined ? null : <DroppedChoice dropped={dropped} restored={restored} />
          }
        </Answered>
      )}
    </details>
  );
}

interface ChoiceProps {
  readonly dropped: Dropped;
  readonly restored: string;
}

function DroppedChoice({ dropped, restored }: ChoiceProps) {
  const { items } = dropped;
  const isAll = restored === "all";
  const numbered = items.flatMap(({ number }) => (number === null ? [] : [number]));
  const chosen = new Set(isAll ? numbered : restored.split(",").map(Number));
  const choose = (number: number, isChosen: boolean) => {
    const next = numbered.filter((one) => (one === number ? isChosen : chosen.has(one)));
    setQuery({ restore: [...new Set(next)].join(",") });
  };
  return (
    <>
      <p>{introduceDropped(dropped)}</p>
      {items.length > 0 && (
        <Choice
          isChosen={isAll}
          onChange={(isChosen) => setQuery({ restore: isChosen ? "all" : "" })}
        >
          All {formatCount(items.length, "point")}, as far as the note has room
        </Choice>
      )}
      {droppedKinds
        .filter((kind) => items.some((item) => item.kind === kind))
        .map((kind) => (
          <fieldset key={kind}>
            <legend>{droppedHeadings[kind]}</legend>
            {items
              .filter((item) => item.kind === kind)
              .map((item) => (
                <DroppedPoint
                  key={`${item.number} ${item.text}`}
                  item={item}
                  isChosen={item.number === null ? isAll : chosen.has(item.number)}
                  onChange={choose}
                />
              ))}
          </fieldset>
        ))}
      {droppedNotes(dropped).map((note) => (
        <p key={note}>{note}</p>
      ))}
    </>
  );
}

interface PointProps {
  readonly item: DroppedItem;
  readonly isChosen: boolean;
  readonly onChange: (number: number, isChosen: boolean) => void;
}

/** One point; without a number it comes back only together with all others. */
function DroppedPoint({ item: { number, text }, isChosen, onChange }: PointProps) {
  return (
    <Choice
      isChosen={isChosen}
      isDisabled={number === null}
      onChange={(chosen) => number !== null && onChange(number, chosen)}
    >
      {number !== null && <span class="dim">#{number} </span>}
      <bdi>{text}</bdi>
    </Choice>
  );
}

interface BoxProps {
  readonly isChosen: boolean;
  readonly isDisabled?: boolean;
  readonly onChange: (isChosen: boolean) => void;
  readonly children: ComponentChildren;
}

function Choice({ isChosen, isDisabled = false, onChange, children }: BoxProps) {
  return (
    <label class="point">
      <input
        type="checkbox"
        checked={isChosen}
        disabled={isDisabled}
        onChange={(event) => onChange(event.currentTarget.checked)}
      />
      <span>{children}</span>
    </label>
  );
}
