import { printable } from "../../base/text.ts";
import { decodeBase64 } from "./armor.ts";
import { fitsPatternList } from "./pattern-list.ts";
import { readPublicKey } from "./public-key.ts";
import { readSignerOptions, type SignerOptions } from "./signer-options.ts";
import { WireFault } from "./wire.ts";

/** One line of a list of signers: who they are, and the key they sign with. */
export interface AllowedSigner extends SignerOptions {
  readonly line: number;
  /** The line's list of names, verbatim but made safe to print. */
  readonly principals: string;
  readonly publicKey: Uint8Array;
}

/** A list of signers; a line that cannot be read allows nobody and is kept as a fault. */
export interface SignerList {
  readonly signers: readonly AllowedSigner[];
  readonly faults: readonly { readonly line: number; readonly state: string }[];
}

/** Reads a list in the ALLOWED SIGNERS form of ssh-keygen(1). */
export function parseAllowedSigners(text: string): SignerList {
  const signers: AllowedSigner[] = [];
  const faults: { line: number; state: string }[] = [];
  let line = 0;
  for (const each of text.split("\n")) {
    line++;
    const content = each.trim();
    if (content === "" || content.startsWith("#")) continue;
    try {
      signers.push({ line, ...readSigner(content) });
    } catch (error) {
      if (!(error instanceof WireFault)) throw error;
      faults.push({ line, state: error.message });
    }
  }
  return { signers, faults };
}

function readSigner(content: string): Omit<AllowedSigner, "line"> {
  const [principals, rest] = takePrincipals(content);
  // Only a text that really is a key is taken for one; anything else there has to be options.
  const bare = readKey(rest);
  const [options, keyText] = bare ? ["", rest] : takeOptions(rest);
  const publicKey = bare ?? readKey(keyText);
  if (!publicKey) throw new WireFault("it has no readable public key");
  return { principals: printable(principals), ...readSignerOptions(options), publicKey };
}

function takePrincipals(content: string): [principals: string, rest: string] {
  const match = /^(?:"([^"]*)"|([^\s"]+))(?=\s)/.exec(content);
  const principals = match?.[1] ?? match?.[2] ?? "";
  // A list that only rules names out names nobody.
  if (!match || principals.split(",").every((name) => name === "" || name.startsWith("!"))) {
    throw new WireFault("it names nobody");
  }
  return [principals, content.slice(match[0].length).trimStart()];
}

function takeOptions(text: string): [options: string, rest: string] {
  let quoted = false;
  let at = 0;
  for (; at < text.length && (quoted || !/\s/.test(text[at] ?? "")); at++) {
    if (text[at] === "\\" && text[at + 1] === '"') at++;
    else if (text[at] === '"') quoted = !quoted;
  }
  if (quoted) throw new WireFault("a quotation mark is not closed");
  return [text.slice(0, at), text.slice(at).trimStart()];
}

function readKey(text: string): Uint8Array | null {
  const [type = "", base64 = ""] = text.split(/\s+/, 2);
  try {
    const blob = decodeBase64(base64);
    return readPublicKey(blob).type === type ? blob : null;
  } catch (error) {
    if (error instanceof WireFault) return null;
    throw error;
  }
}

/** Whom to look for in a list. */
export interface SignerQuery {
  readonly publicKey: Uint8Array;
  readonly namespace: string;
  readonly now: Date;
}

/** Finds who holds a key for a purpose at a time, or says why nobody does. */
export function findSigner(
  list: SignerList,
  query: SignerQuery,
): { readonly principal: string } | { readonly reason: string } {
  const reasons: string[] = [];
  for (const signer of list.signers) {
    if (!Buffer.from(signer.publicKey).equals(query.publicKey)) continue;
    const reason = whyNot(signer, query);
    if (reason === null) return { principal: signer.principals };
    reasons.push(`line ${signer.line} of the list of signers ${reason}`);
  }
  const [fault] = list.faults;
  const unread = fault ? ` (line ${fault.line} of the list cannot be read: ${fault.state})` : "";
  return { reason: `${reasons[0] ?? "its key is not in the list of signers"}${unread}` };
}

function whyNot(signer: AllowedSigner, { namespace, now }: SignerQuery): string | null {
  if (signer.authority) return "allows its key only as a certificate authority";
  if (signer.namespaces !== null && !fitsPatternList(namespace, signer.namespaces)) {
    return `does not allow its key for "${namespace}"`;
  }
  const time = now.getTime();
  if (signer.validAfter !== null && time < signer.validAfter) return "allows its key only later";
  if (signer.validBefore !== null && time > signer.validBefore) return "no longer allows its key";
  return null;
}
