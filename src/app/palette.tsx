import { signal } from "@preact/signals";
import { useEffect, useMemo, useRef, useState } from "preact/hooks";
import { findItems, type PaletteItem } from "./find-items.ts";
import { agentName } from "./known-adapters.ts";
import { paletteItems, searchItems } from "./palette-items.ts";
import { go } from "./router.ts";
import { useCall } from "./use-call.ts";

/** Whether the palette is open. */
export const isPaletteOpen = signal(false);

const MAX_SESSIONS = 500;

/** Goes to a screen, a session or an entry by a few letters. */
export function Palette() {
  return isPaletteOpen.value ? <OpenPalette /> : null;
}

function OpenPalette() {
  const dialog = useRef<HTMLDialogElement>(null);
  const [typed, setTyped] = useState("");
  const [at, setAt] = useState(0);
  const sessions = useCall({ operation: "sessions", input: { all: true, limit: MAX_SESSIONS } });
  const overview = useCall({ operation: "overview" });
  useEffect(() => dialog.current?.showModal(), []);
  const items = useMemo(
    () =>
      paletteItems({
        sessions: sessions.value?.sessions ?? [],
        entries: overview.value?.state?.entries ?? [],
      }),
    [sessions.value, overview.value],
  );
  // A quick Enter must not search for what the lists are about to show.
  const isLoading = sessions.isLoading || overview.isLoading;
  const found = [...findItems(items, typed), ...(isLoading ? [] : searchItems(typed))];
  const current = Math.min(at, found.length - 1);
  const choose = (item: PaletteItem | undefined) => {
    if (item === undefined) return;
    isPaletteOpen.value = false;
    go(item.href);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (event.key === "Enter") choose(found[current]);
    else if (step !== undefined) setAt((current + step + found.length) % Math.max(1, found.length));
    else return;
    event.preventDefault();
  };
  return (
    <dialog
      ref={dialog}
      class="palette"
      aria-label="Go to"
      onClose={() => {
        isPaletteOpen.value = false;
      }}
    >
      <input
        type="text"
        role="combobox"
        aria-label="Screen, session or entry"
        aria-expanded="true"
        aria-controls="palette-list"
        aria-activedescendant={current >= 0 ? `palette-${current}` : undefined}
        placeholder="Go to a screen, a session, an entry"
        autocomplete="off"
        value={typed}
        onInput={(event) => {
          setTyped(event.currentTarget.value);
          setAt(0);
        }}
        onKeyDown={onKeyDown}
      />
      <div id="palette-list" class="options-list" role="listbox" aria-label="Places" tabIndex={-1}>
        {found.map((item, index) => (
          <Option
            key={`${item.href} ${item.text}`}
            item={item}
            index={index}
            isCurrent={index === current}
            onChoose={() => choose(item)}
          />
        ))}
      </div>
      {found.length === 0 && <p class="quiet">Nothing found.</p>}
    </dialog>
  );
}

interface OptionProps {
  readonly item: PaletteItem;
  readonly index: number;
  readonly isCurrent: boolean;
  readonly onChoose: () => void;
}

function Option({ item: { kind, text }, index, isCurrent, onChoose }: OptionProps) {
  const line = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (isCurrent) line.current?.scrollIntoView({ block: "nearest" });
  }, [isCurrent]);
  return (
    <div
      ref={line}
      id={`palette-${index}`}
      role="option"
      tabIndex={-1}
      aria-selected={isCurrent}
      onClick={onChoose}
      onKeyDown={(event) => event.key === "Enter" && onChoose()}
    >
      <span class="quiet">{agentName(kind)}</span>
      <bdi>{text}</bdi>
    </div>
  );
}

/** Ctrl K, or ⌘ K, opens and closes the palette. */
export function listenForPaletteKey(): () => void {
  const listen = (event: KeyboardEvent) => {
    if (event.key.toLowerCase() !== "k" || !(event.ctrlKey || event.metaKey)) return;
    if (event.altKey || event.shiftKey) return;
    event.preventDefault();
    isPaletteOpen.value = !isPaletteOpen.value;
  };
  document.addEventListener("keydown", listen);
  return () => document.removeEventListener("keydown", listen);
}
