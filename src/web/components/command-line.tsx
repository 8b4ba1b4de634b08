import { Fragment } from "preact";
import { useContext, useState } from "preact/hooks";
import { IsStatic } from "./static-context.ts";

/** A command that can be copied. */
export function CommandLine({ command }: { readonly command: string }) {
  const [isCopied, setCopied] = useState(false);
  // Without a script nothing can be copied; nor from a page that a server sends over plain HTTP.
  const canCopy = !useContext(IsStatic) && navigator.clipboard !== undefined;
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
      <code>
        {command.split(" ").map((arg, at) => (
          <Fragment key={at}>
            {at > 0 && " "}
            <span>{arg}</span>
          </Fragment>
        ))}
      </code>
      {canCopy && (
        <button type="button" onClick={copy} aria-label={`Copy ${command}`}>
          {isCopied ? "Copied" : "Copy"}
        </button>
      )}
    </span>
  );
}
