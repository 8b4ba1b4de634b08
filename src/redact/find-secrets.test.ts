import assert from "node:assert/strict";
import { test } from "node:test";
import { findSecrets } from "./find-secrets.ts";

const password = "kX9$tiger!42";
const hex = "9f3a7c51e0b2d4868a1c5e7f90b3d2a4";
const random = "q8Zt3Vb6Nm1Kx9Lp4Rw7Sd2Fg5";
const uuid = "01234567-89ab-4def-a123-456789abcdef";

/** Texts with the secret that has to be found in them. */
const secrets: readonly (readonly [string, string])[] = [
  [`APP_KEY=${hex}`, hex],
  [`SECRET_KEY_BASE=${hex}${hex}`, `${hex}${hex}`],
  [`secretKey: '${hex}'`, hex],
  [
    "SECRET_KEY = 'django-insecure-8x!k2#v$q9w@e3r^t5y&u7i'",
    "django-insecure-8x!k2#v$q9w@e3r^t5y&u7i",
  ],
  [`HEROKU_API_KEY=${uuid}`, uuid],
  [`{"body":"{\\"password\\":\\"${password}\\"}"}`, password],
  [`"{\\\\\\"password\\\\\\":\\\\\\"${password}\\\\\\"}"`, password],
  [`sshpass -p ${password} ssh host`, password],
  [`redis-cli -h host -a ${password} ping`, password],
  [`htpasswd -cb .htpasswd ann ${password}`, password],
  [`MYSQL_PWD=${password} mysqldump shop`, password],
  [`PGPASSWORD=${password} psql`, password],
  [`mailgun key-${hex}`, `key-${hex}`],
  [`https://Build7.Host.test/Teams/Red2/Repos/Tool/r8_${random}Hj8Kl3`, `r8_${random}Hj8Kl3`],
  [`${hex}-1a2b3c4d-5e6f7a8b`, `${hex}-1a2b3c4d-5e6f7a8b`],
  [`Mein Passwort ist Geheim123`, "Geheim123"],
  [`пароль: Зима2024x`, "Зима2024x"],
  [`密码是 kX92tiger42`, "kX92tiger42"],
  [`contraseña: kX92tiger42`, "kX92tiger42"],
  [`ALTER USER ann WITH PASSWORD '${password}';`, password],
  [`CREATE USER ann IDENTIFIED BY '${password}'`, password],
  [`<password>${password}</password>`, password],
  [`https://host.test/callback?access_token=${random}&x=1`, random],
  [`machine host.test login ann password ${password}`, password],
  [`localhost:5432:shop:ann:${password}`, password],
  [`- name: DB_PASSWORD\n  value: ${password}`, password],
  [`{"name":"DB_PASSWORD","value":"${password}"}`, password],
  [`passphrase: "correct horse 9 battery"`, "correct horse 9 battery"],
  [`echo 'ann:${password}' | chpasswd`, password],
  [
    `mnemonic: "legal winner thank year wave sausage worth useful legal winner thank yellow"`,
    "legal winner thank year wave sausage worth useful legal winner thank yellow",
  ],
];

for (const [text, secret] of secrets) {
  test(`findSecrets() finds the secret in ${JSON.stringify(text).slice(0, 60)}`, () => {
    assert.deepEqual(
      findSecrets(text).map((sighting) => sighting.secret),
      [secret],
    );
  });
}

