/** Secrets that are made up with a fixed seed and planted where people leave them; no real one is among them. */

/** A secret in the text that it was planted in. */
export interface Planted {
  readonly kind: string;
  /** Whether its form is published by its maker, so that the form alone gives it away. */
  readonly published: boolean;
  readonly context: string;
  readonly secret: string;
  readonly text: string;
}

const LOWER = "abcdefghijklmnopqrstuvwxyz";
const UPPER = LOWER.toUpperCase();
const DIGITS = "0123456789";
const HEX = `${DIGITS}abcdef`;
const ALNUM = LOWER + UPPER + DIGITS;
const BASE58 = "123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz";

type Pick = (letters: string, length: number) => string;

/** Tokens of published forms: kind, the name of a variable that would contain one, and how one is made. */
const published: readonly (readonly [string, string, (pick: Pick) => string])[] = [
  ["anthropic", "ANTHROPIC_API_KEY", (p) => `sk-ant-api03-${p(ALNUM, 93)}AA`],
  ["openai project", "OPENAI_API_KEY", (p) => `sk-proj-${p(ALNUM, 74)}T3BlbkFJ${p(ALNUM, 74)}`],
  ["openai old", "OPENAI_KEY", (p) => `sk-${p(ALNUM, 20)}T3BlbkFJ${p(ALNUM, 20)}`],
  ["openrouter", "OPENROUTER_API_KEY", (p) => `sk-or-v1-${p(HEX, 64)}`],
  ["groq", "GROQ_API_KEY", (p) => `gsk_${p(ALNUM, 52)}`],
  ["xai", "XAI_API_KEY", (p) => `xai-${p(ALNUM, 80)}`],
  ["perplexity", "PPLX_KEY", (p) => `pplx-${p(ALNUM, 48)}`],
  ["hugging face", "HF_TOKEN", (p) => `hf_${p(LOWER + UPPER, 34)}`],
  ["replicate", "REPLICATE_API_TOKEN", (p) => `r8_${p(ALNUM, 37)}`],
  ["github classic", "GITHUB_TOKEN", (p) => `ghp_${p(ALNUM, 36)}`],
  ["github fine-grained", "GH_TOKEN", (p) => `github_pat_${p(ALNUM, 22)}_${p(ALNUM, 59)}`],
  ["gitlab", "GITLAB_TOKEN", (p) => `glpat-${p(ALNUM, 20)}`],
  ["npm", "NPM_TOKEN", (p) => `npm_${p(ALNUM, 36)}`],
  ["pypi", "PYPI_TOKEN", (p) => `pypi-AgEIcHlwaS5vcmc${p(ALNUM, 150)}`],
  ["rubygems", "GEM_HOST_API_KEY", (p) => `rubygems_${p(HEX, 48)}`],
  ["docker hub", "DOCKER_PAT", (p) => `dckr_pat_${p(ALNUM, 27)}`],
  ["aws id", "AWS_ACCESS_KEY_ID", (p) => `AKIA${p(`${UPPER}234567`, 16)}`],
  ["google key", "GOOGLE_API_KEY", (p) => `AIza${p(`${ALNUM}_-`, 35)}`],
  ["google oauth", "GOOGLE_CLIENT_SECRET", (p) => `GOCSPX-${p(ALNUM, 28)}`],
  ["azure secret", "AZURE_CLIENT_SECRET", (p) => `${p(ALNUM, 3)}8Q~${p(ALNUM, 34)}`],
  ["slack bot", "SLACK_BOT_TOKEN", (p) => `xoxb-${p(DIGITS, 12)}-${p(DIGITS, 12)}-${p(ALNUM, 24)}`],
  ["discord bot", "DISCORD_TOKEN", (p) => `M${p(ALNUM, 23)}.${p(ALNUM, 6)}.${p(ALNUM, 27)}`],
  ["telegram bot", "TELEGRAM_TOKEN", (p) => `${p("123456789", 10)}:AA${p(ALNUM, 33)}`],
  ["stripe", "STRIPE_SECRET_KEY", (p) => `sk_live_${p(ALNUM, 24)}`],
  ["sendgrid", "SENDGRID_API_KEY", (p) => `SG.${p(ALNUM, 22)}.${p(ALNUM, 43)}`],
  ["mailgun", "MAILGUN_API_KEY", (p) => `key-${p(HEX, 32)}`],
  ["mailgun new", "MAILGUN_SENDING_KEY", (p) => `${p(HEX, 32)}-${p(HEX, 8)}-${p(HEX, 8)}`],
  ["shopify", "SHOPIFY_TOKEN", (p) => `shpat_${p(HEX, 32)}`],
  ["digitalocean", "DO_TOKEN", (p) => `dop_v1_${p(HEX, 64)}`],
  ["vault", "VAULT_TOKEN", (p) => `hvs.${p(ALNUM, 90)}`],
  ["terraform", "TF_TOKEN", (p) => `${p(ALNUM, 14)}.atlasv1.${p(ALNUM, 67)}`],
  ["tailscale", "TS_AUTHKEY", (p) => `tskey-auth-${p(ALNUM, 12)}-${p(ALNUM, 32)}`],
  ["databricks", "DATABRICKS_TOKEN", (p) => `dapi${p(HEX, 32)}`],
  ["supabase", "SUPABASE_ACCESS_TOKEN", (p) => `sbp_${p(HEX, 40)}`],
  ["grafana", "GRAFANA_TOKEN", (p) => `glsa_${p(ALNUM, 32)}_${p(HEX, 8)}`],
  ["new relic", "NEW_RELIC_KEY", (p) => `NRAK-${p(UPPER + DIGITS, 27)}`],
  ["sentry", "SENTRY_AUTH_TOKEN", (p) => `sntryu_${p(HEX, 64)}`],
  ["linear", "LINEAR_API_KEY", (p) => `lin_api_${p(ALNUM, 40)}`],
  ["notion", "NOTION_TOKEN", (p) => `ntn_${p(ALNUM, 46)}`],
  ["airtable", "AIRTABLE_PAT", (p) => `pat7${p(ALNUM, 13)}.${p(HEX, 64)}`],
  ["figma", "FIGMA_TOKEN", (p) => `figd_${p(ALNUM, 40)}`],
  ["postman", "POSTMAN_KEY", (p) => `PMAK-${p(HEX, 24)}-${p(HEX, 34)}`],
  ["age", "AGE_KEY", (p) => `AGE-SECRET-KEY-1${p(UPPER + DIGITS, 58)}`],
  ["jwt", "SESSION_JWT", (p) => `eyJ${p(ALNUM, 33)}.eyJ${p(ALNUM, 700)}.${p(ALNUM, 43)}`],
  ["doppler", "DOPPLER_TOKEN", (p) => `dp.pt.${p(ALNUM, 43)}`],
  ["netlify", "NETLIFY_AUTH_TOKEN", (p) => `nfp_${p(ALNUM, 40)}`],
  ["planetscale", "PSCALE_TOKEN", (p) => `pscale_tkn_${p(ALNUM, 43)}`],
  ["brevo", "BREVO_KEY", (p) => `xkeysib-${p(HEX, 64)}-${p(ALNUM, 16)}`],
  ["wallet", "XPRV", (p) => `xprv${p(BASE58, 107)}`],
];

