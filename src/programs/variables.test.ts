import assert from "node:assert/strict";
import { test } from "node:test";
import { DESKTOP, SSH, selectVariables, XDG_FOLDERS } from "./variables.ts";

const machine = {
  PATH: "bin:/usr/bin:.::/bin",
  HOME: "/home/rosa",
  LANG: "de_DE.UTF-8",
  GITHUB_TOKEN: "secret",
  AWS_SECRET_ACCESS_KEY: "secret",
  NODE_OPTIONS: "--require ./x.js",
  LD_PRELOAD: "/tmp/x.so",
  GIT_DIR: "/elsewhere",
  BASH_ENV: "/tmp/x",
  OPENAI_API_KEY: "secret",
};

test("selectVariables() gives what is on the list, and nothing else", () => {
  const selected = selectVariables([], machine);
  assert.deepEqual(selected, { PATH: "/usr/bin:/bin", HOME: "/home/rosa", LANG: "de_DE.UTF-8" });
});

test("selectVariables() gives a variable that is named", () => {
  assert.equal(selectVariables(["OPENAI_API_KEY"], machine).OPENAI_API_KEY, "secret");
});

test("selectVariables() leaves out a home that is no absolute path", () => {
  assert.equal(selectVariables([], { HOME: "." }).HOME, undefined);
});

test("no list names a variable that makes a program load code, or that is usually a secret", () => {
  const names = [...XDG_FOLDERS, ...DESKTOP, ...SSH];
  const loads = /^(?:LD_|DYLD_|NODE_OPTIONS|NODE_PATH|BASH_ENV|ENV$|PYTHON|PERL|RUBY|GIT_|BUN_)/;
  assert.deepEqual(
    names.filter((name) => loads.test(name) || /TOKEN|SECRET|PASSWORD|API_KEY/.test(name)),
    [],
  );
});
