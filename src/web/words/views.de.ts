/** Every text of the later views in German (views.en.ts has the English ones). */
import type { ViewWords } from './catalogue.ts';

const number = (value: number) => value.toLocaleString('de');
const counted = (value: number, one: string, many: string) => `${number(value)} ${value === 1 ? one : many}`;
const capital = (words: string) => words.charAt(0).toUpperCase() + words.slice(1);
const people = (value: number) => counted(value, 'Mensch', 'Menschen');
const questions = (value: number) => counted(value, 'Frage', 'Fragen');
const columns = (value: number) => counted(value, 'Spalte', 'Spalten');

/** What the engine says that it is doing. */
const STAGES: Readonly<Record<string, string>> = {
  Reading: 'Liest',
  'Looking at the files': 'Sieht sich die Dateien an',
  'Measuring how fast this machine is': 'Misst, wie schnell dieser Rechner ist',
  Training: 'Lernt',
  Interviewing: 'Befragt',
  'Working out the intervals': 'Berechnet die Intervalle',
  'Training on the ratings': 'Lernt aus den Bewertungen',
  'Training on what people know': 'Lernt aus dem, was Menschen kennen',
  'Looking at the list': 'Sieht sich die Liste an',
  'Designing lists': 'Entwirft Listen',
  'Drawing lists that aim at nobody': 'Zieht Listen, die auf niemanden zielen',
};

