import type { Identity } from "age-encryption";
import { HoldallError } from "../../base/errors.ts";
import { withoutByteOrderMark } from "../../base/text/byte-order-mark.ts";
import { type PrivateKey, readPrivateKey } from "../signing/private-key.ts";
import { WireError } from "../signing/wire.ts";
import { sshIdentity } from "./ssh-ed25519.ts";

/** Far more than any identity file has; each one costs a decryption attempt per recipient. */
const MAX_IDENTITIES = 100;

/** Lines of an identity file that cannot be used here, and what to do instead. */
const refusals: readonly {
  readonly pattern: RegExp;
  readonly state: string;
  readonly cure: string;
}[] = [
  {
    pattern: /^(-----BEGIN AGE ENCRYPTED FILE-----|age-encryption\.org\/)/,
    state: "the identity file is itself encrypted",
    cure: "decrypt it with age -d first, or open the bundle with the age program",
  },
  {
    pattern: /^-----BEGIN .*PRIVATE KEY-----/,
    state: "it is not a private key in OpenSSH's format",
    cure: "open the file with age -d -i KEY, or have it sealed for an age recipient",
  },
  {
    pattern: /^AGE-PLUGIN-/,
    state: "plugin identities are not supported",
    cure: "open the file with age -d -i KEY",
  },
  {
    pattern: /^(age1|ssh-|ecdsa-|sk-)/,
    state: "it contains a public key, which can seal but not open",
    cure: "give the file that contains the line AGE-SECRET-KEY-…",
  },
];

/** What can open a sealed file: the line of an age identity, or an SSH key. */
export type SealIdentity = string | Identity;

/**
 * Parses an identity file as age-keygen writes it (comments, blank lines, one identity per line), or a private key
 * as ssh-keygen writes it.
 */
export function parseIdentities(text: string, path: string): readonly SealIdentity[] {
  if (text.trimStart().startsWith("-----BEGIN OPENSSH PRIVATE KEY-----")) {
    return [readSshKey(text, path)];
  }
  const identities: string[] = [];
  let line = 0;
  for (const each of withoutByteOrderMark(text).split("\n")) {
    line++;
    const content = each.trim();
    if (content === "" || content.startsWith("#")) continue;
    checkIdentity(content, `"${path}", line ${line}`);
    if (identities.push(content) > MAX_IDENTITIES) {
      throw new HoldallError(
        "E_LIMIT",
        `Cannot use "${path}": it has more than ${MAX_IDENTITIES} identities`,
      );
    }
  }
  if (identities.length > 0) return identities;
  throw new HoldallError("E_KEY", `Cannot use "${path}": it contains no identity`, {
    cure: "give a file that was created by age-keygen",
  });
}

function readSshKey(text: string, path: string): Identity {
  const key = keyIn(text);
  if (key?.kind === "ed25519") return sshIdentity(key.publicKey, key.key);
  const why = key?.kind === "external" ? key.why : "it is damaged";
  throw new HoldallError("E_KEY", `Cannot use the SSH key "${path}": ${why}`, {
    cure: `open the file with age -d -i "${path}", or give an Ed25519 key without a passphrase`,
  });
}

/** The key in a file; null when it is damaged. */
function keyIn(text: string): PrivateKey | null {
  try {
    return readPrivateKey(text);
  } catch (error) {
    if (error instanceof WireError) return null;
    throw error;
  }
}

/** Refuses what is not an identity with `E_KEY`; the text may be secret and is never quoted. */
export function checkIdentity(identity: string, where: string): void {
  if (/^AGE-SECRET-KEY-(PQ-)?1[0-9A-Z]+$/.test(identity)) return;
  const refusal = refusals.find(({ pattern }) => pattern.test(identity));
  const state = refusal?.state ?? "it is not an age identity";
  const cure = refusal?.cure ?? "give a file that was created by age-keygen";
  throw new HoldallError("E_KEY", `Cannot use ${where}: ${state}`, { cure });
}
