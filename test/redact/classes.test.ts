import assert from "node:assert/strict";
import { test } from "node:test";
import { findSecrets } from "../../src/redact/find-secrets.ts";
import { createRedactor } from "../../src/redact/redactor.ts";

const password = "vT7#mQ2zLp9w";
const random = "Lw8Zr3Xb6Nd1Kq9Tp4Vw7Sg2Fh5";
const encoded = Buffer.from(random).toString("base64");
const bytes = Buffer.from("9c41e7d20b8fa6533e1c7790d5ab24f8", "hex").toString("base64");

/** Texts by the class of place that carries their secret. */
const carried: Readonly<Record<string, readonly (readonly [text: string, secret: string])[]>> = {
  "a connection string": [
    [`Server=db;Uid=shop;Pwd=${password};Encrypt=true`, password],
    [`Driver={ODBC};UID=sa;PWD=${password}`, password],
    [`db.createUser({ user: "ann", pwd: "${password}" })`, password],
  ],
  "a list of arguments": [
    [`["serve","--token","${random}"]`, random],
    [`{"command": "npx", "args": ["-y", "some-mcp", "--api-key", "${random}"]}`, random],
    [`command: ["./run", '--jwt-secret', '${random}', "--port", "80"]`, random],
    [`args:\n  - serve\n  - --admin-token\n  - ${random}\n  - --verbose`, random],
    [`args:\n  - "--db-password"\n  - "${password}"\n`, password],
  ],
  "a secret of Kubernetes": [
    [
      `apiVersion: v1\nkind: Secret\nmetadata:\n  name: pay\ndata:\n  vendor: ${encoded}\n`,
      encoded,
    ],
    [`kind: Secret\nstringData:\n  vendor: "${random}"\n  host: db.internal\n`, random],
    [`apiVersion: v1\ndata:\n  seal: ${bytes}\nkind: Secret\nmetadata:\n  name: x\n`, bytes],
    [`{"apiVersion":"v1","data":{"vendor":"${encoded}"},"kind":"Secret"}`, encoded],
    [`kubectl create secret generic pay --from-literal=vendor=${random} -n prod`, random],
    [
      `kubectl create secret generic pay --from-literal user=ann --from-literal=v='${password}'`,
      password,
    ],
  ],
  "a call around the value": [
    [`cfg.auth_token = String::from("${random}");`, random],
    [`apiKey := []byte("${random}")`, random],
    [`api_key=SecretStr("${random}"),`, random],
    [`auth_token: Some("${random}".into()),`, random],
    [`String password = new String("${password}");`, password],
    [`const secretKey = Buffer.from("${random}", "utf8");`, random],
    [`PEPPER = os.environ.get("APP_PEPPER", "${random}")`, random],
  ],
  "a token that public scanners know": [
    ...[
      "A3TSS3OC35SKVZ55CLX6",
      "sc_2dn7yg6t9x0.v4k2.acc-7h2kq9xm4p1z.Jq7vR2mXk9TnB4wLs8DcYf3HgP6aZeU1oN5i",
      "4b1dJvzuidWRLLaA7rZUQMnJb6nhdHq2Xs9TkV3mPe",
      "eyJrIjoiV2hJQ0pLTzVyY3dGb0x4U1ZtN3RqQnE5ZUhYeW4xTHpLNHUyUGd0UkQ4Y2ZZaE1uMzBwQ2tXeE5r",
      "AAAAAAAAAAAAAAAAAAAAAMLheAAAAAAA0%2BuSeid%2BULvsea4JtiGRiSDSJSI%3DEUifiRBkKG5E2XzMDjRfl76ZC9Ub0wnz4X",
      "sk_prod_ZAlYr1DEChU4aebC3JJzTNq2",
      "FLWSECK_TEST-3d7ga1b6gb75",
      "AQ.Ab8RN6eY1FYxK2mQ7vLp9TnWc4RsHd6GfJa3UiOqEwTzXb",
      "waka_4f1b2c3d-38e7-4b21-ab56-7ac7bfcd2826",
      "AstraCS:QmZrTyUiOpAsDfGhJkLzXcVb:9f3a7c51e0b2d4868a1c5e7f90b3d2a49f3a7c51e0b2d4868a1c5e7f90b3d2a4",
    ].map((token) => [`output of the step: ${token}\n`, token] as const),
  ],
  "an argument of a call": [
    [`crypto.createHmac("sha256", "${random}").update(body)`, random],
    [`hmac.new(b"${random}", body, hashlib.sha256)`, random],
    [`mac := hmac.New(sha256.New, []byte("${random}"))`, random],
    [`jwt.sign({ sub: user.id, role: "x" }, "${random}", { expiresIn: "7d" })`, random],
    [`jwt.encode(payload, "${random}", algorithm="HS256")`, random],
    [`new PDO('pgsql:host=db;dbname=shop', 'shop', '${password}');`, password],
    [`mysqli_connect("db", "shop", "${password}", "shop")`, password],
    [`DriverManager.getConnection(url, "shop", "${password}")`, password],
  ],
  "a statement of SQL": [
    [`INSERT INTO clients (name, api_key, active) VALUES ('web', '${random}', true);`, random],
    [`insert into users(id, password) values (1, 'x''y'), (2, '${password}')`, password],
    [`INSERT INTO settings (name, value) VALUES ('smtp_password', '${password}')`, password],
    [`UPDATE settings SET value='${password}' WHERE name='smtp_password'`, password],
  ],
  "a line below its heading": [
    [`Initial admin password generated:\n\n    ghXqVtcWbMK7yTn2\n\nKeep it.`, "ghXqVtcWbMK7yTn2"],
    [`irb> creds.secret_key_base # => "${random}"`, random],
    [`irb> ENV["MAIL_PASSWORD"]\n=> "${password}"`, password],
  ],
  "a value of its own form": [
    [
      "SECRET_KEY = 'django-insecure-k3)w(9z!x_q7#v+e2r^t5y&u8@i-o1p$a4s*d6f=g0hj'",
      "django-insecure-k3)w(9z!x_q7#v+e2r^t5y&u8@i-o1p$a4s*d6f=g0hj",
    ],
    [
      "SECRET_KEY = 'k3)w(9z!x_q7#v+e2r^t5y&u8@i-o1p$a4s*d6f=g0hjzvb5m'",
      "k3)w(9z!x_q7#v+e2r^t5y&u8@i-o1p$a4s*d6f=g0hjzvb5m",
    ],
    ["smtp_app_password: qkzt-wvhx-jbrg-ypcd", "qkzt-wvhx-jbrg-ypcd"],
    ['GMAIL_APP_PASSWORD="qkzt wvhx jbrg ypcd"', "qkzt wvhx jbrg ypcd"],
    ["the app password is qkzt wvhx jbrg ypcd for the mailer", "qkzt wvhx jbrg ypcd"],
  ],
  "a command": [
    [`aws ssm put-parameter --name /a/b --type SecureString --value ${random}`, random],
    [`aws ssm put-parameter \\\n  --value '${password}' \\\n  --type SecureString`, password],
    [`aws secretsmanager create-secret --name x --secret-string "${password}"`, password],
    [`az keyvault secret set --vault-name v --name n --value ${random}`, random],
    [`heroku config:set VENDOR=${random} --app shop`, random],
    [`fly secrets set VENDOR=${random}`, random],
    [`vault kv put secret/shop vendor=${random}`, random],
    [`export TF_VAR_vendor=${random}`, random],
    [`printf '${password}' | docker secret create vendor -`, password],
  ],
  "a sentence": [
    ["the 2FA backup PIN is 639174, use it once", "639174"],
    ["my PIN: 8406", "8406"],
    ["use the 2FA backup code 8164-2937 when asked", "8164-2937"],
    [`the login for the staging box is deploy / ${random}, on port 22`, random],
  ],
  "a phrase of words that nobody joins so": [
    ["password: maple-Tundra-47-ibex", "maple-Tundra-47-ibex"],
    ['JWT_SECRET: "maple-Tundra-47-ibex"', "maple-Tundra-47-ibex"],
  ],
  "a place that says what it is for": [
    [`password (staging): ${password}`, password],
    [`Use ${random} as the API key`, random],
    [`helm upgrade x --set-string secrets.jwt=${random}`, random],
    [`echo "${password}" | docker login -u ann --password-stdin`, password],
    [`gh auth login --with-token <<< ${random}`, random],
    [`WiFi.begin("home", "${password}");`, password],
  ],
  "the environment of a program": [
    [`{"mcpServers": {"x": {"command": "npx", "env": {"LINEAR": "${random}"}}}}`, random],
  ],
  "a variable's default": [
    [`ENV.fetch("SECRET_TOKEN") { "${random}" }`, random],
    [`env::var("API_TOKEN").unwrap_or("${random}".into())`, random],
    [`config('SECRET_KEY', default='${random}')`, random],
    [`getenv('APP_SECRET') ?: '${random}'`, random],
  ],
  "a method that takes it": [
    [`.password("${password}")`, password],
    [`client.setApiKey("${random}")`, random],
    [`builder.with_token("${random}")`, random],
  ],
  "a name": [
    [`CSRF_SECRET=${random}`, random],
    [`PEPPER=${random}`, random],
  ],
};

