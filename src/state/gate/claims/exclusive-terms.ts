import { prefixMap, termSet } from "./vocabulary.ts";

/**
 * Words of which only one can be true of the same thing. A line is a group, "|" separates its members, and the
 * words of a member mean the same. A star matches every ending.
 */
const GROUPS = `
enabl* activ* aktiviert* eingeschaltet* an on activé* activad* ativad* attiv* включ* włączon* ingeschakeld* açık etkin 启用 啟用 开启 打开 有効 활성* مفعل* सक्षम | disabl* inactiv* deactiv* deaktiviert* ausgeschaltet* off désactivé* desactivad* desativad* disattiv* выключ* отключ* wyłączon* uitgeschakeld* kapalı 禁用 停用 关闭 無効 비활성* معطل* अक्षम
allow* permit* permitted erlaubt* permis permitid* consentit* разреш* dozwolon* toegestaan 允许 許可 허용* مسموح* fine welcome | forbid* forbad* prohibit* ban banned disallow* verboten* interdit* prohibid* proibid* vietat* запрещ* zabronion* verboden 禁止 금지* ممنوع*
requir* mandatory obligatory compulsory must obligatoire* obligatori* obrigatóri* erforderlich* pflicht* обязател* wymagan* verplicht zorunlu 必须 必要 必須 필수* مطلوب अनिवार्य | optional* facultati* opcional* opzional* freiwillig* необязател* opcjonaln* isteğe 可选 任意 선택* اختياري वैकल्पिक may
before vor avant antes prima voor przed önce 之前 前に 전에 قبل पहले | after nach après después depois dopo после sonra 之后 後に 후에 بعد बाद
always immer toujours siempre sempre всегда altijd zawsze her-zaman 总是 常に 항상 | sometimes manchmal parfois veces vezes volte иногда soms czasem bazen rarely seldom occasionally | never
all every each everyone everybody anyone anybody alle allen jede* tous toutes todo todos todas tutti tutte ogni все каждый каждая wszystkie wszyscy 所有 すべて 全て 모든 كل सभी | some einige quelques certains algunos algunas alguns algumas alcuni alcune некоторые niektóre 部分 一部 일부 بعض कुछ | only nur seul seule seuls seules seulement solo sólo solamente somente apenas só soltanto только tylko alleen sadece 只有 仅 だけ のみ فقط केवल single | none no
both beide* | neither weder | either
synchron* sync blocking | asynchron* async nonblocking non-blocking
ascending aufsteigend* croissant* ascendente* crescente | descending absteigend* décroissant* descendente* decrescente
public* openbaar öffentlich* públic* pubblic* публичн* 公开 公開 공개 | private* privé* privad* privat* приватн* 私有 비공개 | internal*
read-only readonly immutable frozen | writable writeable read-write mutable editable
keep* kept retain* preserv* behalten aufbewahrt conserv* | delet* remov* discard* purge* gelöscht supprim* elimin* borr* apag* удаля* verwijder* 删除 削除 삭제* drop* erase*
true | false
accept* akzeptier* accept* acept* aceit* принима* | reject* refus* rechaz* rejeit* отклоня* 
includ* inklusive inclu* | exclud* exklusive exclu*
show* shown visible display* sichtbar | hide* hidden invisible conceal* suppress* unsichtbar
fast faster fastest quick* schnell* rapide* rápid* veloc* быстр* | slow slower slowest langsam* lent* lento медлен*
pass passes passed passing succeed* success* green works working bestanden | fail fails failed failing red broken rot
first erst* zuerst primero primeiro prima premier | last zuletzt último dernier ultimo
light hell | dark dunkel
increas* rais* grow* up more higher larger greater erhöh* augment* aument* увелич* | decreas* reduc* lower* shrink* down less fewer smaller senk* diminu* dismin* уменьш*
at-least minimum min mindestens minimal* least | at-most maximum max höchstens maximal* most
open offen pending unresolved unsolved outstanding in-progress ongoing running underway started begun blocked waiting wait wip todo unfinished incomplete planned occurs occur persists still pendiente pendente aperto открыт* otwart* openstaand* bezig lopend* açık sürüyor 进行 進行 진행* | done finished complete completed over closed merged resolved solved fixed shipped released landed abgeschlossen behoben erledigt fertig terminé* terminad* concluíd* completad* completat* завершен* готов* исправлен* закончен* ukończon* zakończon* zamknięt* gotow* afgerond* voltooid* klaar terminat* tamamland* tamamlanmış bitti 完成 已完成 完了 완료* finalizad* | cancelled canceled abandoned postponed deferred
valid gültig* valide válid* valido | expired invalid revoked abgelaufen expiré* caducad* expirad* scadut*
hourly stündlich* | daily täglich* nightly quotidien* diari* diári* giornalier* ежедневн* 每天 每日 毎日 매일 | weekly wöchentlich* hebdomadaire* semanal* settimanal* еженедельн* 每周 毎週 매주 | monthly monatlich* mensuel* mensual* mensal* mensil* ежемесячн* 每月 毎月 매달 | quarterly | yearly annually jährlich*
monday mondays montag* lundi lunes segunda-feira lunedì понедельник* 周一 월요일 | tuesday tuesdays dienstag* mardi martes terça-feira martedì вторник* 周二 화요일 | wednesday wednesdays mittwoch* mercredi miércoles quarta-feira mercoledì среда среду 周三 수요일 | thursday thursdays donnerstag* jeudi jueves quinta-feira giovedì четверг* 周四 목요일 | friday fridays freitag* vendredi viernes sexta-feira sextas-feiras venerdì пятниц* 周五 금요일 | saturday saturdays samstag* samedi sábado* sabato суббот* 周六 토요일 | sunday sundays sonntag* dimanche domingo* domenica воскресень* 周日 일요일
january jan januar janvier enero janeiro gennaio | february feb februar février febrero fevereiro febbraio | march mär* märz mars marzo março | april avril abril aprile | june juni juin junio junho giugno | july juli juillet julio julho luglio | august août agosto | september septembre septiembre setembro settembre | october oktober octobre octubre outubro ottobre | november novembre noviembre novembro | december dezember décembre diciembre dezembro dicembre
manual* von-hand by-hand manuell* | automat* 自动 自動 자동*
local* lokal* lokale | remote entfernt* | global*
north | south | east | west
left links | right rechts
horizontal* | vertical*
static* statisch* | dynamic* dynamisch*
tabs tab tabulator* | spaces space leerzeichen
camelcase | snake_case | kebab-case | pascalcase
strict streng | lenient lax loose permissive
server-side serverside | client-side clientside
eager* | lazy lazily
parallel concurrent* | sequential* serial*
soft | hard
newest latest | oldest earliest
stateless | stateful
inline | external
opt-in | opt-out
start starts begin begins | stop stops end ends
add adds added | remove removes removed
win wins | lose loses
trusted | untrusted
encrypted verschlüsselt* chiffré* cifrad* | plaintext unencrypted cleartext unverschlüsselt*
morning | evening | midnight | noon
easy simple | hard difficult complex
cheap cheaper | expensive dearer
short shorter | long longer
early earlier sooner | late later
black | white | blue | yellow | purple | orange
singular | plural
integer integers int | float floats floating decimal
q1 | q2 | q3 | q4
stable | experimental beta alpha
temporary ephemeral | permanent persistent
single-tenant | multi-tenant
incoming inbound | outgoing outbound
optimistic | pessimistic
same gleich* | different verschieden* unterschiedlich*
free kostenlos* gratuit* gratis бесплатн* 免费 無料 | paid kostenpflichtig* payant* 付费 有料
warm hot | cold
online | offline
upper uppercase | lower lowercase
root | rootless unprivileged
`;

