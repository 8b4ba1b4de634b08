import { useContext, useState } from "preact/hooks";
import { IsStatic } from "./static-context.ts";

/** What is copied. */
interface CopyButtonProps {
  readonly text: () => string;
  /** What the button does, for readers who cannot see where it is. */
  readonly label: string;
  readonly children: string;
}

/** Copies a text; it is not there where nothing can be copied. */
export function CopyButton({ text, label, children }: CopyButtonProps) {
  const [isCopied, setCopied] = useState(false);
  const isStatic = useContext(IsStatic);
  if (isStatic || navigator.clipboard === undefined) return null;
  const copy = () =>
    navigator.clipboard.writeText(text()).then(
      () => {
        setCopied(true);
        setTimeout(() => setCopied(false), 2_000);
      },
      () => setCopied(false),
    );
  return (
    <button type="button" class="copy" onClick={copy} aria-label={label}>
      {isCopied ? "Copied" : children}
    </button>
  );
}
