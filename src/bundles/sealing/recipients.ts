import { HoldallError } from "../../base/errors.ts";
import { excerpt } from "../../base/text.ts";

/** Keeps the header of what we seal within what we open. */
const MAX_RECIPIENTS = 100;

/** What people give for a recipient that the library cannot seal to, and what they can do instead. */
const refusals: readonly {
  readonly fits: RegExp;
  readonly state: string;
  readonly cure: string;
  readonly secret?: true;
}[] = [
  {
    fits: /^AGE-(SECRET-KEY|PLUGIN)-/i,
    state: "it is a secret identity, not a recipient",
    cure: "give the public line that age-keygen -y prints for it",
    secret: true,
  },
  {
    fits: /^(ssh|ecdsa|sk)-/,
    state: "SSH keys are not supported as recipients",
    cure: "give an age recipient (age-keygen makes one), or pack the bundle and seal it with the age program",
  },
  {
    fits: /^age1(?!pq1|tag1|tagpq1)[a-z0-9-]+1[a-z0-9]+$/,
    state: "recipients of plugins are not supported",
    cure: "give a plain age recipient, or pack the bundle and seal it with the age program",
  },
  {
    fits: /^(?!age1)/,
    state: "it is not a recipient",
    cure: "give the public line that begins with age1 from the output of age-keygen",
  },
];

const POST_QUANTUM = /^age1(pq|tagpq)1/;

/** The recipients without repetitions; one that cannot be sealed to is `E_KEY`, whatever else is right. */
export function checkRecipients(recipients: readonly string[]): readonly string[] {
  const unique = [...new Set(recipients.map((recipient) => recipient.trim()))];
  if (unique.length === 0) {
    throw new HoldallError("E_KEY", "Cannot seal: no recipient is given", {
      cure: "name one with --to",
    });
  }
  if (unique.length > MAX_RECIPIENTS) {
    throw new HoldallError(
      "E_LIMIT",
      `Cannot seal: ${unique.length} recipients, limit ${MAX_RECIPIENTS}`,
    );
  }
  for (const recipient of unique) refuse(recipient);
  if (unique.some(isPostQuantum) && !unique.every(isPostQuantum)) {
    throw new HoldallError("E_KEY", "Cannot seal: post-quantum and other recipients are mixed", {
      cure: "the weakest recipient decides; seal twice, or give recipients of one kind",
    });
  }
  return unique;
}

function isPostQuantum(recipient: string): boolean {
  return POST_QUANTUM.test(recipient);
}

function refuse(recipient: string): void {
  const refusal = refusals.find(({ fits }) => fits.test(recipient));
  if (!refusal) return;
  const shown = refusal.secret ? "the given recipient" : `"${excerpt(recipient, 60)}"`;
  throw new HoldallError("E_KEY", `Cannot seal to ${shown}: ${refusal.state}`, {
    cure: refusal.cure,
  });
}
