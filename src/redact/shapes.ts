/** A kind of secret that can be told by its form. */
export interface SecretShape {
  /** What the placeholder and the report call it. */
  readonly name: string;
  /** Words of which a text with such a secret holds one, none when that is not so; finding none is much faster than trying the form. */
  readonly hints: readonly string[];
  /** Global. A group named `secret` is what is replaced; without one, the whole match is. */
  readonly pattern: RegExp;
}

/** Words that say what the value behind them is. */
const WORD =
  "(?:pass(?:word|wd|phrase)|secret|token|api[_-]?key|access[_-]?key|auth[_-]?key|private[_-]?key|credentials?|(?<![A-Za-z])(?:pass|pwd))";
const VALUE = "(?<secret>[^\\s\"'`,;<>\\\\)\\]}]{6,512})";
// Such a word may stand behind another one; it is not the value.
const BEHIND = `(?!${WORD}["']?\\s{0,3}(?::|=))`;

/** A value behind such a word; quoted, or up to the next space. */
const ASSIGNED = new RegExp(
  `${WORD}(?:["']?\\s{0,3}(?::=|=>|=|:)\\s{0,3}|\\s+is:?\\s+)\\\\?["'\`]?${BEHIND}${VALUE}`,
  "gi",
);
/** The same as an option of a command, or in a sentence. */
const OPTION = new RegExp(`(?<=\\s|^)--?[a-z-]{0,32}${WORD}(?:=|\\s+)["']?${VALUE}`, "gi");
const SPOKEN = new RegExp(`\\b(?:my|our|the|new|root|admin) ${WORD} ${BEHIND}${VALUE}`, "gi");

/**
 * Known forms of secrets, the most telling first: where two fit, the earlier names it. The forms are
 * those their makers publish.
 */
