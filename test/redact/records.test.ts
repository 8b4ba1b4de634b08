import assert from "node:assert/strict";
import { test } from "node:test";
import { readCases } from "../../scripts/bench/redact/cases.ts";
import { explainSecrets } from "../../src/redact/explain.ts";
import { findSecrets } from "../../src/redact/find-secrets.ts";
import { createRedactor } from "../../src/redact/redactor.ts";

function redact(text: string): string {
  return createRedactor().text(text, "here");
}

/** A text as the output of a tool in a record, and as JSON inside of a string of one. */
function recordsWith(output: string): readonly string[] {
  const inner = JSON.stringify({ output, metadata: { exit_code: 0 } });
  return [
    JSON.stringify({ type: "tool_result", content: output, id: "a" }),
    JSON.stringify({ type: "response_item", payload: { output: inner } }),
  ];
}

function outputOf(line: string): string {
  const record = JSON.parse(line);
  return record.content ?? JSON.parse(record.payload.output).output;
}

test("every secret of the benchmark is found in a record as well, and the record stays one", () => {
  let count = 0;
  for (const { text, secrets, id } of readCases()) {
    for (const record of recordsWith(text)) {
      const output = outputOf(redact(record));
      for (const [start, end] of secrets) {
        count++;
        assert(!output.includes(text.slice(start, end)), `${id}: ${output}`);
      }
      if (secrets.length === 0) assert.equal(output, text, id);
    }
  }
  assert(count > 500);
});

test("a table in a record is read as one, also with the numbers of its lines", () => {
  const table = "name,username,password,role\nAna,ana,plumtree!41,admin\n";
  const numbered = table.replaceAll(/^(?=.)/gm, "     1→");
  for (const text of [table, numbered]) {
    for (const record of recordsWith(text)) {
      assert(!redact(record).includes("plumtree!41"), record);
    }
  }
});

test("a secret in a record neither takes the backslash before a quote nor the next key with it", () => {
  const texts = [
    `pyodbc.connect("Server=a;PWD=Ebbe44!Flut")`,
    `sh -c "mysql -uroot -pEbbe44!Flut"`,
    `net use Z: \\\\files\\share Ebbe44!Flut /user:CORP\\ann`,
  ];
  for (const text of texts) {
    for (const record of recordsWith(text)) {
      const output = outputOf(redact(record));
      assert(!output.includes("Ebbe44!Flut"), output);
      assert.equal(output.split("[redacted:").length, 2, output);
    }
  }
  const two = `{"command": "net use Z: /user:CORP\\\\ann", "description": "Run it"}`;
  assert.equal(redact(two), two);
});

test("a private key without its last line ends with its data", () => {
  const line = "MIIEvQIBADANBgkqhkiG9w0BAQEFAASCBKcwggSjAgEAAoIBAQC7VJTUt9Us8cKj";
  const head = `-----BEGIN PRIVATE KEY-----\n${line}\n${line}`;
  const text = `$ head -3 server.key\n${head}\n$ ls\nserver.key notes.txt\n`;
  assert.deepEqual(
    findSecrets(text).map(({ secret }) => secret),
    [head],
  );
  const records = `${recordsWith(text).join("\n")}\n${JSON.stringify({ type: "user", content: "go on" })}`;
  const lines = redact(records).split("\n");
  assert.equal(lines.length, 3);
  for (const each of lines.slice(0, 2)) {
    assert.match(
      outputOf(each),
      /^\$ head -3 server\.key\n\[redacted:[^\]]+\]\n\$ ls\nserver\.key/,
    );
  }
  assert.equal(JSON.parse(lines[2] ?? "").content, "go on");
});

test("text that only begins like a record is gone through a few times at most", () => {
  const text = `${"{\n".repeat(50_000)}password=Ebbe44!Flut`;
  assert.deepEqual(
    findSecrets(text).map(({ secret }) => secret),
    ["Ebbe44!Flut"],
  );
});

test("explainSecrets() lists what text() replaces, repeats without a name included", () => {
  const text = "API_TOKEN=Xk29mvQq7LtR4wBz\nthen curl -H Xk29mvQq7LtR4wBz\n";
  assert.equal(redact(text).split("[redacted:").length - 1, 2);
  assert.deepEqual(
    explainSecrets(text).map(({ line, secret }) => `${line} ${secret}`),
    ["1 Xk29mvQq7LtR4wBz", "2 Xk29mvQq7LtR4wBz"],
  );
});
