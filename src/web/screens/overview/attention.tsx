import type { ComponentChildren } from "preact";
import { formatCount, formatNumber } from "../../../base/format-count.ts";
import { agentName } from "../../text/agent-names.ts";
import { formatMinute } from "../../text/format-time.ts";
import type { AttentionData, EntryInForce } from "./overview-data.ts";

/** What waits, and the entries that it is about. */
interface AttentionProps {
  readonly attention: AttentionData;
  readonly entries: readonly EntryInForce[];
}

/** What needs a person, each with the place where it is decided. */
export function Attention({ attention, entries }: AttentionProps) {
  const { conflicts, proposals, stale, handoffs, hook_faults, abandoned_runs } = attention;
  const texts = new Map(entries.map(({ id, content }) => [id, excerptOf(content)]));
  const nameOf = (id: string) => texts.get(id) ?? id;
  const needs = [
    <Need key="conflicts" count={conflicts.length} what="possible contradiction" href="/gate">
      {conflicts.slice(0, MOST).map(({ id, other }) => (
        <bdi key={`${id}/${other.id}`}>
          “{nameOf(id)}” and “{nameOf(other.id)}”
        </bdi>
      ))}
    </Need>,
    <Need
      key="stale"
      count={stale.length}
      what="entry may be outdated"
      many="entries may be outdated"
    >
      {stale.slice(0, MOST).map(({ id, changed, missing }) => (
        <bdi key={id}>
          “{nameOf(id)}” {reasonOf(changed, missing)}
        </bdi>
      ))}
    </Need>,
    <Need key="proposals" count={proposals.length} what="proposal to review">
      {proposals.slice(0, MOST).map((folder) => (
        <bdi key={folder} class="path">
          holdall dream diff {folder}
        </bdi>
      ))}
    </Need>,
    <Need
      key="handoffs"
      count={handoffs.length}
      what="handoff did not finish"
      many="handoffs did not finish"
      href="/handoff"
    >
      {handoffs.slice(0, MOST).map(({ agent, session_id, at }) => (
        <bdi key={session_id}>
          to {agentName(agent)}, {formatMinute(at)}; the next handoff removes what it left
        </bdi>
      ))}
    </Need>,
    <Need key="hooks" count={hook_faults.length} what="hook failed" many="hooks failed">
      {hook_faults.map((line, at) => (
        <bdi key={at} class="path">
          {line}
        </bdi>
      ))}
    </Need>,
    <Need key="runs" count={abandoned_runs} what="run was abandoned" many="runs were abandoned">
      <bdi class="path">holdall ledger recover</bdi>
    </Need>,
  ].filter(({ props }) => props.count > 0);
  return (
    <section class="part">
      <h2>Needs you</h2>
      {needs.length === 0 ? (
        <p class="quiet">
          Nothing. Contradictions, outdated entries, proposals, unfinished handoffs and failed hooks
          would be listed here.
        </p>
      ) : (
        <ul class="needs">{needs}</ul>
      )}
    </section>
  );
}

/** More of one kind are counted, not listed. */
const MOST = 5;

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
        {count > MOST && <span class="quiet">and {formatNumber(count - MOST)} more</span>}
      </span>
    </li>
  );
}

function reasonOf(changed: readonly string[], missing: readonly string[]): string {
  const parts = [
    changed.length > 0 ? `${formatCount(changed.length, "file")} changed since: ${changed[0]}` : "",
    missing.length > 0 ? `${formatCount(missing.length, "file")} gone: ${missing[0]}` : "",
  ].filter((part) => part !== "");
  return parts.join("; ") || "its commit is gone";
}

function excerptOf(text: string): string {
  const line = text.split("\n", 1)[0] ?? "";
  return line.length > 80 ? `${line.slice(0, 79)}…` : line;
}