/** Secrets that only their name or place gives away. */
const named: readonly (readonly [string, string, (pick: Pick) => string])[] = [
  ["password", "DB_PASSWORD", (p) => `${p(LOWER, 5)}${p(UPPER, 2)}${p(DIGITS, 3)}!${p(LOWER, 3)}`],
  ["password of symbols", "ADMIN_PASS", (p) => `${p(ALNUM, 4)}#${p(ALNUM, 3)}&${p(ALNUM, 4)}9`],
  ["hex key", "ENCRYPTION_KEY", (p) => `${p(DIGITS, 2)}a${p(HEX, 61)}`],
  ["hex key base", "SECRET_KEY_BASE", (p) => `${p(DIGITS, 2)}b${p(HEX, 125)}`],
  ["uuid key", "HEROKU_API_KEY", (p) => [8, 4, 4, 4, 12].map((n) => p(HEX, n)).join("-")],
  ["django", "SECRET_KEY", (p) => `django-insecure-${p(`${ALNUM}!@^*_`, 40)}7k`],
  ["aws secret", "AWS_SECRET_ACCESS_KEY", (p) => `${p(ALNUM, 13)}/${p(ALNUM, 7)}3/${p(ALNUM, 18)}`],
  ["base64 key", "MASTER_KEY", (p) => Buffer.from(p(ALNUM, 32)).toString("base64")],
  ["long token", "ACCESS_TOKEN", (p) => p(ALNUM, 1200)],
  ["client secret", "OAUTH_CLIENT_SECRET", (p) => p(ALNUM, 40)],
  ["datadog", "DD_API_KEY", (p) => `${p(DIGITS, 2)}c${p(HEX, 29)}`],
  ["signing secret", "WEBHOOK_SECRET", (p) => `${p(ALNUM, 20)}4z`],
];

