import { useState } from "preact/hooks";

/** A command that can be copied. */
export function CommandLine({ command }: { readonly command: string }) {
  const [isCopied, setCopied] = useState(false);
  const copy = () =>
    navigator.clipboard.writeText(command).then(
      () => {
        setCopied(true);
        setTimeout(() => setCopied(false), 2_000);
      },
      () => setCopied(false),
    );
  return (
    <span class="command">
      <code>{command}</code>
      <button type="button" onClick={copy} aria-label={`Copy ${command}`}>
        {isCopied ? "Copied" : "Copy"}
      </button>
    </span>
  );
}
