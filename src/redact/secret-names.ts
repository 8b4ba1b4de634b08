import { DESCRIBING_TERMS, PUBLIC_TERMS, TEXT_OR_SWITCH_TERMS } from "./terms-in-names.ts";

/** What a name says about the value after it. */
export type NameStrength = "phrase" | "password" | "secret" | "key" | "none";

/** "Password" in other languages: in Latin letters, and in the other writings. */
const IN_LATIN =
  "kennwort|passwort|contrase|senha|wachtwoord|has[łl]o|parola|[şs]ifre|l[öo]senord|salasana|heslo|adgangskode|passord|jelsz[óo]|lozinka";
const NOT_IN_LATIN = "[Пп]арол|ПАРОЛ|密码|密碼|口令|パスワード|비밀번호|암호|كلمة|पासवर्ड";
const OTHER_LANGUAGES = new RegExp(`${IN_LATIN}|${NOT_IN_LATIN}`, "u");
/** "Key" and "token" in them: they have more meanings, as the English words have. */
const KEYS_NOT_IN_LATIN =
  "[Тт]окен|[Кк]люч|令牌|密钥|密鑰|金鑰|秘钥|トークン|キー|鍵|シークレット|토큰|키";
const OTHER_KEYS = new RegExp(`(?:${KEYS_NOT_IN_LATIN}|schlüssel)$`, "u");

const IN_ENGLISH =
  "pass|pwd|secret|token|key|cred|auth|mnemonic|seed|recovery|cookie|sid|sas|otp|dsn|psk|pw|pat|pepper|mdp|bearer|schlüssel";
/** Words that begin a search in a text, in any case; matches at a given place. */
export const SECRET_KEYWORD = new RegExp(`${IN_ENGLISH}|${IN_LATIN}`, "iy");
/** The first three letters of each of them, in every spelling. */
export const KEYWORD_BEGINNINGS: readonly string[] = `${IN_ENGLISH}|${IN_LATIN}`
  .split("|")
  .flatMap(spellings)
  .map((word) => word.slice(0, 3));

/** A word with each letter of its brackets: `[şs]ifre` is `şifre` and `sifre`. */
function spellings(word: string): readonly string[] {
  const [before = "", letters, after = ""] = word.split(/[[\]]/);
  if (letters === undefined) return [word];
  return [...letters].map((letter) => before + letter + after);
}

/** The same in writings that are not Latin; only a text with such letters is searched for them. */
export const SECRET_KEYWORD_NOT_LATIN = new RegExp(`${NOT_IN_LATIN}|${KEYS_NOT_IN_LATIN}`, "g");

/** Given to every page, and so no secret; what they are made with is one. */
const PAGE_TOKEN = /(?:^|_)[cx]srf_(?:tokens?|keys?)$/;

/** A word for a password, or one that ends in it: `requirepass`, `bindpw`. */
const PASSWORD =
  /(?:password|passwords|passwd|passcode)$|^(?!(?:ask|by|com|encom|tres|sur|over|under|im|multi|single|one|two|first|full|no)pass$)[a-z]{2,16}(?:pass|pwd|pw)$/;
/** What is made of a public key. */
const PUBLIC_KEY = /(?:^|_)public_?key_?(?:token|id|hash)?s?$/;
/** An option that takes nothing but a token. */
const TOKEN_OPTION = /^--?token$/;
/** What is made of a key so that everyone can recognise it. */
const FINGERPRINT = /thumbprint|fingerprint|(?:^|_)gpg_key$/;
const PHRASE = /(?:^|_)(?:passphrase|mnemonic|(?:seed|recovery)_(?:phrase|words))$/;
const SECRETS = new Set([
  "secret",
  "secrets",
  "pepper",
  "credential",
  "credentials",
  "apikey",
  "privatekey",
  "privkey",
  "authtoken",
  "accesstoken",
  "secretkey",
]);
const SECRET_KEYS =
  /(?:^|_)(?:api|access|private|auth|signing|encryption|encrypt|master|account|shared|service|license|secret|deploy|admin|root|app|client|server|webhook|jwt|hmac|aes|rsa|ssh|preshared|pre_shared|wifi|wlan|wpa|network|stripe|openai|anthropic|gemini|mailgun)_keys?$|(?:^|_)key_base$/;
