import type { ComponentChildren } from "preact";
import { formatCount, formatNumber } from "../../../base/text/format-count.ts";
import { formatMinute } from "../../../base/text/format-minute.ts";
import { CommandLine } from "../../../web/components/command-line.tsx";
import { excerptOf, excerptPair } from "../../../web/text/excerpt-pair.ts";
import { agentName } from "../../known-adapters.ts";
import type { AttentionData, EntryInForce } from "./overview-data.ts";
import { reasonOf } from "./overview-data.ts";

/** What waits, and the entries that it is about. */
interface AttentionProps {
  readonly attention: AttentionData;
  readonly entries: readonly EntryInForce[];
}

/** What needs a person, each with the place where it is decided. */
export function Attention({ attention, entries }: AttentionProps) {
  const { contradictions, claims, proposals, stale } = attention;
  const { alerts, handoffs, hosts, hook_faults, abandoned_runs } = attention;
  const texts = new Map(entries.map(({ id, content }) => [id, content]));
  const textOf = (id: string) => texts.get(id) ?? id;
  const needs = [
    <Need
      key="alerts"
      count={alerts.length}
      what="alert waits for the steward"
      many="alerts wait for the steward"
    >
      {alerts.slice(-MAX_NEEDS).map(({ id, note }) => (
        <bdi key={id}>{excerptOf(note)}</bdi>
      ))}
      <span class="quiet">The steward looks after the responsibilities of this workspace.</span>
      <CommandLine command="holdall request list --type telemetry_alert" />
    </Need>,
    <Need
      key="contradictions"
      count={contradictions.length}
      what="refused text contradicts what is in force"
      many="refused texts contradict what is in force"
      href="/gate"
    >
      {contradictions.slice(0, MAX_NEEDS).map(({ seq, id, content }) => (
        <Pair key={seq} texts={[content, textOf(id)]} between="against" />
      ))}
    </Need>,
    <Need
      key="stale"
      count={stale.length}
      what="entry may be outdated"
      many="entries may be outdated"
      href="/gate"
    >
      {stale.slice(0, MAX_NEEDS).map((outdated) => (
        <bdi key={outdated.id}>
          “{excerptOf(textOf(outdated.id))}” {reasonOf(outdated)}
        </bdi>
      ))}
    </Need>,
    <ClaimsNeed key="claims" count={claims} />,
    <Need key="proposals" count={proposals.length} what="proposal to review" href="/gate">
      <span>It tidies the state, change by change: adopt or discard it.</span>
    </Need>,
    <Need
      key="handoffs"
      count={handoffs.length}
      what="handoff did not finish"
      many="handoffs did not finish"
      href="/handoff"
    >
      {handoffs.slice(0, MAX_NEEDS).map(({ agent, session_id, at }) => (
        <bdi key={session_id}>
          to {agentName(agent)}, {formatMinute(at)}; the next handoff removes what it left
        </bdi>
      ))}
    </Need>,
    <HostsNeed key="hosts" count={hosts.length} hosts={hosts} />,
    <Need key="hooks" count={hook_faults.length} what="hook failed" many="hooks failed">
      {hook_faults.map((line, at) => (
        <bdi key={at} class="path">
          {line}
        </bdi>
      ))}
      <CommandLine command="holdall hooks status" />
    </Need>,
    <Need key="runs" count={abandoned_runs} what="run was abandoned" many="runs were abandoned">
      <CommandLine command="holdall ledger recover" />
    </Need>,
  ].filter(({ props }) => props.count > 0);
  const unsure = attention.conflicts.length;
  return (
    <section class="part">
      <h2>Needs you</h2>
      {needs.length === 0 ? (
        <p class="quiet">
          Nothing. Alerts, contradictions, outdated entries, claims, proposals, unfinished handoffs,
          agents that need your approval and failed hooks are listed here when there are some.
        </p>
      ) : (
        <ul class="needs">{needs}</ul>
      )}
      {unsure > 0 && (
        <p class="quiet unsure">
          {formatCount(unsure, "pair")} of entries may contradict each other; the gate is not sure.{" "}
          <a href="/gate">Compare them</a>
        </p>
      )}
    </section>
  );
}

/** More of one kind are counted, not listed. */
const MAX_NEEDS = 5;

interface NeedProps {
  readonly count: number;
  readonly what: string;
  readonly many?: string;
  /** Where it is decided, if there is a screen for it. */
  readonly href?: string;
  readonly children: ComponentChildren;
}

function Need({ count, what, many = `${what}s`, href, children }: NeedProps) {
  const title = count === 1 ? what : many;
  return (
    <li>
      <span class="count-of">{formatNumber(count)}</span>
      <span class="what-to-do">
        <strong>{href === undefined ? title : <a href={href}>{title}</a>}</strong>
        {children}
        {count > MAX_NEEDS && <span class="quiet">and {formatNumber(count - MAX_NEEDS)} more</span>}
      </span>
    </li>
  );
}

function ClaimsNeed({ count }: Pick<NeedProps, "count">) {
  return (
    <Need
      count={count}
      what="claim of a session to review"
      many="claims of sessions to review"
      href="/review"
    >
      <span>What sessions decided, as far as they show it: keep, edit or skip each.</span>
    </Need>
  );
}

interface HostsNeedProps extends Pick<NeedProps, "count"> {
  readonly hosts: AttentionData["hosts"];
}

function HostsNeed({ count, hosts }: HostsNeedProps) {
  return (
    <Need count={count} what="agent waits for you" many="agents wait for you" href="/setup">
      {hosts.map(({ name, detail, cure }) => (
        <bdi key={name + detail}>
          {name}: {detail}
          {cure !== null && `; ${cure}`}
        </bdi>
      ))}
    </Need>
  );
}

interface PairProps {
  readonly texts: readonly [string, string];
  readonly between: string;
}

/** Two texts that do not go together, at the place where they differ. */
function Pair({ texts, between }: PairProps) {
  const [left, right] = excerptPair(...texts);
  return (
    <bdi>
      “{left}” {between} “{right}”
    </bdi>
  );
}
