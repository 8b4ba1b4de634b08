import { useState } from "preact/hooks";
import { formatBytes, formatCount } from "../../../base/text/format-count.ts";
import { CommandLine } from "../../../web/components/command-line.tsx";
import { Mark } from "../../../web/components/mark.tsx";
import { ActionResult } from "../../action-result.tsx";
import { Answered } from "../../answered.tsx";
import { useAction } from "../../use-action.ts";
import { useCall } from "../../use-call.ts";
import { type Pushed, type Sending, sendCommand, sendInput } from "./share-data.ts";

/** What would be sent, and the button that sends it. */
export function SendPlan({ sending }: { readonly sending: Sending }) {
  const input = sendInput(sending);
  const dryRun = useCall({ operation: "push", input: { ...input, "dry-run": true }, isLong: true });
  const [sent, setSent] = useState<Pushed | null>(null);
  const action = useAction(() => undefined);
  const send = () =>
    action.run(
      "push",
      input,
      (output) => {
        setSent(output);
        return output.state === "unchanged"
          ? "The same is there already: nothing had to be sent"
          : `Sent ${formatBytes(output.sent_bytes)} to ${output.address}`;
      },
      { isLong: true },
    );
  return (
    <>
      <ActionResult action={action} />
      {sent === null ? (
        <Answered answer={dryRun} what="Putting together what would be sent">
          {(plan) => (
            <section class="part first" aria-label="What they would get">
              <h2>What they would get</h2>
              <Contents plan={plan} />
              {isRefused(plan) ? (
                <Refused sending={sending} />
              ) : (
                <p class="buttons">
                  <button
                    type="button"
                    class="primary"
                    disabled={action.isRunning || dryRun.isLoading}
                    onClick={() => void send()}
                  >
                    {action.isRunning ? action.progress || "Sending …" : "Send it"}
                  </button>
                  <span class="quiet">Nothing has been sent yet.</span>
                </p>
              )}
              <Signing sending={sending} />
            </section>
          )}
        </Answered>
      ) : (
        <section class="part first" aria-label="What the receiver types">
          <h2>What the receiver types</h2>
          <CommandLine command={sent.receive} />
          {sent.recipients > 0 && (
            <p class="quiet">
              In place of YOUR-KEY, the receiver names the file of the private key.
            </p>
          )}
        </section>
      )}
    </>
  );
}

/** A bundle is never changed on its way: one with secrets is sent from a terminal only, or not. */
function isRefused({ secrets, secrets_replaced }: Pushed): boolean {
  return secrets.length > 0 && !secrets_replaced;
}

const KINDS = {
  bundle: "The bundle",
  runs: "The runs",
  session: "The session, as a bundle",
  kit: "The state, as a bundle",
} as const;

/** Secrets that are named one by one. */
const NAMED = 10;

function Contents({ plan }: { readonly plan: Pushed }) {
  const { kind, files, bytes, address, recipients, secrets, secrets_replaced } = plan;
  return (
    <ul class="outline">
      <li>
        {KINDS[kind]}: {formatCount(files, "file")}, {formatBytes(bytes)}
      </li>
      <li>
        To <bdi class="path">{address}</bdi>
      </li>
      <li>
        {recipients === 0
          ? "Not encrypted: whoever can read that place can read it"
          : `Encrypted: only ${formatCount(recipients, "recipient")} can read it`}
      </li>
      <li>
        {secrets.length === 0 && "No secret was found in it"}
        {secrets.length > 0 &&
          (secrets_replaced ? (
            `${formatCount(secrets.length, "secret")} replaced by placeholders`
          ) : (
            <Mark look="bad">{formatCount(secrets.length, "text")} in it may be secret</Mark>
          ))}
      </li>
      {secrets.slice(0, NAMED).map(({ kind: form, where }, at) => (
        <li key={at} class="quiet">
          {form} in <bdi>{where}</bdi>
        </li>
      ))}
      {secrets.length > NAMED && <li class="quiet">and {secrets.length - NAMED} more</li>}
    </ul>
  );
}

function Refused({ sending }: { readonly sending: Sending }) {
  return (
    <p>
      A bundle is never changed on its way, so it is not sent like this. If these are no secrets, or
      the receiver may have them: <CommandLine command={sendCommand(sending, " --keep-secrets")} />
    </p>
  );
}

function Signing({ sending }: { readonly sending: Sending }) {
  return (
    <p class="quiet">
      It is sent without a signature, so the receiver cannot see that it comes from you. A page must
      not sign in your name; this line sends it signed:{" "}
      <CommandLine command={sendCommand(sending, " --key ~/.ssh/id_ed25519")} /> Without an SSH key,{" "}
      <code>holdall keys new</code> makes one. To replace something else in the same place, add{" "}
      <code>--force</code>.
    </p>
  );
}
