import { type BlockForm, findBlocks, type Span } from "./carriers/blocks.ts";

interface SafeForm {
  /** A literal that every such part contains. */
  readonly within: string;
  readonly pattern: RegExp;
}

/** Long random text that is meant to be seen: nothing in it is taken for a secret. */
const safeBlocks: BlockForm = {
  begin:
    /-----BEGIN (?:[A-Z0-9]{1,20} ){0,3}(?:CERTIFICATE|PUBLIC KEY|CERTIFICATE REQUEST|X509 CRL|SIGNATURE|SIGNED MESSAGE|PGP MESSAGE|PARAMETERS)(?: BLOCK)?-----/g,
  end: /-----END/g,
};
const safeForms: readonly SafeForm[] = [
  {
    within: "AAAA",
    pattern:
      /(?:ssh-(?:rsa|ed25519|dss)|ecdsa-sha2-nistp\d{3}|sk-(?:ssh|ecdsa)[\w@.-]{1,60})\s{1,4}AAAA[A-Za-z0-9+/]{20,4096}={0,3}/g,
  },
  { within: "base64,", pattern: /data:[\w.+/-]{1,100};base64,[A-Za-z0-9+/=]{1,8192}/g },
  {
    within: "sha",
    pattern: /\bsha(?:1|224|256|384|512)(?:[-:=]|\s{1,3})[A-Za-z0-9+/]{27,128}={0,2}/gi,
  },
  {
    // A certificate or a public key once more in base64.
    within: "LS0tLS1CRUdJTiB",
    pattern: /LS0tLS1CRUdJTiB(?:DRVJU|QVUJM)[A-Za-z0-9+/]{20,16384}={0,2}/g,
  },
  { within: "h1:", pattern: /\bh1:[A-Za-z0-9+/]{43}=/g },
  { within: "age1", pattern: /\bage1[0-9a-z]{58}\b/g },
];

/** The parts of a text that are public by their form, in the order in which they were found. */
export function safeSpans(text: string): readonly Span[] {
  const spans: Span[] = [];
  if (text.includes("-----BEGIN")) {
    for (const block of findBlocks(text, safeBlocks)) if (!block.isOpen) spans.push(block);
  }
  for (const { within, pattern } of safeForms) {
    if (!text.includes(within)) continue;
    for (const { index, 0: found } of text.matchAll(pattern)) {
      spans.push({ at: index, end: index + found.length });
    }
  }
  return spans;
}
