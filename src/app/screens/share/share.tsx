import { useState } from "preact/hooks";
import type { ScreenProps } from "../../screens.ts";
import { useChosenSession } from "../handoff/chosen-session.ts";
import { SessionChoice } from "../handoff/session-choice.tsx";
import { SendForm } from "./send-form.tsx";
import { SendPlan } from "./send-plan.tsx";
import { type Sending, sendInput } from "./share-data.ts";

/** Sends a session, a bundle, runs or the state to others: what they would get first. */
export default function Share({ search }: ScreenProps) {
  const what = search.get("what");
  const session = search.get("session") ?? "";
  return (
    <>
      {what === null ? <WhichSession agent={search.get("agent") ?? ""} session={session} /> : null}
      {what === "kit" && <p>The state in force, with the history that it can be replayed from.</p>}
      {what !== null && what !== "kit" && (
        <p>
          A bundle or a folder of runs: <bdi class="path">{what}</bdi>
        </p>
      )}
      {(what ?? session) !== "" && <Send key={what ?? session} what={what ?? session} />}
    </>
  );
}

interface WhichSessionProps {
  readonly agent: string;
  readonly session: string;
}

function WhichSession({ agent, session }: WhichSessionProps) {
  const chosen = useChosenSession(agent, session);
  return (
    <>
      <div class="choices">
        <SessionChoice agent={agent} session={session} chosen={chosen} />
      </div>
      {session === "" && (
        <p class="links">
          <a href="/share?what=kit">Share the state in force</a>
          <a href="/runs">Share a task or its runs</a>
        </p>
      )}
    </>
  );
}

function Send({ what }: { readonly what: string }) {
  const [sending, setSending] = useState<Sending>({ what, where: "", recipient: "" });
  const [asked, setAsked] = useState<Sending | null>(null);
  return (
    <>
      <SendForm
        sending={sending}
        onChange={(changes) => {
          setSending({ ...sending, ...changes });
          setAsked(null);
        }}
        onAsk={() => setAsked(sending)}
      />
      {asked !== null && <SendPlan key={JSON.stringify(sendInput(asked))} sending={asked} />}
    </>
  );
}
