import { CommandLine } from "../web/components/command-line.tsx";

/** What to do when the server does not know the token of this tab. */
export function SignedOut() {
  return (
    <div class="problem" role="alert">
      <p>
        <strong>This tab is not signed in.</strong> Its address had no token, or the server has been
        started again since: each start has a new one, unless you keep it.
      </p>
      <p>
        Paste the address that <code>holdall serve</code> printed into this tab (it ends in{" "}
        <code>#token=…</code>), or let the program open the app:
      </p>
      <CommandLine command="holdall serve --open" />
      <p>Tabs stay signed in for 30 days when the server is started with:</p>
      <CommandLine command="holdall serve --open --keep-token" />
    </div>
  );
}
