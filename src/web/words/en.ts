/**
 * Every text of the first visit, the story, the round against the spy and the frame around them, in English. A text with
 * something in it is a function. Other languages have the same shape (language.ts). views.en.ts has the later views.
 */
import type { LeakSize } from '../../report/index.ts';

export const en = {
  locale: 'en',
  /** What the switch in the header offers: the other language, in its own words. */
  other: { language: 'de', name: 'Deutsch' } as { readonly language: 'en' | 'de'; readonly name: string },

  shell: {
    title: (view: string) => `${view} · Ulterior`,
    skipToContent: 'Skip to the content',
    views: 'Views',
    loading: 'Loading …',
    wrong: 'Something went wrong',
    whatToDo: (advice: string) => `What to do: ${advice}.`,
    reload: 'Load the page again',
    startOver: ' to start over.',
    nothingLeaves: 'Nothing you enter leaves this page, and nothing is kept.',
    loadingRest: 'Loading the rest of the page …',
    loaded: 'Everything is loaded: the page now works without a network.',
    slower: (reason: string) =>
      ` WebAssembly could not start (${reason}). The page runs slower, with the same results.`,
    notLoaded: (reason: string) => `Part of the page could not be loaded: ${reason}.`,
    licence: (version: string) => `Ulterior ${version}, MIT licence.`,
    aboutLink: 'About, responsible use, how to cite',
    routes: {
      try: ['Try it', 'Try it'],
      story: ['See it happen', 'See it'],
      audit: ['Audit your data', 'Audit'],
      questionnaire: ['Check a questionnaire', 'Questionnaire'],
      about: ['About', 'About'],
      more: ['Other questions', ''],
    } as Readonly<Record<'try' | 'story' | 'audit' | 'questionnaire' | 'about' | 'more', readonly [string, string]>>,
  },

  /** What the data call things. */
  data: {
    answers: [
      'very inaccurate',
      'moderately inaccurate',
      'slightly inaccurate',
      'slightly accurate',
      'moderately accurate',
      'very accurate',
    ] as readonly string[],
    skip: 'rather not say',
    /** A statement by its id; `title` is how the model has it. */
    statement: (_id: string, title: string) => title,
    label: (label: string) => label,
    attribute: (attribute: string) => attribute,
    /** "you are female", "you have never smoked" */
    guess: (attribute: string, label: string) => {
      if (attribute === 'smoking') return `you have ${label.replace(/^has /, '')}`;
      return `you ${attribute === 'education' ? 'have' : 'are'} ${label}`;
    },
    /** "your sex" */
    yours: {
      sex: 'your sex',
      age: 'whether you are 30 or older',
      education: 'whether you have a college degree',
      smoking: 'whether you have ever smoked',
    } as Readonly<Record<string, string>>,
    leaks: {
      none: 'no leak shown',
      slight: 'a slight leak',
      weak: 'a weak leak',
      clear: 'a clear leak',
      strong: 'a strong leak',
      veryStrong: 'a very strong leak',
    } as Readonly<Record<LeakSize, string>>,
    /** Where the data were translated: what that means for the figures. */
    translated: '',
  },

  envelope: {
    heading: 'Ten harmless statements. What do they give away?',
    consent: 'This page guesses what it never asks. Nothing leaves your browser, and nothing is kept.',
    spoiler: 'What exactly does it guess? (spoiler)',
    spoilerText: (people: string) =>
      `Your sex, whether you are 30 or older, whether you have a college degree, and whether you have ever smoked. It learned from ${people} people, and it is often wrong. Skip what you like, and stop when you like.`,
    empty: (answers: number) => `The envelope is empty. It opens after ${answers} answers.`,
    filled: (answers: number, of: number) => `${answers} of ${of}`,
    filledRest: ' answers are in the envelope. It is closed.',
    others: 'Other questions and settings',
    opening: 'Opening …',
    count: (number: number, of: number) => `Statement ${number} of ${of}`,
    news: (number: number, of: number, statement: string) => `Statement ${number} of ${of}: ${statement}.`,
    howAccurate: 'How accurate is this about you?',
    skip: 'Skip: I’d rather not say',
    undo: 'Undo',
    erase: 'Erase everything',
  },

  opened: {
    itThinks: (guess: string) => `It thinks ${guess}`,
    sure: ' sure',
    nowItMoves: 'Now you see it move',
    random: 'Random statements',
    fiveMore: 'Five more statements. Then you see everything that it guessed.',
    tenRandom: 'Ten statements drawn at random. None was chosen to tell anything about you.',
    afterFive: 'After five answers it is ',
    mark: (share: string, label: string) =>
      `The mark is where it started: ${share} of the people it learned from are ${label}.`,
    suchAfterFive: (right: string) => `Such guesses after five answers are ${right}`,
    goOn: 'Five more statements',
    betOther: (what: string, sure: string) => `You bet on ${what}, ${sure} sure.`,
    betSame: 'That is what you bet.',
    betLess: (sure: string) => `You bet on that too, and on ${sure}: it is less sure than you thought.`,
    betMore: (sure: string) => `You bet on that too, and on ${sure}: it is more sure than you thought.`,
    right: (right: number, blind: number) => `right for ${right} of 100 people; without any answer, for ${blind}.`,
    rightWhenThisSure: (right: number) => ` When it is this sure, for ${right}.`,
  },

  bet: {
    empty: 'You skipped all five: the envelope is empty',
    emptyText: 'Skipping told it nothing. That is the best defence there is.',
    openAnyway: 'Open it anyway',
    heading: 'We have inferred something about you',
    what: 'What? Place your bet.',
    howSure: 'And how sure is it? ',
    coin: '50%: a coin',
    certain: '100%: certain',
    open: 'Open the envelope',
    openWithout: 'Open it without a bet',
  },

  wasItRight: {
    legend: 'Was it right?',
    yes: 'Yes',
    no: 'No',
    silent: 'I’d rather not say',
    unsaid: 'Your reply is neither kept nor used.',
    saidYes: (sure: number, blind: number) =>
      `At ${sure}% sure, it should be right about ${sure} times in 100. Guessing blindly would be right ${blind} times.`,
    saidNo: (sure: number) =>
      `Then the answers misled it. At ${sure}% sure, it should be wrong about ${100 - sure} times in 100: anyone who acts on such guesses treats many people wrongly.`,
    saidNothing: (attribute: string) => `Quite right: your ${attribute} is nobody’s business.`,
  },

  results: {
    heading: (statements: number) => `What ${statements} harmless statements gave away`,
    headingRandom: (statements: number) => `What ${statements} random statements gave away`,
    such: (right: string, leak: string) => `Such guesses are ${right} That is ${leak}.`,
    seeIt: 'See a thousand invented people asked',
    erase: 'Erase it, or try something else',
    nothingKept:
      'Nothing was sent or kept. How often guesses are right was measured on people it had not learned from.',
  },

  scrubber: {
    heading: 'What if you had answered differently?',
    about: 'Move a slider, and watch what it would think.',
    back: 'Back to my answers',
  },

  compared: {
    heading: 'Was it the statements?',
    about: (statements: number) =>
      `The ${statements} statements were chosen because they tell most about all four attributes. Statements drawn at random tell less. Of 100 people, the guess is right for:`,
    guessAbout: 'guess about',
    chosen: 'chosen statements',
    random: 'random statements',
    none: 'no answers',
    range: (value: number, low: number, high: number) => `${value} (${low} to ${high})`,
    note: (people: string) =>
      `In brackets: 95% intervals. Measured on ${people} people by models that had not seen them. Popular statements cannot be compared: everybody answered every statement.`,
    draw: 'Answer ten random statements',
    drawAgain: 'Ten other random ones',
    backToChosen: 'Back to the chosen ones',
  },

  share: {
    heading: 'Send it on, without sending yourself',
    what: 'What should the picture say?',
    verdicts: { right: 'It was right', wrong: 'It was wrong', unsaid: 'I’d rather not say' },
    about:
      'Your browser draws the picture. It contains neither your answers nor what was guessed, only how sure the guess was. The link contains no answer either.',
    save: 'Save the picture',
    copy: 'Copy the link',
    copied: 'The link was copied.',
    notCopied: 'The link could not be copied: select it instead.',
    card: {
      first: 'Ten harmless statements about me.',
      sure: (_id: string, attribute: string) => `sure of my ${attribute}`,
      ends: { right: 'And right.', wrong: 'And wrong.', unsaid: 'Right or wrong? I’m not saying.' },
      spoken: (first: string, share: string, sure: string, end: string) => `${first} It was ${share} ${sure}. ${end}`,
      foot: 'Ulterior: what do ten statements give away about you?',
    },
  },

  spy: {
    heading: 'Beat the spy',
    about: (attribute: string, questions: number, limit: string) =>
      `The same ${questions} questions again. The spy is after ${attribute} and starts from a coin toss. Say what you like, so that it never gets to ${limit} and the recommendations stay good.`,
    aboutInvented: (attribute: string, questions: number, limit: string) =>
      `The same ${questions} questions again. The spy is after the invented person’s ${attribute} and starts from a coin toss. Say what you like, so that it never gets to ${limit} and the recommendations stay good.`,
    count: (number: number, of: number) => `Question ${number} of ${of}`,
    honest: (answer: string) => `The honest answer was: ${answer}.`,
    whatToSay: 'What do you say?',
    advised: (what: string) => `The advisor says: ${what}.`,
    adviceAnswer: 'answer honestly',
    adviceSay: (what: string) => `say “${what}”`,
    adviceLeast: ' (nothing keeps the limit; this tells least)',
    why: 'The advice does not depend on your honest answer. So a spy who knows that you follow it learns nothing from what you skip. From answers that you change by yourself such a spy may learn.',
    defend: 'Play the strongest defence',
    defendAbout:
      'The advisor plays the round from the start: it answers where every answer is safe, and skips the rest.',
    undo: 'Take back',
    restart: 'From the start',
    over: 'That was the last question',
    spySure: (label: string, share: string) => `The spy thinks ${label}: ${share}`,
    mostSure: (share: string, limit: string) => `At its surest it was ${share} sure. The limit is ${limit}.`,
    kept: (kept: string) =>
      `The recommendations keep ${kept} of what your honest answers teach about your taste. Saying nothing keeps 0%.`,
    keptStatements: (kept: string) =>
      `What it expects of your other answers keeps ${kept} of what your honest answers teach. Saying nothing keeps 0%.`,
    meterBelief: 'How sure the spy is',
    meterKept: 'How good the recommendations are',
    verdicts: {
      beaten: 'You beat the spy: it knows next to nothing, and the recommendations are still yours.',
      mute: 'The spy knows next to nothing. But the recommendations are hardly yours any more.',
      seen: 'The recommendations are yours. But the spy got past the limit.',
      lost: 'The spy got past the limit, and the recommendations are hardly yours.',
    },
    news: (number: number, of: number, share: string) => `${number} of ${of} said. The spy is ${share} sure.`,
  },

  story: {
    heading: 'A thousand people, ten questions',
    lead: (people: string) =>
      `These ${people} people are invented. The model that this page ships with drew them, and they answer as it expects. Each dot is one of them. Scroll, and watch the attacker sort them.`,
    picture: (text: string) => `Dots from left to right by what the attacker thinks. ${text}`,
    left: (label: string) => `looks ${label}`,
    right: (label: string) => `looks ${label}`,
    slider: 'Questions asked',
    sliderText: (asked: number, of: number) => `${asked} of ${of}`,
    random: 'Draw the questions at random',
    skips: (skipped: number) => `People skip the ${skipped} that tell most`,
    legendGroup: (label: string, people: number) => `${label}: ${people}`,
    legendWrong: (people: number) => `ringed: misjudged, ${people}`,
    asked: (number: number, statement: string) => `${number}. ${statement}`,
    skipped: (number: number, statement: string) => `${number}. ${statement} (skipped)`,
    before: 'Before the first question',
    beforeText: 'The attacker knows nothing. Everybody stands at the same place, and the AUC is 0.5: a coin toss.',
    step: (auc: string) => `AUC ${auc}`,
    inWords: (asked: number, auc: string, give: string, pairs: number, first: string, second: string) =>
      `After ${asked} questions the AUC is ${auc}, give or take ${give} with another thousand. Take one ${first} and one ${second} person at random: in ${pairs} of 100 such pairs the attacker ranks the two correctly.`,
    atStart: 'Before the first question the AUC is 0.500: no better than a coin.',
    judged: (right: number, wrong: number, people: number) =>
      `Of ${people} people it judges ${right} correctly and ${wrong} wrongly.`,
    endHeading: 'What to take away',
    end: [
      'No single question parts the crowd. Ten in a row do.',
      'Those misjudged do not vanish. Anyone who acts on such guesses treats every ringed dot wrongly.',
      'Random questions part the crowd too, only less. Skipping what tells most helps, and it is the only thing here that helps against an attacker who knows of it.',
    ] as readonly string[],
    real: (auc: string, low: string, high: string) =>
      `Invented people are as the model expects, real people are not. With real people ten chosen statements reached an AUC of ${auc} (95% interval ${low} to ${high}).`,
    tryIt: 'Answer ten statements yourself',
  },

  teach: {
    heading: 'Three ideas to play with',
    auc: {
      heading: 'What is an AUC?',
      about:
        'Each square is a pair: one person of each group. It is filled where the attacker ranks the two correctly. The AUC is the share of filled squares.',
      control: 'How far the groups are apart',
      text: (right: number, of: number, auc: string) => `${right} of ${of} pairs are ranked correctly: AUC ${auc}.`,
    },
    order: {
      heading: 'Why do the questions not depend on the answers?',
      about:
        'With two groups, a question is worth as much after one answer as after another: an answer moves the guess, not the difference that is left between the groups. So the whole list is fixed before anybody answers.',
      control: (statement: string) => `Your answer to “${statement}”`,
      text: (guess: string, share: string) => `It thinks ${guess}: ${share} sure.`,
      next: 'The next questions stay the same:',
    },
    decoys: {
      heading: 'Why do decoys backfire?',
      about:
        'Everybody moves some answers one step towards what is typical of the other group. An attacker who does not know is fooled. One who knows learns the new habit, and the habit soon tells more than the truth did.',
      control: 'Answers moved',
      value: (moved: number, of: number) => `${moved} of ${of}`,
      fooled: 'attacker who does not know',
      knowing: 'attacker who knows',
      text: (fooled: string, knowing: string) =>
        `AUC ${fooled} for an attacker who does not know, ${knowing} for one who knows.`,
      note: 'Measured on a thousand invented people. The attacker who knows learned from another thousand.',
    },
  },
};
