/** Every text of the catalogue in German (en.ts has the English ones and says what each is for). */
import type { Words } from './catalogue.ts';
import { statementsInGerman } from './statements.de.ts';

const LABELS: Readonly<Record<string, string>> = {
  female: 'weiblich',
  male: 'männlich',
  'below 30': 'unter 30',
  '30 or older': '30 oder älter',
  'no college degree': 'ohne Hochschulabschluss',
  'a college degree': 'mit Hochschulabschluss',
  'never smoked': 'nie geraucht',
  'has smoked': 'schon geraucht',
  Female: 'weiblich',
  Male: 'männlich',
  lark: 'Lerche',
  owl: 'Eule',
  Northeast: 'Nordosten',
  Midwest: 'Mittlerer Westen',
  South: 'Süden',
  West: 'Westen',
};

const ATTRIBUTES: Readonly<Record<string, string>> = {
  sex: 'Geschlecht',
  age: 'Alter',
  education: 'Bildung',
  smoking: 'Rauchen',
  gender: 'Geschlecht',
  region: 'Region',
  chronotype: 'Chronotyp',
  'age group': 'Altersgruppe',
  'region of the United States': 'Region der USA',
};

const GUESSES: Readonly<Record<string, string>> = {
  female: 'dass du weiblich bist',
  male: 'dass du männlich bist',
  'below 30': 'dass du unter 30 bist',
  '30 or older': 'dass du 30 oder älter bist',
  'no college degree': 'dass du keinen Hochschulabschluss hast',
  'a college degree': 'dass du einen Hochschulabschluss hast',
  'never smoked': 'dass du nie geraucht hast',
  'has smoked': 'dass du schon geraucht hast',
};

/** Of several. */
const ARE: Readonly<Record<string, string>> = {
  female: 'sind weiblich',
  male: 'sind männlich',
  'below 30': 'sind unter 30',
  '30 or older': 'sind 30 oder älter',
  'no college degree': 'haben keinen Hochschulabschluss',
  'a college degree': 'haben einen Hochschulabschluss',
  'never smoked': 'haben nie geraucht',
  'has smoked': 'haben schon geraucht',
};

/** Where the collections come from, by their id. */
const SOURCES: Readonly<Record<string, string>> = {
  food: 'Gelernt aus der Umfrage „Food World Cup“ von FiveThirtyEight (2014), CC BY 4.0: https://github.com/fivethirtyeight/data/tree/master/food-world-cup',
  demo: 'Menschen und Filme sind erfunden; keine Bewertung stammt von einem echten Menschen.',
  personality:
    'Gelernt aus einer Stichprobe des SAPA Personality Inventory (Condon 2017, sapa-project.org; Datensatz „spi“ des R-Pakets psychTools). Die Aussagen stammen aus dem International Personality Item Pool und sind gemeinfrei: https://ipip.ori.org',
};

const MINE: Readonly<Record<string, string>> = {
  sex: 'mein Geschlecht',
  age: 'mein Alter',
  education: 'meine Bildung',
  smoking: 'mein Rauchen',
};

