/**
 * Words by which people mean the same matter; a line is a matter.
 * Texts in which each has another of these words may be about one thing. That is reason enough to name an entry beside a text,
 * and never to refuse it.
 */
const MATTERS = `
login logon sign-in signin sign-on sso auth authenticate authentication credential cookie token password passkey jwt saml oauth clerk anmeldung connexion mot-de-passe passwort
permission access privilege role right root sudo admin allowed zugriff berechtigung accès droits
secret secrets key vault credential password passphrase schlüssel
encrypt encryption tls ssl https certificate cert cipher
release publish ship launch rollout deploy deployment go-live live veröffentlichen ausliefern livraison
deadline due milestone target launch release slip postpone delay planned schedule termin échéance
endpoint api rest route resource schnittstelle
date timestamp iso calendar clock timezone utc zeitstempel
ticket issue bug backlog jira
parse parser grammar syntax ast
cache ttl redis cdn expire stale
database db sql postgres schema table migration datenbank données
backup dump snapshot restore archive sicherung sauvegarde
copy replica replication standby failover mirror duplicate
queue job worker background broker dispatch asynchronous kafka bullmq
log logs logging trace journal protokoll
keep retain retention hold store expire expiry erase delete purge wipe remove discard lifetime forever indefinitely aufbewahren behalten löschen conserver supprimer
metric monitor monitoring prometheus grafana nagios dashboard datadog überwachung
alert alarm page pager paging wake notify on-call duty rota shift bereitschaft astreinte
test tests testing suite spec e2e end-to-end playwright jest pytest bout
coverage covered gate threshold
frontend ui browser client web react interface oberfläche
component design widget button layout mui tailwind
mobile app ios android phone smartphone tablet flutter
host hosting cloud datacenter datacentre colo rack hoster hetzner ovh digitalocean aws vercel rechenzentrum hébergement
server machine host instance vm node serveur
storage bucket blob disk s3 b2 nas volume drive object speicher stockage
cluster kubernetes container docker orchestrate pod
infra infrastructure cloud terraform
payment pay invoice bill billing charge checkout stripe paypal paiement encaisser zahlung rechnung facture
price cost fee money monetary amount currency euro eur cents preis prix
budget spend spending finance cost funds grant
customer user client account tenant consumer subscriber member people kunde kunden mandant nutzer utilisateur
mail email e-mail newsletter smtp sendgrid courriel
chat slack channel messenger
document docs documentation wiki guide manual confluence notion readme markdown handbook doku anleitung dokumentation
translate translation locale language string i18n wording copywriter crowdin übersetzung traduction sprache
review reviewer approve approval sign-off signoff signs ok pr pull-request accept freigabe
branch trunk git commit merge rebase
build compile bundle webpack pipeline ci packaging paquet
pipeline ci jenkins runner workflow github
flag toggle switch experiment rollout launchdarkly
analytics tracking visit visitor telemetry usage statistics matomo plausible
error exception failure fail crash sentry fehler erreur panne
retry attempt backoff repeat again
limit cap maximum max quota ceiling rate throttle kontingent limite most
minimum min least floor oldest older newer
support supported compatible legacy old browser version target
offline connection network disconnected internet
network vpn firewall internet public intranet
privacy personal gdpr consent sharing information data
image picture photo thumbnail preview avatar illustration drawing bild
video audio recording film podcast voice
file upload attachment datei fichier
import export ingest csv load
production prod live staging environment env
search lookup index elasticsearch full-text find suche recherche
state store redux
theme dark light colour color style css
runtime node python interpreter jdk version
model embedding vector llm inference
latency response speed performance percentile p95 p99 slow fast
process worker proc thread concurrency parallel
nightly night daily batch cron timer schedule nachts
meeting standup call appointment jour-fixe besprechung réunion sync
sprint iteration cycle
contract agreement lease deal vertrag contrat
plan tier free paid subscription premium
license licence mit open-source
owner own responsible charge maintain maintainer care lead verantwortlich responsable
team staff employee personnel colleague worker hire
office site location headquarters desk
restart retry reboot reload
dependency library package module vendor
schema validate validation zod
crawl crawler scrape fetch spider robot
rubbish bin trash garbage waste refuse recycling müll
meat chicken beef pork vegetarian vegan fish
food meal diet eat dinner lunch breakfast cook feed kitchen essen repas
grocery groceries shopping market supermarket shop einkauf
sleep bed bedroom guest overnight
child children kid kids son daughter baby toddler kind enfant
school kindergarten daycare nursery homework lesson class teacher schule école
screen tablet television tv computer game
heating heat thermostat temperature degrees warm radiator heizung chauffage
car vehicle motor drive garage auto voiture
bike bicycle cycle
insurance insure insured policy versicherung assurance
pet cat dog animal
animal mouse mice rat
holiday holidays vacation trip travel urlaub ferien vacances voyage
outside outdoors garden yard lawn
doctor medicine dentist hospital clinic health physician arzt médecin
wash laundry clean cleaning
house flat apartment home rent landlord tenant wohnung
present gift birthday party
delivery deliver freight transport shipping parcel courier shipment lieferung
court arbitration dispute quarrel lawsuit litigation jurisdiction tribunal gericht
law governing applicable statute legal recht droit
terminate termination notice cancel cancellation warning resign kündigung résiliation
term duration length period span laufzeit durée
liable liability damages indemnity haftung
confidential confidentiality nda disclose disclosure
compete competitor competition non-compete rival
seller buyer vendor supplier purchaser
sign signature signed signatory
warranty guarantee defect
participant subject respondent volunteer recruit panel patient tester
significance alpha p-value
data dataset open closed publish share repository
analysis regression bayesian statistics statistical anova mixed
sample specimen tissue probe
freeze frozen freezer cold fridge refrigerate temperature
paper manuscript article journal submit submission
interview transcript transcribe transcription recording
outlier exclude excluded extreme observation
survey questionnaire poll form
narrator narration narrate tell told point-of-view perspective first-person third-person person story
tense past present
spelling orthography british american
chapter section heading title
footnote endnote reference citation source bibliography
words length pages
dialogue speech punctuation semicolon comma quotation
die dies death dead kill survive alive
cover jacket
author writer editor publisher write written
war year era century events
`;

/** Finds the matters of words. */
export type MatterIndex = ReadonlyMap<string, readonly number[]>;

/** The numbers of the matters by the key of each of their words. */
export function indexMatters(keyOf: (word: string) => string): MatterIndex {
  const found = new Map<string, number[]>();
  for (const [matter, line] of MATTERS.trim().split("\n").entries()) {
    for (const key of new Set(line.split(" ").map(keyOf))) {
      found.set(key, [...(found.get(key) ?? []), matter]);
    }
  }
  return found;
}