/** A member of a group of words that exclude each other. */
export interface ExclusiveTerm {
  readonly group: number;
  readonly member: number;
}

const terms = prefixMap(
  GROUPS.trim()
    .split("\n")
    .flatMap((line, group) =>
      line
        .split("|")
        .flatMap((words, member) =>
          [...termSet(words)].map((word): [string, ExclusiveTerm] => [word, { group, member }]),
        ),
    ),
);

/** The groups that a word, or a part of a compound, belongs to. */
function exclusiveTermsOf(word: string): readonly ExclusiveTerm[] {
  const found = terms.get(word);
  if (found.length > 0 || !word.includes("-")) return found;
  return word.split("-").flatMap((part) => terms.get(part));
}

/** Ideographic terms: they are inside a run of characters. */
export const IDEOGRAPHIC_TERMS: readonly string[] = [
  ...new Set(GROUPS.match(/\p{Script=Han}[\p{Script=Han}\p{Script=Hiragana}]*|だけ|のみ|すべて/gu)),
].sort((left, right) => right.length - left.length);

/** Beginnings that turn a word into its opposite: "unsafe", "incompatible", "désactivé". */
const OPPOSITE_PREFIX = /^(?:un|in|im|ir|il|dis|non-?|no-|de|a|des|dés|anti|mis|не|ir)$/u;
const MIN_ROOT_LENGTH = 4;

const isOpposite = (root: string, word: string) =>
  root.length >= MIN_ROOT_LENGTH &&
  word.endsWith(root) &&
  OPPOSITE_PREFIX.test(word.slice(0, -root.length));

/** Whether two words exclude each other, by a group or by a prefix. */
export function excludeEachOther(left: string, right: string): boolean {
  const [short, long] = left.length < right.length ? [left, right] : [right, left];
  if (isOpposite(short, long)) return true;
  if (short.startsWith("--")) return isOpposite(short.slice(2), long.slice(2)); // "--no-verify"
  const others = exclusiveTermsOf(right);
  return exclusiveTermsOf(left).some(({ group, member }) =>
    others.some((other) => other.group === group && other.member !== member),
  );
}
