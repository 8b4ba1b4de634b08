import assert from "node:assert/strict";
import fs from "node:fs";
import path from "node:path";
import { test } from "node:test";
import { makeScratch } from "../../../../test/support/scratch.ts";
import type { AgentEnvironment } from "../../../agents/agent.ts";
import type { UserFiles } from "../../../agents/user-files.ts";
import {
  createCleanEnvironment,
  ownEnvironment,
  requireCleanVariables,
  requireSeparateTemporaries,
} from "./run-environment.ts";

/** An agent that keeps everything in one folder. */
const makerFiles: UserFiles = {
  variables: ["MAKER_HOME"],
  files({ home, env }) {
    const folder = env.MAKER_HOME || path.join(home, ".maker");
    return [
      { kind: "login", path: path.join(folder, "login.json") },
      {
        kind: "settings",
        path: path.join(folder, "settings.json"),
        format: "json",
        keys: ["model", "keyFile", "helper"],
      },
      {
        kind: "settings",
        path: env.MAKER_CONFIG || path.join(home, ".named.json"),
        format: "json",
        keys: ["model"],
        variable: "MAKER_CONFIG",
      },
    ];
  },
};

function createUser(env: Record<string, string> = {}): AgentEnvironment & { folder: string } {
  const home = makeScratch();
  const folder = env.MAKER_HOME ?? path.join(home, ".maker");
  fs.mkdirSync(folder, { recursive: true });
  fs.writeFileSync(path.join(folder, "login.json"), "old", { mode: 0o600 });
  fs.writeFileSync(path.join(folder, "INSTRUCTIONS.md"), "always whistle");
  const settings = { model: "m", hooks: ["h"], keyFile: "~/.key", helper: "cat $HOME/.key" };
  fs.writeFileSync(path.join(folder, "settings.json"), JSON.stringify(settings));
  return { home, env, folder };
}

test("createCleanEnvironment() has the login and the declared keys, names them, and is removed", () => {
  const user = createUser();
  const { record, set, variables, environment, close } = createCleanEnvironment(user, makerFiles);
  assert.deepEqual(record, {
    kind: "clean",
    logins: ["~/.maker/login.json"],
    copied: [{ file: "~/.maker/settings.json", keys: ["model", "keyFile", "helper"] }],
    variables: [],
  });
  const { home } = environment;
  assert.deepEqual(set, { HOME: home });
  assert.deepEqual([variables, environment.env], [[], {}]);
  assert.deepEqual(fs.readdirSync(path.join(home, ".maker")).toSorted(), [
    "login.json",
    "settings.json",
  ]);
  const copied = JSON.parse(fs.readFileSync(path.join(home, ".maker/settings.json"), "utf8"));
  // What a value names is in the user's home.
  const key = path.join(user.home, ".key");
  assert.deepEqual(copied, { model: "m", keyFile: key, helper: `cat ${key}` });
  assert.equal(fs.statSync(home).mode & 0o077, 0);
  close();
  assert.equal(fs.existsSync(home), false);
  assert.equal(fs.readFileSync(path.join(user.folder, "login.json"), "utf8"), "old");
});

test("createCleanEnvironment() finds the files where the user's variables say, and tells the program where a copy is", () => {
  const elsewhere = path.join(makeScratch(), "maker");
  const named = path.join(makeScratch(), "named.json");
  fs.writeFileSync(named, '{"model":"n"}');
  const user = createUser({ MAKER_HOME: elsewhere, MAKER_CONFIG: named });
  const { record, set, close } = createCleanEnvironment(user, makerFiles);
  assert.deepEqual(record.logins, ["~/.maker/login.json"]);
  assert.deepEqual(
    record.copied.map(({ file }) => file),
    ["~/.maker/settings.json", "~/.named.json"],
  );
  assert.equal(set.MAKER_CONFIG, path.join(set.HOME ?? "", ".named.json"));
  close();
});

/** The user's login, and a clean home with its copy. */
function openLogin(user: { readonly folder: string } & AgentEnvironment) {
  const clean = createCleanEnvironment(user, makerFiles);
  const login = path.join(user.folder, "login.json");
  return { ...clean, login, place: path.join(clean.environment.home, ".maker/login.json") };
}

test("createCleanEnvironment() gives a copy of the login: no process of a run writes into the user's", () => {
  const { login, place, keepLogins, close } = openLogin(createUser());
  assert.equal(fs.lstatSync(place).isSymbolicLink(), false);
  assert.equal(fs.statSync(place).mode & 0o777, 0o600);
  fs.writeFileSync(place, "");
  assert.equal(fs.readFileSync(login, "utf8"), "old");
  assert.deepEqual(keepLogins(), ["~/.maker/login.json"]);
  close();
  assert.equal(fs.readFileSync(login, "utf8"), "old");
});

test("createCleanEnvironment() carries a renewed login back, written or renamed into its place", () => {
  const user = createUser();
  const first = openLogin(user);
  fs.writeFileSync(first.place, "written");
  assert.deepEqual(first.keepLogins(), []);
  assert.equal(fs.readFileSync(first.login, "utf8"), "written");
  const temporary = path.join(first.environment.home, "new");
  fs.writeFileSync(temporary, "renamed");
  fs.renameSync(temporary, first.place);
  first.close();
  assert.equal(fs.readFileSync(first.login, "utf8"), "renamed");
  assert.equal(fs.statSync(first.login).mode & 0o777, 0o600);
});

