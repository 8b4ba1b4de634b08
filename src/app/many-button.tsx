import { useState } from "preact/hooks";

/** One decision about many things. */
interface ManyButtonProps {
  readonly isDisabled: boolean;
  /** What it does, with the number of things: "Dismiss all 40". */
  readonly children: string;
  readonly onConfirm: () => void;
}

/** Decides about many things at once, after a second click. */
export function ManyButton({ isDisabled, children, onConfirm }: ManyButtonProps) {
  const [isSure, setSure] = useState(false);
  const click = () => {
    setSure(!isSure);
    if (isSure) onConfirm();
  };
  return (
    <button type="button" disabled={isDisabled} onClick={click} onBlur={() => setSure(false)}>
      {isSure ? `Yes: ${children}` : children}
    </button>
  );
}