for (const [place, cases] of Object.entries(carried)) {
  test(`findSecrets() finds the secret in ${place}`, () => {
    for (const [text, secret] of cases) {
      const found = findSecrets(text).map((sighting) => sighting.secret);
      assert.deepEqual(found, [secret], text);
    }
  });
}

/** Texts without a secret, by what they could be mistaken for. */
const innocent: Readonly<Record<string, readonly string[]>> = {
  "an id under the name of a key": [
    '"tenant_key": "7be1f0429c55d31a"',
    "the tenant_key is `7be1f0429c55d31a`",
    '"issue_key": "7be1f0429c55d31a"',
    "用户的tenant_key是`7be1f0429c55d31a`",
  ],
  "a version of a package": [
    '"@inquirer/password": "^4.0.20"',
    '"react-token": "~1.2.3-beta.4"',
    '"node-pass": ">=1.4.2 <3"',
    '"x-secret": "npm:other-secret@2.1.0"',
  ],
  "an id with a prefix": ['"stepId":"pw:api@30"', '"id":"pw:expect@112","x":1'],
  "an attack in a test": [
    `{ email: "a@b.c", password: "' OR '1'='1" }`,
    `password: "1' OR '1' = '1"`,
    `password: "x'; DROP TABLE users; --"`,
    `password: "admin'--"`,
    `password: "<script>alert(1)</script>"`,
  ],
  "a placeholder": [
    "password: 'hashed1'",
    "password: 'hashed_2'",
    "before: { api_key: 'sk_old_12345' }",
    "SMTP_PASS=app_password_here",
    "API_TOKEN=put_token_2_here",
    'token: "eyJ0eXAiOiJKV1QiLCJhbGciOiJIUzI1NiJ9.invalid"',
    "GMAIL_APP_PASSWORD=xxxx xxxx xxxx xxxx",
    "GMAIL_APP_PASSWORD=abcd efgh ijkl mnop",
    `createHmac("sha256", "my-secret")`,
    "jwt.sign(payload, 'test-secret-key')",
  ],
  "code behind a string that ends in a telling word": [
    `    title="Reuse of credentials",\n    technique_ids=["T4711"],\n    level=3,\n`,
    `  "reset all passwords",\n  run(step2, X9),\n`,
    `  'token',\n  'eyJ0eXAiOiJKV1QiLCJhbGciOiJIUzI1NiJ9.${random}',\n`,
  ],
  "a value for everyone": [
    `{"env": {"NEXT_PUBLIC_ANALYTICS": "${random}"}}`,
    `heroku config:set VITE_ANALYTICS=${random}`,
  ],
  "a table of settings": ["| AUTH_TOKEN | Your API Key |\n| MODEL | MaxiMind-K3.2 |\n"],
  "options in lists": [
    'parser.add_argument("--token", "-t", help="x")',
    '["--password", "--user", "ann"]',
    'args: ["--token", "$TOKEN", "--api-key", "API_KEY"]',
    "args:\n  - --token\n  - --verbose\n",
  ],
  "a manifest without a secret": [
    `kind: ConfigMap\ndata:\n  build: ${random}\n`,
    "kind: Secret\nmetadata:\n  name: x\nstringData:\n  username: shop-admin\n  host: db.internal\n",
    "kind: Secret\ndata:\n  token: <base64>\n  other: {{ .Values.other }}\n",
    "kubectl create secret generic x --from-literal=user=ann --from-literal=pass=$PASS",
  ],
  "a statement of SQL without a secret": [
    "INSERT INTO users (name, password_hash) VALUES ('ann', '$2b$12$abc')",
    "INSERT INTO t (token_count, name) VALUES (12, 'Ann Lee 2')",
    "UPDATE settings SET value='dark-2' WHERE name='theme'",
  ],
  "a call that takes a name": [
    'const password = t("auth.password2Label")',
    'const token = localStorage.getItem("auth-token-v2")',
    'String apiKey = String.valueOf("x")',
    `expect(page.getPassword("admin-panel-2"))`,
    `auth.hashPassword("field-of-form-2")`,
    `form.setPasswordLabel("Password 2")`,
    `{"env": {"GIT_COMMIT": "9f3a7c51e0b2d4868a1c5e7f90b3d2a4", "NODE_ENV": "production"}}`,
  ],
  "words about something else": [
    "adduser --disabled-password --no-create-home ann",
    '"LABEL_PASSWORD": "mu\'wIj"',
    '"SHOW_PASSWORD_ADVICE": "VIS_KODEORD_RÅD_2"',
    "<a href='/forgot-password'>Wachtwoord2</a>",
    "FIRST_PASSWORD=changethis",
    '"pass": "The element has no tabindex greater than 0"',
    "passphrase: 'top secret',",
    "new URL('https://abc:xyz@example.com')",
  ],
  numbers: ["PIN 13 is high", "pin: 4 and 5", "the PIN is 4 digits", "PIN: 1234"],
};

