import { HoldallError } from "../base/errors.ts";
import { checkSignature, type SignatureCheck, verifySignature } from "../bundles/signing/verify.ts";

/** Whom a receiver accepts. */
export interface AcceptedSigners {
  /** Text of an allowed-signers file. */
  readonly list: string | null;
  /** Fingerprints of keys, as OpenSSH prints them. */
  readonly fingerprints: readonly string[];
}

/** A list of sums and what was signed of it. */
interface SignedList {
  readonly sums: string;
  readonly signature: string | null;
}

/** The key of a signature; null where nobody signed. */
export function signerOf({ sums, signature }: SignedList): SignatureCheck | null {
  return signature === null ? null : checkSignature(new TextEncoder().encode(sums), signature);
}

/**
 * Checks who signed a list before anything of it is fetched. A signature that is wrong is always refused; one by
 * somebody else, or none, when the receiver said whom they accept.
 */
export function requireSigner(
  list: SignedList,
  { list: allowedSigners, fingerprints }: AcceptedSigners,
  now: Date,
): SignatureCheck | null {
  const isAsked = allowedSigners !== null || fingerprints.length > 0;
  if (list.signature === null) {
    if (!isAsked) return null;
    throw refused("nobody signed it", "ask whoever sent it to push it again with --key");
  }
  const message = new TextEncoder().encode(list.sums);
  const check = verifySignature({
    message,
    armored: list.signature,
    ...(allowedSigners === null ? {} : { allowedSigners }),
    now,
  });
  const cure = "ask whoever sent it which key they signed it with; nothing of it was fetched";
  if (!check.ok) throw refused(check.reason ?? "its signature is not valid", cure);
  if (fingerprints.length > 0 && !fingerprints.includes(check.fingerprint ?? "")) {
    throw refused(
      `it was signed with the key ${check.fingerprint}, which is not the one named`,
      cure,
    );
  }
  return check;
}

function refused(state: string, cure: string): HoldallError {
  return new HoldallError("E_SIGNATURE", `Cannot pull: ${state}`, { cure });
}
