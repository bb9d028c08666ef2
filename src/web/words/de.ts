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

const MINE: Readonly<Record<string, string>> = {
  sex: 'mein Geschlecht',
  age: 'mein Alter',
  education: 'meine Bildung',
  smoking: 'mein Rauchen',
};

export const de: Words = {
  locale: 'de',
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
    guess: (_attribute, label) => GUESSES[label] ?? label,
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
      'Gemessen wurde mit den englischen Aussagen. Die Übersetzung ist unsere eigene und nicht geprüft: Auf Deutsch kann es öfter falsch liegen.',
  },

  envelope: {
    heading: 'Zehn harmlose Aussagen. Was verraten sie?',
    consent: 'Diese Seite errät, was sie nie fragt. Nichts verlässt deinen Browser, und nichts wird gespeichert.',
    spoiler: 'Was genau errät sie? (Spoiler)',
    spoilerText: (people) =>
      `Dein Geschlecht, ob du 30 oder älter bist, ob du einen Hochschulabschluss hast und ob du schon geraucht hast. Sie hat von ${people} Menschen gelernt und liegt oft falsch. Überspringe, was du magst, und hör auf, wann du magst.`,
    empty: (answers) => `Der Umschlag ist leer. Er öffnet sich nach ${answers} Antworten.`,
    filled: (answers, of) => `${answers} von ${of}`,
    filledRest: ' Antworten sind im Umschlag. Er ist zu.',
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
    nowItMoves: 'Jetzt siehst du, wie es sich bewegt',
    random: 'Zufällige Aussagen',
    fiveMore: 'Noch fünf Aussagen. Dann siehst du alles, was sie erraten hat.',
    tenRandom: 'Zehn zufällig gezogene Aussagen. Keine wurde gewählt, um etwas über dich zu verraten.',
    afterFive: 'Nach fünf Antworten ist sie sich zu ',
    mark: (share, label) => `Der Strich zeigt den Anfang: ${share} der Menschen, von denen sie lernte, sind ${label}.`,
    suchAfterFive: (right) => `Solche Vermutungen nach fünf Antworten sind ${right}`,
    goOn: 'Noch fünf Aussagen',
    betOther: (what, sure) => `Du hast darauf gewettet, dass es darum geht: ${what}, zu ${sure} sicher.`,
    betSame: 'Genau darauf hast du gewettet.',
    betLess: (sure) => `Darauf hast du auch gewettet, und auf ${sure}: Sie ist unsicherer, als du dachtest.`,
    betMore: (sure) => `Darauf hast du auch gewettet, und auf ${sure}: Sie ist sicherer, als du dachtest.`,
    right: (right, blind) => `bei ${right} von 100 Menschen richtig, ohne jede Antwort bei ${blind}.`,
    rightWhenThisSure: (right) => ` Wenn sie so sicher ist, bei ${right}.`,
  },

  bet: {
    empty: 'Du hast alle fünf übersprungen: Der Umschlag ist leer',
    emptyText: 'Überspringen hat ihr nichts verraten. Das ist die beste Verteidigung, die es gibt.',
    openAnyway: 'Trotzdem öffnen',
    heading: 'Wir haben etwas über dich herausgefunden',
    what: 'Was? Deine Wette.',
    howSure: 'Und wie sicher ist die Seite? ',
    coin: '50%: ein Münzwurf',
    certain: '100%: gewiss',
    open: 'Umschlag öffnen',
    openWithout: 'Ohne Wette öffnen',
  },

  wasItRight: {
    legend: 'Stimmt es?',
    yes: 'Ja',
    no: 'Nein',
    silent: 'Sage ich lieber nicht',
    unsaid: 'Deine Antwort wird weder gespeichert noch verwendet.',
    saidYes: (sure, blind) =>
      `Bei ${sure}% Sicherheit sollte sie in etwa ${sure} von 100 Fällen richtig liegen. Blindes Raten läge in ${blind} Fällen richtig.`,
    saidNo: (sure) =>
      `Dann haben die Antworten sie in die Irre geführt. Bei ${sure}% Sicherheit sollte sie in etwa ${100 - sure} von 100 Fällen falsch liegen: Wer nach solchen Vermutungen handelt, behandelt viele Menschen falsch.`,
    saidNothing: (attribute) => `Ganz recht, das geht niemanden etwas an (${attribute}).`,
  },

  results: {
    heading: (statements) => `Was ${statements} harmlose Aussagen verraten haben`,
    headingRandom: (statements) => `Was ${statements} zufällige Aussagen verraten haben`,
    such: (right, leak) => `Solche Vermutungen sind ${right} Das ist ${leak}.`,
    seeIt: 'Sieh zu, wie tausend erfundene Menschen befragt werden',
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
    heading: 'Lag es an den Aussagen?',
    about: (statements) =>
      `Die ${statements} Aussagen wurden gewählt, weil sie am meisten über alle vier Merkmale verraten. Zufällig gezogene verraten weniger. Von 100 Menschen stimmt die Vermutung bei:`,
    guessAbout: 'Vermutung über',
    chosen: 'gewählte Aussagen',
    random: 'zufällige Aussagen',
    none: 'keine Antworten',
    range: (value, low, high) => `${value} (${low} bis ${high})`,
    note: (people) =>
      `In Klammern: 95%-Intervalle. Gemessen an ${people} Menschen mit Modellen, die sie nicht kannten. Beliebte Aussagen lassen sich nicht vergleichen: Alle haben jede Aussage beantwortet.`,
    draw: 'Zehn zufällige Aussagen beantworten',
    drawAgain: 'Zehn andere zufällige',
    backToChosen: 'Zurück zu den gewählten',
  },

  share: {
    heading: 'Schick es weiter, ohne dich mitzuschicken',
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
      `Noch einmal dieselben ${questions} Fragen. Der Spion will wissen: ${attribute}. Er beginnt bei einem Münzwurf. Sag, was du willst, sodass er nie auf ${limit} kommt und die Empfehlungen gut bleiben.`,
    aboutInvented: (attribute, questions, limit) =>
      `Noch einmal dieselben ${questions} Fragen an den erfundenen Menschen. Der Spion sucht: ${attribute}. Er beginnt bei einem Münzwurf. Sag, was du willst, sodass er nie auf ${limit} kommt und die Empfehlungen gut bleiben.`,
    count: (number, of) => `Frage ${number} von ${of}`,
    honest: (answer) => `Die ehrliche Antwort war: ${answer}.`,
    whatToSay: 'Was sagst du?',
    advised: (what) => `Der Berater rät: ${what}.`,
    adviceAnswer: 'ehrlich antworten',
    adviceSay: (what) => `„${what}“`,
    adviceLeast: ' (nichts hält die Grenze; das verrät am wenigsten)',
    why: 'Der Rat hängt nicht von deiner ehrlichen Antwort ab. Ein Spion, der weiß, dass du ihm folgst, lernt also nichts aus dem, was du überspringst. Aus Antworten, die du selbst veränderst, kann er lernen.',
    defend: 'Die stärkste Verteidigung spielen',
    defendAbout:
      'Der Berater spielt die Runde von vorn: Er antwortet, wo jede Antwort sicher ist, und überspringt den Rest.',
    undo: 'Zurücknehmen',
    restart: 'Von vorn',
    over: 'Das war die letzte Frage',
    spySure: (label, share) => `Der Spion vermutet: ${label}, ${share}`,
    mostSure: (share, limit) => `Höchstens war er sich zu ${share} sicher. Die Grenze ist ${limit}.`,
    kept: (kept) =>
      `Die Empfehlungen behalten ${kept} von dem, was deine ehrlichen Antworten über deinen Geschmack lehren. Schweigen behält 0%.`,
    keptStatements: (kept) =>
      `Was sie von deinen anderen Antworten erwartet, behält ${kept} von dem, was deine ehrlichen Antworten lehren. Schweigen behält 0%.`,
    meterBelief: 'Wie sicher der Spion ist',
    meterKept: 'Wie gut die Empfehlungen sind',
    verdicts: {
      beaten: 'Du hast den Spion geschlagen: Er weiß fast nichts, und die Empfehlungen sind noch deine.',
      mute: 'Der Spion weiß fast nichts. Aber die Empfehlungen sind kaum noch deine.',
      seen: 'Die Empfehlungen sind deine. Aber der Spion kam über die Grenze.',
      lost: 'Der Spion kam über die Grenze, und die Empfehlungen sind kaum deine.',
    },
    news: (number, of, share) => `${number} von ${of} gesagt. Der Spion ist sich zu ${share} sicher.`,
  },

  story: {
    heading: 'Tausend Menschen, zehn Fragen',
    lead: (people) =>
      `Diese ${people} Menschen sind erfunden. Das Modell dieser Seite hat sie gezogen, und sie antworten, wie es erwartet. Jeder Punkt ist einer von ihnen. Scrolle und sieh zu, wie der Angreifer sie sortiert.`,
    picture: (text) => `Punkte von links nach rechts, je nachdem, was der Angreifer glaubt. ${text}`,
    left: (label) => `wirkt ${label}`,
    right: (label) => `wirkt ${label}`,
    slider: 'Gestellte Fragen',
    sliderText: (asked, of) => `${asked} von ${of}`,
    random: 'Fragen zufällig ziehen',
    skips: (skipped) => `Alle überspringen die ${skipped} verräterischsten`,
    legendGroup: (label, people) => `${label}: ${people}`,
    legendWrong: (people) => `mit Ring: falsch beurteilt, ${people}`,
    asked: (number, statement) => `${number}. ${statement}`,
    skipped: (number, statement) => `${number}. ${statement} (übersprungen)`,
    before: 'Vor der ersten Frage',
    beforeText: 'Der Angreifer weiß nichts. Alle stehen am selben Ort, und die AUC ist 0.5: ein Münzwurf.',
    step: (auc) => `AUC: ${auc}`,
    inWords: (asked, auc, give, pairs, first, second) =>
      `Nach ${asked} Fragen ist die AUC ${auc}, bei anderen tausend Menschen bis zu ${give} mehr oder weniger. Nimm zufällig zwei Menschen, einer ${first}, einer ${second}: Bei ${pairs} von 100 solchen Paaren ordnet der Angreifer die beiden richtig.`,
    atStart: 'Vor der ersten Frage ist die AUC 0.500: nicht besser als ein Münzwurf.',
    judged: (right, wrong, people) => `Von ${people} Menschen beurteilt er ${right} richtig und ${wrong} falsch.`,
    endHeading: 'Was bleibt',
    end: [
      'Keine einzelne Frage trennt die Menge. Zehn nacheinander tun es.',
      'Die falsch Beurteilten verschwinden nicht. Wer nach solchen Vermutungen handelt, behandelt jeden Punkt mit Ring falsch.',
      'Auch zufällige Fragen trennen die Menge, nur weniger. Das Verräterischste zu überspringen hilft. Es ist das Einzige hier, was auch gegen einen Angreifer hilft, der davon weiß.',
    ],
    real: (auc, low, high) =>
      `Erfundene Menschen sind, wie das Modell sie erwartet, echte nicht. Mit echten Menschen erreichten zehn gewählte Aussagen eine AUC von ${auc} (95%-Intervall ${low} bis ${high}).`,
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
      note: 'Gemessen an tausend erfundenen Menschen. Der Angreifer, der es weiß, hat von weiteren tausend gelernt.',
    },
  },
};
