/**
 * Every text of the first visit, the story, the round against the spy and the frame around them, in English. A text with
 * something in it is a function. Other languages have the same shape (language.ts). views.en.ts has the later views.
 */
import type { LeakSize } from '../../report/index.ts';

function areOrHave(attribute: string, label: string): string {
  if (attribute === 'smoking') return `have ${label.replace(/^has /, '')}`;
  return `${attribute === 'education' ? 'have' : 'are'} ${label === 'below 30' ? 'under 30' : label}`;
}

export const en = {
  locale: 'en',
  /** What stands behind a number of per cent. */
  percentSign: '%',
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
    kept: 'Everything is loaded: the page now works without a network, even if you reload it.',
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
    label: (label: string) => (label === 'below 30' ? 'under 30' : label),
    attribute: (attribute: string) => attribute,
    /** Where a collection comes from; `text` is how the models’ list has it. */
    source: (_collection: string, text: string) => text,
    /** "you are female", "you have never smoked" */
    guess: (attribute: string, label: string) => `you ${areOrHave(attribute, label)}`,
    /** Of several: "are female", "have never smoked" */
    are: areOrHave,
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
    consent: 'It guesses what it never asks. Nothing leaves your browser, and nothing is kept.',
    spoiler: 'What exactly does it guess? (spoiler)',
    spoilerText: (people: string) =>
      `Your sex, whether you are 30 or older, whether you have a college degree, and whether you have ever smoked. It learned from ${people} people, and it is often wrong. Skip what you like, and stop when you like.`,
    empty: (answers: number) => `Opens after ${answers} answers.`,
    filled: (answers: number, of: number) => `${answers} of ${of}`,
    filledRest: ' answers sealed.',
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
    notMuch: 'Not much yet',
    notMuchText: 'After five answers it can hardly beat a blind guess about you. Five more may change that.',
    nowItMoves: 'Now watch the guess move',
    random: 'Random statements',
    fiveMore: 'Five more statements, and you see all four guesses.',
    tenRandom: 'Ten statements drawn at random. None was chosen to find out about you.',
    afterFive: 'After five answers it is ',
    mark: (share: string, are: string) =>
      `The mark shows where it started: ${share} of the people it learned from ${are}.`,
    goOn: 'Five more statements',
    betOther: (attribute: string, sure: string) => `You guessed ${attribute}, at ${sure}.`,
    betSame: 'You guessed exactly that.',
    betLess: (sure: string) => `You guessed that too, at ${sure}. It is less sure than you thought.`,
    betMore: (sure: string) => `You guessed that too, at ${sure}. It is surer than you thought.`,
    /** Of the one guess that it reveals. */
    revealed: (answers: number, right: number, blind: number) =>
      `After ${answers} answers, the guess it shows is right for ${right} in 100 people. Blind guessing gets ${blind}.`,
    right: (answers: number, right: number, blind: number) =>
      `After ${answers} answers it gets this right for ${right} in 100 people. Blind guessing gets ${blind}.`,
    rightWhenThisSure: (right: number) => ` At this confidence: ${right} in 100.`,
    surer: (than: number) =>
      than === 0
        ? ' After as many answers, it was at least as sure of 95 in 100 people we tried it on.'
        : ` It is surer of you than of ${than} in 100 people we tried it on, after as many answers.`,
  },

  bet: {
    empty: 'You skipped all five: the envelope is empty',
    emptyText: 'A skip told it nothing. There is no better defence.',
    openAnyway: 'Open it anyway',
    heading: 'The page has four guesses about you',
    what: 'Which one is it surest of?',
    howSure: 'How sure is it? ',
    coin: '50%: a coin toss',
    certain: '100%: certain',
    open: 'Open the envelope',
    openWithout: 'Open it without guessing',
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
    saidNothing: (attribute: string) => `Quite right. Your ${attribute} is your own business.`,
  },

  results: {
    heading: (statements: number) => `What ${statements} harmless statements gave away`,
    headingRandom: (statements: number) => `What ${statements} random statements gave away`,
    notClear: (attribute: string) => `Nothing clear about your ${attribute}`,
    seeIt: 'Watch a thousand simulated people answer',
    erase: 'Erase it, or try something else',
    nothingKept: 'Nothing was sent or kept. We measured how often guesses are right on people it had not learned from.',
  },

  scrubber: {
    heading: 'What if you had answered differently?',
    about: 'Move a slider, and see what it would think.',
    back: 'Back to my answers',
  },

  compared: {
    heading: 'Did the choice of statements matter?',
    about: (statements: number) =>
      `These ${statements} statements reveal most about all four attributes. Random ones reveal less. Out of 100 people, the guess is right for:`,
    guessAbout: 'guess',
    chosen: 'chosen statements',
    random: 'random statements',
    none: 'no answers',
    range: (value: number, low: number, high: number) => `${value} (${low}\u00a0to\u00a0${high})`,
    note: (people: string) =>
      `In brackets: 95% intervals. Measured on ${people} people by models that had not seen them.`,
    draw: 'Answer ten random statements',
    drawAgain: 'Ten other random ones',
    backToChosen: 'Back to the chosen ones',
  },

  share: {
    heading: 'Share this without sharing your answers',
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
      `The same ${questions} questions again. The spy wants to know ${attribute}, and starts from a coin toss. Keep it below ${limit}, and keep your answers useful.`,
    aboutInvented: (attribute: string, questions: number, limit: string) =>
      `The same ${questions} questions again. The spy wants to know the invented person’s ${attribute}, and starts from a coin toss. Keep it below ${limit}, and keep the answers useful.`,
    count: (number: number, of: number) => `Question ${number} of ${of}`,
    honest: (answer: string) => `The honest answer was: ${answer}.`,
    whatToSay: 'What do you say?',
    advised: (what: string) => `The advisor says: ${what}.`,
    adviceAnswer: 'answer honestly',
    adviceSay: (what: string) => `say “${what}”`,
    adviceLeast: ' (nothing keeps to the limit; this reveals least)',
    why: 'The advisor does not look at your honest answer. So a spy who knows that you follow it learns nothing from what you skip. From answers that you change on your own, such a spy may learn.',
    defend: 'Play the strongest defence',
    defendAbout: 'The advisor plays the round again: it answers where every answer is safe, and skips the rest.',
    undo: 'Undo',
    restart: 'Start over',
    over: 'That was the last question',
    spySure: (label: string, share: string) => `The spy thinks ${label}: ${share}`,
    mostSure: (share: string, limit: string) => `At its surest it was ${share} sure. The limit is ${limit}.`,
    kept: (kept: string) => `Recommendation quality: ${kept} of what honest answers give. Saying nothing gives 0%.`,
    keptStatements: (kept: string) =>
      `What it learns about your other answers: ${kept} of what honest answers give. Saying nothing gives 0%.`,
    meterBelief: 'How sure the spy is',
    meterKept: 'How useful your answers are',
    verdicts: {
      beaten: 'You beat the spy: it knows next to nothing, and your answers are still useful.',
      mute: 'The spy knows next to nothing. But your answers are hardly useful any more.',
      seen: 'Your answers are useful. But the spy got past the limit.',
      lost: 'The spy got past the limit, and your answers are hardly useful.',
    },
    news: (number: number, of: number, share: string) => `${number} of ${of} said. The spy is ${share} sure.`,
  },

  story: {
    heading: 'A thousand people, ten questions',
    lead: (people: string) =>
      `Each dot is a simulated person, ${people} in total: half women, half men. No question asks which. Scroll, and watch the attacker find out.`,
    picture: (text: string) => `Dots from left to right by what the attacker thinks. ${text}`,
    left: (label: string) => `looks ${label}`,
    right: (label: string) => `looks ${label}`,
    slider: 'Questions asked',
    sliderText: (asked: number, of: number) => `${asked} of ${of}`,
    random: 'Draw the questions at random',
    skips: (skipped: number) => `People skip the ${skipped} that reveal most`,
    legendGroup: (label: string, people: number) => `${label}: ${people}`,
    legendWrong: (people: number) => `ringed: guessed wrong, ${people}`,
    asked: (number: number, statement: string) => `${number}. ${statement}`,
    skipped: (number: number, statement: string) => `${number}. ${statement} (skipped)`,
    before: 'Before the first question',
    beforeText: 'The attacker knows nothing. Whatever it says, it is right about half of them.',
    /** What one question does: one sentence, and one surprise. */
    step: (right: number, people: string) => `The guess is now right for ${right} of ${people} people.`,
    surprise: (gained: number, lost: number) => {
      const newly = gained === 1 ? '1 guess becomes' : `${gained} guesses become`;
      return `${newly} right, and ${lost === 0 ? 'none becomes' : lost === 1 ? '1 becomes' : `${lost} become`} wrong.`;
    },
    nothingMoves: 'Everyone skips it, and nothing moves.',
    judged: (asked: number, right: number, wrong: number) => {
      const after =
        asked === 0 ? 'Before the first question' : asked === 1 ? 'After one question' : `After ${asked} questions`;
      return `${after}, the guess is right for ${right} people and wrong for ${wrong}.`;
    },
    /** The figure of researchers, as a note. */
    note: (auc: string, give: string, pairs: number) =>
      `For researchers: the AUC is ${auc}, give or take ${give} with another thousand. Of 100 pairs of one woman and one man, the attacker ranks ${pairs} correctly.`,
    endHeading: 'What to take away',
    end: [
      'No single question separates people. Ten do.',
      'Wrong guesses remain. Anyone who acts on them treats every ringed person wrongly.',
      'Random questions separate people too, but less. Skipping the questions that reveal most helps, even if the attacker knows that you do it.',
    ] as readonly string[],
    real: (people: string, right: number, blind: number, auc: string, low: string, high: string) =>
      `Simulated people fit the model; real people do not. For ${people} real people, ten questions chosen like these gave the right guess for ${right} in 100; blind guessing gets ${blind}. (AUC ${auc}, 95% interval ${low} to ${high}.)`,
    tryIt: 'Answer ten statements yourself',
  },

  teach: {
    heading: 'Three ideas to play with',
    auc: {
      heading: 'What is an AUC?',
      about:
        'Each square is a pair: one person from each group. It is filled if the attacker ranks the two correctly. The AUC is the share of filled squares.',
      control: 'How far apart the groups are',
      text: (right: number, of: number, auc: string) => `${right} of ${of} pairs are ranked correctly: AUC ${auc}.`,
    },
    order: {
      heading: 'Why do the questions not depend on the answers?',
      about:
        'With two groups, an answer moves the guess but not the difference that is left between the groups. So the next question is worth the same whatever you say, and the whole list is fixed before anyone answers.',
      control: (statement: string) => `Your answer to “${statement}”`,
      text: (guess: string, share: string) => `It thinks ${guess}: ${share} sure.`,
      next: 'The next questions stay the same:',
    },
    decoys: {
      heading: 'Why do decoys backfire?',
      about:
        'Suppose everyone moves some answers one step towards what is typical of the other group. An attacker who does not know is fooled. One who knows learns the new habit, and the habit soon reveals more than the truth did.',
      control: 'Answers moved',
      value: (moved: number, of: number) => `${moved} of ${of}`,
      fooled: 'attacker who does not know',
      knowing: 'attacker who knows',
      text: (fooled: string, knowing: string) =>
        `AUC ${fooled} for an attacker who does not know, ${knowing} for one who knows.`,
      note: 'Measured on a thousand simulated people. The attacker who knows learned from another thousand.',
    },
  },
};