export const de: Words = {
  locale: 'de',
  percentSign: '\u00a0%',
  other: { language: 'en', name: 'English' },

  shell: {
    title: (view) => `${view} · Ulterior`,
    skipToContent: 'Zum Inhalt springen',
    views: 'Ansichten',
    loading: 'Lädt …',
    wrong: 'Etwas ist schiefgegangen',
    whatToDo: (advice) => `Was zu tun ist (auf Englisch): ${advice}.`,
    reload: 'Seite neu laden',
    startOver: ' und von vorn beginnen.',
    nothingLeaves: 'Nichts, was du eingibst, verlässt diese Seite, und nichts wird gespeichert.',
    loadingRest: 'Der Rest der Seite lädt …',
    loaded: 'Alles ist geladen: Die Seite braucht jetzt kein Netz mehr.',
    kept: 'Alles ist geladen: Die Seite braucht jetzt kein Netz mehr, auch nicht zum Neuladen.',
    slower: (reason) =>
      ` WebAssembly konnte nicht starten (${reason}). Die Seite ist langsamer, die Ergebnisse sind dieselben.`,
    notLoaded: (reason) => `Ein Teil der Seite konnte nicht geladen werden: ${reason}.`,
    licence: (version) => `Ulterior ${version}, MIT-Lizenz.`,
    aboutLink: 'Über die Seite, verantwortungsvoller Umgang, Zitieren',
    routes: {
      try: ['Probier es aus', 'Testen'],
      story: ['Sieh es geschehen', 'Ansehen'],
      audit: ['Eigene Daten prüfen', 'Daten'],
      questionnaire: ['Fragebogen prüfen', 'Fragebogen'],
      about: ['Über die Seite', 'Über'],
      more: ['Andere Fragen', ''],
    },
  },

  data: {
    answers: [
      'trifft gar nicht zu',
      'trifft kaum zu',
      'trifft eher nicht zu',
      'trifft eher zu',
      'trifft ziemlich zu',
      'trifft genau zu',
    ],
    skip: 'lieber nicht sagen',
    statement: (id, title) => statementsInGerman[id] ?? title,
    label: (label) => LABELS[label] ?? label,
    attribute: (attribute) => ATTRIBUTES[attribute] ?? attribute,
    source: (collection, text) => SOURCES[collection] ?? text,
    guess: (_attribute, label) => GUESSES[label] ?? label,
    are: (_attribute, label) => ARE[label] ?? label,
    yours: {
      sex: 'dein Geschlecht',
      age: 'ob du 30 oder älter bist',
      education: 'ob du einen Hochschulabschluss hast',
      smoking: 'ob du schon geraucht hast',
    },
    leaks: {
      none: 'kein Leck nachgewiesen',
      slight: 'ein sehr schwaches Leck',
      weak: 'ein schwaches Leck',
      clear: 'ein deutliches Leck',
      strong: 'ein starkes Leck',
      veryStrong: 'ein sehr starkes Leck',
    },
    translated:
      'Gemessen wurde mit den englischen Aussagen. Die Übersetzung ist unsere eigene und nicht geprüft: Auf Deutsch liegt die Seite vielleicht öfter falsch.',
  },

  envelope: {
    heading: 'Zehn harmlose Aussagen. Was verraten sie?',
    consent: 'Die Seite errät, was sie nie fragt. Nichts verlässt deinen Browser, nichts wird gespeichert.',
    spoiler: 'Was genau errät sie? (Spoiler)',
    spoilerText: (people) =>
      `Dein Geschlecht, ob du 30 oder älter bist, ob du einen Hochschulabschluss hast und ob du schon geraucht hast. Sie hat von ${people} Menschen gelernt und liegt oft falsch. Überspringe, was du magst, und hör auf, wann du magst.`,
    empty: (answers) => `Öffnet sich nach ${answers} Antworten.`,
    filled: (answers, of) => `${answers} von ${of}`,
    filledRest: ' Antworten versiegelt.',
    others: 'Andere Fragen und Einstellungen',
    opening: 'Öffnet …',
    count: (number, of) => `Aussage ${number} von ${of}`,
    news: (number, of, statement) => `Aussage ${number} von ${of}: ${statement}.`,
    howAccurate: 'Wie gut trifft das auf dich zu?',
    skip: 'Überspringen: lieber nicht sagen',
    undo: 'Zurück',
    erase: 'Alles löschen',
  },

  opened: {
    itThinks: (guess) => `Sie glaubt, ${guess}`,
    sure: ' sicher',
    notMuch: 'Noch nicht viel',
    notMuchText:
      'Nach fünf Antworten ist die Seite bei dir kaum besser als blindes Raten. Fünf weitere können das ändern.',
    nowItMoves: 'Jetzt siehst du, wie sich die Vermutung bewegt',
    random: 'Zufällige Aussagen',
    fiveMore: 'Noch fünf Aussagen, dann siehst du alle vier Vermutungen.',
    tenRandom: 'Zehn zufällig gezogene Aussagen. Keine wurde gewählt, um etwas über dich zu verraten.',
    afterFive: 'Nach fünf Antworten ist sie sich zu ',
    mark: (share, are) => `Der Strich zeigt den Anfang: ${share} der Menschen, von denen sie lernte, ${are}.`,
    goOn: 'Noch fünf Aussagen',
    betOther: (attribute, sure) => `Du hast auf ${attribute} getippt, mit ${sure}.`,
    betSame: 'Genau darauf hast du getippt.',
    betLess: (sure) => `Darauf hast du auch getippt, mit ${sure}. Sie ist unsicherer, als du dachtest.`,
    betMore: (sure) => `Darauf hast du auch getippt, mit ${sure}. Sie ist sicherer, als du dachtest.`,
    revealed: (answers, right, blind) =>
      `Was sie nach ${answers} Antworten vermutet und zeigt, stimmt bei ${right} von 100 Menschen. Blindes Raten kommt auf ${blind}.`,
    right: (answers, right, blind) =>
      `Nach ${answers} Antworten liegt sie hier bei ${right} von 100 Menschen richtig. Blindes Raten kommt auf ${blind}.`,
    rightWhenThisSure: (right) => ` Wenn sie so sicher ist wie hier: bei ${right} von 100.`,
    surer: (than) =>
      than === 0
        ? ' Nach ebenso vielen Antworten war sie bei 95 von 100 Menschen, mit denen wir sie geprüft haben, mindestens so sicher.'
        : ` Sie ist sich bei dir sicherer als bei ${than} von 100 Menschen, mit denen wir sie geprüft haben, nach ebenso vielen Antworten.`,
  },

  bet: {
    empty: 'Du hast alle fünf übersprungen: Der Umschlag ist leer',
    emptyText: 'Überspringen hat der Seite nichts verraten. Eine bessere Verteidigung gibt es nicht.',
    openAnyway: 'Trotzdem öffnen',
    heading: 'Die Seite hat vier Vermutungen über dich',
    what: 'Welcher ist sie sich am sichersten?',
    howSure: 'Wie sicher ist sie? ',
    coin: '50\u00a0%: ein Münzwurf',
    certain: '100\u00a0%: gewiss',
    open: 'Umschlag öffnen',
    openWithout: 'Ohne Tipp öffnen',
  },

  wasItRight: {
    legend: 'Stimmt es?',
    yes: 'Ja',
    no: 'Nein',
    silent: 'Sage ich lieber nicht',
    unsaid: 'Deine Antwort wird weder gespeichert noch verwendet.',
    saidYes: (sure, blind) =>
      `Bei ${sure}\u00a0% Sicherheit sollte sie in etwa ${sure} von 100 Fällen richtig liegen. Blindes Raten läge in ${blind} Fällen richtig.`,
    saidNo: (sure) =>
      `Dann haben die Antworten sie in die Irre geführt. Bei ${sure}\u00a0% Sicherheit sollte sie in etwa ${100 - sure} von 100 Fällen falsch liegen: Wer nach solchen Vermutungen handelt, behandelt viele Menschen falsch.`,
    saidNothing: (attribute) => `Ganz recht, das geht niemanden etwas an (${attribute}).`,
  },

  results: {
    heading: (statements) => `Was ${statements} harmlose Aussagen verraten haben`,
    headingRandom: (statements) => `Was ${statements} zufällige Aussagen verraten haben`,
    notClear: (attribute) => `${attribute}: nichts Klares`,
    seeIt: 'Sieh zu, wie tausend simulierte Menschen antworten',
    erase: 'Löschen oder etwas anderes probieren',
    nothingKept:
      'Nichts wurde gesendet oder gespeichert. Wie oft Vermutungen stimmen, wurde an Menschen gemessen, von denen die Seite nichts gelernt hatte.',
  },

  scrubber: {
    heading: 'Und wenn du anders geantwortet hättest?',
    about: 'Bewege einen Regler und sieh, was sie dann glauben würde.',
    back: 'Zurück zu meinen Antworten',
  },

  compared: {
    heading: 'Lag es an der Auswahl der Aussagen?',
    about: (statements) =>
      `Diese ${statements} Aussagen verraten am meisten über alle vier Merkmale. Zufällig gezogene verraten weniger. Von 100 Menschen stimmt die Vermutung bei:`,
    guessAbout: 'Vermutung',
    chosen: 'gewählte Aussagen',
    random: 'zufällige Aussagen',
    none: 'keine Antworten',
    range: (value, low, high) => `${value} (${low}\u00a0bis\u00a0${high})`,
    note: (people) =>
      `In Klammern: 95-%-Intervalle. Gemessen an ${people} Menschen mit Modellen, die sie nicht kannten.`,
    draw: 'Zehn zufällige Aussagen beantworten',
    drawAgain: 'Zehn andere zufällige',
    backToChosen: 'Zurück zu den gewählten',
  },

  share: {
    heading: 'Teile das, ohne deine Antworten zu teilen',
    what: 'Was soll das Bild sagen?',
    verdicts: { right: 'Es stimmte', wrong: 'Es stimmte nicht', unsaid: 'Sage ich lieber nicht' },
    about:
      'Dein Browser zeichnet das Bild. Es enthält weder deine Antworten noch die Vermutung, nur wie sicher sie war. Auch der Link enthält keine Antwort.',
    save: 'Bild speichern',
    copy: 'Link kopieren',
    copied: 'Der Link wurde kopiert.',
    notCopied: 'Der Link konnte nicht kopiert werden: Markiere ihn stattdessen.',
    card: {
      first: 'Zehn harmlose Aussagen über mich.',
      sure: (id, attribute) => `sicher über ${MINE[id] ?? attribute}`,
      ends: { right: 'Und es stimmte.', wrong: 'Und es war falsch.', unsaid: 'Ob es stimmte? Sage ich nicht.' },
      spoken: (first, share, sure, end) => `${first} Die Seite war zu ${share} ${sure}. ${end}`,
      foot: 'Ulterior: Was verraten zehn Aussagen über dich?',
    },
  },

  spy: {
    heading: 'Schlag den Spion',
    about: (attribute, questions, limit) =>
      `Noch einmal dieselben ${questions} Fragen. Der Spion will wissen: ${attribute}. Er beginnt bei einem Münzwurf. Halte ihn unter ${limit}, und deine Antworten nützlich.`,
    aboutInvented: (attribute, questions, limit) =>
      `Noch einmal dieselben ${questions} Fragen an den erfundenen Menschen. Der Spion will wissen: ${attribute}. Er beginnt bei einem Münzwurf. Halte ihn unter ${limit}, und die Antworten nützlich.`,
    count: (number, of) => `Frage ${number} von ${of}`,
    honest: (answer) => `Die ehrliche Antwort war: ${answer}.`,
    whatToSay: 'Was sagst du?',
    advised: (what) => `Der Berater rät: ${what}.`,
    adviceAnswer: 'ehrlich antworten',
    adviceSay: (what) => `„${what}“`,
    adviceLeast: ' (nichts hält die Grenze ein; das verrät am wenigsten)',
    why: 'Der Berater sieht deine ehrliche Antwort nicht an. Ein Spion, der weiß, dass du ihm folgst, lernt also nichts aus dem, was du überspringst. Aus Antworten, die du selbst veränderst, kann er lernen.',
    defend: 'Die stärkste Verteidigung spielen',
    defendAbout:
      'Der Berater spielt die Runde von vorn: Er antwortet, wo jede Antwort sicher ist, und überspringt den Rest.',
    undo: 'Zurücknehmen',
    restart: 'Von vorn',
    over: 'Das war die letzte Frage',
    spySure: (label, share) => `Der Spion vermutet: ${label}, ${share}`,
    mostSure: (share, limit) => `Höchstens war er sich zu ${share} sicher. Die Grenze ist ${limit}.`,
    kept: (kept) =>
      `Güte der Empfehlungen: ${kept} von dem, was ehrliche Antworten bringen. Schweigen bringt 0\u00a0%.`,
    keptStatements: (kept) =>
      `Was sie über deine anderen Antworten lernt: ${kept} von dem, was ehrliche Antworten bringen. Schweigen bringt 0\u00a0%.`,
    meterBelief: 'Wie sicher der Spion ist',
    meterKept: 'Wie nützlich deine Antworten sind',
    verdicts: {
      beaten: 'Du hast den Spion geschlagen: Er weiß fast nichts, und deine Antworten sind noch nützlich.',
      mute: 'Der Spion weiß fast nichts. Aber deine Antworten nützen kaum noch etwas.',
      seen: 'Deine Antworten sind nützlich. Aber der Spion kam über die Grenze.',
      lost: 'Der Spion kam über die Grenze, und deine Antworten nützen kaum etwas.',
    },
    news: (number, of, share) => `${number} von ${of} gesagt. Der Spion ist sich zu ${share} sicher.`,
  },

  story: {
    heading: 'Tausend Menschen, zehn Fragen',
    lead: (people) =>
      `Jeder Punkt ist ein simulierter Mensch, ${people} sind es: die Hälfte Frauen, die Hälfte Männer. Keine Frage gilt dem Geschlecht. Scrolle und sieh zu, wie der Angreifer es herausfindet.`,
    picture: (text) => `Punkte von links nach rechts, je nachdem, was der Angreifer glaubt. ${text}`,
    left: (label) => `wirkt ${label}`,
    right: (label) => `wirkt ${label}`,
    slider: 'Gestellte Fragen',
    sliderText: (asked, of) => `${asked} von ${of}`,
    random: 'Fragen zufällig ziehen',
    skips: (skipped) => `Alle überspringen die ${skipped} verräterischsten`,
    legendGroup: (label, people) => `${label}: ${people}`,
    legendWrong: (people) => `mit Ring: falsch geraten, ${people}`,
    asked: (number, statement) => `${number}. ${statement}`,
    skipped: (number, statement) => `${number}. ${statement} (übersprungen)`,
    before: 'Vor der ersten Frage',
    beforeText: 'Der Angreifer weiß nichts. Was er auch sagt, er hat bei der Hälfte recht.',
    step: (right, people) => `Die Vermutung stimmt jetzt bei ${right} von ${people} Menschen.`,
    surprise: (gained, lost) => {
      const newly = gained === 1 ? '1 Vermutung wird' : `${gained} Vermutungen werden`;
      return `${newly} richtig, und ${lost === 0 ? 'keine wird' : lost === 1 ? '1 wird' : `${lost} werden`} falsch.`;
    },
    nothingMoves: 'Alle überspringen sie, und nichts bewegt sich.',
    judged: (asked, right, wrong) => {
      const after = asked === 0 ? 'Vor der ersten Frage' : asked === 1 ? 'Nach einer Frage' : `Nach ${asked} Fragen`;
      return `${after} stimmt die Vermutung bei ${right} Menschen, bei ${wrong} nicht.`;
    },
    note: (auc, give, pairs) =>
      `Für die Forschung: Die AUC ist ${auc}, bei anderen tausend Menschen bis zu ${give} mehr oder weniger. Von 100 Paaren aus einer Frau und einem Mann ordnet der Angreifer ${pairs} richtig.`,
    endHeading: 'Was bleibt',
    end: [
      'Keine einzelne Frage trennt die Menschen. Zehn tun es.',
      'Falsche Vermutungen bleiben. Wer danach handelt, behandelt alle mit Ring falsch.',
      'Auch zufällige Fragen trennen die Menschen, nur weniger. Die verräterischsten Fragen zu überspringen hilft, auch wenn der Angreifer es weiß.',
    ],
    real: (people, right, blind, auc, low, high) =>
      `Simulierte Menschen passen zum Modell, echte nicht. Bei ${people} echten Menschen stimmte die Vermutung nach zehn so gewählten Fragen in ${right} von 100 Fällen; blindes Raten kommt auf ${blind}. (AUC ${auc}, 95-%-Intervall ${low} bis ${high}.)`,
    tryIt: 'Selbst zehn Aussagen beantworten',
  },

  teach: {
    heading: 'Drei Ideen zum Ausprobieren',
    auc: {
      heading: 'Was ist eine AUC?',
      about:
        'Jedes Kästchen ist ein Paar: ein Mensch aus jeder Gruppe. Es ist gefüllt, wo der Angreifer die beiden richtig ordnet. Die AUC ist der Anteil gefüllter Kästchen.',
      control: 'Wie weit die Gruppen auseinander sind',
      text: (right, of, auc) => `${right} von ${of} Paaren sind richtig geordnet: AUC ${auc}.`,
    },
    order: {
      heading: 'Warum hängen die Fragen nicht von den Antworten ab?',
      about:
        'Bei zwei Gruppen ist eine Frage nach jeder Antwort gleich viel wert: Eine Antwort bewegt die Vermutung, aber nicht den Unterschied, der zwischen den Gruppen noch bleibt. Darum steht die ganze Liste fest, bevor jemand antwortet.',
      control: (statement) => `Deine Antwort auf „${statement}“`,
      text: (guess, share) => `Sie glaubt, ${guess}: zu ${share} sicher.`,
      next: 'Die nächsten Fragen bleiben gleich:',
    },
    decoys: {
      heading: 'Warum geht Täuschung nach hinten los?',
      about:
        'Alle verschieben einige Antworten um eine Stufe zu dem hin, was für die andere Gruppe typisch ist. Wer davon nichts weiß, fällt darauf herein. Wer es weiß, lernt die neue Gewohnheit, und die verrät bald mehr als die Wahrheit.',
      control: 'Verschobene Antworten',
      value: (moved, of) => `${moved} von ${of}`,
      fooled: 'Angreifer, der es nicht weiß',
      knowing: 'Angreifer, der es weiß',
      text: (fooled, knowing) =>
        `AUC ${fooled} für einen Angreifer, der es nicht weiß, ${knowing} für einen, der es weiß.`,
      note: 'Gemessen an tausend simulierten Menschen. Der Angreifer, der es weiß, hat von weiteren tausend gelernt.',
    },
  },
};
