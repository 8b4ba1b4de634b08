import assert from "node:assert/strict";
import { test } from "node:test";
import { createRedactor } from "./redactor.ts";

// Put together here, so that nobody's scanner takes this file for a leak.
const github = `ghp_${"aB3dE5gH7jK9mN1pQ3sT5vW7yZ9bC1dE3fG5"}`;
const openai = `sk-${"proj-"}Zx81Lq0Vt93Mn27Kp54Rd16Hs`;

function redactAll(text: string): string {
  return createRedactor().text(text, "here");
}

test("text() replaces known forms by placeholders that name them", () => {
  assert.equal(redactAll(`use ${github} now`), "use [redacted:github_token:1] now");
  assert.match(redactAll(`key ${openai}.`), /^key \[redacted:openai_key:1\]\.$/);
  assert.match(redactAll(`AKIA${"QWERTYUIOPASDFGH"}`), /aws_key_id/);
  assert.match(
    redactAll("postgresql://ann:s3cr3t-Pw@db.example/x"),
    /ann:\[redacted:url_password:1\]@db/,
  );
  assert.match(
    redactAll('export DB_PASSWORD="kX9$tiger!42"'),
    /PASSWORD="\[redacted:assigned_secret:1\]"/,
  );
  assert.match(redactAll("Authorization: Bearer abcdEFGH1234abcdEFGH"), /Bearer \[redacted:/);
});

test("text() replaces a whole private key block", () => {
  const key = `-----BEGIN OPENSSH ${"PRIVATE"} KEY-----\nb3BlbnNzaC1rZXktdjEAAAAA\n-----END OPENSSH ${"PRIVATE"} KEY-----`;
  assert.equal(redactAll(`a\n${key}\nb`), "a\n[redacted:private_key:1]\nb");
});

test("text() replaces random values of unknown form only where something says what they are", () => {
  const value = "q8Zt3Vb6Nm1Kx9Lp4Rw7Sd2Fg5";
  assert.equal(redactAll(`X-Auth-Token: ${value}`), "X-Auth-Token: [redacted:header_value:1]");
  assert.equal(redactAll(`document ${value}`), `document ${value}`);
});

test("text() spares ids, hashes, paths, names and code", () => {
  for (const text of [
    "session 7f3d2c1a-9b8e-4f60-a1b2-c3d4e5f60718",
    "commit d61fada8f0c1b2a3948576aabbccddeeff001122",
    `sha256 ${"0123456789abcdef".repeat(4)}`,
    "sha512-Zq3x8T1vK9mN4bP7wR2sD6fG0hJ5kL8xC3vB1nM==",
    "toolu_01AbC2dE3fG4hI5jK6lM7nO8",
    "call_9XyZ8wVu7TsR6qPo5NmL4kJi",
    "/home/dev/.local/share/opencode/tool-output/tool_1dddf026d001o34dZryKZqBmk6",
    "ses_22220fd9cffeQ3xV7mB1kPzY8W and msg_dddf0260a001aB3dE5gH7jK9mN and prt_dddf0260b001Zx8Lq0Vt93Mn27",
    "src/components/AccountSettingsPanel2Header/index3.test.ts",
    "const token = await readToken(request)",
    "password: process.env.PASSWORD",
    "the password is required",
    "api_key: $API_KEY",
    "max_tokens: 4096",
    "getUserByIdFromDatabase2024Version3",
  ]) {
    assert.equal(redactAll(text), text);
  }
});

test("text() gives the same secret the same placeholder, also where nothing tells what it is", () => {
  const redactor = createRedactor();
  redactor.learn({ env: { SERVICE_TOKEN: "tiger-42-Lamp!" } });
  assert.equal(redactor.text("echo tiger-42-Lamp!", "line 1"), "echo [redacted:assigned_secret:1]");
  assert.equal(
    redactor.text("again tiger-42-Lamp!", "line 2"),
    "again [redacted:assigned_secret:1]",
  );
  assert.deepEqual(redactor.report(), [
    {
      kind: "assigned_secret",
      placeholder: "[redacted:assigned_secret:1]",
      count: 2,
      where: "line 1",
    },
  ]);
});

test("value() looks at every string and takes keys for what they say", () => {
  const redactor = createRedactor();
  const clean = redactor.value({ list: [{ api_key: "zz81-Kp54-Rd16" }], [github]: 1, n: 2 }, "w");
  assert.deepEqual(clean, {
    list: [{ api_key: "[redacted:assigned_secret:1]" }],
    "[redacted:github_token:2]": 1,
    n: 2,
  });
});

test("text() does not touch its own placeholders", () => {
  const once = redactAll(`token=${github} and password: kX9$tiger!42`);
  assert.equal(redactAll(once), once);
});

test("text() finds a secret however it is introduced", () => {
  const secret = "kX9$tiger!42";
  for (const text of [
    `the secret is password: ${secret}`,
    `DB_PASS=${secret}`,
    `the password is: ${secret}`,
    `deploy --password ${secret}`,
    `deploy --api-key=${secret}`,
    `my password ${secret} please`,
    `mysql -u root -p${secret} db`,
    `curl -u ann:${secret} https://example.test`,
  ]) {
    const clean = redactAll(text);
    assert(!clean.includes(secret), clean);
  }
  const block = `-----BEGIN RSA ${"PRIVATE"} KEY-----\nMIIEowIBAAKCAQ`;
  assert.equal(redactAll(`x\n${block}`), "x\n[redacted:private_key:1]");
});

test("value() takes a key for everything below it", () => {
  const redactor = createRedactor();
  const value = { password: ["kX9$tiger!42"], api_key: { value: "zz81-Kp54-Rd16" } };
  const text = JSON.stringify(redactor.value(value, "w"));
  assert(!text.includes("tiger") && !text.includes("Kp54"), text);
});

test("text() copes with megabytes of one character and with deep nesting", () => {
  const long = "y".repeat(12_000_000);
  assert(redactAll(`sk-${long}`).length > 7_000_000);
  let deep: unknown = "x";
  for (let level = 0; level < 20_000; level++) deep = { deep };
  assert.match(JSON.stringify(createRedactor().value(deep, "w")), /nested too deep/);
});

test("text() replaces a short secret only where its place gives it away", () => {
  const redactor = createRedactor();
  assert.match(redactor.text("redis://u:abc@h", "x"), /u:\[redacted:url_password:1\]@h/);
  assert.equal(redactor.text("abc", "y"), "abc");
});

test("text() leaves ordinary facts about secrets alone", () => {
  for (const fact of [
    "access-token lifetime: 15 minutes",
    "the password policy = twelve characters or more",
    "Secret: the bakery opens at six",
  ]) {
    assert.equal(redactAll(fact), fact);
  }
});

test("text() replaces the default of a password in an address, and no name before it", () => {
  const variable = (name: string, word: string) => ["$", "{", name, ":-", word, "}"].join("");
  const user = variable("DB_USER", "app");
  const before = `postgresql://${user}:${variable("DB_PASSWORD", "orchard_local")}@db:5432/x`;
  assert.equal(redactAll(before), before.replace("orchard_local", "[redacted:url_password:1]"));
  assert.equal(
    redactAll(`postgres://${user}:orchard_local@db/x`),
    `postgres://${user}:[redacted:url_password:1]@db/x`,
  );
});
