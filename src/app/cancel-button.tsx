import type { RefObject } from "preact";
import { useEffect, useLayoutEffect, useRef } from "preact/hooks";

/** The way out of a question, by the button or the Escape key; the keyboard is there when the question is asked. */
export function CancelButton({ onCancel }: { readonly onCancel: () => void }) {
  const button = useRef<HTMLButtonElement>(null);
  const cancel = useRef(onCancel);
  cancel.current = onCancel;
  useEffect(() => {
    button.current?.focus();
    const listen = (event: KeyboardEvent) => {
      if (event.key === "Escape") cancel.current();
    };
    document.addEventListener("keydown", listen);
    return () => document.removeEventListener("keydown", listen);
  }, []);
  return (
    <button ref={button} type="button" onClick={onCancel}>
      Cancel
    </button>
  );
}

/** The button that asked a question: it gets the keyboard back when the question is cancelled. */
export function useAskingButton(isAsked: boolean): RefObject<HTMLButtonElement | null> {
  const button = useRef<HTMLButtonElement>(null);
  const wasAsked = useRef(false);
  useLayoutEffect(() => {
    if (wasAsked.current && !isAsked) button.current?.focus();
    wasAsked.current = isAsked;
  }, [isAsked]);
  return button;
}
