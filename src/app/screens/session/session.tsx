import { useMemo } from "preact/hooks";
import { formatCount, formatNumber } from "../../../base/text/format-count.ts";
import { formatCost, UNKNOWN } from "../../../base/text/format-measures.ts";
import { formatMinute } from "../../../base/text/format-minute.ts";
import { Empty } from "../../../web/components/empty.tsx";
import { FactList } from "../../../web/components/fact-list.tsx";
import { Loading } from "../../../web/components/loading.tsx";
import { Problem } from "../../../web/components/problem.tsx";
import { Transcript } from "../../../web/components/transcript.tsx";
import type { Fact } from "../../../web/page.ts";
import { firstPrompt } from "../../../web/text/message-writer.ts";
import { formatDuration, totalsOf } from "../../../web/text/outline.ts";
import { useHead } from "../../head.ts";
import { ResumeButton } from "../../resume-button.tsx";
import { handoffAddress, reviewAddress, sendAddress } from "../../router.ts";
import type { ScreenProps } from "../../screens.ts";
import { StarButton } from "../../star-button.tsx";
import { packAddress } from "../runs/run-data.ts";
import { ContextChart } from "./context-chart.tsx";
import { contextUse } from "./context-use.ts";
import { DroppedItems } from "./dropped-items.tsx";
import { PutBack } from "./put-back.tsx";
import { SessionOutline } from "./session-outline.tsx";
import { SessionsBeside } from "./sessions-beside.tsx";
import { type LoadedConversation, useConversation } from "./use-conversation.ts";

/** One session: everything that happened in it. */
export default function Session({ params, search }: ScreenProps) {
  const { agent = "", id = "" } = params;
  const find = search.get("find") ?? "";
  const at = search.get("at");
  const loaded = useConversation(agent, id);
  const { session, conversation, error } = loaded;
  const uses = useMemo(() => contextUse(conversation.rows), [conversation.rows]);
  const title =
    session === null ? undefined : (session.title ?? firstPrompt(conversation.rows) ?? id);
  useHead({ title, command: `holdall show ${agent} --session ${id}` });
  if (session === null) {
    return error === null ? <Loading what="Reading the session" /> : <Problem error={error} />;
  }
  return (
    <div class="session-page">
      <SessionsBeside agent={agent} session={id} />
      <SessionOutline rows={conversation.rows} />
      <div class="session-read">
        {session.kept !== null && (
          <PutBack key={`${agent}/${id}`} agent={agent} session={id} kept={session.kept} />
        )}
        <FactList facts={factsOf(loaded)} />
        <p class="links">
          {session.starred !== null && (
            <StarButton
              key={`${agent}/${id}`}
              agent={agent}
              id={id}
              name={title ?? id}
              starred={session.starred}
            />
          )}
          <ResumeButton session={{ ...session, agent }} name="this session" />
          <a href={handoffAddress(agent, id)}>Hand over to another agent</a>
          <a href={`${handoffAddress(agent, id)}&prove=1`}>Prove</a>
          <a href={reviewAddress(agent, id)}>Keep what it decided</a>
          <a href={packAddress(agent, id)}>Pack as a task</a>
          <a href={sendAddress(agent, id)}>Share</a>
        </p>
        <ContextChart
          uses={uses}
          hasSubAgents={conversation.groups.some(({ kind }) => kind === "sub-agent")}
        />
        {error !== null && <Problem error={error} />}
        {conversation.rows.some(({ kind }) => kind === "summary") && (
          <DroppedItems agent={agent} session={id} />
        )}
        <Notes {...loaded} />
        {conversation.rows.length === 0 ? (
          <Empty title="The session has no messages yet." />
        ) : (
          <Transcript
            key={`${agent}/${id}/${find}/${at}`}
            conversation={conversation}
            isStatic={false}
            find={find}
            at={at}
            isComplete={session.complete && conversation.rows.length >= session.total}
          />
        )}
      </div>
    </div>
  );
}

function factsOf({ session, conversation }: LoadedConversation): readonly Fact[] {
  if (session === null) return [];
  const { agent, model, started_at, cwd, total, complete, id } = session;
  const { groups } = conversation;
  const { durationMs, input, output, usd } = totalsOf(conversation.rows);
  const isRecorded = input + output > 0;
  const subAgents = groups.filter(({ kind }) => kind === "sub-agent").length;
  const facts: readonly (readonly [string, string | null])[] = [
    ["Agent", agent],
    ["Model", model],
    ["Started", started_at === null ? null : formatMinute(started_at)],
    ["Folder", cwd],
    ["Items", complete ? formatNumber(total) : `${formatNumber(total)} so far`],
    ["Worked", durationMs === null ? UNKNOWN : formatDuration(durationMs)],
    ["Tokens read", isRecorded ? formatNumber(input) : UNKNOWN],
    ["Tokens written", isRecorded ? formatNumber(output) : UNKNOWN],
    ["Cost at list prices", formatCost(isRecorded ? usd : null)],
    ["Sub-agents", subAgents === 0 ? null : formatNumber(subAgents)],
    ["Session", id],
  ];
  return facts.flatMap(([label, value]) => (value === null ? [] : [{ label, value }]));
}

/** What is not there, or not yet. */
function Notes({ session, conversation, shortened }: LoadedConversation) {
  const left = (session?.total ?? 0) - conversation.rows.length;
  const known = session?.complete ? formatCount(left, "more item") : "More items";
  const notes = [
    left > 0 || session?.complete === false ? `${known} are being loaded.` : "",
    shortened > 0 ? `${formatCount(shortened, "text")} too long to be shown, and cut.` : "",
  ].filter((note) => note !== "");
  if (notes.length === 0) return null;
  return (
    <ul class="notes" aria-live="polite">
      {notes.map((note) => (
        <li key={note}>{note}</li>
      ))}
    </ul>
  );
}
