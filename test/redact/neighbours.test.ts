import assert from "node:assert/strict";
import { test } from "node:test";
import { findSecrets } from "../../src/redact/find-secrets.ts";

const secretsIn = (text: string) => findSecrets(text).map(({ secret }) => secret);
const password = "Fichte_Nebel84";
const random = "q8Zt3Vb6Nm1Kx9Lp4Rw7Sd2Fg5Hj8Kl3";
const letters = "ptewjzlvbemenna9ulensdntuu";

/** Texts by what they have beside a word for a password or the place of one. */
const innocents: Readonly<Record<string, readonly string[]>> = {
  "the verdict of a test": [
    "PASS: x86_64 gas/elf-7b",
    "PASS: .sleb128",
    "XPASS: one\nPASS: pr28639a (test for 2 errors)\nFAIL: two",
  ],
  "the sign of a diff": [
    " run -p 80\n-pytest-httpbin==2.0.0\n+pytest-httpbin==2.1.0\n",
    " openssl x -k y\n-kvPt//imqtl8FhuhKqJ8FCGrVl2YIGj1RJIB3GW7MSPNCuIBFL/gwNi35LxDPtoA\n",
    "<p>or\n-pass control to the next route\n",
  ],
  "a sentence with the words of a command": [
    "# changed to account for template syntax. Inform7Lexer's own states",
    "config.sub: Add support for sde as alias of mipsisa32-sde-elf.",
    "the user password string, UTF-8 encoded before entering Mix4Columns-B7",
    'the problem was identified by "jamesh" in May',
    "--ask-password but now --ask-password wins",
    "Add --use-askpass=COMMAND support",
    "wget --ask-password -user=foo x",
    "Add the missing -p, --password description to the manual",
    'the -r switch (mnemonic: "regular expression") is used',
  ],
  "the name of something in code": [
    "const round1Secret = {};\nreturn { public: round1Public, secret: round1Secret };",
    'go build -ldflags "-w -X github.com/docker/compose/v5/internal.Version=61203c8" ./cmd',
    '["EXPAND", "EXPASS", "*EXPORT", "EXPROFILE"]',
    "['gss_krb5_lucid_key', 'gss_krb5_rfc1964_keydata', 'opaque']",
    "PWD = \"'`pwd`'\"",
    "throw new Error('Invalid login sequence while waiting for \"334 VXNlcm5hbWU6\"')",
    "derives a key from password and salt using PBKDF2-HMAC-SHA256",
    `mail.createTestAccount((err, account) => {\n  send(\n    '${random}${random}' +`,
  ],
  "a message or an address": [
    '"pass": "Elementin tabindex dəyəri 0-dan böyük deyil",',
    '{"host": "2606:2800:220:1:248:1893:25c8:1946"}',
  ],
  "the bytes of a file that is no text": ["pw \ufffd\ufffd\x11k\x0f?Va3\x15u@3W\ufffd"],
};

for (const [beside, texts] of Object.entries(innocents)) {
  test(`nothing is found in ${beside}`, () => {
    for (const text of texts) assert.deepEqual(secretsIn(text), [], text);
  });
}

/** Texts with the secrets in them, by the place that they have in common. */
const carried: Readonly<Record<string, readonly (readonly [string, readonly string[]])[]>> = {
  "a table that spaces align": [
    [`host            user      password\n10.20.0.14      root      ${password}\n`, [password]],
    [`host  user  password\n----  ----  --------\ndb-1  ann   ${password}\n`, [password]],
    [
      `host user password\n10.0.0.4 root ${password}\n10.0.0.5 root Moos_Lichtung3\n`,
      [password, "Moos_Lichtung3"],
    ],
    [`USER   PASSWORD         LAST LOGIN\nann    ${password}   2026-01-02\n`, [password]],
  ],
  "a table that is drawn": [
    [`│ key        │ value │\n├────────────┼───────┤\n│ API_SECRET │ ${random} │\n`, [random]],
    [`┃ user ┃ password ┃\n┡━━━━━━╇━━━━━━━━━━┩\n│ ann  │ ${password} │\n`, [password]],
  ],
  "a parameter of HTTPie": [[`http GET api.example.org/v1 api_key==${random} city=Oslo`, [random]]],
  "the cookie of a session": [
    [`Cookie: PHPSESSID=${letters}; lang=en`, [letters]],
    [`Cookie: theme=dark; JSESSIONID=${letters}`, [letters]],
  ],
  "a code for recovery": [
    ["Recovery code: 86ys-41px-t4fh-8fyr-taxo-k0wq\n", ["86ys-41px-t4fh-8fyr-taxo-k0wq"]],
    ["Recovery codes: 8F2K-91QX, 77PA-0ZTD\n", ["8F2K-91QX, 77PA-0ZTD"]],
  ],
  "quotes with brackets between them": [
    [
      "SECRET_KEY = 'django-insecure-Z9RRIPrDbo%BIYiYSH3Z^TDRk2f))paT^cIr%R7hRN0Jsc35iI'",
      ["django-insecure-Z9RRIPrDbo%BIYiYSH3Z^TDRk2f))paT^cIr%R7hRN0Jsc35iI"],
    ],
    ["the password is 'kX9$tiger!42)]z%Q'", ["kX9$tiger!42)]z%Q"]],
  ],
  "what a command prints": [
    [`$ openssl rand -base64 24\n${random}\n`, [random]],
    [`$ echo $JWT_SECRET\n${random}\n`, [random]],
    [`$ echo "\${DB_PASSWORD}"\n${password}\n`, [password]],
  ],
  "notes and commands that look like the innocent ones": [
    [`USER: ann\nPASS: ${password}\n`, [password]],
    [`frob -a box \\\n-p ${password} status`, [password]],
    [`frob account add box ann ${password}`, [password]],
    [`CREATE USER ann\n  IDENTIFIED BY 'tiger'`, ["tiger"]],
  ],
};

for (const [place, texts] of Object.entries(carried)) {
  test(`every secret is found in ${place}`, () => {
    for (const [text, secrets] of texts) assert.deepEqual(secretsIn(text), secrets, text);
  });
}
