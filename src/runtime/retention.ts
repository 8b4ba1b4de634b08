import { HoldallError } from "../base/errors.ts";
import type { Ledger } from "../ledger/ledger.ts";
import type { Actor } from "../model/event.ts";
import { type Retention, retainTranscripts } from "../retention/retain-transcripts.ts";
import { parseMoment } from "./moment.ts";
import type { OperationContext } from "./operation-context.ts";

/** What is to be redacted. */
interface RetentionChoice {
  /** An age or a date, as a person writes it. */
  readonly age: string;
  /** Whether sessions that are cited are redacted as well. */
  readonly includesCited: boolean;
  readonly isDry: boolean;
  readonly actor: Actor;
}

/** Redacts old texts of an open workspace; of a team's, for a keeper alone. */
export async function retainIn(
  context: OperationContext,
  ledger: Ledger,
  { age, includesCited, isDry, actor }: RetentionChoice,
): Promise<Retention> {
  const before = momentBefore(age, context.now());
  if (!isDry) await requireKeeper(ledger);
  const progress = (texts: number) => context.progress(`Redacted ${texts} texts`);
  return retainTranscripts(ledger, { before, includesCited, isDry, actor, progress });
}

/** The end of what is old: a moment that has passed. A mistyped year must not redact everything. */
export function momentBefore(age: string, now: Date): Date {
  const before = parseMoment(age, now);
  if (before <= now) return before;
  throw new HoldallError(
    "E_USAGE",
    `Cannot redact what is older than "${age}": it is in the future`,
  );
}

/** Refuses before anything is read what the database would refuse afterwards. */
export async function requireKeeper({ store }: Ledger): Promise<void> {
  const { membership, team, location } = store;
  if (membership === null || membership.role === "keeper") return;
  const { login, role } = membership;
  const members = (await team?.members()) ?? [];
  const keepers = members.filter((each) => each.role === "keeper").map((each) => each.login);
  throw new HoldallError(
    "E_RIGHTS",
    `Cannot redact in "${location}": only a keeper may do this, and "${login}" is a ${role}`,
    { cure: `ask ${keepers.join(" or ")} for \`holdall team grant ${login} keeper\`` },
  );
}
