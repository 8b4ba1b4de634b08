import { HoldallError } from "../../base/errors.ts";

/** Far above any identity file; trying more keys than this on a hostile file would take long. */
const MAX_IDENTITIES = 100;

/** What a line of an identity file may be, besides an identity that we can use. */
const refusals: readonly {
  readonly fits: RegExp;
  readonly state: string;
  readonly cure: string;
}[] = [
  {
    fits: /^(-----BEGIN AGE ENCRYPTED FILE-----|age-encryption\.org\/)/,
    state: "the identity file is itself sealed",
    cure: "open it with age -d first, or open the bundle with the age program",
  },
  {
    fits: /^-----BEGIN .*PRIVATE KEY-----/,
    state: "SSH keys are not supported as identities",
    cure: "open the file with age -d -i KEY, or have it sealed to an age recipient",
  },
  {
    fits: /^AGE-PLUGIN-/,
    state: "identities of plugins are not supported",
    cure: "open the file with age -d -i KEY",
  },
  {
    fits: /^(age1|ssh-|ecdsa-|sk-)/,
    state: "it holds a public key, which seals and does not open",
    cure: "name the file with the line that begins with AGE-SECRET-KEY-",
  },
];

/** Reads an identity file as age-keygen writes it: comments, blank lines, one identity per line. */
export function parseIdentities(text: string, path: string): readonly string[] {
  const identities: string[] = [];
  let line = 0;
  for (const each of text.replace(/^\ufeff/, "").split("\n")) {
    line++;
    const content = each.trim();
    if (content === "" || content.startsWith("#")) continue;
    checkIdentity(content, `"${path}", line ${line}`);
    if (identities.push(content) > MAX_IDENTITIES) {
      throw new HoldallError(
        "E_LIMIT",
        `Cannot use "${path}": more than ${MAX_IDENTITIES} identities`,
      );
    }
  }
  if (identities.length > 0) return identities;
  throw new HoldallError("E_KEY", `Cannot use "${path}": it holds no identity`, {
    cure: "name a file that age-keygen made",
  });
}

/** Refuses what is no identity with `E_KEY`; the text itself may be secret and is never quoted. */
export function checkIdentity(identity: string, where: string): void {
  if (/^AGE-SECRET-KEY-(PQ-)?1[0-9A-Z]+$/.test(identity)) return;
  const refusal = refusals.find(({ fits }) => fits.test(identity));
  const state = refusal?.state ?? "it is not an age identity";
  const cure = refusal?.cure ?? "name a file that age-keygen made";
  throw new HoldallError("E_KEY", `Cannot use ${where}: ${state}`, { cure });
}
