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
  const word = "tr0ub4dor";
  const key = "8f7d6a5c4b3e2f1a0d9c";
  const texts = [
    [`auth=("admin", "${word}")`, word],
    [`HTTPBasicAuth("ann", "${word}")`, word],
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