for (const [what, texts] of Object.entries(innocent)) {
  test(`findSecrets() finds nothing in ${what}`, () => {
    for (const text of texts) assert.deepEqual(findSecrets(text), [], text);
  });
}

test("findSecrets() takes a token and its continuation behind a terminal's line wrap", () => {
  const line = `$ curl -s https://api.example.test/v1/items -H "Authorization: Bearer glpat-`;
  const rest = "Tq8Zr3Xb6Nd1Kq9Tp4Vw";
  const text = `${line}${rest.slice(0, 9)}\n${rest.slice(9)}" | jq .\n`;
  const [sighting, ...more] = findSecrets(text);
  assert.equal(sighting?.secret, `glpat-${rest.slice(0, 9)}\n${rest.slice(9)}`);
  assert.deepEqual(more, []);
});

test("findSecrets() takes two tokens on lines of their own for two", () => {
  const first = `STRIPE_KEY_OF_THE_PRODUCTION_ACCOUNT=sk_live_${random}`;
  const second = `ghp_${random}Tq8Zr3Xb6`;
  const found = findSecrets(`${first}\n${second}\n`).map(({ secret }) => secret);
  assert.deepEqual(found, [`sk_live_${random}`, second]);
});

test("findSecrets() does not take the next line of a file for the continuation of a value", () => {
  const hex = "9f3a7c51e0b2d4868a1c5e7f90b3d2a49f3a7c51e0b2d4868a1c5e7f90b3d2a4";
  for (const next of ["PORT2=3000", "DB2_HOST: x", "second line", "Xk9=1"]) {
    const found = findSecrets(`SESSION_SECRET=${hex}\n${next}\n`);
    assert.deepEqual(
      found.map(({ secret }) => secret),
      [hex],
      next,
    );
  }
});

test("value() replaces what follows an option in a list of arguments", () => {
  const value = {
    args: ["-y", "--api-key", random, "--port", "8080"],
    auth: { auth: "YW5uOnZUN21RMnpMcDl3" },
  };
  const redactor = createRedactor();
  const { args, auth } = redactor.value(value, "here");
  assert.deepEqual(args, ["-y", "--api-key", "[redacted:assigned_secret:1]", "--port", "8080"]);
  assert.match(auth.auth, /^\[redacted:/);
});

test("the demo keys that Supabase publishes are no secrets", () => {
  const claims = { iss: "supabase-demo", role: "anon", exp: 1983812996 };
  const part = (value: unknown) => Buffer.from(JSON.stringify(value)).toString("base64url");
  const key = `${part({ alg: "HS256", typ: "JWT" })}.${part(claims)}.${random}${random.slice(0, 16)}`;
  assert.deepEqual(findSecrets(`"ANON_KEY": "${key}"`), []);
});
