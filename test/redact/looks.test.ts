import assert from "node:assert/strict";
import { test } from "node:test";
import { findSecrets } from "../../src/redact/find-secrets.ts";
import { lookOf } from "../../src/redact/password-look.ts";

const secretsIn = (text: string) => findSecrets(text).map(({ secret }) => secret);

test("lookOf() tells passwords that somebody chose or generated from names", () => {
  for (const value of [
    "Fichte_Nebel84",
    "M00s*Lichtung",
    "Elm4Gravel",
    "kP3#vZ8!qLw2",
    "hQzTWkvbGE",
  ])
    assert.notEqual(lookOf(value), "none", value);
  const names = [
    "Http2Server",
    "Setup-Node20",
    "utf8Decode",
    "Platform=Win32",
    "ann@host.example.org",
    "S-1-5-21-3141592653-2718281828",
    "8D:AE:9D:65:1F:B2",
    "required|string|min:8",
    "^[A-Za-z0-9]{8,}$",
    "x$have_d3d12",
    "2026-01-30 13:58:45",
    "9f3a7c51e0b2d4868a1c5e7f90b3d2a4",
    "call_Q7RyqEsHbOjHSSsj8UDO1vD2",
  ];
  for (const value of names) assert.equal(lookOf(value), "none", value);
});

test("a value that looks like a password is found in commands and calls that no list names", () => {
  const value = "Fichte_Nebel84";
  const texts = [
    `frobnicate -h box -u ann -P ${value} status`,
    `frob --endpoint x --user ann:${value} get /`,
    `frob /u:ann /p:${value} /v:10.0.0.3`,
    `loader scott/${value}@//db1:1521/X @a.sql`,
    `frob alias set box https://s3.example:9000 ann ${value}`,
    `NewFrobClient("http://localhost", "ann", "${value}")`,
    `expect "assword:"; send "${value}\\r"`,
    `page.getByLabel("Password").fill("${value}")`,
    `frob unlock <<< '${value}'`,
    `my $ldap_pw = q{${value}};`,
    `frobd --requirepass ${value} --daemon`,
  ];
  for (const text of texts) assert.deepEqual(secretsIn(text), [value], text);
});

test("a weaker value is found where the call or the sentence can contain nothing else", () => {
  const password = "tr0ub4dor";
  const key = "8f7d6a5c4b3e2f1a0d9c";
  const texts = [
    [`auth=("admin", "${password}")`, password],
    [`HTTPBasicAuth("ann", "${password}")`, password],
    [`ConvertTo-SecureString "Summer2024" -AsPlainText`, "Summer2024"],
    [`Jwts.builder().signWith(SignatureAlgorithm.HS256, "${key}")`, key],
    [`Secret.plainText("${key}")`, key],
    ["creds: ann:Marble77Fox", "Marble77Fox"],
    ["The login for staging is ann:Marble77Fox", "Marble77Fox"],
    [`use "${key}" as the API key`, key],
    [`Your API key:\n\n  ${key}\n`, key],
    [`Client secret\n  ${key}\n`, key],
  ] as const;
  for (const [text, secret] of texts) assert.deepEqual(secretsIn(text), [secret], text);
});

