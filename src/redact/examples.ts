/**
 * Keys and tokens that documentation publishes as examples, with their origin: everyone may see them, and
 * a log that quotes the documentation stays readable.
 */
const published: readonly (readonly [origin: string, value: string])[] = [
  ["Stripe, API reference", "sk_test_4eC39HqLyjWDarjtT1zdp7dc"],
  ["Stripe, API reference", "sk_test_BQokikJOvBiI2HlWgH4olfQ2"],
  ["Stripe, API reference", "sk_test_tR3PYbcVNZZ796tH88S4VQ2u"],
  ["GitHub, documentation of token formats", "ghp_16C7e42F292c6912E7710c838347Ae178B4a"],
  ["GitHub, documentation of OAuth apps", "gho_16C7e42F292c6912E7710c838347Ae178B4a"],
  ["Telegram, Bot API", "110201543:AAHdqTcvCH1vGWJxfSeofSAs0K5PALDsaw"],
  ["Telegram, Bot API", "123456:ABC-DEF1234ghIkl-zyx57W2v1u123ew11"],
  ["OAuth 1.0, example of a header", "0685bd9184jfhq22"],
  ["OAuth 1.0, example of a header", "ad180jjd733klru7"],
  ["RFC 6749", "2YotnFZFEjr1zCsicMWpAA"],
  ["RFC 6749", "tGzv3JOkF0XG5Qx2TlKWIA"],
  ["RFC 6750", "mF_9.B5f-4.1JqM"],
  ["RFC 6749", "czZCaGRSa3F0MzpnWDFmQmF0M2JW"],
  ["SMTP, question for the user", "VXNlcm5hbWU6"],
  ["SMTP, question for the password", "UGFzc3dvcmQ6"],
  ["RFC 7617", "QWxhZGRpbjpvcGVuIHNlc2FtZQ=="],
  ["RFC 7636, code verifier", "dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk"],
  ["Google, reCAPTCHA test key", "6LeIxAcTAAAAAGG-vFI1TnRWxMZNFuojJ4WifJWe"],
  ["Google, reCAPTCHA test key", "6LeIxAcTAAAAAJcZVRqyHh71UMIEGNQ_MXjiZKhI"],
  ["Cloudflare, Turnstile test key", "1x0000000000000000000000000000000AA"],
  ["Cloudflare, Turnstile test key", "2x0000000000000000000000000000000AA"],
  ["Cloudflare, Turnstile test key", "3x0000000000000000000000000000000AA"],
  ["hCaptcha, test key", "10000000-ffff-ffff-ffff-000000000001"],
  ["hCaptcha, test token", "10000000-aaaa-bbbb-cccc-000000000001"],
  [
    "Microsoft, storage emulator",
    "Eby8vdM02xNOcqFlqUwJPLlmEtlCDXJ1OUzFT50uSRZ6IFsuFq2UVErCz4I6tq/K1SZFPTOtr/KBHBeksoGMGw==",
  ],
  [
    "Microsoft, Cosmos DB emulator",
    "C2y6yDjf5/R+ob0N8A7Cgv30VRDJIWEHLM+4QDU5DE2nQ9nDuVTqobD4b8mGGyPMbIZnqyMsEcaGQy67XIw/Jw==",
  ],
  [
    "Hardhat and Anvil, first account",
    "ac0974bec39a17e36ba4a6b4d238ff944bacb478cbed5efcae784d7bf4f2ff80",
  ],
  [
    "jwt.io, first page",
    "eyJhbGciOiJIUzI1NiIsInR5cCI6IkpXVCJ9.eyJzdWIiOiIxMjM0NTY3ODkwIiwibmFtZSI6IkpvaG4gRG9lIiwiaWF0IjoxNTE2MjM5MDIyfQ.SflKxwRJSMeKKF2QT4fwpMeJf36POk6yJV_adQssw5c",
  ],
  ["Hardhat and Anvil", `${"test ".repeat(11)}junk`],
  ["BIP 39, test vectors", `${"abandon ".repeat(11)}about`],
];

const values = new Set(published.map(([, value]) => value));

/** Whether a value is a published example, or is written as one: runs of one character, of the alphabet, `EXAMPLE`, `Fake`. */
export function isExample(value: string): boolean {
  return (
    values.has(value) ||
    values.has(value.replace(/^0x/, "")) ||
    /(.)\1{7}/.test(value.replace(ZEROS_OF_TWITTER, "")) ||
    /x{5}|your[-_]|EXAMPLE|fake|dummy|not_?real|for_?testing|abc123|xyz789/i.test(value) ||
    MALFORMED.test(value) ||
    hasSequence(value) ||
    isDemoKey(value)
  );
}

/** A bearer token of Twitter begins with two numbers in base64, of which most digits are zero. */
const ZEROS_OF_TWITTER = /^A{18,24}\w{2,8}A{4,9}(?=[\w%]{40})/;

/** A token whose parts say that they are none: `eyJhbGciOi….invalid`. */
const MALFORMED =
  /^eyJ[^\s]{0,2000}\.(?:invalid|tampered|malformed|broken|payload|signature|sig)(?:\.|$)/i;

/** Whether a value is a key that Supabase publishes for projects on one's own machine: they name their issuer. */
function isDemoKey(value: string): boolean {
  if (!value.startsWith("eyJ")) return false;
  return Buffer.from(value.split(".", 2)[1] ?? "", "base64url").includes("supabase-demo");
}

/** Nobody's key has this many characters in the order of the alphabet. */
const MAX_LENGTH_BY_CHANCE = 8;

/** Whether a value counts through letters or digits: `abcdefghi`, `1234567890`. */
function hasSequence(value: string): boolean {
  let length = 1;
  for (let at = 1; at < value.length; at++) {
    const step = value.charCodeAt(at) - value.charCodeAt(at - 1);
    const isNext = step === 1 || (value[at] === "0" && value[at - 1] === "9");
    length = isNext ? length + 1 : 1;
    if (length > MAX_LENGTH_BY_CHANCE) return true;
  }
  return false;
}
