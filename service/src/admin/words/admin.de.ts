/** Every text of the administrator's page in German (admin.en.ts has the English ones). */
import type { AdminWords } from './admin.en.ts';

const number = (value: number) => value.toLocaleString('de');
const counted = (value: number, one: string, many: string) => `${number(value)} ${value === 1 ? one : many}`;

export const deAdmin: AdminWords = {
  place: 'Verwaltung',
  title: 'Verwaltung · Ulterior',
  signOut: 'Abmelden',
  keyStays:
    'Der Schlüssel bleibt im Speicher dieser Seite, bis du dich abmeldest, sie verlässt oder neu lädst. Er wird nicht aufbewahrt.',
  alsoHttp: 'Alles hier gibt es auch in der HTTP-Schnittstelle: ',
  description: 'ihre Beschreibung (auf Englisch)',
  heading: 'Der Dienst auf einen Blick',
  number,
  counted: {
    bytes: (value) => (value === 1 ? 'Byte' : 'Bytes'),
    second: (value) => counted(value, 'Sekunde', 'Sekunden'),
    minute: (value) => counted(value, 'Minute', 'Minuten'),
    hour: (value) => counted(value, 'Stunde', 'Stunden'),
    day: (value) => counted(value, 'Tag', 'Tage'),
    items: (value) => counted(value, 'Ding', 'Dinge'),
  },
  justNow: 'gerade eben',
  ago: (duration) => `vor ${duration.replace(/Tage$/, 'Tagen')}`,

  signIn: {
    lead: 'Sieh nach, wie es dem Dienst geht, und entscheide, wer ihn benutzen darf.',
    key: 'Dein Schlüssel für die Verwaltung',
    hint: 'Der erste Start des Dienstes hat einen ausgegeben. Einen weiteren machst du so: ',
    malformed: 'Das ist kein Schlüssel. Ein Schlüssel beginnt mit ulk_ und hat 64 Zeichen.',
    asking: 'Fragt den Dienst …',
    signIn: 'Anmelden',
    unknown:
      'Der Dienst kennt diesen Schlüssel nicht. Vielleicht ist er unvollständig, oder jemand hat ihn widerrufen.',
    elsewhere: 'Dieser Schlüssel gilt, aber nicht hier: Diese Seite braucht einen Schlüssel für die Verwaltung.',
  },
  lastKey:
    'Das ist der letzte Schlüssel für die Verwaltung. Ohne ihn könnte niemand mehr Schlüssel machen, deshalb behält der Dienst ihn. Mach zuerst einen anderen, dann widerrufe diesen.',

  glance: {
    running: (version, duration) => `Version ${version}, läuft seit ${duration.replace(/Tage$/, 'Tagen')}, Daten in `,
    folder: 'einem Ordner',
    postgres: 'einem PostgreSQL-Server',
    asOf: '. Stand: ',
    paused: ', angehalten.',
    refreshed: ', alle 10 Sekunden erneuert.',
    pause: 'Anhalten',
    refresh: 'Jetzt erneuern',
    again: 'Die Seite versucht es von selbst wieder. ',
    seenAt: (time) => `Was du siehst, ist von ${time}.`,
    interviews: 'Interviews aufbewahrt',
    openEnded: (open, ended) => `${number(open)} offen, ${number(ended)} beendet`,
    audits: 'Prüfungen unterwegs',
    runningWaiting: (running, waiting) => `${running} laufen, ${waiting} warten`,
    models: (count) => (count === 1 ? 'Modell' : 'Modelle'),
    files: (size) => `${size} Dateien`,
    storage: 'Speicher belegt',
    tables: (count, size) => `${counted(count, 'hochgeladene Tabelle', 'hochgeladene Tabellen')}, ${size}`,
    erasures: (owed) => (owed === 1 ? 'Löschung offen' : 'Löschungen offen'),
    allErased: 'Alles Gelöschte ist aus den Dateien verschwunden',
    stillThere: 'Für alle weg; Bytes müssen noch aus den Dateien',
  },

  load: {
    heading: 'Auslastung',
    requests: 'Anfragen in Arbeit',
    views: 'Ansichten in Berechnung',
    files: 'Dateien beim Lesen',
    memory: (size, waiting) =>
      `Vom Prozess, der geantwortet hat: Er belegt ${size} Arbeitsspeicher. Prüfungen, die auf einen Helfer warten: ${waiting}.`,
    of: (now, most) => `${now} von höchstens ${most}`,
  },

  models: {
    heading: 'Modelle',
    none: 'Es gibt keines: Kein Interview ist möglich.',
    infers: (attributes) =>
      `erschließt ${new Intl.ListFormat('de', { type: 'conjunction' }).format(Array.from(attributes, String))}`,
    calibrated: 'kalibriert',
    uncalibrated: 'nicht kalibriert',
    added: (ago) => `${ago} hinzugefügt`,
  },

  audits: {
    heading: 'Prüfungen',
    none: 'Noch hat niemand eine Prüfung verlangt.',
    counts: (running, queued, done, failed, cancelled) =>
      `${running} laufen, ${queued} warten, ${done} fertig, ${failed} gescheitert, ${cancelled} abgebrochen.`,
    latest: (count) => ` Die letzten ${count}:`,
    states: {
      queued: 'wartet',
      running: 'läuft',
      done: 'fertig',
      failed: 'gescheitert',
      cancelled: 'abgebrochen',
    },
    uploaded: 'Hochgeladene Tabelle',
    asked: (ago) => `${ago} verlangt`,
    lasted: (duration) => `dauerte ${duration}`,
    progress: (name) => `Fortschritt von ${name}`,
    stopping: 'hält an …',
    remove: 'Entfernen',
    removeNamed: (name, id) => `${name}, ${id} entfernen`,
    cancel: 'Abbrechen',
    cancelNamed: (name, id) => `${name}, ${id} abbrechen`,
    cancelTitle: 'Diese Prüfung abbrechen?',
    cancelVerb: 'Prüfung abbrechen',
    cancelText: (name) => `${name}: Was bisher berechnet ist, geht verloren.`,
    removeTitle: 'Diese Prüfung entfernen?',
    removeVerb: 'Prüfung entfernen',
    removeText: (name) => `${name}: Zahlen und Bericht werden gelöscht. Das lässt sich nicht zurücknehmen.`,
    cancelledNews: 'Die Prüfung wird abgebrochen.',
    removedNews: 'Die Prüfung ist entfernt.',
  },

  confirm: { leave: 'Lassen', close: 'Schließen' },

  keys: {
    heading: 'Schlüssel',
    yours: 'deiner',
    scopes: {
      interview: { name: 'Für Interviews', gives: 'Interviews beginnen, ansehen und löschen' },
      audit: { name: 'Für Prüfungen', gives: 'Daten hochladen und Prüfungen starten' },
      admin: { name: 'Für die Verwaltung', gives: 'alles, auch Schlüssel machen und widerrufen' },
    },
    made: (ago) => `${ago} gemacht`,
    revoked: (ago) => `${ago} widerrufen`,
    revokedKeys: (count) => counted(count, 'widerrufener Schlüssel', 'widerrufene Schlüssel'),
    revoke: 'Widerrufen',
    revokeNamed: (name) => `${name} widerrufen`,
    revokeTitle: (name) => `„${name}“ widerrufen?`,
    revokeVerb: 'Schlüssel widerrufen',
    revokeText:
      'Wer diesen Schlüssel benutzt, wird ab der nächsten Anfrage abgewiesen. Das lässt sich nicht zurücknehmen.',
    revokeOwn: 'Mit diesem Schlüssel bist du angemeldet: Du wirst abgemeldet.',
    revokedNews: 'Der Schlüssel ist widerrufen.',
    make: 'Einen Schlüssel machen',
    name: 'Bezeichnung',
    nameExample: 'wem er gehört, oder wofür er ist',
    noName: 'Gib dem Schlüssel einen Namen, damit du später weißt, wem er gehört.',
    scope: 'Wofür',
    makeIt: 'Schlüssel machen',
    isMade: (name) => `Der Schlüssel „${name}“ ist gemacht`,
    copyNow:
      'Kopiere ihn jetzt. Er wird nur dieses eine Mal gezeigt: Der Dienst behält nur seinen Hash, niemand kann ihn wieder zeigen.',
    copy: 'Kopieren',
    copied: 'Kopiert',
    copiedNews: 'Der Schlüssel ist kopiert.',
    hide: 'Ich habe ihn: Schlüssel verbergen',
  },
};
