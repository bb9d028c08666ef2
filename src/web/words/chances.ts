/**
 * What the views say about equal chances, in every language. It is a part of the catalogue that comes with those views:
 * the first view does not need it. Both languages have the same shape.
 */
const en = {
  heading: 'A defence that equalises chances',
  about:
    'Often your stars matter less than which films you rated at all. This defence withholds some ratings, until both groups send each film equally often. Chance decides, from a secret that only you have.',
  invented:
    'Films and people are invented. The public model learns from 400 people, each attacker from 400 others, and 400 more are judged.',
  person: (group: string, films: number) => `This person is ${group} and has rated ${films} films.`,
  groups: { lark: 'an early bird', owl: 'a night owl' } as Readonly<Record<string, string>>,
  named: { lark: 'early birds', owl: 'night owls' } as Readonly<Record<string, string>>,
  another: 'Another person',
  anotherSecret: 'Draw another secret',
  secret: 'Your browser drew the secret. It stays here, and so does the group: neither is sent or kept.',
  table: 'What this person rated, how many people with such tastes rated it, and what is sent:',
  film: 'Film',
  howOften: 'withheld how often',
  never: 'never',
  thisTime: 'this time',
  sent: 'sent',
  withheld: 'withheld',
  count: (withheld: number, films: number) => `Withheld this time: ${withheld} of ${films} ratings.`,
  beliefs: 'What an attacker believes',
  without: 'Without the defence',
  defended: 'With it, by an attacker who learned from people who use it',
  crowd: (before: string, beforeReach: string, after: string, afterReach: string) =>
    `On all 400 people who are judged, the attacker reaches an AUC of ${before} ±${beforeReach} without the defence and ${after} ±${afterReach} with it. 0.5 is a coin toss.`,
  limits:
    'What is left comes from errors of the public model: it learned from 400 people only. A single person can be unlucky and look more like their own group than before. And real data are not this tidy: with real films it hides part, not all. The attacker here is a logistic regression: a stronger one may find more.',
  spy: {
    play: 'Play the defence that equalises chances',
    playAs: 'Play the defence that equalises chances. Your group:',
    about:
      'It skips an answer that your group gives more often than the other group, as often as it takes to make both equally likely. The group stays in your browser.',
    knowing:
      'According to the model, each group was about equally likely to give every answer and every skip of this round. The bar above shows a spy who does not know this defence. We have not measured what a spy finds who learned from people who use it.',
  },
};

type ChanceWords = typeof en;

const de: ChanceWords = {
  heading: 'Eine Verteidigung, die Chancen angleicht',
  about:
    'Oft verraten nicht die Sterne etwas, sondern welche Filme du überhaupt bewertet hast. Diese Verteidigung behält einige Bewertungen für sich, bis beide Gruppen jeden Film gleich oft senden. Der Zufall entscheidet, aus einem Geheimnis, das nur du hast.',
  invented:
    'Filme und Menschen sind hier erfunden: Von 400 lernt das öffentliche Modell, von 400 jeder Angreifer, 400 werden beurteilt.',
  person: (group, films) => `Dieser Mensch ist ${group} und hat ${films} Filme bewertet.`,
  groups: { lark: 'Frühaufsteher', owl: 'Nachtmensch' },
  named: { lark: 'Früh\u00adaufsteher', owl: 'Nacht\u00admenschen' },
  another: 'Ein anderer Mensch',
  anotherSecret: 'Ein anderes Geheimnis ziehen',
  secret:
    'Dein Browser hat das Geheimnis gezogen. Es bleibt hier, und die Gruppe auch: Beides wird weder gesendet noch gespeichert.',
  table: 'Was dieser Mensch bewertet hat, wie viele mit solchem Geschmack es bewertet haben und was gesendet wird:',
  film: 'Filmtitel',
  howOften: 'wie oft behalten',
  never: 'nie',
  thisTime: 'diesmal',
  sent: 'gesendet',
  withheld: 'behalten',
  count: (withheld, films) => `${withheld} von ${films} Bewertungen bleiben diesmal hier.`,
  beliefs: 'Was ein Angreifer glaubt',
  without: 'Ohne die Verteidigung',
  defended: 'Mit ihr, wenn er von Menschen gelernt hat, die sie nutzen',
  crowd: (before, beforeReach, after, afterReach) =>
    `Bei allen 400 Beurteilten erreicht der Angreifer ohne die Verteidigung eine AUC von ${before} ±${beforeReach}, mit ihr ${after} ±${afterReach}. 0,5 ist ein Münzwurf.`,
  limits:
    'Was bleibt, kommt von Fehlern des öffentlichen Modells: Es hat nur von 400 Menschen gelernt. Ein einzelner Mensch kann Pech haben und danach mehr nach seiner Gruppe aussehen als zuvor. Und echte Daten sind nicht so ordentlich: Bei echten Filmen verbirgt sie einen Teil, nicht alles. Der Angreifer hier ist eine logistische Regression: Ein stärkerer findet vielleicht mehr.',
  spy: {
    play: 'Die Verteidigung spielen, die Chancen angleicht',
    playAs: 'Die Verteidigung spielen, die Chancen angleicht. Deine Gruppe:',
    about:
      'Sie überspringt eine Antwort, die deine Gruppe öfter gibt als die andere, und zwar so oft, dass beide gleich wahrscheinlich werden. Die Gruppe bleibt in deinem Browser.',
    knowing:
      'Nach dem, was das Modell erwartet, war jede Antwort und jedes Überspringen dieser Runde aus jeder Gruppe etwa gleich wahrscheinlich. Der Balken oben zeigt einen Spion, der diese Verteidigung nicht kennt. Was ein Spion findet, der von Menschen mit dieser Verteidigung gelernt hat, ist hier nicht gemessen.',
  },
};

export const chanceWords: Readonly<Record<string, ChanceWords>> = { en, de };
