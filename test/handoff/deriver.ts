/** A process of several that offer the same facts to one state: prints what became of them. */
import { deriveState } from "../../src/handoff/derive-state.ts";
import { loadModules } from "../../src/runtime/modules.ts";
import type { Fact } from "../../src/transcripts/digest/facts.ts";
import { actor, address, bounds, rules } from "../state/random-history.ts";
import { openLedgerAt } from "../support/workspaces.ts";

const [location = ""] = process.argv.slice(2);

const SUBJECTS = ["readings", "alarms", "charts", "backups", "mails", "logs", "maps", "tickets"];

/** Each decision is taken back by a later one, so that entries supersede each other. */
const facts: readonly Fact[] = ["SQLite", "Redis", "Kafka"].flatMap((tool) =>
  SUBJECTS.map((subject) => ({
    kind: "decision",
    text: `We chose ${tool} for the ${subject}`,
    weight: 0.5,
    item_ids: [`${tool}-${subject}`],
  })),
);

const ledger = await openLedgerAt(location, { modules: await loadModules() });
const { derived } = await deriveState(ledger, facts, { address, bounds, actor }, rules);
await ledger.close();
process.stdout.write(JSON.stringify(derived));