/** Texts that only look as if they contained one. */
const innocents: readonly string[] = [
  // Forms that begin by chance in base64.
  "gAAAAABo1VYtVYwvN1A4iwVAL4er7clNKmuHtCNnBawAiuwh-r8_Lq8Zt3Vb6Nm1Kx9Lp4Rw7Sd2Fg5Hj8Kl3_jPWQbbm3zcz4",
  "iVBORw0KGgo7VYtVYwvN1A4iwVAL4er7clNKmuHtCNnBawAiuwh/LTAIq8Zt3Vb6Nm1Kx9Lp4Rw+zcz4",
  "date -u +%H:%M",
  "docker run -u 1000:1000 alpine",
  "the test pass is clean",
  "--- PASS: TestLogin (0.00s)",
  'Password *SignIn_Password `protobuf:"bytes,1,opt,name=password,json=password,proto3,oneof"`',
  "Entire-Session: 2026-01-21-ae4b7c68-f73a-4514-8fb2-1842ef3a21d6",
  "    --- PASS: TestSanitizeDescription/strips_C1_control_U+009F (0.00s)",
  "--- PASS: TestReadJSON_RejectsData/trailing_space#01 (0.00s)",
  "PASS: test_of_login_with_otp_22.sh",
  "input=../../../etc/passwd generated_id=7c9e6679-7425-40de-944b-e07fc1f90ae7",
  "spans have stable non-secret `holdall.*` attributes",
  "privateKey: Uint8Array",
  "git checkout feature/token-refresh-2",
  "PWD=/srv/ann/projects/orchard2024Xy",
  "TOKEN_PATH=/srv/ann/x9",
  "github.com/x/y v1.2.3 h1:7s2iGBzp5EwR7aIZr8ao5dra3wiQyKjjFuvgVKuAbC=",
  "ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAIJ9k2l4m6n8p0q1r3s5t7u9v1w3x5y7z9A1b2C3d4E5f ann@host",
  "-----BEGIN CERTIFICATE-----\nMIIDdzCCAl+gAwIBAgIEAgAAuTANBgkqhkiG9w0BAQUF\n-----END CERTIFICATE-----",
  "data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAUAAAAFCAYAAACNbyblAAAAHElEQVQI12P4",
  "Cache key holds sha256(core token), not the token itself.",
  "timeToFirstToken : 2123ms",
  "tooluse_INcQMiKwStaWXf5Tp7Ld7g",
  "secretName: db-credentials-2",
  "if (password === confirmPassword) return",
  "foo(api_key=api_key, token=self.token)",
  "let hasApiKey = !isBearerToken;",
  "const workSecret = opts?.workSecret || readEnv('WORK_SECRET')",
  "cache_key: 9f3a7c51e0b2d4868a1c5e7f90b3d2a4",
  "API_KEY=your-api-key-here",
  "password=<your-password>",
  "credentials: 'include'",
  "signature: EvQCClkIDRgCKkC+S28Mu4qNNpzBRt/tgiZwXclFSuXt",
  'the user saw "Shoutout to" / "SunnySandwich445" / "Very Cool Person!" on the old page',
  'locked ? "it is locked by a passphrase" : `ssh-keygen $' + "{stopped}`",
];

for (const text of innocents) {
  test(`findSecrets() finds nothing in ${JSON.stringify(text).slice(0, 60)}`, () => {
    assert.deepEqual(findSecrets(text), []);
  });
}

test("findSecrets() finds secrets in declarations, arguments, cookies, pipes and other languages", () => {
  const cases: readonly (readonly [text: string, secret: string])[] = [
    ['let apiKey: String = "zK81mQx94RtLp27WvYc5"', "zK81mQx94RtLp27WvYc5"],
    ["define('DB_PASSWORD', 'wP7xQ2mZ9k!');", "wP7xQ2mZ9k!"],
    ['headers.set("x-api-key", "9xKw27LmZq41TrVb83Yc")', "9xKw27LmZq41TrVb83Yc"],
    ["Set-Cookie: sessionid=8f3kd92mzq7wl5xt1vbn6cyp0; HttpOnly", "8f3kd92mzq7wl5xt1vbn6cyp0"],
    ["echo 'R00tPassw0rd!' | sudo -S apt update", "R00tPassw0rd!"],
    ["rabbitmqctl add_user ci Rb7tQm2Zx", "Rb7tQm2Zx"],
    ['CREATE USER x IDENTIFIED BY "Or4cle_Pw9";', "Or4cle_Pw9"],
    ["keytool -storepass Ks7tore99 -list", "Ks7tore99"],
    ["password for the staging database: Kx8!mLq27z", "Kx8!mLq27z"],
    ["пароль от базы: Zima2026!snow", "Zima2026!snow"],
    ["Mot de passe : Chat0nGris!9", "Chat0nGris!9"],
    ["salasana: Kissa77!talvi", "Kissa77!talvi"],
    ["psk: 'Wf8iPsk!2026'", "Wf8iPsk!2026"],
    ['DB_PASSWORD="Cedar-17-lake"', "Cedar-17-lake"],
    ['const accessToken = "u6bYv9u9rV3XBg5s927cl1mW"', "u6bYv9u9rV3XBg5s927cl1mW"],
  ];
  for (const [text, secret] of cases) {
    const found = findSecrets(text).map((each) => each.secret);
    assert(
      found.some((each) => each.includes(secret)),
      text,
    );
  }
});

test("findSecrets() finds nothing where the same places hold no secret", () => {
  const innocents = [
    "Password manager version: 1Password-8.10",
    "password reset link for Ann: https://x.test/reset?u=1",
    'const KEYS = ["TOKEN", "SECRET_2", "API_KEY"]',
    'authType: AuthType = "oauth2-pkce"',
    "def f(key: str = 'created_at_2'):",
    "cookie: theme=dark; lang=en-GB; consent=2026-01-01",
    "passe : le test passe",
    "echo done | sudo tee /etc/x",
    "password for the demo account: see README.md",
    "secret: u64, token: i32",
    "  orchard.secret: Staging=? Worktree=Untracked",
    "password: Retries=unlimited",
    "-H\n    Entire-Session: 2026-01-21-d45a7c90-0652-44ce-9f1a-0c2b3d4e5f60",
    'x-id "thinkingSignature":"ErMCCkYICRgCKkBOTn34eNIXFbLXFd"',
  ];
  for (const text of innocents) assert.deepEqual(findSecrets(text), [], text);
});
