import { type Anchors, anchorGroup } from "./anchors.ts";
import { type BlockForm, findBlocks } from "./blocks.ts";
import type { Sighting } from "./sighting.ts";
import { isCode, isKeyLike, isPlace, isPlaceholder, isRandom } from "./value-kinds.ts";

/** A place that holds a secret whatever the secret looks like: the place is the evidence. */
interface EvidentPlace {
  readonly kind: string;
  /** Literals of which a text with such a place holds one. */
  readonly hints: readonly string[];
  /** What every such place contains, where the pattern itself is slow to find out that there is none. */
  readonly mayMatch?: RegExp;
  /** Global, with a group named `secret`; or the lines around a block. */
  readonly pattern: RegExp | BlockForm;
  /** What the value must be besides. */
  readonly accepts?: (secret: string) => boolean;
}

const isPassword = (value: string) =>
  !/^(?:[$%{<*]|x+$|pass(?:word)?$|pwd$|secret$|\.\.\.)/i.test(value);
const isCredential = (value: string) => isKeyLike(value) && !isCode(value) && !isPlace(value);

const places: readonly EvidentPlace[] = [
  {
    kind: "private_key",
    hints: ["PRIVATE KEY"],
    pattern: {
      begin: /-----BEGIN [A-Z0-9 ]{0,40}PRIVATE KEY(?: BLOCK)?-----(?:\\r|\\n|\s)/g,
      end: /-----END [A-Z0-9 ]{0,40}PRIVATE KEY(?: BLOCK)?-----/g,
    },
  },
  {
    kind: "private_key",
    hints: ["PuTTY-User-Key-File"],
    pattern: /Private-Lines: \d{1,4}\s(?<secret>[A-Za-z0-9+/=\s]{40,16384}?)Private-MAC/g,
  },
  {
    // A PEM block in base64, as Kubernetes and CI variables hold it.
    kind: "private_key",
    hints: ["LS0tLS1CRUdJTi"],
    pattern: /\b(?<secret>LS0tLS1CRUdJTi[A-Za-z0-9+/]{40,16384}={0,2})/g,
    accepts: (value) => Buffer.from(value.slice(0, 80), "base64").includes("PRIVATE KEY"),
  },
  {
    kind: "url_password",
    hints: ["://"],
    // A colon within `${USER:-name}` does not begin a password.
    pattern:
      /\b[a-z][a-z0-9+.-]{1,20}:\/\/(?:\$\{[^}\s]{0,80}\}|[^\s/:@"'`<>$]|\$(?!\{)){0,64}:(?<secret>[^\s/@"'`<>]{3,256})@(?=[\w[%$-])/gi,
    accepts: isPassword,
  },
  {
    // `${PASSWORD:-word}`: the word is the password where nobody sets another.
    kind: "url_password",
    hints: [":-", ":="],
    pattern:
      /\b[a-z][a-z0-9+.-]{1,20}:\/\/(?:\$\{[^}\s]{0,80}\}|[^\s/:@"'`<>$]){0,64}:\$\{\w{1,80}:[-=](?<secret>[^\s/@"'`<>}]{3,256})\}@(?=[\w[%$-])/gi,
    accepts: isPassword,
  },
  {
    kind: "url_token",
    hints: ["://"],
    pattern: /\bhttps?:\/\/(?<secret>[\w-]{16,255})@(?=[\w-]+\.)/g,
    accepts: isCredential,
  },
  {
    kind: "signed_url",
    hints: ["sig=", "Signature=", "X-Amz-Security-Token="],
    pattern:
      /[?&](?:sig|Signature|X-Amz-Signature|X-Amz-Security-Token|X-Goog-Signature)=(?<secret>[\w%+/=-]{20,4096})/g,
  },
  {
    kind: "azure_key",
    hints: ["AccountKey=", "SharedAccessKey="],
    pattern: /\b(?:AccountKey|SharedAccessKey)=(?<secret>[A-Za-z0-9+/=]{40,4096})/g,
  },
  {
    kind: "slack_webhook",
    hints: ["hooks.slack.com"],
    pattern:
      /\bhttps:\/\/hooks\.slack\.com\/(?:services|workflows|triggers)\/(?<secret>[\w/]{20,400})/g,
  },
  {
    kind: "discord_webhook",
    hints: ["/api/webhooks/"],
    pattern:
      /\bhttps:\/\/(?:\w{1,20}\.)?discord(?:app)?\.com\/api\/webhooks\/(?<secret>\d{15,20}\/[\w-]{40,100})/g,
  },
  {
    kind: "teams_webhook",
    hints: ["webhook.office.com"],
    pattern: /\bhttps:\/\/\w{1,60}\.webhook\.office\.com\/webhookb2\/(?<secret>[\w@/-]{60,400})/g,
  },
  {
    kind: "authorization",
    hints: ["uthorization", "UTHORIZATION"],
    pattern:
      /authorization["']?\s{0,3}[:=]\s{0,3}["'`]?(?:(?:bearer|basic|token|apikey|digest)\s{1,3})?(?<secret>[\w+/.~=%-]{12,4096})/gi,
    accepts: (value) =>
      !isPlaceholder(value) && !isCode(value) && !isPlace(value) && /\d|[+/=]/.test(value),
  },
  {
    kind: "authorization",
    hints: ["earer ", "asic ", "oken "],
    pattern: /\b(?:[Bb]earer|[Bb]asic|[Tt]oken)\s{1,3}(?<secret>[\w+/.~=-]{16,4096})/g,
    accepts: (value) =>
      isRandom(value) && !isPlace(value) && !isPlaceholder(value) && !isCode(value),
  },
  {
    // `-H "X-Anything: value"` and the same header in a dump: random text there is a credential.
    kind: "header_value",
    hints: ["-H", "X-", "x-"],
    mayMatch:
      /(?:key|token|auth|secret|session|signature)[\w-]{0,20}["']?\s{0,2}:\s{0,3}["']?[\w+/.~=-]{16}/i,
    pattern:
      /(?:-H\s{0,3}["']?|^|["'\s])(?:[A-Za-z][\w-]{0,60}(?:Key|Token|Auth|Secret)|X-[\w-]{0,60}(?:Session|Signature))[\w-]{0,20}["']?\s{0,2}:\s{0,3}["']?(?<secret>[\w+/.~=-]{16,4096})/gim,
    accepts: isCredential,
  },
  {
    // Cookies of a session, in a header of a request or an answer.
    kind: "cookie",
    hints: ["ookie:", 'ookie":'],
    pattern:
      /\b(?:set-)?cookie["']?\s{0,2}:[^\n"']{0,400}?(?:sess|sid|auth|token)[\w.-]{0,20}=(?<secret>[\w%+/.~-]{16,4096})/gi,
    accepts: isCredential,
  },
  {
    kind: "docker_auth",
    hints: ['"auth"', "_auth="],
    pattern:
      /(?:"auth"\s{0,3}:\s{0,3}"|_auth\s{0,3}=\s{0,3}"?)(?<secret>[A-Za-z0-9+/]{12,1024}={0,2})/g,
    accepts: (value) =>
      /^[\x20-\x7e]{1,200}:[\x20-\x7e]{2,600}$/.test(
        Buffer.from(value, "base64").toString("latin1"),
      ),
  },
  {
    kind: "wallet_phrase",
    hints: [
      "mnemonic",
      "seed phrase",
      "recovery phrase",
      "Mnemonic",
      "Seed phrase",
      "Recovery phrase",
    ],
    pattern:
      /(?:mnemonic|(?:seed|recovery) (?:phrase|words))[^\n]{0,40}?[:=]?\s{0,3}["'`]?(?<secret>(?:[a-z]{3,8}[ \n]){11,23}[a-z]{3,8})\b/gi,
  },
];

const groups = places.map(({ hints }) => anchorGroup(hints));

/** Secrets that their place gives away: headers, addresses with a password, key blocks. */
export function* findEvidentValues(text: string, anchors: Anchors): Generator<Sighting> {
  if (!anchors.isTelling) return;
  for (const [number, { kind, mayMatch, pattern, accepts }] of places.entries()) {
    if (!anchors.contains(groups[number] ?? 0) || mayMatch?.test(text) === false) continue;
    if (!(pattern instanceof RegExp)) {
      for (const { at, end } of findBlocks(text, pattern)) {
        yield { kind, secret: text.slice(at, end), at };
      }
      continue;
    }
    for (const match of text.matchAll(pattern)) {
      const secret = match.groups?.secret ?? "";
      if (secret === "" || accepts?.(secret) === false) continue;
      yield { kind, secret, at: match.index + match[0].lastIndexOf(secret) };
    }
  }
}
