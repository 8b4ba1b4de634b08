import { createFindings, type Findings } from "../../base/findings.ts";
import { createAccounting } from "../accounting.ts";
import type { IndexedSession, SessionSource } from "../agent.ts";
import { reportUnknown } from "../report-unknown.ts";
import { createHeaderFacts } from "./header-facts.ts";
import { type FileIndex, indexRecords } from "./index-records.ts";
import { kinds } from "./kinds.ts";
import { type ReadFile, readItems } from "./read-items.ts";
import { testedVersions } from "./tested-versions.ts";

/** Indexes and accounts for a session in one pass over each of its rollouts. */
export async function read(source: SessionSource): Promise<IndexedSession> {
  const findings = createFindings("lenient");
  const accounting = createAccounting();
  const indexes: FileIndex[] = [];
  for (const file of source.files) indexes.push(await indexRecords(file, { findings, accounting }));
  const files = arrange(indexes, findings);
  const result = accounting.result();
  const header = (indexes[0]?.facts ?? createHeaderFacts()).header(source.session.id);
  const { agent_version: version } = header;
  reportUnknown({ types: result.by_type, kinds, version, testedVersions }, findings);
  for (const { file, unanswered } of indexes) {
    for (const line of unanswered) {
      findings.warn("W_CALL", { file: file.path, line }, "The call has no result");
    }
  }
  return {
    header,
    accounting: result,
    findings: findings.list(),
    complete_bytes: indexes[0]?.complete_bytes ?? 0,
    items: () => readItems(files),
  };
}

/** Tells the rollouts a conversation begins with from those of its sub-agents. */
function arrange(indexes: readonly FileIndex[], findings: Findings): ReadFile[] {
  const bases = new Set<FileIndex>();
  let at = indexes[0];
  while (at !== undefined) {
    const base = at.facts.base();
    const next = base && indexes.find(({ facts }) => facts.id() === base.thread);
    if (base && (!next || next === indexes[0] || bases.has(next))) {
      const message = `The session begins in "${base.thread}", which is not there`;
      findings.warn("W_DANGLING", { file: at.file.path, line: 1 }, message);
    }
    at = next && next !== indexes[0] && !bases.has(next) ? next : undefined;
    if (at !== undefined) bases.add(at);
  }
  // The oldest beginning first, then the conversation's own file, then the others.
  const others = indexes.slice(1).filter((index) => !bases.has(index));
  return [
    ...[...bases].reverse().map((index) => ({ index, thread: null, isBase: true })),
    ...indexes.slice(0, 1).map((index) => ({ index, thread: null, isBase: false })),
    ...others.map((index) => ({
      index,
      thread: index.facts.id() ?? index.file.path,
      isBase: false,
    })),
  ];
}
