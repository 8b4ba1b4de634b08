import { createFindings } from "../../src/base/findings.ts";
import type { Ledger, LedgerOptions } from "../../src/ledger/ledger.ts";
import { verifyLedger } from "../../src/ledger/verify.ts";
import type { SqlValue } from "../../src/stores/store.ts";
import { message, messagesModule, openLedgerAt, type Subject } from "../support/workspaces.ts";

/** One promise of the ledger, to be kept over every store. */
export interface LedgerCheck {
  readonly name: string;
  run(subject: Subject): Promise<void>;
}

type Run = (ledger: Ledger, location: string, subject: Subject) => Promise<void>;

/** A check with one open ledger. */
export function check(
  name: string,
  run: Run,
  options: LedgerOptions = { modules: [messagesModule] },
) {
  return {
    name,
    async run(subject: Subject) {
      const location = subject.location();
      const ledger = await openLedgerAt(location, options);
      try {
        await run(ledger, location, subject);
      } finally {
        await ledger.close();
      }
    },
  };
}

/** Streams to write to. */
export const A = "continuity:a";
export const B = "session:b";

/** Verifies a ledger; the codes of all findings besides. */
export async function verify(ledger: Ledger) {
  const findings = createFindings();
  const result = await verifyLedger(ledger, findings);
  return { ...result, codes: findings.list().map(({ code }) => code), list: findings.list() };
}

/** Changes the database without the ledger. */
export function tamper(
  ledger: Ledger,
  sql: string,
  params: readonly SqlValue[] = [],
): Promise<unknown> {
  return ledger.store.transaction("write", (tx) => tx.run(sql, params));
}

/** Ten messages for a stream. */
export const ten = (stream: string) =>
  Array.from({ length: 10 }, (_, n) => message(stream, `m${n}`));
