import { HoldallError } from "../base/errors.ts";
import { checkSignature, type SignatureCheck, verifySignature } from "../bundles/signing/verify.ts";
import type { Found, Parcel } from "../carriers/carrier.ts";

/** Whom a receiver accepts. */
export interface AcceptedSigners {
  /** Text of an allowed-signers file. */
  readonly list: string | null;
  /** Fingerprints of keys, as OpenSSH prints them. */
  readonly fingerprints: readonly string[];
}

/** The key of a signature that was made a moment ago; null where nobody signed. */
export function signerOf({ sums, signature }: Pick<Parcel, "sums" | "signature">) {
  return signature === null ? null : checkSignature(new TextEncoder().encode(sums), signature);
}

/** A signature that was accepted, and whose it is. */
export interface AcceptedSignature extends SignatureCheck {
  readonly armored: string;
}

/**
 * Checks who signed a list before anything of it is fetched. Signatures that are all wrong are always refused; those by
 * others, or none, when the receiver said whom they accept.
 */
export function requireSigner(
  { sums, signatures }: Pick<Found, "sums" | "signatures">,
  { list: allowedSigners, fingerprints }: AcceptedSigners,
  now: Date,
): AcceptedSignature | null {
  const isAsked = allowedSigners !== null || fingerprints.length > 0;
  if (signatures.length === 0) {
    if (!isAsked) return null;
    throw refused("nobody signed it", "ask whoever sent it to push it again with --key");
  }
  const message = new TextEncoder().encode(sums);
  const signers = allowedSigners === null ? {} : { allowedSigners };
  const checks = signatures.map((armored) => {
    return { armored, ...verifySignature({ message, armored, ...signers, now }) };
  });
  const isNamed = ({ fingerprint }: SignatureCheck) =>
    fingerprints.length === 0 || fingerprints.includes(fingerprint ?? "");
  const accepted = checks.find((check) => check.ok && isNamed(check));
  if (accepted !== undefined) return accepted;
  const cure = "ask whoever sent it which key they signed it with; nothing of it was fetched";
  const [first] = checks;
  if (first?.ok !== true) throw refused(first?.reason ?? "its signature is not valid", cure);
  throw refused(
    `it was signed with the key ${first.fingerprint}, which is not the one named`,
    cure,
  );
}

function refused(state: string, cure: string): HoldallError {
  return new HoldallError("E_SIGNATURE", `Cannot pull: ${state}`, { cure });
}
