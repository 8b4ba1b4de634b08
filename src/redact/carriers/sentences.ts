import { isExample } from "../examples.ts";
import { isCode, isKeyLike, isPlace, isPlaceholder, looksInvented } from "../value-kinds.ts";
import { createPlaceFinder } from "./places.ts";

const isCredential = (value: string) =>
  (looksInvented(value) || isKeyLike(value)) &&
  !isPlace(value) &&
  !isPlaceholder(value) &&
  !isCode(value);

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
    // Log in with ann / …
    kind: "spoken_secret",
    hints: ["og in", "ogin", "ign in", "reds", "redentials", "/pass", "anmeld"],
    pattern:
      /(?:\b(?:log ?in|sign ?in)\b[^\n:/]{0,20} (?:with|as|using|mit)|\b(?:creds|credentials|(?:user(?:name)?|login)\/pass(?:word)?))[ \t]{0,3}[:=→-]{0,2}>?[ \t]{0,3}["'`]?[\w.@+-]{2,64}["'`]? ?[/:] ?["'`]?(?<secret>[^\s"'`,]{6,100})/gi,
    accepts: isCredential,
  },
  {
    // Generated, and shown on a line of its own.
    kind: "spoken_secret",
    hints: ["assword"],
    mayMatch: /password[^\n:]{0,80}:[ \t]{0,4}\r?\n/i,
    pattern:
      /password[^\n:]{0,80}:[ \t]{0,4}\r?\n\s{0,4}(?<secret>[^\s"'`:]{12,100})[ \t]{0,4}(?=\r?\n|$)/gi,
    accepts: isCredential,
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
