import { termSet } from "./vocabulary.ts";

/**
 * Words that change nothing about a claim, in any of the languages: articles, the copula, "we". Two texts that
 * differ only in these say the same, so no preposition, modal or quantifier belongs here.
 */
export const EMPTY_WORDS = termSet(
  "a an the is are be am do does it its this that these those we our please now currently also",
  "der die das den dem des ein eine einen einem einer ist sind wir unser unsere es jetzt bitte",
  "le la les l un une du est sont nous notre",
  "el los las una unos unas es está están nuestro nuestra nosotros",
  "o os um uma uns umas é são nós nosso nossa",
  "il lo gli è sono noi nostro nostra",
  "het een de zijn wij ons onze",
  "są nasz nasza",
  "мы наш наша это",
  "हम है हैं यह",
  "نحن هو هي",
);

/** Words that carry grammar: they count for the wording of a claim, not for what it is about. */
export const FUNCTION_WORDS = termSet(
  "about above across after again against all along always among and any around as at away been before behind being below between both but by can could did during each either else ever every few for from had has have he her here him his how if in into just may me might more most much must my nor of off on once onto only or other out over own per same shall she should so some still such than their them then there they through to too toward under until up upon very via was were what when where which while who whom whose why will with within would yet i you your their everyone anyone everybody anybody somebody someone everything anything",
  "und oder aber auch auf aus bei bis durch für gegen hat haben im in kann können mit muss müssen nach noch nur ob schon sein seine sich soll sollen sondern über um unter vom von vor war waren weil wenn werden wird wurde wurden zu zum zur zwischen alle allen alles als am an dass darf dürfen man mehr",
  "à au aux avec ce ces cette dans de depuis des doit doivent elle en et il ils leur leurs mais ne ou où par pas peut peuvent plus pour que qui sa se ses seul seule seuls seules son sous sur tous tout toute toutes très vers a ont été chez",
  "al con cada como cuando de del desde donde en entre hasta ha han hay más me mi muy o para pero por puede pueden que se si sin sobre solo sólo su sus también todo todos todas tras u y ya debe deben fue",
  "ao aos à às com como da das de deve devem do dos e em entre foi já mais mas na nas no nos ou para pela pelo por pode podem quando que se sem seu seus sob sobre só somente todo todos todas",
  "agli ai al alla anche che col con da dal dalla degli dei del della delle di dopo e ed fra ha hanno ma nei nel nella nelle o ogni per più può possono prima quando se si solo su sul sulla tra tutti tutte tutto deve devono",
  "aan alle alleen als bij dan dat door er en gaat heeft in kan maar met moet moeten naar nog of om onder ook op over per te tot uit van voor wordt worden zonder",
  "ale co dla do i jak jako lub ma może na nad o od oraz po pod przed przez przy się są tylko tym u w we wszystkie z za ze że",
  "ama bu da daha de en her ile için ve veya var çok",
  "а без был была были быть в во все всё где для до его если есть еще ещё же за и из или их к как ко когда который ли либо на над но о об от по под при с со так также то только у уже через что чтобы",
  "और का की के को में से पर भी तो या कि जो लिए तक हो गया गई गए रहा रही था थी थे कर करते करता करती किया हर एक सभी",
  "في من على إلى الى عن مع أن إن كان تم يتم كل هذا هذه أو و ثم قد عند بعد قبل",
  "은 는 이 가 을 를 에 의 도 로 으로 에서 와 과 한다 합니다 했다 됩니다 된다 이다 입니다 있다 있습니다 모든 만",
);

/** Verbs that say little of their own: "use", "run", "have". They never show what a claim is about. */
export const LIGHT_VERBS = termSet(
  "use uses used using run runs running ran make makes made take takes took taken get gets got go goes set sets put puts work have has need needs want wants prefer prefers choose chose chosen chooses decide decided decides pick picked select selected adopt adopted try tried switch switched migrate migrated move moved moves",
  "nutzen nutzt verwenden verwendet benutzen benutzt läuft laufen",
  "utilise utilisons utilisent utiliser utilisé avons choisi",
  "usar usa usamos usan utilizamos utiliza uso",
  "usam utilizam usiamo usano uso",
  "gebruiken gebruikt używamy używa kullanıyoruz kullanır",
  "используем использует используют использовать",
  "उपयोग استخدم نستخدم تستخدم 사용한다 사용합니다 사용하기로 사용하지 사용",
);

