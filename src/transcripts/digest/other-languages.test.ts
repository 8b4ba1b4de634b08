import assert from "node:assert/strict";
import { test } from "node:test";
import { kindOfStatement } from "./cues.ts";
import { isOvertaken } from "./overtaken.ts";

const STATEMENTS = {
  decision: [
    "Wir haben uns für die zweite Lösung entschieden.",
    "On garde la deuxième solution.",
    "Vamos a usar la segunda solución.",
    "Мы решили оставить второй вариант.",
    "我们决定采用第二种方案。",
    "二番目の案を採用しました。",
  ],
  rejection: [
    "Der Zwischenspeicher wurde verworfen.",
    "Cette piste est abandonnée, elle ralentit tout.",
    "Descartamos la caché.",
    "Кэш не подходит для этого.",
    "缓存的方案行不通。",
    "キャッシュの案は却下されました。",
  ],
  constraint: [
    "Die Datei darf niemals umbenannt werden.",
    "Il ne faut jamais renommer le fichier.",
    "El archivo nunca se renombra.",
    "Файл нельзя переименовывать.",
    "文件不得改名。",
    "ファイル名は必ず同じにする。",
  ],
  next: [
    "Der Lauf mit echten Daten steht noch aus.",
    "Il reste les tests sur les vraies données.",
    "Queda por probar con los datos reales.",
    "Осталось проверить на настоящих данных.",
    "下一步是用真实数据运行。",
    "本番データでの確認はまだです。",
  ],
};

for (const [kind, sentences] of Object.entries(STATEMENTS)) {
  test(`kindOfStatement() finds a ${kind} in six other languages`, () => {
    assert.deepEqual(
      sentences.map(kindOfStatement),
      sentences.map(() => kind),
    );
  });
}

test("isOvertaken() is true of what is offered or still open in six other languages", () => {
  const overtaken = (text: string) => isOvertaken({ text, lead: null });
  const offers = [
    "Offen: Zeilen mit ersetzten Bytes werden noch nicht protokolliert.",
    "Soll ich das auch committen.",
    "Je vais maintenant lancer les tests.",
    "Voy a ejecutar las pruebas.",
    "Я сейчас проверю остальные файлы.",
    "接下来我会运行测试。",
    "テストも追加しましょうか。",
  ];
  assert.deepEqual(
    offers.filter((text) => !overtaken(text)),
    [],
  );
  const reports = [
    "legacy_import.py liest jetzt cp1252.",
    "Les tests passent tous.",
    "Las pruebas pasan.",
    "Все тесты проходят.",
    "所有测试都通过了。",
    "テストはすべて通りました。",
  ];
  assert.deepEqual(reports.filter(overtaken), []);
});
