import { HoldallError } from "../../base/errors.ts";
import { excerpt } from "../../base/text/text.ts";

/** Keeps the header of a sealed file below the limit for opening one. */
const MAX_RECIPIENTS = 100;

/** Things that look like recipients and cannot be sealed for, and what to do instead. */
const refusals: readonly {
  readonly pattern: RegExp;
  readonly state: string;
  readonly cure: string;
  readonly secret?: true;
}[] = [
  {
    pattern: /^AGE-(SECRET-KEY|PLUGIN)-/i,
    state: "it is a secret identity, not a recipient",
    cure: "give the public key that age-keygen -y prints for it",
    secret: true,
  },
  {
    pattern: /^(?:ecdsa|sk|ssh-(?!ed25519\s))/,
    state: "of SSH keys only those of type ssh-ed25519 can be sealed for",
    cure: "give such a key (ssh-keygen -t ed25519 creates one), or an age recipient (age-keygen creates one)",
  },
  {
    pattern: /^age1(?!pq1|tag1|tagpq1)[a-z0-9-]+1[a-z02-9]+$/,
    state: "plugin recipients are not supported",
    cure: "give a plain age recipient, or pack the bundle and encrypt it with the age program",
  },
  {
    pattern: /^(?!age1|ssh-ed25519\s)/,
    state: "it is not a recipient",
    cure: "give a public key that begins with age1 (age-keygen creates one) or with ssh-ed25519 (a .pub file)",
  },
];

const POST_QUANTUM = /^age1(pq|tagpq)1/;

/** The recipients without duplicates; one that cannot be sealed for is `E_KEY`. */
export function checkRecipients(recipients: readonly string[]): readonly string[] {
  const unique = [...new Set(recipients.map((recipient) => recipient.trim()))];
  if (unique.length === 0) {
    throw new HoldallError("E_KEY", "Cannot seal: no recipient was given", {
      cure: "give one with --to",
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
      cure: "one weaker recipient would defeat the others; seal twice, or use recipients of one kind",
    });
  }
  return unique;
}

function isPostQuantum(recipient: string): boolean {
  return POST_QUANTUM.test(recipient);
}

function refuse(recipient: string): void {
  const refusal = refusals.find(({ pattern }) => pattern.test(recipient));
  if (!refusal) return;
  const shown = refusal.secret ? "the given recipient" : `"${excerpt(recipient, 60)}"`;
  throw new HoldallError("E_KEY", `Cannot seal for ${shown}: ${refusal.state}`, {
    cure: refusal.cure,
  });
}