test("createCleanEnvironment() keeps what the user renewed meanwhile, and gives it to other runs", () => {
  const user = createUser();
  const one = openLogin(user);
  const other = openLogin(user);
  fs.writeFileSync(one.place, "renewed by one");
  one.keepLogins();
  other.keepLogins();
  assert.equal(fs.readFileSync(other.place, "utf8"), "renewed by one");
  fs.writeFileSync(other.login, "renewed by the user");
  fs.writeFileSync(other.place, "too late");
  for (let times = 0; times < 3; times++) other.keepLogins();
  one.close();
  other.close();
  assert.equal(fs.readFileSync(other.login, "utf8"), "renewed by the user");
});

test("createCleanEnvironment() follows no link that a run put in the place of its login", () => {
  const user = createUser();
  const elsewhere = path.join(makeScratch(), "elsewhere.json");
  fs.writeFileSync(elsewhere, "another file");
  const { login, place, keepLogins, close } = openLogin(user);
  fs.rmSync(place);
  fs.symlinkSync(elsewhere, place);
  keepLogins();
  fs.writeFileSync(login, "renewed by the user");
  close();
  assert.equal(fs.readFileSync(elsewhere, "utf8"), "another file");
  assert.equal(fs.readFileSync(login, "utf8"), "renewed by the user");
});

test("createCleanEnvironment() leaves the user's login when a program deletes its own", () => {
  const user = createUser();
  const { environment, close } = createCleanEnvironment(user, makerFiles);
  fs.rmSync(path.join(environment.home, ".maker/login.json"));
  close();
  assert.equal(fs.readFileSync(path.join(user.folder, "login.json"), "utf8"), "old");
});

test("createCleanEnvironment() carries back no file that cannot be a login, and names it", () => {
  const user = createUser();
  const login = path.join(user.folder, "login.json");
  const old = '{"token":"a","refresh":"b"}';
  const renew = (content: string | Uint8Array) => {
    fs.writeFileSync(login, old);
    const { environment, keepLogins, close } = createCleanEnvironment(user, makerFiles);
    const place = path.join(environment.home, ".maker/login.json");
    fs.rmSync(place);
    fs.writeFileSync(place, content);
    const notKept = keepLogins();
    close();
    return [notKept.length, fs.readFileSync(login, "utf8")];
  };
  const unusable = ["", " \n", "{}", "[]", "null", "text", '{"token":"c"}', "x".repeat(2 ** 21)];
  unusable.push('{"token":"c","refresh":{}}');
  const notText = Buffer.from('{"token":"\xff","refresh":"b"}', "latin1");
  for (const content of [...unusable, notText]) assert.deepEqual(renew(content), [1, old]);
  const larger = `{"token":"${"c".repeat(2 ** 20)}","refresh":"b"}`;
  assert.deepEqual(renew(larger), [1, old]);
  const renewed = '{"token":"c","refresh":"d","more":1}';
  assert.deepEqual(renew(renewed), [0, renewed]);
  assert.deepEqual(renew(old), [0, old]);
  fs.writeFileSync(login, "old");
  const { environment, keepLogins, close } = createCleanEnvironment(user, makerFiles);
  const place = path.join(environment.home, ".maker/login.json");
  fs.rmSync(place);
  fs.writeFileSync(place, "");
  assert.deepEqual(keepLogins(), ["~/.maker/login.json"]);
  close();
  assert.equal(fs.readFileSync(login, "utf8"), "old");
});

test("createCleanEnvironment() is empty for a program that declares nothing, and for a user without files", () => {
  const user = { home: makeScratch(), env: {} };
  for (const home of [null, makerFiles]) {
    const { record, environment, close } = createCleanEnvironment(user, home);
    assert.deepEqual(record, { kind: "clean", logins: [], copied: [], variables: [] });
    assert.deepEqual(fs.readdirSync(environment.home), []);
    close();
  }
});

test("ownEnvironment() is the user's, with the variables that name places", () => {
  const user = createUser();
  const { record, set, variables } = ownEnvironment(user, makerFiles);
  assert.deepEqual(record, { kind: "mine", logins: [], copied: [], variables: [] });
  assert.deepEqual([set, variables], [{ HOME: user.home }, ["MAKER_HOME"]]);
});

test("requireCleanVariables() refuses variables that lead out of a clean home", () => {
  requireCleanVariables(["HTTPS_PROXY"], makerFiles);
  for (const name of ["HOME", "MAKER_HOME"]) {
    assert.throws(() => requireCleanVariables([name], makerFiles), { code: "E_USAGE" });
  }
});

test("requireSeparateTemporaries() refuses temporary files in the home, also through a link", () => {
  const user = createUser();
  requireSeparateTemporaries(user, makeScratch());
  const inside = path.join(user.home, "tmp");
  fs.mkdirSync(inside);
  const link = path.join(makeScratch(), "tmp");
  fs.symlinkSync(inside, link);
  for (const folder of [user.home, inside, link]) {
    assert.throws(() => requireSeparateTemporaries(user, folder), { code: "E_USAGE" }, folder);
  }
});
