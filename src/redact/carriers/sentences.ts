import { isExample } from "../examples.ts";
import { isEncodedText } from "../judge-value.ts";
import { isOrdinary } from "../ordinary.ts";
import { lookOf, looksChosen } from "../password-look.ts";
import {
  countKinds,
  hasRandomLetters,
  isKeyLike,
  isMemorable,
  isPlaceholder,
  isWordAndNumber,
  looksInvented,
} from "../value-kinds.ts";
import { createPlaceFinder } from "./places.ts";

const isCredential = (value: string) =>
  (looksInvented(value) || isKeyLike(value) || isMemorable(value) || isWordAndNumber(value)) &&
  !isOrdinary(value);

/** A password that was generated, on a line of its own: it may be shorter than one in a sentence. */
const isGenerated = (value: string) =>
  isCredential(value) ||
  (countKinds(value, /[^\w.:/-]/) >= 3 && hasRandomLetters(value) && !isOrdinary(value));

/** A key on a line of its own. */
const isShownKey = (value: string) =>
  isKeyLike(value) && !/^[0-9a-f]{8}-/i.test(value) && !isOrdinary(value);

/** A number that somebody was given, and did not count out. */
const isIssuedNumber = (value: string) => {
  const digits = value.replaceAll(/[ -]/g, "");
  return new Set(digits).size > 2 && !"01234567890".includes(digits);
};

/** What a place can hardly have but a password. */
const isChosen = (value: string) => looksChosen(value) && !isPlaceholder(value);

