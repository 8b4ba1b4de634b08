/**
 * Scanners of files in the protocol of score.ts: each text becomes a file, and what the scanner reports in it is
 * replaced. The programs are not part of this project; give the command that starts one.
 *
 *     node scripts/bench/redact/others/run-scanner.ts gitleaks /path/to/gitleaks < texts.jsonl
 *     node scripts/bench/redact/others/run-scanner.ts secretlint /path/to/secretlint < texts.jsonl
 */
import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";

/** What a scanner found: the number of the text, and the secret. */
interface Finding {
  readonly number: number;
  readonly secret: string;
}

type Scan = (program: string, folder: string, texts: readonly string[]) => readonly Finding[];

const scanners: Readonly<Record<string, Scan>> = { gitleaks, secretlint };

function gitleaks(program: string, folder: string): readonly Finding[] {
  const report = join(folder, "..", "report.json");
  const options = ["--report-format", "json", "--report-path", report, "--exit-code", "0"];
  execFileSync(program, ["dir", folder, "--no-banner", ...options], { stdio: "ignore" });
  const found: readonly { File: string; Secret: string }[] = JSON.parse(
    readFileSync(report, "utf8"),
  );
  return found.map(({ File, Secret }) => ({ number: numberOf(File), secret: Secret }));
}

function secretlint(program: string, folder: string, texts: readonly string[]): readonly Finding[] {
  const report = join(folder, "..", "report.json");
  const options = ["--format", "json", "--output", report, "--no-gitignore"];
  try {
    execFileSync(program, [...options, `${folder}/*`], { stdio: "ignore" });
  } catch {
    // It ends with 1 when it finds something.
  }
  const found: readonly {
    filePath: string;
    messages: readonly { range: readonly [number, number] }[];
  }[] = JSON.parse(readFileSync(report, "utf8"));
  return found.flatMap(({ filePath, messages }) =>
    messages.map(({ range }) => {
      const number = numberOf(filePath);
      return { number, secret: (texts[number] ?? "").slice(...range) };
    }),
  );
}

function numberOf(file: string): number {
  return Number(basename(file).replace(/\D/g, ""));
}

const [name = "", program = name] = process.argv.slice(2);
const scan = scanners[name];
if (scan === undefined) throw new RangeError(`Cannot run "${name}": it is not in the table`);
const scratch = mkdtempSync(join(tmpdir(), "scanner-"));
const folder = mkdtempSync(join(scratch, "texts-"));
const texts = readFileSync("/dev/stdin", "utf8")
  .trimEnd()
  .split("\n")
  .map((line) => String(JSON.parse(line)));
for (const [at, text] of texts.entries()) writeFileSync(join(folder, `${at}.txt`), text);
const findings = scan(program, folder, texts);
for (const [at, text] of texts.entries()) {
  const own = findings.filter(({ number }) => number === at);
  const clean = own.reduce((rest, { secret }) => rest.replaceAll(secret, "[secret]"), text);
  console.log(JSON.stringify(clean));
}
rmSync(scratch, { recursive: true });
