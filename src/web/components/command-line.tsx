import { Fragment } from "preact";
import { CopyButton } from "./copy-button.tsx";

/** A command that can be copied. */
export function CommandLine({ command }: { readonly command: string }) {
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
      <CopyButton text={() => command} label={`Copy ${command}`}>
        Copy
      </CopyButton>
    </span>
  );
}