export const secretShapes: readonly SecretShape[] = [
  {
    name: "private_key",
    hints: ["PRIVATE KEY"],
    pattern:
      /-----BEGIN [A-Z0-9 ]{0,40}PRIVATE KEY(?: BLOCK)?-----[\s\S]{1,16384}?(?:-----END [A-Z0-9 ]{0,40}PRIVATE KEY(?: BLOCK)?-----|$)/g,
  },
  { name: "age_key", hints: ["AGE-SECRET-KEY-"], pattern: /\bAGE-SECRET-KEY-1[0-9A-Z]{58}\b/g },
  { name: "jwt", hints: ["eyJ"], pattern: /\beyJ[\w-]{8,4096}\.eyJ[\w-]{8,4096}\.[\w-]{8,4096}/g },
  { name: "anthropic_key", hints: ["sk-ant-"], pattern: /\bsk-ant-[\w-]{20,4096}/g },
  { name: "openrouter_key", hints: ["sk-or-"], pattern: /\bsk-or-(?:v1-)?[\w-]{20,4096}/g },
  { name: "openai_key", hints: ["sk-"], pattern: /\bsk-(?:proj-|svcacct-|admin-)?[\w-]{20,4096}/g },
  {
    name: "github_token",
    hints: ["ghp_", "gho_", "ghu_", "ghs_", "ghr_", "github_pat_"],
    pattern: /\b(?:gh[pousr]_[A-Za-z0-9]{36,255}|github_pat_\w{22,255})/g,
  },
  {
    name: "gitlab_token",
    hints: ["glpat-", "gldt-", "glrt-", "glcbt-", "glptt-", "glft-", "glsoat-"],
    pattern: /\bgl(?:pat|dt|rt|cbt|ptt|ft|soat)-[\w-]{20,4096}/g,
  },
  {
    name: "aws_key_id",
    hints: ["AKIA", "ASIA", "ABIA", "ACCA"],
    pattern: /\b(?:AKIA|ASIA|ABIA|ACCA)[0-9A-Z]{16}\b/g,
  },
  { name: "google_key", hints: ["AIza"], pattern: /\bAIza[\w-]{35}/g },
  { name: "google_token", hints: ["ya29."], pattern: /\bya29\.[\w-]{20,4096}/g },
  {
    name: "slack_token",
    hints: ["xox", "xapp-"],
    pattern: /\bxox[abeoprs]-[\w-]{10,4096}|\bxapp-\d-[\w-]{10,4096}/g,
  },
  {
    name: "slack_webhook",
    hints: ["hooks.slack.com"],
    pattern: /\bhttps:\/\/hooks\.slack\.com\/(?:services|workflows)\/(?<secret>[\w/]{20,4096})/g,
  },
  {
    name: "stripe_key",
    hints: ["sk_live_", "sk_test_", "rk_live_", "rk_test_", "whsec_"],
    pattern: /\b(?:sk|rk)_(?:live|test)_[A-Za-z0-9]{10,4096}|\bwhsec_[\w+/=]{20,4096}/g,
  },
  { name: "sendgrid_key", hints: ["SG."], pattern: /\bSG\.[\w-]{16,4096}\.[\w-]{16,4096}/g },
  { name: "npm_token", hints: ["npm_"], pattern: /\bnpm_[A-Za-z0-9]{36}\b/g },
  { name: "pypi_token", hints: ["pypi-"], pattern: /\bpypi-[\w-]{50,4096}/g },
  { name: "huggingface_token", hints: ["hf_"], pattern: /\bhf_[A-Za-z0-9]{30,4096}/g },
  { name: "groq_key", hints: ["gsk_"], pattern: /\bgsk_[A-Za-z0-9]{40,4096}/g },
  { name: "xai_key", hints: ["xai-"], pattern: /\bxai-[A-Za-z0-9]{40,4096}/g },
  { name: "replicate_token", hints: ["r8_"], pattern: /\br8_[A-Za-z0-9]{30,4096}/g },
  { name: "digitalocean_token", hints: ["_v1_"], pattern: /\bdo[opr]_v1_[a-f0-9]{64}\b/g },
  { name: "docker_token", hints: ["dckr_"], pattern: /\bdckr_(?:pat|oat)_[\w-]{20,4096}/g },
  { name: "vault_token", hints: ["hvs.", "hvb.", "hvr."], pattern: /\bhv[sbr]\.[\w-]{20,4096}/g },
  { name: "shopify_token", hints: ["shp"], pattern: /\bshp(?:at|ca|pa|ss)_[a-fA-F0-9]{32}\b/g },
  { name: "linear_key", hints: ["lin_"], pattern: /\blin_(?:api|oauth)_[A-Za-z0-9]{30,4096}/g },
  {
    name: "notion_token",
    hints: ["ntn_", "secret_"],
    pattern: /\b(?:ntn_[A-Za-z0-9]{40,4096}|secret_[A-Za-z0-9]{43})\b/g,
  },
  { name: "databricks_token", hints: ["dapi"], pattern: /\bdapi[a-f0-9]{32}\b/g },
  { name: "postman_key", hints: ["PMAK-"], pattern: /\bPMAK-[a-f0-9]{24}-[a-f0-9]{34}\b/g },
  { name: "telegram_token", hints: [":AA"], pattern: /\b\d{8,10}:AA[\w-]{33}\b/g },
  {
    name: "azure_key",
    hints: ["AccountKey="],
    pattern: /\bAccountKey=(?<secret>[A-Za-z0-9+/=]{40,4096})/g,
  },
  {
    name: "url_password",
    hints: ["://"],
    pattern: /\b[a-z][a-z0-9+.-]{1,20}:\/\/[^\s/:@"'`]{0,64}:(?<secret>[^\s/@"'`]{3,256})@/gi,
  },
  {
    name: "authorization",
    hints: ["Bearer", "Basic", "Token"],
    pattern: /\b(?:Bearer|Basic|Token)\s+(?<secret>[\w+/.~-]{16,2048}={0,2})/g,
  },
  {
    name: "command_password",
    hints: ["-u ", "--user ", "mysql"],
    pattern:
      /(?<=\s)(?:-u|--user)\s+[^\s:]{1,64}:(?<secret>\S{4,256})|\bmysql\w*\s[^\n]{0,200}?\s-p(?<other>[^\s-]\S{3,255})/g,
  },
  { name: "assigned_secret", hints: [], pattern: ASSIGNED },
  { name: "assigned_secret", hints: ["-"], pattern: OPTION },
  { name: "assigned_secret", hints: [], pattern: SPOKEN },
];