/** Secrets in sentences that name them only afterwards, or as a pair with their user. */
export const findSpokenPairs = createPlaceFinder([
  {
    // Use `…` as the API key.
    kind: "spoken_secret",
    hints: [
      " as the",
      " as your",
      " as my",
      " as pass",
      " as api",
      " is the",
      " is your",
      " is my",
      " als ",
      " como ",
      " comme ",
    ],
    pattern:
      /["'`](?<secret>[^\s"'`]{8,200})["'`] (?:as|is|for|als|como|comme) (?:[a-z]{2,6} )?(?:[a-z]{2,12} )?(?:pass(?:word|phrase)|passwort|contraseña|senha|(?:api|access|secret|auth|bearer|bot) (?:key|token|secret)|token|secret)\b/gi,
    accepts: isCredential,
  },
  {
    // Use … as the API key: without quotes it has to be one by its looks.
    kind: "spoken_secret",
    hints: [" as the ", " as your ", " as my ", " as our "],
    mayMatch: /\buse \S{16,200} as /i,
    pattern:
      /\buse (?<secret>[^\s"'`]{16,200}) as (?:the|your|my|our) (?:[a-z]{2,12} )?(?:password|(?:api|access|secret|auth|bearer|bot) (?:key|token|secret)|token|secret)\b/gi,
    accepts: isShownKey,
  },
  {
    // Words for a password that have other meanings as well, or several words.
    kind: "spoken_secret",
    hints: ["clave es", "clave:", "clave de", "mật khẩu", "Mật khẩu"],
    pattern:
      /(?:\bclave|mật khẩu)(?: [\p{L}]{2,12}){0,4}?(?:\s(?:es|là)\s|\s?[:=]\s?)["'`]?(?<secret>[^\s"'`,]{6,100})/giu,
    accepts: isChosen,
  },
  {
    // The user ann / pass …
    kind: "spoken_secret",
    hints: ["/ pass", ", pass", "| pass", "pass "],
    mayMatch: /\buser/i,
    pattern:
      /\buser(?:name)?:? ["'`]?[\w.@+-]{2,40}["'`]?\s{0,2}[/,|]\s{0,2}pass(?:word)?:? ["'`]?(?<secret>[^\s"'`,]{6,100})/gi,
    accepts: isChosen,
  },
  {
    // The password changed from … to …
    kind: "spoken_secret",
    hints: [" from ", " de ", " von "],
    mayMatch: /passw|pwd|kennwort|contrase|senha/i,
    pattern:
      /\b(?:password|pwd|passwort|kennwort|contraseña|senha)\b[^\n]{0,40}? (?:from|von|de) ["'`]?\S{4,60}["'`]? (?:to|auf|zu|a|para) ["'`]?(?<secret>[^\s"'`,]{6,60}?)["'`]?[.,;]?(?=\s|$)/gi,
    accepts: isChosen,
  },
  {
    // What a plan of changes replaces.
    kind: "spoken_secret",
    hints: ['" -> "'],
    pattern:
      /(?:pass\w{0,8}|secret|token|_key)"?\s{1,20}= "[^"\n]{1,200}" -> "(?<secret>[^"\n]{4,200})"/gi,
    accepts: isChosen,
  },
  {
    // An answer to the question for a password, on the next line.
    kind: "spoken_secret",
    hints: ["pw", "assword", "asswort"],
    mayMatch: /\?[ \t]{0,3}\r?\n/,
    pattern:
      /\b(?:pw|pwd|passwor[dt])\b[^\n?]{0,40}\?[ \t]{0,3}\r?\n(?:[^\n:]{1,30}: )?(?<secret>[^\s"'`,:]{8,60})[ \t]{0,4}(?=\r?\n|$)/gi,
    accepts: isChosen,
  },
  {
    kind: "spoken_secret",
    hints: ["his key", "he key", "y key", "r key"],
    pattern:
      /\b(?:this|the|my|our|your) key(?: is|:| =)[ \t]{1,3}["'`]?(?<secret>[A-Za-z0-9_-]{24,200})(?![\w.-])/gi,
    accepts: isShownKey,
  },
  {
    // Generated, and kept in a file of the program that generated it.
    kind: "stored_password",
    hints: ["random_password"],
    pattern: /"random_password"[\s\S]{0,1500}?"result":\s{0,3}"(?<secret>[^"\n]{6,200})"/g,
  },
  {
    kind: "stored_password",
    hints: ["bcrypt_hash"],
    pattern: /"result":\s{0,3}"(?<secret>[^"\n]{6,200})"[^{}]{0,600}"bcrypt_hash"/g,
  },
  {
    // The account of a registry of images.
    kind: "stored_password",
    hints: ['"auths"'],
    pattern:
      /"auths"\s{0,3}:\s{0,3}\{[\s\S]{0,400}?"auth"\s{0,3}:\s{0,3}"(?<secret>[A-Za-z0-9+/]{12,1024}={0,2})"/g,
    accepts: (value) => !isPlaceholder(value),
  },
  {
    // The key that signs the tokens of a program.
    kind: "stored_password",
    hints: ['"Jwt', '"jwt', '"JWT'],
    pattern:
      /"jwt\w{0,20}"\s{0,3}:\s{0,3}\{[^{}]{0,300}?"(?:signing)?key"\s{0,3}:\s{0,3}"(?<secret>[^"\s]{16,512})"/gi,
    accepts: (value) => isKeyLike(value) && !isOrdinary(value),
  },
  {
    // The key of a weather service has the name of an application.
    kind: "stored_password",
    hints: ["appid", "appId", "APPID", "app_id"],
    mayMatch: /weather/i,
    pattern: /\bapp_?id["']?\s{0,3}[:=]\s{0,3}["'](?<secret>[0-9a-f]{32})["']/gi,
  },
  {
    // The code of a network, as people pass it on.
    kind: "spoken_secret",
    hints: ["code", "key", "pw"],
    mayMatch: /\b(?:wi-?fi|wlan)[ -]/i,
    pattern:
      /\b(?:wi-?fi|wlan)[ -](?:code|key|pw)\b[^\n:=]{0,30}[:=][ \t]{0,3}["'`]?(?<secret>[^\s"'`,]{8,63})/gi,
    accepts: isChosen,
  },
  {
    // Log in with ann@… and …
    kind: "spoken_secret",
    hints: ["ogin with", "og in with"],
    mayMatch: /\blog ?in with \S{3,80} and /i,
    pattern: /\blog ?in with \S{1,60}@\S{3,60} and ["'`]?(?<secret>[^\s"'`,]{6,60})/gi,
    accepts: isChosen,
  },
  {
    // The key of a cluster: 32 bytes.
    kind: "stored_password",
    hints: ["encrypt"],
    pattern: /\bencrypt["']?\s{0,3}[:=]\s{0,3}["'](?<secret>[A-Za-z0-9+/]{43}=)["']/g,
  },
  {
    kind: "typed_password",
    hints: ["Input Password"],
    pattern: /\bInput Password(?: Text)?[ \t]{2,20}\S{1,80}[ \t]{2,20}(?<secret>\S{4,100})/g,
    accepts: isChosen,
  },
  {
    // The value of a field for passwords.
    kind: "typed_password",
    hints: ['type="password"', "type='password'"],
    pattern:
      /<input\b(?=[^<>]{0,400}type=["']password["'])[^<>]{0,400}\bvalue=["'](?<secret>[^"'<>\s]{4,100})["']/gi,
    accepts: isChosen,
  },
  {
    // Log in with ann / …
    kind: "spoken_secret",
    hints: [
      "og in",
      "ogin",
      "ign in",
      "reds",
      "redentials",
      "asic auth",
      "asic-auth",
      "/pass",
      "anmeld",
    ],
    pattern:
      /(?:\b(?:log ?in|sign ?in)\b[^\n:/]{0,20} (?:with|as|using|mit)|\b(?:(?:creds|credentials)(?: for [^\n:/]{2,40})?|basic[ -]auth|(?:user(?:name)?|login)\/pass(?:word)?))(?:[ \t]{1,3}|[ \t]{0,3}[:=→-]{1,2}>?[ \t]{0,3})["'`]?[\w.@+-]{2,64}["'`]? ?[/:] ?["'`]?(?<secret>[^\s"'`,]{6,100})/gi,
    accepts: (value) => isCredential(value) || isChosen(value),
  },
  {
    // Generated, and shown on a line of its own.
    kind: "spoken_secret",
    hints: ["assword"],
    mayMatch: /password[^\n:]{0,80}:[ \t]{0,4}\r?\n/i,
    pattern:
      /password[^\n:]{0,80}:[ \t]{0,4}\r?\n(?:[ \t]{0,8}\r?\n)?[ \t]{0,8}(?<secret>[^\s"'`:]{12,100})[ \t]{0,4}(?=\r?\n|$)/gi,
    accepts: isGenerated,
  },
  {
    // What a server prints at its first start.
    kind: "spoken_secret",
    hints: ["enerated security password", "emporary password", "nitial password"],
    pattern:
      /(?:generated security|temporary|initial) password\b[^\n:]{0,80}:[ \t]{1,4}(?<secret>\S{8,64})(?=[ \t]{0,4}(?:\r?\n|$))/gi,
    accepts: (value) => /\d/.test(value) && !isOrdinary(value.replaceAll(/[():<>;]/g, "")),
  },
  {
    // What a command prints that does nothing else.
    kind: "spoken_secret",
    hints: [
      "initial-password",
      "base64",
      "get secret",
      "op read ",
      "pass show ",
      "openssl rand ",
      "echo $",
      'echo "$',
    ],
    pattern:
      /(?:\binitial-password\b|\bbase64 (?:-d|-D|--decode)\b|\bget secrets?\b[^\n]{0,120}(?:jsonpath|template)|\bop read\b|\bpass show\b|\bopenssl rand\b|\becho "?\$\{?\w{0,40}(?:SECRET|TOKEN|KEY|PASS|PASSWORD|PWD)\b|(?:[Pp]ass|PASS|[Ss]ecret|[Tt]oken|[A-Za-z]{3,20}:(?!\/\/))[^\n]{0,60}\| ?base64\b)[^\n]{0,120}\r?\n(?<secret>[^\s"'`:]{10,400})[ \t]{0,4}(?=\r?\n|$)/g,
    accepts: (value) => isGenerated(value) || lookOf(value) !== "none" || isEncodedText(value),
  },
  {
    // Typed into a connection to a server for files or mail.
    kind: "spoken_secret",
    hints: ["PASS ", "334 UGFzc3dvcmQ6"],
    mayMatch: /(?:^|\n)(?:[^\n]{0,4}[:>] ?)?(?:331 |USER |334 )/,
    pattern:
      /(?:^|\n)(?:[^\n]{0,4}[:>] ?)?(?:PASS |334 UGFzc3dvcmQ6\r?\n(?:[^\n]{0,4}[:>] ?)?)(?<secret>[^\s/]{6,200})[ \t]{0,4}(?=\r?\n|$)/g,
    accepts: (value) => /\d|[^\w]/.test(value) && !isPlaceholder(value),
  },
  {
    // A file of cookies: seven columns.
    kind: "cookie",
    hints: ["\tTRUE\t", "\tFALSE\t"],
    pattern:
      /\t(?:TRUE|FALSE)\t\/[^\t\n]{0,200}\t(?:TRUE|FALSE)\t\d{1,14}\t[^\t\n]{1,80}\t(?<secret>[^\s]{16,4096})(?=\r?\n|$)/g,
    accepts: (value) => isKeyLike(value) && !isOrdinary(value),
  },
  {
    // A line of the file of accounts: what is kept of a password can be tried out at leisure.
    kind: "password_hash",
    hints: [":$1$", ":$5$", ":$6$", ":$y$", ":$2", ":$apr1$"],
    pattern:
      /(?<=(?:^|[\n=,"' ])[\w.-]{1,32}:)(?<secret>\$(?:[156y]|2[abxy]|apr1)\$[\w./$=,+-]{20,200})(?=[:\s"']|$)/g,
  },
  {
    // The same for keys, which are longer.
    kind: "spoken_secret",
    hints: [" key", " Key", "oken", "ecret"],
    mayMatch: /:[ \t]{0,4}\r?\n(?:[ \t]{0,8}\r?\n)?[ \t]{0,8}[^\s"'`:]{16}/,
    pattern:
      /(?:\b(?:api|access|secret|license|signing|recovery) key|\btoken|\bsecret)[^\n:]{0,60}:[ \t]{0,4}\r?\n(?:[ \t]{0,8}\r?\n)?[ \t]{0,8}(?<secret>[^\s"'`:]{16,400})[ \t]{0,4}(?=\r?\n|$)/gi,
    accepts: isShownKey,
  },
  {
    // A heading without a sign, as pages are copied.
    kind: "spoken_secret",
    hints: ["ecret access key", "lient secret", "PI key", "ccess token", "lient Secret", "PI Key"],
    pattern:
      /\b(?:secret access key|client secret|api key|access token)(?<=^[ \t]{0,8}[a-z ]{7,17})[ \t]{0,4}\r?\n[ \t]{0,8}(?<secret>[^\s"'`:]{16,400})[ \t]{0,4}(?=\r?\n|$)/gim,
    accepts: isShownKey,
  },
  {
    // The codes that replace a second factor, one a line.
    kind: "spoken_code",
    hints: ["ackup codes", "ecovery codes", "ackup Codes", "ecovery Codes"],
    pattern:
      /(?:backup|recovery) codes?[^\n]{0,60}\r?\n(?:[ \t]{0,8}\r?\n)?(?<secret>(?:[ \t]{0,8}(?:[-*] |\d{1,2}[.)] )?[a-z0-9]{4,6}(?:[- ][a-z0-9]{4,6}){1,3}[ \t]{0,4}(?:\r?\n|$)){2,20})/gi,
    accepts: (value) =>
      value
        .trim()
        .split("\n")
        .every((line) => /\d/.test(line)),
  },
  {
    // The login for the staging host is ann / …
    kind: "spoken_secret",
    hints: ["ogin for", "ogin to", "ccount for", "ccount on", "ogins for"],
    pattern:
      /\b(?:logins?|account) (?:for|to|on)\b[^\n:/]{0,60}?(?: is| are|:|=)[ \t]{1,3}["'`]?[\w.@+-]{2,64}["'`]? ?[/:] ?["'`]?(?<secret>[^\s"'`,]{6,100})/gi,
    accepts: isCredential,
  },
  {
    // The PIN is 4711: nothing but its name gives a short number away.
    kind: "spoken_code",
    hints: [
      "PIN",
      "2FA",
      "MFA",
      "OTP",
      "asscode",
      "ackup code",
      "ecovery code",
      "erification code",
      "nlock pin",
    ],
    pattern:
      /\b(?:PIN(?: code)?|OTP|[Pp]asscode|[Uu]nlock pin|[Vv]erification code|(?:2FA|MFA|TOTP)(?: (?:backup|recovery))? (?:code|pin)|(?:[Bb]ackup|[Rr]ecovery) (?:codes?|pin|PIN))(?: for (?:[a-z]{1,12} ){1,3}?[a-z]{1,12})?(?:[ \t]{0,2}[:=][ \t]{0,3}| (?:is|was|ist):? | )["'`]?(?<secret>\d{4,10}|\d{4}[ -]\d{4}|(?:[a-z0-9]{4,6}(?:-[a-z0-9]{4,6}){1,7}|[A-Z0-9]{4,6}(?:-[A-Z0-9]{4,6}){1,7}|(?<=[, ])\d{6,10})(?:, ?(?:[A-Za-z0-9]{4,6}(?:-[A-Za-z0-9]{4,6}){1,7}|\d{6,10})){0,19})(?![\w:%-]|\.\w)/g,
    accepts: (value, { 0: found }) =>
      isIssuedNumber(value) &&
      /\d/.test(value) &&
      (/[:=]|is|was|ist/.test(found) || value.length >= 6),
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
    accepts: (value) => !isExample(value),
  },
]);
