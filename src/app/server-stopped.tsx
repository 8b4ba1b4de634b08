import { useEffect } from "preact/hooks";
import { quoteForShell } from "../base/text/quote-for-shell.ts";
import { CommandLine } from "../web/components/command-line.tsx";
import { lookForServer } from "./api.ts";
import { project } from "./projects.ts";

/** The port of `holdall serve` where none is named. */
const USUAL_PORT = "7340";

/** Milliseconds between two looks for a server that has stopped. */
const PAUSE = 2000;

/** What to do when no server answers; it goes away by itself once one does. */
export function ServerStopped() {
  useEffect(() => {
    const timer = setInterval(lookForServer, PAUSE);
    return () => clearInterval(timer);
  }, []);
  return (
    <div class="problem" role="alert">
      <p>
        <strong>The server has stopped.</strong> What this page shows is as it was; nothing more can
        be read or done until it is started again, in a terminal:
      </p>
      <CommandLine command={startLine()} />
      <p>
        This page continues by itself then. If it asks for a token, paste the address that the
        command prints into this tab; a server that is started with <code>--keep-token</code> each
        time needs none.
      </p>
    </div>
  );
}

function startLine(): string {
  const folder = project.value?.folder;
  const place = folder === undefined ? "" : `cd ${quoteForShell(folder)} && `;
  return `${place}holdall serve${location.port === USUAL_PORT ? "" : ` --port ${location.port}`}`;
}