/** The six contexts that every secret is planted in. */
const contexts: readonly (readonly [string, (name: string, secret: string) => string])[] = [
  ["environment file", (name, secret) => `PORT=3000\n${name}=${secret}\nDEBUG=1`],
  ["JSON", (name, secret) => JSON.stringify({ port: 3000, [camel(name)]: secret })],
  [
    "JSON in JSON",
    (name, secret) => JSON.stringify({ stdout: JSON.stringify({ [name.toLowerCase()]: secret }) }),
  ],
  ["command", (name, secret) => `$ export ${name}='${secret}' && npm run deploy`],
  [
    "source code",
    (name, secret) => `const ${camel(name)} = "${secret}";\nconnect(${camel(name)});`,
  ],
  ["YAML", (name, secret) => `service:\n  ${name.toLowerCase()}: "${secret}"\n  replicas: 2`],
];

/** Places of their own: what is written there is a secret whatever it looks like. */
const places: readonly (readonly [string, (password: string) => string])[] = [
  ["sshpass", (s) => `sshpass -p '${s}' ssh deploy@host.test`],
  ["redis-cli", (s) => `redis-cli -h cache.test -a ${s} ping`],
  ["htpasswd", (s) => `htpasswd -bc /etc/nginx/.htpasswd ann ${s}`],
  ["curl user", (s) => `curl -u ann:${s} https://host.test/api`],
  ["mysql", (s) => `mysql -h db.test -u root -p${s} shop`],
  ["MYSQL_PWD", (s) => `MYSQL_PWD=${s} mysqldump shop > shop.sql`],
  ["address", (s) => `postgresql://ann:${s}@db.test:5432/shop`],
  ["redis address", (s) => `redis://:${s}@cache.test:6379/0`],
  ["header", (s) => `curl -H "Authorization: Bearer ${s}" https://host.test`],
  ["SQL", (s) => `ALTER ROLE ann WITH PASSWORD '${s}';`],
  ["XML", (s) => `<server><username>ann</username><password>${s}</password></server>`],
  ["netrc", (s) => `machine host.test login ann password ${s}`],
  ["pgpass", (s) => `db.test:5432:shop:ann:${s}`],
  ["Kubernetes", (s) => `- name: DB_PASSWORD\n  value: ${s}`],
  ["sentence", (s) => `the password is ${s}, please change it after the release`],
  ["German", (s) => `Das Passwort lautet: ${s}`],
  ["Russian", (s) => `пароль: ${s}`],
  ["Spanish", (s) => `la contraseña es ${s}`],
  ["Chinese", (s) => `密码：${s}`],
  ["option", (s) => `deploy --host a.test --password ${s} --yes`],
];

/** Every planted secret: each kind in each context, and each place once. */
export function plantSecrets(random: () => number): readonly Planted[] {
  const pick: Pick = (letters, length) =>
    Array.from({ length }, () => letters[Math.floor(random() * letters.length)]).join("");
  const planted: Planted[] = [];
  for (const [table, isPublished] of [
    [published, true],
    [named, false],
  ] as const) {
    for (const [kind, name, create] of table) {
      for (const [context, write] of contexts) {
        const secret = create(pick);
        planted.push({ kind, published: isPublished, context, secret, text: write(name, secret) });
      }
    }
  }
  for (const [kind, , create] of published) {
    const secret = create(pick);
    const text = `please use ${secret} for now`;
    planted.push({ kind, published: true, context: "sentence", secret, text });
  }
  for (const [context, write] of places) {
    const secret = `${pick(LOWER, 4)}${pick(UPPER, 2)}${pick(DIGITS, 2)}%${pick(ALNUM, 5)}7`;
    planted.push({ kind: "password", published: false, context, secret, text: write(secret) });
  }
  return planted;
}

function camel(name: string): string {
  return name.toLowerCase().replaceAll(/_([a-z])/g, (_, letter: string) => letter.toUpperCase());
}
