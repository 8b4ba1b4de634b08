/**
 * The list of signers in OpenSSH's ALLOWED SIGNERS format, so that the same file works for git and
 * ssh-keygen. Whatever cannot be understood allows nobody: an option that is ignored might have
 * been a restriction.
 */

import { printable } from "../../base/text/text.ts";
import { decodeBase64 } from "./armor.ts";
import { matchesPatternList } from "./pattern-list.ts";
import { readPublicKey } from "./public-key.ts";
import { parseSignerOptions, type SignerOptions } from "./signer-options.ts";
import { WireError } from "./wire.ts";

/** One line of an allowed-signers file: who signs, and with which key. */
export interface AllowedSigner extends SignerOptions {
  readonly line: number;
  /** The line's list of names, verbatim except for escaped control characters. */
  readonly principals: string;
  readonly publicKey: Uint8Array;
}

/** A list of signers. A line that cannot be parsed allows nobody and is kept as a fault. */
export interface SignerList {
  readonly signers: readonly AllowedSigner[];
  readonly faults: readonly { readonly line: number; readonly state: string }[];
}

/** Parses a list in the ALLOWED SIGNERS format of ssh-keygen(1). */
export function parseAllowedSigners(text: string): SignerList {
  const signers: AllowedSigner[] = [];
  const faults: { line: number; state: string }[] = [];
  let line = 0;
  for (const each of text.split("\n")) {
    line++;
    const content = each.trim();
    if (content === "" || content.startsWith("#")) continue;
    try {
      signers.push({ line, ...parseSigner(content) });
    } catch (error) {
      if (!(error instanceof WireError)) throw error;
      faults.push({ line, state: error.message });
    }
  }
  return { signers, faults };
}

function parseSigner(content: string): Omit<AllowedSigner, "line"> {
  const [principals, rest] = takePrincipals(content);
  // Options are optional and have no marker: what is not a valid key must be options.
  const bare = parseKey(rest);
  const [options, keyText] = bare ? ["", rest] : takeOptions(rest);
  const publicKey = bare ?? parseKey(keyText);
  if (!publicKey) throw new WireError("it has no readable public key");
  return { principals: printable(principals), ...parseSignerOptions(options), publicKey };
}

function takePrincipals(content: string): [principals: string, rest: string] {
  const match = /^(?:"([^"]*)"|([^\s"]+))(?=\s)/.exec(content);
  const principals = match?.[1] ?? match?.[2] ?? "";
  // A list of negated patterns alone matches nobody.
  if (!match || principals.split(",").every((name) => name === "" || name.startsWith("!"))) {
    throw new WireError("it names no principal");
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
  if (quoted) throw new WireError("a quotation mark is not closed");
  return [text.slice(0, at), text.slice(at).trimStart()];
}

function parseKey(text: string): Uint8Array | null {
  const [type = "", base64 = ""] = text.split(/\s+/, 2);
  try {
    const blob = decodeBase64(base64);
    return readPublicKey(blob).type === type ? blob : null;
  } catch (error) {
    if (error instanceof WireError) return null;
    throw error;
  }
}

/** The key to look for in a list. */
export interface SignerQuery {
  readonly publicKey: Uint8Array;
  readonly namespace: string;
  readonly now: Date;
}

/** Finds the signer that a key belongs to for a namespace at a time, or the reason why there is none. */
export function findSigner(
  list: SignerList,
  query: SignerQuery,
): { readonly principal: string } | { readonly reason: string } {
  const reasons: string[] = [];
  for (const signer of list.signers) {
    if (!Buffer.from(signer.publicKey).equals(query.publicKey)) continue;
    const reason = refusalOf(signer, query);
    if (reason === null) return { principal: signer.principals };
    reasons.push(`line ${signer.line} of the signers file ${reason}`);
  }
  const [fault] = list.faults;
  const unread = fault
    ? ` (line ${fault.line} of the signers file cannot be parsed: ${fault.state})`
    : "";
  return { reason: `${reasons[0] ?? "its key is not in the signers file"}${unread}` };
}

function refusalOf(signer: AllowedSigner, { namespace, now }: SignerQuery): string | null {
  if (signer.authority) return "allows the key only as a certificate authority";
  if (signer.namespaces !== null && !matchesPatternList(namespace, signer.namespaces)) {
    return `does not allow the key for the namespace "${namespace}"`;
  }
  const time = now.getTime();
  if (signer.validAfter !== null && time < signer.validAfter) return "is not valid yet";
  if (signer.validBefore !== null && time > signer.validBefore) return "is no longer valid";
  return null;
}