/** Forms of "be" and modals: no noun looks like them, so they end the subject first of all. */
export const AUXILIARIES = termSet(
  "is are was were can could may might must should shall will would cannot",
  "ist sind war waren wird werden wurde wurden kann können darf dürfen muss müssen soll sollen",
  "est sont doit doivent peut peuvent está están debe deben puede pueden é são deve devem pode podem è deve devono può possono",
);

/** Verbs and auxiliaries that end the subject wherever they are. */
export const FINITE_VERBS = termSet(
  "is are was were be has have had does do did can could may might must should shall will would cannot isn aren needs lives expires holds runs listens uses stores keeps owns leads reads writes calls sends returns takes makes gets serves hosts handles carries contains includes excludes requires allows accepts rejects denies shows hides starts stops begins ends depends overrides reports flows comes goes wins belongs points prints parses loads saves limits seats stands talks waits gives asks notifies defaults passes fails wants supports validates sorts caches retries deploys builds tests imports exports live expire hold listen use store keep own read write send return require allow accept show hide depend flow come go belong talk wait carry include exclude contain need pass fail occurs occur takes maintains approves reviews works emits strips skips creates deletes removes renders generates fetches syncs polls publishes receives throws relies connects authenticates provides exposes produces enforces verifies encrypts compiles follows remains stays becomes targets",
  "ist sind war waren wird werden wurde wurden hat haben kann können darf dürfen muss müssen soll sollen nutzt nutzen verwendet verwenden läuft laufen schreibt schreiben liest lesen verlangt verlangen lebt gibt steht benachrichtigt vertritt liegt liegen speichert speichern schickt schicken sendet senden zeigt liefert liefern braucht brauchen unterstützt prüft startet kommt heißt",
  "est sont était sera doit doivent peut peuvent utilise utilisent appelle écrit écrivent part lit tourne tournent stocke envoie affiche charge contient reçoit accepte renvoie expire écoute conserve",
  "es está están era fue debe deben puede pueden usa usan tiene tienen guarda hereda expiran envían envía escucha escuchan corre corren muestra acepta devuelve caduca guardan publica revisa",
  "é são foi deve devem pode podem usa usam tem têm fica guarda chama expiram expira mostra aceita envia escuta roda rodam grava salva retorna atualiza",
  "è sono era deve devono può possono usa usano gira conserva sovrascrive trova gira girano mostra accetta invia ascolta salva scade",
  "zijn wordt worden moet moeten kan kunnen gebruikt są musi muszą może używa używają stoi zapisuje",
  "является используется использует используют хранит должен должна должны может могут нужно стоит отправляются вмещает имеют уведомляет проходят называется написан написана написано написаны слушает работает работают хранятся хранится требует требуют поддерживает отправляет запускается запускаются выходит выходят принимает",
);

/** Verbs after which a second statement adds instead of replacing: "can print JSON", "can print YAML". */
export const ADDITIVE_WORDS = termSet(
  "can may supports support includes include contains contain owns calls knows offers accepts also too additionally peut puede pode può kann may",
);

/** Words that restrict a claim: beside the same words without them, one of two claims goes too far. */
export const RESTRICTIVE_WORDS = termSet(
  "only except unless apart excluding almost nearly partly barely formerly previously exclusively merely until",
  "nur außer ausgenommen fast teilweise ausschließlich bis",
  "seul seule seuls seules seulement uniquement sauf excepté presque uniquement",
  "solo sólo solamente únicamente excepto salvo casi",
  "somente apenas exceto quase só",
  "soltanto solamente tranne eccetto quasi",
  "alleen behalve slechts tylko oprócz sadece yalnızca hariç",
  "только кроме лишь почти",
  "だけ のみ 只有 仅 केवल सिर्फ़ सिवाय فقط إلا باستثناء 만 제외 오직",
);

/** Prepositions that name the scope of a claim: "for iOS", "of the worker". */
export const SCOPE_WORDS = termSet(
  "for of in on at per within for für von bei im pour de du dans para del da do di per dla для в من في के",
);

/** Words that introduce a choice or a value. */
export const CHOICE_WORDS = termSet(
  ": = is are was with from to via by in as on into use uses used using chose chosen choose picked selected adopted prefer default defaults",
  "ist mit aus als nutzen verwenden nutzt verwendet est avec utilise utilisons es con usa usamos é com è con usiamo használ используем использует называется",
);

/** Labels before a colon that say what kind of line follows. */
export const LABEL_WORDS = termSet(
  "unconfirmed asked hint reminder important fyi warning",
  "update note decision decided fact constraint todo info today new",
);

/** Prepositions whose object is the thing that a claim is about, never the choice: "for the new `pump-2`". */
export const THING_WORDS = termSet("for of per about für von pour de du para del da do di dla для");