const SECRET_TOKENS =
  /(?:^|_)(?:access|refresh|auth|bearer|bot|api|personal|session|security|device|deploy|oauth|id|admin|service|github|gitlab|slack|npm|pypi|hf|vault|pat|user|csrf_secret)_tokens?$/;
const WEAK = new Set([
  "key",
  "token",
  "auth",
  "cookie",
  "sid",
  "sessionid",
  "dsn",
  "creds",
  "cred",
  "sas",
  "otp",
  "bearer",
]);

/** A member of an object that has nothing but secrets: `secrets.jwt`. */
const BELOW_SECRETS = /(?:^|\.)(?:secrets?|credentials)\.\w{1,40}$/i;

/** A file of code or text, as searches and compilers name it before a line. */
const FILE =
  /\.(?:go|rs|py|[cm]?[jt]sx?|rb|java|kts?|swift|c|h|cc|cpp|hpp|cs|php|mdx?|json[cl5]?|ya?ml|toml|sh|html?|s?css|vue|svelte|sql|txt|lock|log|proto|tf|exs?|erl|scala|lua|pl|dart|zig|nix|xml|csv|snap)$/i;

/** Names come again and again: taking each apart once is enough. */
const known = new Map<string, NameStrength>();
const MAX_KNOWN = 5000;

/** How much a name says about its value. */
export function strengthOf(name: string): NameStrength {
  if (name === "" || name.length > 128) return "none";
  const seen = known.get(name);
  if (seen !== undefined) return seen;
  const strength = judgeName(name);
  if (known.size >= MAX_KNOWN) known.clear();
  known.set(name, strength);
  return strength;
}

function judgeName(name: string): NameStrength {
  if (TOKEN_OPTION.test(name)) return "secret";
  const words = wordsOf(name);
  const last = words.at(-1) ?? "";
  const joined = words.join("_");
  if (name === "PWD" || joined === "oldpwd" || DESCRIBING_TERMS.has(last)) return "none";
  if (["no", "without", "non"].includes(words[0] ?? "") || PUBLIC_KEY.test(joined)) return "none";
  if (FINGERPRINT.test(joined)) return "none";
  if (words.length > 1 && TEXT_OR_SWITCH_TERMS.has(words[0] ?? "")) return "none";
  if (FILE.test(name)) return "none";
  if (PHRASE.test(joined)) return "phrase";
  if (
    words.some((word) => PASSWORD.test(word)) ||
    ["pwd", "pass", "psk", "passe", "pw", "mdp"].includes(last)
  )
    return "password";
  if (OTHER_LANGUAGES.test(joined)) return "password";
  if (PUBLIC_TERMS.has(words.at(-2) ?? "") || PAGE_TOKEN.test(joined)) return "none";
  if (SECRET_KEYS.test(joined) || SECRET_TOKENS.test(joined) || SECRETS.has(last)) return "secret";
  if (last === "pat" && words.length > 1) return "secret";
  if (OTHER_KEYS.test(last) || BELOW_SECRETS.test(name)) return "key";
  if (!WEAK.has(last) || joined === "key" || joined === "auth") return "none";
  return "key";
}

// The tables of Unicode properties cost a start milliseconds, and most names need none: a pattern is compiled
// when it is first used.
const NOT_IN_WORD = /[^\p{L}\p{N}\p{M}]+/u;
const NOT_IN_ASCII_WORD = /[^a-z0-9]+/;

function isAscii(name: string): boolean {
  for (let at = 0; at < name.length; at++) if (name.charCodeAt(at) > 127) return false;
  return true;
}

/** The words of a name, however they are joined: `DB_PASSWORD`, `dbPassword`, `db.password`. */
function wordsOf(name: string): readonly string[] {
  return name
    .replaceAll(/([a-z0-9])([A-Z])/g, "$1_$2")
    .replaceAll(/([A-Z])([A-Z][a-z])/g, "$1_$2")
    .toLowerCase()
    .split(isAscii(name) ? NOT_IN_ASCII_WORD : NOT_IN_WORD)
    .filter((word) => word !== "");
}
