import type { Ledger } from "../ledger/ledger.ts";
import { type Citation, citationIn } from "../model/citation.ts";
import { addressOf, loadState } from "../state/load.ts";
import { isActive } from "../state/state.ts";
import { selectWaiting } from "../state/tables/proposals.ts";
import { selectStates } from "../state/tables.ts";
import { selectTranscripts } from "../transcripts/tables.ts";

/** The imported sessions that entries in force and waiting proposals cite, each with the ids of those. */
export async function findCitedSessions(
  ledger: Ledger,
): Promise<ReadonlyMap<string, readonly string[]>> {
  const bySession = Map.groupBy(await citationsInForce(ledger), ({ citation }) => citation.session);
  const found = new Map<string, readonly string[]>();
  for (const { transcript_id, agent, session_id } of await ledger.read(selectTranscripts)) {
    const citing = (bySession.get(session_id) ?? []).filter(
      ({ citation }) => (citation.agent ?? agent) === agent,
    );
    if (citing.length > 0) found.set(transcript_id, [...new Set(citing.map(({ by }) => by))]);
  }
  return found;
}

interface CitedBy {
  readonly citation: Citation;
  readonly by: string;
}

function citationsInForce(ledger: Ledger): Promise<readonly CitedBy[]> {
  return ledger.read(async (tx) => {
    const found: CitedBy[] = [];
    for (const row of await selectStates(tx)) {
      const loaded = await loadState(tx, addressOf(row));
      const entries = [...(loaded?.state.entries.values() ?? [])].filter(isActive);
      for (const { id, image } of entries) {
        const citation = citationIn(image);
        if (citation !== null) found.push({ citation, by: id });
      }
      for (const { id, citation } of await selectWaiting(tx, row.state_id)) {
        found.push({ citation, by: `proposal ${id}` });
      }
    }
    return found;
  });
}