export const deViews: ViewWords = {
  number,
  and: (words) => listed(words, 'und'),
  or: (words) => listed(words, 'oder'),

  components: {
    drawing: 'Zeichnet …',
    range: (min, max) => `${min} bis ${max}`,
    inEnglish: 'Bericht, Diagramme und Fehlermeldungen sind auf Englisch.',
    stage: (stage) => STAGES[stage] ?? stage,
  },

  about: {
    heading: 'Über die Seite',
    lead: 'Ulterior ist ein Labor für eine Frage: Was verraten ein paar Bewertungen über den Menschen, der sie abgibt, wie schnell, und was hilft dagegen?',
    idea: {
      heading: 'Die Idee in einfachen Worten',
      text: [
        'Du meldest dich bei einem Dienst an, und er bittet dich, ein paar Filme, Gerichte oder Lieder zu bewerten. Das ist vernünftig: Einem Fremden kann niemand etwas empfehlen. Wer die Fragen auswählt, kann aber noch einen anderen Grund haben. Frauen und Männer, Junge und Alte, Menschen hier und dort bewerten manches im Mittel verschieden. Ein solcher Unterschied sagt wenig. Zehn gut gewählte Fragen nacheinander können viel sagen, und keine fällt auf.',
        'Smriti Bhagat, Udi Weinsberg, Stratis Ioannidis und Nina Taft haben 2014 gezeigt, wie man solche Fragen wählt, und dass die Empfehlungen so gut bleiben wie zuvor: Die Absicht ist unsichtbar. Ulterior baut ihren Angriff nach, damit man ihn messen kann, verbessert ihn und stellt sich dann auf deine Seite: Dieselbe Mathematik sagt dir, was jede Antwort verrät, ob eine Liste von Fragen auf etwas zielt, und wie man eine Liste schreibt, die den Geschmack lernt und sonst wenig.',
        'Wir behaupten nicht, dass jeder Empfehlungsdienst das tut, oder dass es bei jedem gelingt. Aus zehn Aussagen über dich lernt die Seite etwas über vier Merkmale; beim Essen ist sie kaum besser als der Zufall. Neben jeder Vermutung steht, wie oft solche Vermutungen stimmen.',
      ],
    },
    bits: {
      heading: 'Was ist ein Bit?',
      text: 'Ein Bit misst, wie viel man weiß. Eine klare Antwort auf eine Ja-Nein-Frage, über die man nichts wusste, ist ein Bit wert. Ein Zehntel Bit macht aus einer Vermutung von 50\u00a0:\u00a050 etwa 68\u00a0:\u00a032, ein Hundertstel etwa 56\u00a0:\u00a044. Kleine Mengen summieren sich über viele Antworten, und über viele Dienste, die sie teilen.',
    },
    data: {
      heading: 'Was die Seite mit deinen Daten macht',
      text: 'Deine Daten bleiben bei dir. Dein Browser rechnet alles selbst, bei Fragen, Antworten und Dateien. Die Seite sendet nichts, setzt keine Cookies und speichert nichts davon. Dein Browser behält eine Kopie der Seite selbst: Du kannst offline weitermachen und sie sogar neu laden. Schließt du sie, ist weg, was du eingegeben hast. Was du herunterlädst, gehört dir.',
    },
    responsible: {
      heading: 'Verantwortungsvoller Umgang',
      rules: [
        'Nimm Daten, die du verwenden darfst, über Menschen, die davon wissen.',
        'Erschließe damit nicht, was jemand nicht sagen wollte. Vielerorts ist das verboten: Geschlecht, Alter, Politik und Gesundheit sind geschützt. Überall ist es ein Vertrauensbruch.',
        'Frag echte Menschen zuerst um Erlaubnis, und zeig ihnen, was erschlossen wurde.',
        'Eine Vermutung über einen Menschen ist nur eine Vermutung. Entscheide nie danach über jemanden.',
      ],
    },
    cite: {
      heading: 'Zitieren',
      paper: 'Der Artikel:',
      program: 'Dieses Programm:',
      version: (version) => `, Version ${version}. MIT-Lizenz.`,
    },
    more: {
      heading: 'Mehr',
      where: 'Im Repository, auf Englisch:',
      documents: {
        'README.md': 'was es kann, und wie man beginnt',
        'docs/guide.md': 'die Kommandozeile, Aufgabe für Aufgabe',
        'docs/defence/advisor.md': 'der Berater: was eine Antwort kostet, und ob man sie geben soll',
        'docs/defence/questionnaires.md': 'Fragebögen, die den Geschmack lernen und keine Merkmale',
        'docs/defence/detector.md': 'erkennen, ob Fragen auf etwas zielen',
        'docs/defence/defences.md': 'Verteidigungen, und was sie wert sind',
        'docs/reproduction.md': 'die Zahlen des Artikels neben unseren',
        'docs/page.md': 'diese Seite: wie ihre Modelle entstanden sind, und wie oft sie richtig liegen',
        'docs/classroom.md': 'eine Unterrichtsstunde von 90 Minuten mit dieser Seite',
        'models/README.md': 'die Modelle dieser Seite, und woher sie kommen',
      },
    },
  },

  audit: {
    heading: 'Was verraten deine Bewertungen?',
    lead: 'Bring Bewertungen mit und etwas, das man über die Menschen weiß. Die Seite spielt den Angreifer: Sie stellt jedem ein paar Fragen, vermutet und zählt, wie oft sie richtig liegt.',
    local:
      'Alles wird in diesem Browser berechnet. Deine Dateien werden nirgendwohin gesendet und sind vergessen, sobald du die Seite schließt.',
    dropAnywhere: 'Lass deine Dateien irgendwo los: Bewertungen, Menschen und Titel finden ihren Platz.',

    data: {
      heading: '1. Die Daten',
      ratingsFile: 'Wähle eine Datei mit Bewertungen oder zieh sie hierher',
      ratingsHint:
        'CSV, TSV, JSON Lines oder Parquet, auch mit gzip gepackt, bis 300 MB. Stehen Menschen und Titel in eigenen Dateien, gib alle auf einmal; mit einer Datendatei (umfrage.ulterior.json) auch ihre Tabellen. Nichts wird gesendet.',
      unplaced: (names) => `Nicht verwendet: ${names}. Es gibt je einen Platz für Bewertungen, Menschen und Titel.`,
      useWorld: 'Oder nimm eine erfundene Welt',
      useWorldAbout:
        '1.200 erfundene Menschen bewerten 300 erfundene Filme. Erschließe, ob sie Lerchen oder Eulen sind, oder ihr Alter.',
      world: 'Eine erfundene Welt',
      worldAbout: {
        groups:
          'Niemand darin existiert. Lerchen und Eulen mögen manche Filme verschieden gern, um einen bekannten Betrag. So kannst du nachsehen, ob die Prüfung findet, was hineingelegt wurde.',
        number:
          'Niemand darin existiert. Wie gern jemand einen Film mag, ändert sich mit dem Alter, um einen bekannten Betrag. So kannst du nachsehen, ob die Prüfung findet, was hineingelegt wurde. Die Alter sind aus einer Glockenkurve gezogen, deshalb liegen zwei unter 0.',
      },
      worldInfers: 'Was der Angreifer wissen möchte',
      worldAttributes: { groups: 'Lerche oder Eule: Gruppen', number: 'Alter in Jahren: eine Zahl' },
      fileInstead: 'Stattdessen eine Datei wählen',
      columns: 'Was die Spalten bedeuten',
      peopleUnused: (name) =>
        `${name} wird nicht verwendet: Eine Tabelle mit einer Zeile je Mensch enthält die Merkmale selbst.`,
      attribute: 'Das Merkmal',
      more: 'Fehlende Werte, Menschen oder Dinge mit wenigen Bewertungen, doppelte Bewertungen',
      missing: 'Fehlende Werte',
      missingExample: '0, -1, unbekannt',
      missingHint: 'Zusätzlich zu leer, NA, N/A, NaN und null',
      minPerUser: 'Mindestens Bewertungen je Mensch',
      minPerItem: 'Mindestens Bewertungen je Ding',
      duplicates: 'Wenn jemand dasselbe zweimal bewertet',
      duplicateRules: {
        error: 'mit einem Fehler abbrechen',
        last: 'die letzte Bewertung zählt',
        mean: 'der Mittelwert zählt',
      },
      read: 'Daten lesen',
      saveDataFile: 'Datendatei speichern',
      beside: 'Menschen und Titel',
      besideAbout: 'Nur, wenn sie in eigenen Dateien stehen, wie bei vielen Datensätzen.',
      peopleFile: 'Eine Datei über die Menschen',
      peopleHint: 'Eine Zeile je Mensch, mit dem Merkmal.',
      peopleUser: 'Wer es ist',
      titlesFile: 'Eine Datei mit Titeln',
      titlesHint: 'Eine Zeile für jedes Ding, das bewertet wurde.',
      titlesItem: 'Was es ist',
      titlesTitle: 'Sein Titel',
      columnsRead: (file, count) => `${file}: ${columns(count)}.`,
      dataRead: (users, ratings) => `Gelesen: ${people(users)}, ${counted(ratings, 'Bewertung', 'Bewertungen')}.`,
    },

    gaps: {
      file: 'Wähle zuerst eine Datei.',
      column: (roles) => `Sag, in welcher Spalte das steht: ${listed(roles, 'und')}.`,
      roles: { user: 'wer bewertet', item: 'was bewertet wird', rating: 'die Bewertung' },
      people: 'Sag, welche Spalte der Datei über die Menschen sagt, wer es ist.',
      items: 'Sag, welche Spalten Dinge sind, die bewertet wurden.',
      attribute: 'Wähle das Merkmal.',
      value: 'Wähle den Wert, der von den anderen unterschieden werden soll.',
      threshold: 'Schreib eine Zahl für die Grenze.',
      cuts: 'Schreib aufsteigende Zahlen für die Bereiche, etwa 18, 25, 35.',
      expression: 'Schreib einen Ausdruck.',
    },

    file: {
      remove: 'Entfernen',
      looking: 'Sieht sich die ersten Zeilen an …',
      firstRows: (name) => `Die ersten Zeilen von ${name}`,
      shape: (rows, count) => `Die ersten ${rows} Zeilen; ${count} Spalten.`,
      wrong: 'Die Spalten sehen falsch aus?',
      delimiter: 'Die Spalten sind getrennt durch',
      delimiters: {
        '': 'wonach es aussieht',
        ',': 'Kommas',
        ';': 'Semikolons',
        '\t': 'Tabulatoren',
        '|': 'Striche |',
        '::': 'doppelte Doppelpunkte ::',
      },
      header: 'Die erste Zeile',
      headers: { '': 'wonach es aussieht', true: 'nennt die Spalten', false: 'ist eine Zeile wie die anderen' },
      encoding: 'Kodierung des Textes',
    },

    columns: {
      legend: 'Was die Spalten bedeuten',
      long: 'Eine Zeile je **Bewertung**: wer, was, wie viele Sterne',
      wide: 'Eine Zeile je **Mensch**: eine Spalte für jedes bewertete Ding',
      who: 'Wer bewertet hat',
      what: 'Was bewertet wurde',
      rating: 'Die Bewertung',
      choose: 'wählen …',
      answered: 'Wer geantwortet hat',
      rowNumber: 'die Nummer der Zeile',
      meanings: { item: 'Ding', attribute: 'Merkmal', ignore: 'weglassen' },
      items: (count) => counted(count, 'Ding', 'Dinge'),
      attributesLeft: (attributes, left) =>
        `, ${counted(attributes, 'Merkmal', 'Merkmale')}, ${number(left)} weggelassen. `,
      guessed: 'Das ist aus den ersten Zeilen geraten. Bitte sieh es durch.',
      search: 'Suchen',
      show: 'Zeigen',
      shown: { all: 'alle', item: 'Dinge', attribute: 'Merkmale', ignore: 'weggelassene' },
      from: 'Von',
      first: 'erste',
      to: 'Bis',
      last: 'letzte',
      set: (count) => `${columns(count)} der Liste setzen auf`,
      wereSet: (count, meaning) => `${columns(count)}: ${meaning}.`,
      keys: 'Halte die Umschalttaste und klicke, um alle Spalten dazwischen zu setzen. Mit der Tastatur: auf und ab gehen durch die Spalten, links und rechts wählen, und die Umschalttaste mit auf oder ab setzt die nächste genauso.',
      none: 'Keine Spalte heißt so.',
    },

    attribute: {
      column: 'Was ein Angreifer über Menschen wissen möchte',
      choose: 'eine Spalte wählen …',
      likely: 'Merkmale',
      others: 'Andere Spalten',
      counting: 'Zählt die Werte …',
      value: 'Der Wert',
      number: 'Die Zahl',
      cuts: 'Wo die Bereiche beginnen',
      expression: 'Der Ausdruck',
      expressionHint: 'Zum Beispiel age>=35, age:18,25,35 oder income:{low=1|2; high=3; drop=*}',
      groups: 'Gruppen',
      groupsOrNumber: 'Gruppen oder eine Zahl',
      unit: 'Was die Zahl zählt',
      unitExample: 'Jahre',
      unitHint: 'Steht hinter den Ergebnissen. Du kannst es leer lassen.',
      rules: {
        values: (distinct) =>
          `Jeder Wert ist eine Gruppe (${number(distinct)}); du kannst sie benennen und zusammenlegen`,
        one: 'Ein Wert gegen alle anderen',
        threshold: 'Unter einer Zahl, und ab dieser Zahl',
        bins: 'Mehrere Zahlenbereiche',
        number: 'Als Zahl, ohne Gruppen: Wie nahe kommen Vermutungen heran?',
        text: 'Ein Ausdruck wie auf der Kommandozeile',
      },
      numbers: (min, max, median) => `Von ${min} bis ${max}; die Hälfte der Menschen hat höchstens ${median}.`,
      merge: 'Gib zwei Werten denselben Namen, um sie zusammenzulegen.',
      table: 'Werte und ihre Gruppen',
      heads: { value: 'Wert', people: 'Menschen', group: 'Gruppe', leaveOut: 'Weglassen' },
      otherValues: (count) => `alle anderen Werte (${number(count)})`,
      groupOf: (value) => `Gruppe von ${value}`,
      leaveOutValue: (value) => `${value} weglassen`,
    },

    groups: {
      heading: 'Die Gruppen',
      numberHeading: 'Die Zahl',
      notNumbers: 'Nicht jeder Wert ist eine Zahl. Nenne unten weitere fehlende Werte, oder bilde Gruppen.',
      commandLine: 'Auf der Kommandozeile: ',
      tooFew: ' (zu wenige)',
      moreGroups: (count) => `${count} weitere Gruppen. `,
      rare: (count) => `${number(count)} seltene Werte sind hier nicht gezählt. `,
      leftOut: (count) => `Du lässt ${people(count)} weg. `,
      noValue: (missing, rows) =>
        `${number(missing)} von ${number(rows)} Menschen haben keinen Wert und werden weggelassen.`,
      allValues: 'Niemandes Wert fehlt.',
      two: (least) =>
        `Eine Prüfung braucht mindestens zwei Gruppen von ${least} Menschen. Leg Gruppen zusammen, oder wähle ein anderes Merkmal.`,
      small: (groups, least, left) =>
        groups === 1
          ? `Eine Gruppe hat weniger als ${least} Menschen. Die Prüfung lässt sie weg (${people(left)}) und sagt deshalb nichts über das Risiko dieser Menschen. Leg kleine Gruppen zusammen, um sie zu behalten.`
          : `${groups} Gruppen haben weniger als ${least} Menschen. Die Prüfung lässt sie weg (${people(left)}) und sagt deshalb nichts über das Risiko dieser Menschen. Leg kleine Gruppen zusammen, um sie zu behalten.`,
      elsewhere: (typed, column) =>
        `Im Ausdruck geht es um „${typed}“, nicht um „${column}“: Seine Gruppen werden gezählt, wenn die Daten gelesen werden.`,
      unknown: (values) => `Der Ausdruck sagt nicht, was mit ${values} geschehen soll.`,
      andOthers: ' und anderen',
      quoted: (text) => `„${text}“`,
    },

    summary: {
      parts: (users, items, ratings) =>
        [
          users === 0 ? '' : people(users),
          items === 0 ? '' : counted(items, 'Ding', 'Dinge'),
          ratings === 0 ? '' : counted(ratings, 'Bewertung', 'Bewertungen'),
        ]
          .filter((words) => words !== '')
          .join(', '),
      scale: (min, max, median) =>
        ` von ${min} bis ${max}; die Hälfte der Menschen hat mindestens ${number(median)} bewertet.`,
      numbers: (min, max, median) =>
        `von ${number(min)} bis ${number(max)}; die Hälfte der Menschen hat höchstens ${number(median)}.`,
      missing: (cells) => `Gilt als fehlend: ${cells}.`,
      blank: (cells, where) => `${counted(cells, 'leere Zelle', 'leere Zellen')} in ${where}`,
      word: (cells, word, where) => `${counted(cells, 'Zelle', 'Zellen')} mit „${word}“ in ${where}`,
      ratings: 'den Bewertungen',
      others: 'andere',
      twice: (count) =>
        `${counted(count, 'Bewertung kam', 'Bewertungen kamen')} zweimal vor, für denselben Menschen und dasselbe Ding.`,
      lost: (reason, parts) => `Weggelassen (${reason}): ${parts}.`,
    },

    findings: {
      heading: 'In den Daten gefunden',
      stops: 'Gemessen wird erst, wenn geklärt ist, was die Zahlen falsch machen würde.',
      mend: 'Beheben',
      keep: 'So lassen',
      kept: 'Bleibt, wie es ist.',
    },

    settings: {
      unsettled: 'Kläre zuerst, was in den Daten gefunden wurde.',
      heading: '2. Die Prüfung',
      about:
        'Die Menschen werden in Teile geteilt. Der Angreifer lernt von einigen Teilen und wird an den anderen geprüft: Er stellt jedem Fragen, und die Antworten sind die Bewertungen, die sie abgegeben haben. Die Voreinstellungen sind für den Anfang gut.',
      askers: 'Wer fragt',
      asker: {
        separation: ['Der Angreifer', 'fragt, was die Gruppen nach den Antworten bisher am schnellsten trennt'],
        maxGap: [
          'Die feste Liste des Angreifers',
          'fragt alle dasselbe, zuerst, was die Gruppen am verschiedensten bewerten',
        ],
        popularity: ['Beliebtes zuerst', 'fragt nach dem, was die meisten bewertet haben: eine ehrliche Gewohnheit'],
        entropy: ['Geteilte Meinungen', 'fragt, worüber Menschen uneins sind, wie Empfehlungsdienste es gern tun'],
        random: ['Zufällig', 'fragt irgendetwas: zeigt, was beliebige Antworten verraten'],
      },
      rivals: 'Verglichen mit',
      rivalsAbout:
        'Der Angreifer (im Bericht „Exact“) fragt immer, was die Zahl am stärksten eingrenzt. Andere Arten zu fragen zeigen, wie viel seine Auswahl der Fragen ausmacht.',
      rival: {
        steepest: ['Steilstes zuerst', 'fragt alle dasselbe, zuerst, was sich am stärksten mit der Zahl ändert'],
        entropy: ['Geteilte Meinungen', 'fragt, worüber Menschen uneins sind, wie Empfehlungsdienste es gern tun'],
        random: ['Zufällig', 'fragt irgendetwas: zeigt, was beliebige Antworten verraten'],
      },
      howMuch: 'Wie viel',
      questions: 'Fragen',
      questionsHint: 'Je Mensch, höchstens 100',
      parts: 'Teile',
      partsHint: 'Mit mehr Teilen lernt der Angreifer von mehr Menschen, und die Prüfung dauert länger',
      open: 'Nach allem fragen, und **„kenne ich nicht“** als Antwort zählen. Sonst wird nur nach dem gefragt, was jemand bewertet hat',
      control:
        '**Kontrolle:** die Prüfung mit vertauschtem Merkmal wiederholen, wo es nichts zu finden gibt. Ohne sie behauptet der Bericht nichts',
      run: 'Prüfung starten',
      stop: 'Anhalten',
      none: 'Wähle mindestens eine Art zu fragen.',
      takes: (time) => `Dauert auf diesem Rechner ${time}.`,
      takesWorkers: (time, workers) => `Dauert auf diesem Rechner ${time}, mit ${workers} Helfern.`,
      progress: 'Fortschritt der Prüfung',
      stopped: 'Angehalten. Nichts, was du gewählt hast, ist verloren.',
      doneNews: 'Die Prüfung ist fertig. Die Ergebnisse stehen darunter.',
      stoppedNews: 'Die Prüfung wurde angehalten.',
      failedNews: (reason) => `Die Prüfung ist gescheitert: ${reason}`,
      shareNews: (percent) => `${percent} Prozent fertig`,
      fewSeconds: 'ein paar Sekunden',
      seconds: (count) => `etwa ${count} Sekunden`,
      minute: 'etwa eine Minute',
      minutes: (count) => `etwa ${count} Minuten`,
      hours: (count) => `etwa ${count} Stunden`,
      done: (percent, left) => `${percent}\u00a0% fertig, noch ${left}`,
    },

    first: {
      heading: 'Ein erster Blick, vorläufig',
      leak: (leak, attribute) => `Ein schneller Angreifer findet schon jetzt ${leak}: ${attribute}.`,
      none: (attribute) =>
        `Ein schneller Angreifer hat bisher nichts gefunden: ${attribute}. Das ist keine Entwarnung: Stärkere Angreifer finden vielleicht mehr.`,
      figure: (auc, low, high, percent) => `AUC ${auc}, zwischen ${low} und ${high} (Intervall zu ${percent}\u00a0%).`,
      all: (people) => `Logistische Regression, ${people.toLocaleString('de')} Menschen.`,
      some: (people, everyone) =>
        `Logistische Regression, ${people.toLocaleString('de')} von ${everyone.toLocaleString('de')} Menschen.`,
      left: 'Die ganze Prüfung versucht stärkere Angreifer, stellt Fragen und prüft gegen den Zufall. Ihr Ergebnis ersetzt dieses.',
    },

    result: {
      heading: '3. Das Ergebnis',
      verdicts: {
        leak: (leak, attribute) => `${capital(leak)}: ${attribute}.`,
        possible: (attribute) =>
          `Vielleicht ein Leck, nicht nachgewiesen: ${attribute}. Die Grenzen schließen Raten aus, aber die Tests lassen Zufall zu. Mehr Menschen brächten Klarheit.`,
        none: (attribute) =>
          `Kein Leck nachgewiesen: ${attribute}. Das beweist keine Sicherheit: Andere Fragen, mehr Menschen oder ein besserer Angreifer können mehr finden.`,
        nothing: 'Es gibt keine Zahlen, also auch keine Antwort.',
        unchecked: (attribute) =>
          `Keine Aussage über ${attribute}: Die Kontrolle war ausgeschaltet. Starte die Prüfung mit ihr, um eine Antwort zu bekommen.`,
      },
      details: 'Im Einzelnen',
      auc: 'AUC: wie oft von zwei Menschen aus verschiedenen Gruppen der richtige gewählt wird. 0,5 ist Raten, 1 ist Gewissheit.',
      explained:
        'R²: welchen Anteil der Unterschiede zwischen Menschen die Vermutungen erklären. 0 heißt nichts gelernt, 1 ist Gewissheit.',
      report: 'Bericht herunterladen',
      drawingReport: 'Zeichnet den Bericht …',
      records: 'Alle Zahlen (JSON)',
      rows: { curves: 'Kurven (CSV)', questions: 'Fragen (CSV)' },
      alsoShown: 'Außerdem in den Diagrammen',
      figures: 'Die Zahlen',
      figuresOf: (title) => ` zu „${title}“`,
      figuresRegion: (title) => `Zahlen: ${title}`,
      lookUp: 'Nachsehen: Zahl der Fragen',
      after: questions,
      reading: (quantity, after, note) => `${quantity} nach **${after}**, ${note}`,
      intervals: 'mit Intervallen',
    },
  },

  questionnaire: {
    heading: 'Was verraten deine Fragen?',
    lead: 'Viele Dienste bitten Neue, ein paar Dinge zu bewerten. Prüfe eine solche Liste: Was würden die Antworten verraten, außer dem Geschmack?',
    loading: 'Lädt die Modelle …',
    model: {
      heading: '1. Worum es in den Fragen geht',
      kind: 'Art der Dinge',
      attributes: 'Merkmale, auf die geprüft wird',
      own: 'Ein eigenes Modell verwenden',
      file: 'Wähle ein Modell oder zieh es hierher',
      fileHint:
        'Eine .safetensors-Datei, die „ulterior train“ geschrieben hat. Du kannst mehrere nacheinander geben, wenn sie von denselben Dingen handeln.',
      auditData: 'Die Daten der Prüfung',
      openFirst: ['Öffne zuerst Daten unter ', 'Eigene Daten prüfen', '. Dann kannst du hier Modelle daraus lernen.'],
      opened: (source, users, attribute) => `${source}: ${people(users)}, ${attribute}.`,
      openedNumber:
        'In den Daten der Prüfung geht es um eine Zahl. Eine Liste von Fragen wird auf Gruppen geprüft: Wähle dort zuerst Gruppen.',
      train: 'Aus diesen Daten lernen',
      trainedOn: (source) => `Hier gelernt aus ${source}.`,
      trainedNews: 'Die Modelle sind fertig.',
      ownTitle: 'Dein eigenes Modell',
      ownAbout: (models, items) =>
        `${models === 1 ? 'Ein eigenes Modell' : `${models} eigene Modelle`}, ${items} Dinge.`,
      ownNews: (file, attribute) => `${file}: ein Modell für ${attribute}.`,
    },
    list: {
      heading: '2. Die Fragen',
      about:
        '„Wie gefällt dir …?“, ein Ding je Zeile, mit Titel oder Kennung. Beginne mit einem Beispiel, oder füge ein, was deine Anmeldung fragt.',
      label: 'Die Liste',
      known: (found) => `${found} ${found === 1 ? 'Frage' : 'Fragen'} bekannt`,
      possible: (items) => ` von ${items} möglichen`,
      file: 'Oder eine Datei mit der Liste',
      fileHint: 'Ein Ding je Zeile, CSV mit einer Spalte item oder title, JSON, oder ein Protokoll.',
      fileRead: (file) => `${file} wurde gelesen.`,
      check: 'Liste prüfen',
      noAttribute: 'Wähle mindestens ein Merkmal.',
      noQuestion: 'Schreib mindestens eine Frage.',
      unknownLines: 'Verbessere oder lösche die unbekannten Zeilen.',
      twice: (text) => `„${text}“ kommt zweimal vor.`,
      several: (text) => `„${text}“ ist der Titel mehrerer Dinge. `,
      unknown: (text) => `„${text}“ ist nicht bekannt. `,
      didYouMean: 'Meinst du ',
      didYouMeanEnd: '?',
      more: (count) => `Und ${count} weitere.`,
      examples: {
        popularity: 'Beliebtes zuerst',
        entropy: 'Geteilte Meinungen',
        designed: 'Eine entworfene Liste',
      },
      attackersList: (attribute) => `Liste eines Angreifers (${attribute})`,
      checkedNews: 'Die Liste wurde geprüft. Die Ergebnisse stehen darunter.',
      failedNews: (reason) => `Die Liste konnte nicht geprüft werden: ${reason}`,
    },
    result: {
      heading: '3. Was die Liste verrät',
      verdict: (attribute, leak, pair) =>
        `Merkmal ${attribute}: ${leak}. Nach dem Modell gilt: ${pair}. Eine Münze läge 50-mal richtig.`,
      pair: (first, second, times) =>
        `Von zwei Menschen, einer „${first}“, einer „${second}“, sagt ein Angreifer mit allen Antworten in ${times} von 100 Fällen, wer wer ist`,
      easiest: (leak, first, second) => `${leak}; am leichtesten zu unterscheiden: „${first}“ und „${second}“`,
      scale:
        'Die Skala geht von 0,5 (Raten) bis 1 (Gewissheit). Die Zahlen kommen aus dem Modell, bevor jemand antwortet, für einen Angreifer, der alle Antworten liest. Modelle übertreiben sie eher.',
      learns: (percent) =>
        `**Was sie über den Geschmack lernt:** Die Antworten nehmen ${percent}\u00a0% der Unsicherheit darüber, was Menschen mögen.`,
      worst: 'Die schlimmsten Fragen',
      worstCaption: (attribute, auc) =>
        `**Die schlimmsten Fragen zuerst.** Was die Liste ohne diese Frage verraten würde (Merkmal ${attribute}, jetzt ${auc}).`,
      worstHeads: ['Frage', 'Ohne sie', 'Lernt weniger', 'Kennen es'],
      aimed: 'Sieht sie gezielt aus?',
      comparing: 'Vergleicht mit Listen, die auf niemanden zielen',
      kinds: { ratings: 'nur Bewertungen', channels: 'Bewertungen und was man kennt', presence: 'was man kennt' },
      compared: (lists) =>
        `Verglichen mit je ${number(lists)} Listen, auf mehrere Arten gezogen, die auf niemanden zielen. `,
      noProof:
        'Auch eine Liste ohne Ziel kann viel verraten, und eine gezielte wenig. Kein Zeichen eines Ziels beweist nicht, dass es keines gibt.',
      aim: {
        aimed: (often) => `Sie sieht gezielt aus. Listen, die auf niemanden zielen, verraten ${often} so viel.`,
        perhaps: (often) => `Sie könnte gezielt sein. Listen, die auf niemanden zielen, verraten ${often} so viel.`,
        none: (often) => `Kein Zeichen eines Ziels. Listen, die auf niemanden zielen, verraten ${often} so viel.`,
        hardly: 'fast nie',
        rarely: 'in weniger als einem von 100 Fällen',
        always: 'fast immer',
        times: (count) => `in etwa ${count} von 100 Fällen`,
      },
    },
    better: {
      heading: '4. Eine bessere Liste',
      about: 'Fragen, die etwas über den Geschmack lernen und dabei höchstens so viel verraten, wie du zulässt.',
      limit: 'Darf höchstens verraten',
      limitWords: (auc, times) => `${auc}: von zwei Menschen den richtigen, in ${times} von 100 Fällen`,
      number: 'Zahl der Fragen',
      questions,
      designing: 'Entwirft …',
      note: 'Beide Zahlen kommen aus den Modellen, die die Liste gewählt haben. Die Antworten anderer Menschen können etwas mehr verraten, und wer Antworten auf genau diese Liste sammelt, kann daraus lernen. Die Kommandozeile misst es an echten Antworten (ulterior design).',
      excess: (count) =>
        `Keine Liste von ${count} Fragen bleibt unter der Grenze. Diese verrät am wenigsten. Stell weniger Fragen, oder erhöhe die Grenze.`,
      yours: 'Deine Liste',
      better: 'Die bessere Liste',
      givesAway: 'Verrät',
      learns: 'Lernt',
      inBoth: ' in beiden',
      copy: 'Die bessere Liste kopieren',
      copied: 'Kopiert',
      refused: 'Der Browser lässt die Seite nicht kopieren',
      copiedNews: 'Die Liste wurde kopiert.',
      download: 'Herunterladen (CSV)',
      checkToo: 'Auch diese prüfen',
      designedNews: 'Eine bessere Liste wurde entworfen.',
    },
    chart: {
      title: 'Was eine Liste verrät, und was sie über den Geschmack lernt',
      reading: (auc, learns) =>
        `Die bessere Liste verrät ${auc} und lernt ${learns} von dem, was es über den Geschmack zu lernen gibt`,
      readingYours: (auc, learns) => `; deine verrät ${auc} und lernt ${learns}`,
      description: (dots) =>
        `Liniendiagramm mit Punkten. Waagrecht: der Anteil der Unsicherheit über den Geschmack, den eine Liste nimmt. Senkrecht: die AUC des stärksten Angreifers nach dem Modell. ${dots}.`,
      designed: 'Entworfene Listen',
      learned: 'über den Geschmack gelernt',
      givesAway: 'verrät (AUC)',
      tipLearns: (value) => `lernt ${value}`,
      tipGivesAway: (value) => `verrät ${value}`,
    },
  },

  other: {
    heading: 'Andere Fragen und Einstellungen',
    loading: 'Lädt …',
    noModels: 'Diese Fassung der Seite hat keine Modelle zum Fragen.',
    consent:
      'Aus deinen Antworten errät die Seite das Merkmal, das du wählst, und sie kann falsch liegen. Deine Antworten bleiben in diesem Browser; nichts wird gesendet oder gespeichert. Überspringe, nimm zurück, hör auf, wann du magst.',
    whatRated: 'Was wird bewertet?',
    collections: {
      food: {
        title: 'Küchen der Welt',
        about:
          'Etwa 1.200 Menschen in den USA haben 2014 die Küchen von 40 Ländern bewertet, oder gesagt, dass sie sie nicht kennen.',
      },
      demo: {
        title: 'Erfundene Filme',
        about:
          'Eine Welt aus dem Computer, mit einem Leck, das hineingelegt wurde: Lerchen und Eulen mögen verschiedene Filme.',
      },
      personality: {
        title: 'Aussagen über dich',
        about:
          'Etwa 4.000 Menschen haben gesagt, wie gut 135 Aussagen auf sie zutreffen, etwa „Ich mache mir ständig Sorgen“.',
      },
    },
    lookFor: 'Was sucht der „Empfehlungsdienst“ heimlich?',
    oneOf: (count) => `eines von ${count}`,
    guessMe: 'Errate mich',
    guessMeAbout: 'am Ende sagt er, was er gesucht hat',
    howChosen: 'Wie wählt er seine Fragen?',
    choosers: {
      sneaky: ['Hinterlistig', 'fragt immer, was am meisten über dich verrät'],
      honest: ['Ehrlich', 'fragt nach dem, was die meisten kennen, wie viele Apps'],
      curious: ['Neugierig', 'fragt, worüber Menschen am meisten uneins sind, um deinen Geschmack zu lernen'],
      random: ['Zufällig', 'fragt, was gerade kommt'],
    },
    whoAnswers: 'Wer antwortet?',
    visitor: 'Ich',
    invented: 'Ein erfundener Mensch',
    inventedAbout: 'dessen Antworten zufällig gezogen werden',
    start: 'Los',
    watch: 'Stattdessen einem erfundenen Menschen zusehen',

    words: {
      personality: { question: 'Wie gut trifft es zu:', ratings: [], skip: '', recommended: '' },
      food: {
        question: 'Wie magst du diese Landesküche:',
        ratings: ['gar nicht', 'eher nicht', 'geht so', 'gern', 'sehr gern'],
        skip: 'kenne ich nicht',
        recommended: 'Küchen, die du mögen könntest',
      },
      demo: {
        question: 'Wie gefällt dir der Film',
        ratings: ['furchtbar', 'schlecht', 'geht so', 'gut', 'großartig'],
        skip: 'nicht gesehen',
        recommended: 'Filme, die du mögen könntest',
      },
      plain: {
        question: 'Wie gefällt dir',
        ratings: ['gar nicht', 'kaum', 'geht so', 'gut', 'sehr gut'],
        skip: 'kenne ich nicht',
        recommended: 'Was du mögen könntest',
      },
    },

    asking: {
      count: (count, of) => `Frage ${count} von ${of}`,
      news: (count, of, title) => `Frage ${count} von ${of}: ${title}.`,
      believed: (label, share) => ` Vermutet wird jetzt: ${label}, ${share}.`,
      progress: 'Beantwortete Fragen',
      progressText: (done, of) => `${done} von ${of}`,
      answer: 'Deine Antwort',
      undo: 'Zurück',
      stop: 'Hier aufhören und nachsehen',
      erase: 'Alles löschen',
      settings: (chooser) => `Wie Fragen gewählt werden (${chooser}), Tasten`,
      chooser: 'Die nächste Frage wählt ein Empfehlungsdienst, und zwar',
      keys: (last, skip) =>
        `Tasten: \`1\` bis \`${last}\` bewerten, \`0\` oder \`S\` ${skip}, \`U\` oder \`Backspace\` nimmt zurück. In einem Feld tun sie nichts.`,
      singleKeys: 'Mit einzelnen Tasten antworten',
    },

    person: {
      answering: 'Ein erfundener Mensch antwortet. ',
      last: (title, answer) => `Zuletzt: ${title}, **${answer}**.`,
      next: 'Nächste Antwort',
      pause: 'Anhalten',
      play: 'Abspielen',
      yourself: 'Selbst antworten',
    },

    curtain: {
      heading: 'Hinter dem Vorhang',
      close: 'Schließen',
      look: 'Dahinter sehen',
      secret:
        'Du wolltest es nicht vorher wissen. Der Vorhang öffnet sich nach der letzten Frage, und du siehst, was gesucht wurde.',
      closed: 'Eine gewöhnliche App würde dir nichts davon zeigen.',
      believes: (attribute) => `Was er glaubt: ${attribute}`,
    },

    belief: {
      about: (attribute) => `Vermutung über ${attribute}`,
      mark: 'Der dünne Strich zeigt den Anfang, vor der ersten Antwort.',
      history: (answers, label, share) =>
        `Die Vermutung nach jeder von ${answers} Antworten; jetzt neigt sie zu ${label}, ${share}.`,
      start: 'Anfang',
      answers: (count) => `${count} Antworten`,
      others: (attribute) => `Die Fragen nach ${attribute} haben auch verraten …`,
      before: (share) => `(vorher: ${share})`,
    },

    why: {
      heading: (title) => `Warum „${title}“?`,
      sneaky: 'Es sagt am besten, welche der wahrscheinlichen Gruppen die richtige ist. ',
      other: (about, attribute) => `Der Empfehlungsdienst ${about}. Keine Rolle spielt ${attribute}. `,
      worth: (attribute, times) => `Zum Merkmal ${attribute} verrät diese Frage wohl ${times} eine gewöhnliche.`,
      bits: 'Genauer, in Bits',
      expected: (own, typical) => `Von dieser Antwort zu erwarten: ${own}. Von einer gewöhnlichen: ${typical}.`,
      pointsTo: (answer, label) => `${answer} spricht für ${label}.`,
      pointTo: (answers, label) => `${answers} sprechen für ${label}.`,
      answer: (words) => `„${words}“`,
      times: {
        many: (count) => `etwa ${count}-mal so viel wie`,
        twice: 'etwa doppelt so viel wie',
        more: 'etwas mehr als',
        same: 'etwa so viel wie',
        less: 'weniger als',
        muchLess: 'viel weniger als',
      },
    },

    ledger: {
      heading: 'Was jede Antwort verraten hat',
      total: (label, from, to) => `Insgesamt: „${label}“ stieg oder fiel von ${from} auf **${to}**.`,
      most: (title) => ` Am meisten bewegt hat „${title}“.`,
      totalBits: (bits, words) => `Insgesamt: **${bits} Bits**, ${words}.`,
      points: (points, count) => `${points} ${count === 1 ? 'Punkt' : 'Punkte'}`,
      bits: {
        none: '0 Bits',
        hardly: '< 0,001 Bits',
        some: (bits) => `${bits} Bits`,
        nothing: 'nicht der Rede wert',
        straight: 'so viel wie eine klare Antwort auf eine Ja-Nein-Frage, oder mehr',
        turning: (likelier, other) =>
          `etwa so viel, wie aus 50\u00a0:\u00a050 eine Vermutung von ${likelier}\u00a0:\u00a0${other} zu machen`,
      },
    },

    shelf: {
      heading: 'Für dich empfohlen',
      before: (what) => `${what}: Das mögen alle. Antworte, und es werden deine.`,
      after: (what) => `${what}, nach deinen Antworten bisher.`,
      likely: (rating) => `wohl ${rating} von 5`,
    },

    finding: {
      heading: (label) => `Die Vermutung: ${label}`,
      your: (attribute) => `${attribute} (bei dir)`,
      theirs: (attribute) => `${attribute} (beim erfundenen Menschen)`,
      secret: (attribute) => `Heimlich gesucht war: ${attribute}. `,
      lead: (answers, attribute, label, sure, blind, times) =>
        `Nach ${answers === 1 ? 'einer Antwort' : `${answers} Antworten`} lautet die Vermutung zu ${attribute}: „${label}“, zu **${sure}** sicher. Ohne jede Antwort wäre sie „${blind}“ gewesen, und in ${times} von 100 Fällen richtig.`,
      believes: 'Was vermutet wird',
      truth: (label) => `In Wahrheit ist der erfundene Mensch „${label}“: Die Vermutung stimmt.`,
      truthWrong: (label) => `In Wahrheit ist der erfundene Mensch „${label}“: Die Vermutung ist falsch.`,
      keep: 'Behalten oder löschen',
      keepAbout:
        'Nichts wird gespeichert, außer du lädst es herunter. Die Datei enthält Fragen und Antworten; `ulterior ask advise` liest sie.',
      transcript: 'Protokoll herunterladen',
      goOn: 'Weiter mit den Fragen',
      erase: 'Alles löschen, anders einstellen',
      pairOf: (first, second) => `zwei Menschen, einer „${first}“, einer „${second}“`,
      pairAny: 'zwei Menschen, die sich unterscheiden',
      measured: (asked, pair, times, low, high, leak) =>
        `Wie gut sind solche Vermutungen? Gemessen haben wir es an Menschen, die das Modell nie gesehen hatte, nach ${asked} hinterlistigen Fragen. Nimm ${pair}: In ${times} von 100 Fällen (${low} bis ${high}) ist klar, wer wer ist. Eine Münze käme auf 50. Das ist ${leak}.`,
    },
  },
};

function listed(words: readonly string[], last: string): string {
  const all = Array.from(words, String);
  return all.length < 2 ? all.join('') : `${all.slice(0, -1).join(', ')} ${last} ${all.at(-1)}`;
}