test("words with a number are a password where the text says that they are one", () => {
  const texts = [
    ["the password is violetMoon77, please use it", "violetMoon77"],
    ["пароль от базы: zimaLeto55, логин postgres", "zimaLeto55"],
    ["a senha do banco é caju-Verde7, pode testar", "caju-Verde7"],
    ["log in with admin / wicker-Gale6 on http://localhost/", "wicker-Gale6"],
    [`change the root password to "newCedar_34"`, "newCedar_34"],
    [`dataSource.setPassword("Veil_of_rain3");`, "Veil_of_rain3"],
    [`expect "assword:"\nsend "B1gSky-ranch\\r"\n`, "B1gSky-ranch"],
    [`SECRET = process.env.SECRET || "pumpkin-latte-42-sky";`, "pumpkin-latte-42-sky"],
    [`password: "mO7.heron", authentication: :plain`, "mO7.heron"],
    ["the password is purple-monkey-9, port 2222", "purple-monkey-9"],
    ["A senha do wifi do escritório: Saudade2024", "Saudade2024"],
    ["Das Passwort ist Tulpenfeld3", "Tulpenfeld3"],
    ["Contraseña: gato-negro-55\n", "gato-negro-55"],
    ["Пароль от сервера: tmyewv#oESxq", "tmyewv#oESxq"],
    [
      "| Service | User | Password |\n|---|---|---|\n| Grafana | admin | kopfsalat8 |\n",
      "kopfsalat8",
    ],
    ["DB_PASS='bluebird!'\n", "bluebird!"],
    [`ansible-playbook x.yml -e "ansible_become_pass=winter-is-coming-23"`, "winter-is-coming-23"],
    ["password: >-\n  mal0fn5qXk29vTq7\nuser: ann\n", "mal0fn5qXk29vTq7"],
    ["PGPASSWORD=blue.bird psql", "blue.bird"],
    ["password: QEe&fRmhw#3uo2%d\n", "QEe&fRmhw#3uo2%d"],
    [`ansible-playbook -e 'db_password=PaulUndPaula3 env=prod'`, "PaulUndPaula3"],
  ] as const;
  for (const [text, secret] of texts) assert.deepEqual(secretsIn(text), [secret], text);
});

test("what servers, files and protocols show without a name is found by its place", () => {
  const key = "Gl0XlanKe197G1r8rK2VvAIrmF7GbtePTfBxFrCeET8M";
  const hash = "$6$rounds=5000$jzDGXjg7jbz4ZYCB$YRmKIiNTcs0CDl2aeGDpAhUwB1wKnFbzUA2jU93CoOx1mh6N";
  const texts = [
    [
      "Using generated security password: 55f8c5c8-38e7-4b21-ab56-7ac7bfcd2825\n",
      "55f8c5c8-38e7-4b21-ab56-7ac7bfcd2825",
    ],
    ["A temporary password is generated for root@localhost: u+Jd9(wPq:zT\n", "u+Jd9(wPq:zT"],
    ["$ argocd admin initial-password -n argocd\nuXorpNilAgHX0h3x\n", "uXorpNilAgHX0h3x"],
    ["331 Password required\nPASS dune-Buggy4\n230 Logged in\n", "dune-Buggy4"],
    ["S: 334 UGFzc3dvcmQ6\nC: SGFyYm9yLUxpZ2h0czk=\n", "SGFyYm9yLUxpZ2h0czk="],
    [`.example.org\tTRUE\t/\tTRUE\t1799999999\tsession\t${key}\n`, key],
    [`root:${hash}:19722:0:99999:7:::\n`, hash],
    [`{"kty":"RSA","kid":"k1","n":"cB7A","d":"${key}"}`, key],
    [`Authorization: SSWS ${key}`, key],
    [`{"Jwt": {"Key": "uX9!thisIsOurSigningKey_2024"}}`, "uX9!thisIsOurSigningKey_2024"],
    [
      "$ kubectl get secret db -o jsonpath='{.data.pw}'\nU29ubmVuYmx1bWU0Nw==\n",
      "U29ubmVuYmx1bWU0Nw==",
    ],
    [`$ echo -n "admin:$PASS" | base64\nYWRtaW46WmVsdGRhY2g5\n`, "YWRtaW46WmVsdGRhY2g5"],
    ["$ op read op://team/db/password\nXk29mvQq7LtR4w\n", "Xk29mvQq7LtR4w"],
    [
      `define( 'AUTH_SALT', 'ymYZwH6Qqq5:/X1)|w~ 3=Rk{Pd,8Ns}vT0(h$Lq+Ju9;Fe.Bz-2Cx?Ma&Gi' );`,
      "ymYZwH6Qqq5:/X1)|w~ 3=Rk{Pd,8Ns}vT0(h$Lq+Ju9;Fe.Bz-2Cx?Ma&Gi",
    ],
    [`Environment="VAULT_PASSPHRASE=amber lights over quay"`, "amber lights over quay"],
  ] as const;
  for (const [text, secret] of texts) assert.deepEqual(secretsIn(text), [secret], text);
});

test("what a password's name is beside by chance stays", () => {
  const texts = [
    `    minipass: "npm:^7.0.3"`,
    `    fs-minipass: "npm:^5.0.0 || ^6.0.2"`,
    "aXBoDPPPBPW+3y+VKtKiEu0n/a7lZvbLrmj/StW/FoHD",
    "public final fun password (Ljava/lang/String;)Lokhttp3/HttpUrl$Builder;",
    "\u001b[38;2;190;132;255madmin_password \u001b[0m\u001b[38;2;248;248;242m=> x",
    "-Base64ClusterCA LS0tLS1CRUdJTiBDRVJUSUZJQ0FURS0tLS0tCk1JSUM1ekNDQWMrZ0F3SUJBZ0lCQURB",
    `borp --timeout 180000 -p "test/fetch/http2*.js"`,
    "* Pass the `primary_ipv6` argument to the module",
    "PASS src/login-form2.test.ts",
    `{"stepId":"pw:expect@57","pageId":"page@1"}`,
    "Darwin Kernel Version 22.3.0: Thu Jan 5 2023; root:xnu-8792.81.2~2/RELEASE_ARM64_T6000",
    "install/ensure-relay-credentials.sh:4:RELAY_CREDENTIALS_JSON=relay/credentials.json",
    `"Postman-Token": "e382b55e-7e29-4fbb-a8c6-33fd81289c37"`,
    `.header("sec-websocket-key", "6D69KGBOr4Re+Nj6zx9aQA==")`,
    `{"pass": "#4daf4a", "fail": "#e41a1c"}`,
    "caddyfile.go:90: Password: b64Pwd,",
    `"https://api:#{options[:apikey]}@api.mailgun.net"`,
    "the password is stored in sha256 form",
    `"symfony/password-hasher": "^7.4|^8.0"`,
    "VsDevCmd.bat -arch=amd64 -host_arch=amd64 -winsdk=10.0.19041.0",
    `Header.Set("Sec-WebSocket-Key", "dGhlIHNhbXBsZSBub25jZQ==")`,
    "secret using `HMAC-SHA1`.",
    `echo -n "tcp://127.0.0.1:5705" | base64\ndGNwOi8vMTI3LjAuMC4xOjU3MDU=\n`,
    "connect(host=a, password=user_value_2)",
    JSON.stringify({ c: "README.md:4:**Default credentials created:**\nREADME.md:9:You can" }),
  ];
  for (const text of texts) assert.deepEqual(secretsIn(text), [], text);
});

test("a value that looks like a password is found in sentences of any language and order", () => {
  const value = "Fichte!Nebel84";
  const texts = [
    `Das Passwort hat Jana gestern auf ${value} gesetzt`,
    `le mot de passe du serveur reste ${value} pour l'instant`,
    `データベースのパスワードは「${value}」です。`,
    `take ${value}, it is the password of the old box`,
    `пароль от стенда: ${value}`,
    `the box is root / ${value} until friday`,
  ];
  for (const text of texts) assert.deepEqual(secretsIn(text), [value], text);
});

test("a secret is taken up to its end, and no further", () => {
  assert.deepEqual(secretsIn("- **Password**: orchard2031!\n"), ["orchard2031!"]);
  assert.deepEqual(secretsIn("use mongosh (`-u admin -p hedge417`)."), ["hedge417"]);
  assert.deepEqual(secretsIn("Server=a;Password=Ebbe&Flut44;Encrypt=true"), ["Ebbe&Flut44"]);
  assert.deepEqual(secretsIn(`x: \${DB_PASSWORD:Ebbe_Flut44}`), ["Ebbe_Flut44"]);
});

test("a row of SQL whose columns are not certain is judged by its values", () => {
  const hash = "$2a$12$9mQ4vZ7kLp2xWc5tRb8nYeHs3Jd6Gf1Ka0UiOqEwTzXcVbNmLkJhG";
  const row = `INSERT INTO t (id, password) VALUES (1, '2026-01-30 13:58:45', NULL, '${hash}')`;
  assert.deepEqual(secretsIn(row), [hash]);
});
