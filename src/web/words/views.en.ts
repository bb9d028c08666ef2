/**
 * Every text of the views that are fetched after the first one, in English: the audit, the questionnaire, the other
 * questions and "About". Between ** stands what is bold, between ` what is code (components/Rich.tsx). What the engine,
 * the report and errors say is English everywhere: it is what the command line says too.
 */
const number = (value: number) => value.toLocaleString('en');
const counted = (value: number, one: string, many = `${one}s`) => `${number(value)} ${value === 1 ? one : many}`;
const capital = (words: string) => words.charAt(0).toUpperCase() + words.slice(1);
const people = (value: number) => counted(value, 'person', 'people');

export const enViews = {
  /** A number for people. */
  number,
  /** "a, b and c" */
  and: (words: readonly string[]) => listed(words, 'and'),
  or: (words: readonly string[]) => listed(words, 'or'),

  components: {
    drawing: 'Drawing …',
    range: (min: number, max: number) => `${min} to ${max}`,
    /** What the report, the engine and errors say, where it is not said in the language of the page. */
    inEnglish: '',
    stage: (stage: string) => stage,
  },

  about: {
    heading: 'About',
    lead: 'Ulterior is a laboratory for one question: what do a few ratings reveal about the person who gives them, how fast, and what can be done about it?',
    idea: {
      heading: 'The idea, in plain words',
      text: [
        'You sign up to a service, and it asks you to rate some films, dishes or songs. That is reasonable: it knows nothing about you yet. But whoever chooses the questions may have another reason. Women and men, young and old, people here and there rate some things differently on average. One such difference says little. Ten well-chosen questions in a row can say a lot, and none of them looks odd.',
        'Smriti Bhagat, Udi Weinsberg, Stratis Ioannidis and Nina Taft showed in 2014 how to choose such questions, and that the recommendations stay as good as ever: the agenda is invisible. Ulterior implements their attack so that it can be measured, improves on it, and then takes your side: the same mathematics tells you what each answer gives away, whether a list of questions looks aimed, and how to write a list that learns tastes and little else.',
        'We do not claim that every recommender does this, or that it works on everyone. From ten statements about yourself it learns something about four attributes; with food it does little better than chance. Next to each guess you see how often such guesses are right.',
      ] as readonly string[],
    },
    bits: {
      heading: 'What is a bit?',
      text: 'A bit measures how much is known. A straight answer to a yes-or-no question about which nothing was known is worth one bit. A tenth of a bit turns a 50\u00a0:\u00a050 guess into about 68\u00a0:\u00a032, a hundredth into about 56\u00a0:\u00a044. Small amounts add up over many answers, and over many services that share them.',
    },
    data: {
      heading: 'What this page does with your data',
      text: 'Your data stay with you. Your browser does all the work, on questions, answers and files alike. The page sends nothing, sets no cookies and stores none of it. Your browser keeps a copy of the page itself, so you can go offline, carry on, and even reload. Close the page, and what you entered is gone. What you download is yours.',
    },
    responsible: {
      heading: 'Responsible use',
      rules: [
        'Use it on data you are allowed to use, about people who know about it.',
        'Do not use it to infer what someone chose not to tell. In many places that is unlawful: gender, age, politics and health are protected. Everywhere it is a breach of trust.',
        'Ask real people for their consent first, and show them what was inferred.',
        'A guess about one person is only a guess. Never base a decision about anyone on it.',
      ] as readonly string[],
    },
    cite: {
      heading: 'How to cite',
      paper: 'The paper:',
      program: 'This program:',
      version: (version: string) => `, version ${version}. MIT licence.`,
    },
    more: {
      heading: 'More',
      where: 'In the repository:',
      documents: {
        'README.md': 'what it does, and how to start',
        'docs/guide.md': 'the command line, task by task',
        'docs/defence/advisor.md': 'the advisor: what an answer costs, and whether to give it',
        'docs/defence/questionnaires.md': 'questionnaires that learn tastes, not attributes',
        'docs/defence/detector.md': 'how to see whether questions are aimed at something',
        'docs/defence/defences.md': 'what each defence hides, and what it costs',
        'docs/reproduction.md': 'the paper’s figures beside ours',
        'docs/page.md': 'this page: how its models were made, and how often they are right',
        'docs/classroom.md': 'a lesson of 90 minutes with this page',
        'models/README.md': 'the models of this page, and where they come from',
      } as Readonly<Record<string, string>>,
    },
  },

  audit: {
    heading: 'What do your ratings give away?',
    lead: 'Choose a file with ratings and one attribute, such as gender. This page plays the attacker: it asks each person a few questions, guesses, and counts how often it is right.',
    local:
      'Your browser computes everything. Your files are not sent anywhere, and the page forgets them when you close it.',
    dropAnywhere: 'Drop your files anywhere: ratings, people and titles find their places.',

    data: {
      heading: '1. The data',
      ratingsFile: 'Choose or drop a file with ratings',
      ratingsHint:
        'CSV, TSV, JSON lines or Parquet, also gzipped; up to 300 MB. If people and titles are in files of their own, give all of them at once; with a data file (survey.ulterior.json), give its tables too. Nothing is sent anywhere.',
      unplaced: (names: string) => `Not used: ${names}. There is one place each for ratings, people and titles.`,
      useWorld: 'Or use an invented world',
      useWorldAbout:
        '1,200 invented people rate 300 invented films. Infer whether they are larks or owls, or their age.',
      world: 'An invented world',
      worldAbout: {
        groups:
          'Its people are simulated. Larks and owls like some of the films differently, by a known amount. So you can check that the audit finds what was put in.',
        number:
          'Its people are simulated. How they like a film changes with their age, by a known amount. So you can check that the audit finds what was put in. The ages are drawn from a bell curve, so two of them are below 0.',
      },
      worldInfers: 'What the attacker wants to know',
      worldAttributes: { groups: 'Lark or owl: groups', number: 'Age in years: a number' },
      fileInstead: 'Choose a file instead',
      columns: 'What the columns mean',
      peopleUnused: (name: string) =>
        `${name} is not used: a table with one row per person has the attributes in itself.`,
      attribute: 'The attribute',
      more: 'Missing values, people or things with few ratings, repeated ratings',
      missing: 'Missing values',
      missingExample: '0, -1, unknown',
      missingHint: 'In addition to blank, NA, N/A, NaN and null',
      minPerUser: 'Minimum ratings per person',
      minPerItem: 'Minimum ratings per thing',
      duplicates: 'If someone rates the same thing twice',
      duplicateRules: {
        error: 'stop with an error',
        last: 'the last rating counts',
        mean: 'the mean counts',
      },
      read: 'Read the data',
      saveDataFile: 'Save a data file',
      beside: 'People and titles',
      besideAbout: 'Only if they are in files of their own, as in many data sets.',
      peopleFile: 'A file about the people',
      peopleHint: 'One row per person, with the attribute.',
      peopleUser: 'Who it is',
      titlesFile: 'A file with titles',
      titlesHint: 'One row for each thing that people rated.',
      titlesItem: 'What it is',
      titlesTitle: 'Its title',
      columnsRead: (file: string, columns: number) => `${file}: ${counted(columns, 'column')}.`,
      dataRead: (users: number, ratings: number) => `Read: ${people(users)}, ${counted(ratings, 'rating')}.`,
    },

    gaps: {
      file: 'Choose a file first.',
      column: (roles: readonly string[]) =>
        `Say which column holds the ${Array.from(roles, (role) => role).join(' and the ')}.`,
      roles: { user: 'user', item: 'item', rating: 'rating' } as Readonly<Record<string, string>>,
      people: 'Say which column of the file about the people names the user.',
      items: 'Say which columns are items.',
      attribute: 'Choose the attribute.',
      value: 'Choose the value to tell from the others.',
      threshold: 'Write a number for the threshold.',
      cuts: 'Write ascending numbers for the ranges, such as 18, 25, 35.',
      expression: 'Write an expression.',
    },

    file: {
      remove: 'Remove',
      looking: 'Looking at the first rows …',
      firstRows: (name: string) => `First rows of ${name}`,
      shape: (rows: number, columns: number) => `The first ${rows} rows; ${columns} columns.`,
      wrong: 'The columns look wrong?',
      delimiter: 'Columns are separated by',
      delimiters: {
        '': 'what it looks like',
        ',': 'commas',
        ';': 'semicolons',
        '\t': 'tabs',
        '|': 'bars |',
        '::': 'double colons ::',
      },
      header: 'First line',
      headers: { '': 'what it looks like', true: 'names the columns', false: 'is a row like the others' },
      encoding: 'Encoding of the text',
    },

    columns: {
      legend: 'What the columns mean',
      long: 'One row per **rating**: who, what, how many stars',
      wide: 'One row per **person**: a column for each thing they rated',
      who: 'Who rated',
      what: 'What was rated',
      rating: 'The rating',
      choose: 'choose …',
      answered: 'Who answered',
      rowNumber: 'the number of the row',
      meanings: { item: 'item', attribute: 'attribute', ignore: 'leave out' },
      items: (count: number) => counted(count, 'item'),
      attributesLeft: (attributes: number, left: number) =>
        `, ${counted(attributes, 'attribute')}, ${number(left)} left out. `,
      guessed: 'This is a guess from the first rows. Please look through it.',
      search: 'Search',
      show: 'Show',
      shown: { all: 'all', item: 'items', attribute: 'attributes', ignore: 'left out' },
      from: 'From',
      first: 'first',
      to: 'To',
      last: 'last',
      set: (count: number) => `Set the ${counted(count, 'column')} in the list to`,
      wereSet: (count: number, meaning: string) => `${counted(count, 'column')}: ${meaning}.`,
      keys: 'Hold Shift and click to set all columns in between. With the keyboard: up and down go through the columns, left and right choose, and Shift with up or down sets the next one alike.',
      none: 'No column has such a name.',
    },

    attribute: {
      column: 'What an attacker would want to know about people',
      choose: 'choose a column …',
      likely: 'Attributes',
      others: 'Other columns',
      counting: 'Counting the values …',
      value: 'The value',
      number: 'The number',
      cuts: 'Where the ranges begin',
      expression: 'The expression',
      expressionHint: 'For example age>=35, age:18,25,35 or income:{low=1|2; high=3; drop=*}',
      groups: 'Groups',
      groupsOrNumber: 'Groups, or a number',
      unit: 'What the number counts',
      unitExample: 'years',
      unitHint: 'It stands behind the figures. You can leave it empty.',
      rules: {
        values: (distinct: number) => `Every value is a group (${number(distinct)}); you can name and merge them`,
        one: 'One value against all others',
        threshold: 'Below a number, and at or above it',
        bins: 'Several ranges of numbers',
        number: 'As a number, without groups: how close do guesses come?',
        text: 'An expression, as on the command line',
      },
      numbers: (min: number, max: number, median: number) =>
        `From ${min} to ${max}; half of the people have at most ${median}.`,
      merge: 'Give two values the same name to merge them.',
      table: 'Values and their groups',
      heads: { value: 'Value', people: 'People', group: 'Group', leaveOut: 'Leave out' },
      otherValues: (count: number) => `all other values (${number(count)})`,
      groupOf: (value: string) => `Group of ${value}`,
      leaveOutValue: (value: string) => `Leave out ${value}`,
    },

    groups: {
      heading: 'The groups',
      numberHeading: 'The number',
      notNumbers: 'Not every value is a number. Name other missing values below, or make groups.',
      commandLine: 'On the command line: ',
      tooFew: ' (too few)',
      moreGroups: (count: number) => `${count} more groups. `,
      rare: (count: number) => `${number(count)} rare values are not counted here. `,
      leftOut: (count: number) => `You leave out ${people(count)}. `,
      noValue: (missing: number, rows: number) =>
        `${number(missing)} of ${number(rows)} people have no value and are left out.`,
      allValues: 'No value is missing.',
      two: (least: number) =>
        `An audit needs at least two groups of ${least} people. Merge groups, or choose another attribute.`,
      small: (groups: number, least: number, left: number) =>
        groups === 1
          ? `One group has fewer than ${least} people. The audit leaves it out (${people(left)}), and so says nothing about the risk of these people. Merge small groups to keep them.`
          : `${groups} groups have fewer than ${least} people. The audit leaves them out (${people(left)}), and so says nothing about the risk of these people. Merge small groups to keep them.`,
      elsewhere: (typed: string, column: string) =>
        `The expression is about “${typed}”, not about “${column}”: its groups are counted when the data are read.`,
      unknown: (values: string) => `The expression does not say what to do with ${values}.`,
      andOthers: ' and others',
      quoted: (text: string) => `“${text}”`,
    },

    summary: {
      parts: (users: number, items: number, ratings: number) =>
        [
          users === 0 ? '' : people(users),
          items === 0 ? '' : counted(items, 'thing'),
          ratings === 0 ? '' : counted(ratings, 'rating'),
        ]
          .filter((words) => words !== '')
          .join(', '),
      scale: (min: number, max: number, median: number) =>
        ` from ${min} to ${max}; half of the people rated at least ${number(median)}.`,
      numbers: (min: number, max: number, median: number) =>
        `from ${number(min)} to ${number(max)}; half of the people have at most ${number(median)}.`,
      missing: (cells: string) => `Read as missing: ${cells}.`,
      blank: (cells: number, where: string) => `${counted(cells, 'cell')} left blank in ${where}`,
      word: (cells: number, word: string, where: string) => `${counted(cells, 'cell')} with “${word}” in ${where}`,
      ratings: 'the ratings',
      others: 'others',
      twice: (count: number) => `${counted(count, 'rating')} came twice for the same person and thing.`,
      lost: (reason: string, parts: string) => `Left out, ${reason}: ${parts}.`,
    },

    findings: {
      heading: 'Found in the data',
      stops: 'Nothing is measured until you settle what would make the figures wrong.',
      mend: 'Mend it',
      keep: 'Leave it alone',
      kept: 'Left alone.',
    },

    settings: {
      unsettled: 'Settle what was found in the data first.',
      heading: '2. The audit',
      about:
        'The people are split into parts. The attacker learns from some parts and is tested on the others: it asks each person questions, and the answers are the ratings they gave. The defaults are fine to start with.',
      askers: 'Who asks',
      asker: {
        separation: ['The attacker', 'asks whatever tells the groups apart fastest, given the answers so far'],
        maxGap: [
          'The attacker’s fixed list',
          'asks everyone the same, starting with what the groups rate most differently',
        ],
        popularity: ['Popular first', 'asks about what most people have rated, as ordinary sites do'],
        entropy: ['Divided opinions', 'asks about what people disagree on, as recommenders like to do'],
        random: ['At random', 'asks anything, to show what any answers give away'],
      } as Readonly<Record<string, readonly [string, string]>>,
      rivals: 'Compared with',
      rivalsAbout:
        'The attacker (“Exact” in the report) always asks whatever narrows the number down most. Other ways of asking show how much its choice of questions matters.',
      rival: {
        steepest: ['Steepest first', 'asks everyone the same, starting with what changes most with the number'],
        entropy: ['Divided opinions', 'asks about what people disagree on, as recommenders like to do'],
        random: ['At random', 'asks anything, to show what any answers give away'],
      } as Readonly<Record<string, readonly [string, string]>>,
      howMuch: 'How much',
      questions: 'Questions',
      questionsHint: 'Per person, at most 100',
      parts: 'Parts',
      partsHint: 'With more parts the attacker learns from more people, and the audit takes longer',
      open: 'Ask about anything, and count **“I don’t know it”** as an answer. Otherwise people are asked only about what they rated',
      control:
        '**Control:** repeat the audit with the attribute shuffled among the people, so that there is nothing to find. Without it the report makes no claim',
      run: 'Run the audit',
      stop: 'Stop',
      none: 'Choose at least one way of asking.',
      takes: (time: string) => `Takes ${time} on this machine.`,
      takesWorkers: (time: string, workers: number) => `Takes ${time} on this machine, with ${workers} workers.`,
      progress: 'Progress of the audit',
      stopped: 'Stopped. Nothing you chose is lost.',
      doneNews: 'The audit is done. The results are below.',
      stoppedNews: 'The audit was stopped.',
      failedNews: (reason: string) => `The audit failed: ${reason}`,
      shareNews: (percent: number) => `${percent} percent done`,
      fewSeconds: 'a few seconds',
      seconds: (count: number) => `about ${count} seconds`,
      minute: 'about a minute',
      minutes: (count: number) => `about ${count} minutes`,
      hours: (count: number) => `about ${count} hours`,
      done: (percent: number, left: string) => `${percent}% done, ${left} left`,
    },

    first: {
      heading: 'A first look, preliminary',
      leak: (leak: string, attribute: string) => `One quick attacker already finds ${leak} of ${attribute}.`,
      none: (attribute: string) =>
        `One quick attacker has not found ${attribute} so far. That is no all-clear: stronger attackers may find it.`,
      figure: (auc: string, low: string, high: string, percent: number) =>
        `AUC ${auc}, between ${low} and ${high} (${percent}% interval).`,
      all: (people: number) => `Logistic regression, ${people.toLocaleString('en')} people.`,
      some: (people: number, everyone: number) =>
        `Logistic regression, ${people.toLocaleString('en')} of ${everyone.toLocaleString('en')} people.`,
      left: 'The whole audit tries stronger attackers, asks questions and tests against chance. Its result replaces this.',
    },

    result: {
      heading: '3. The result',
      verdicts: {
        leak: (leak: string, attribute: string) => `${capital(leak)} of ${attribute}.`,
        possible: (attribute: string) =>
          `A possible leak of ${attribute}, not shown. The bounds exclude guessing, but the tests leave room for chance; more people would settle it.`,
        none: (attribute: string) =>
          `No leak of ${attribute} shown. That is no proof of safety: other questions, more people or a better attacker may find more.`,
        nothing: 'The records have no figures, so there is no answer to give.',
        unchecked: (attribute: string) =>
          `No claim about ${attribute}: the control was switched off. Run the audit with it to get an answer.`,
      },
      details: 'In detail',
      auc: 'AUC: of two people from different groups, how often the right one is picked. 0.5 is guessing, 1 is certainty.',
      explained:
        'R²: the share of the differences between people that the guesses explain. 0 is nothing learned, 1 is certainty.',
      report: 'Download the report',
      drawingReport: 'Drawing the report …',
      records: 'Records (JSON)',
      rows: { curves: 'Curves (CSV)', questions: 'Questions (CSV)' },
      alsoShown: 'Also shown in the charts',
      figures: 'The figures',
      figuresOf: (title: string) => ` of “${title}”`,
      figuresRegion: (title: string) => `Figures: ${title}`,
      lookUp: 'Look up: number of questions',
      after: (count: number) => counted(count, 'question'),
      reading: (quantity: string, after: string, note: string) => `${quantity} after **${after}**, ${note}`,
      intervals: 'with intervals',
    },
  },

  questionnaire: {
    heading: 'What do your questions give away?',
    lead: 'Many services ask newcomers to rate a few things. Check such a list: what would the answers reveal, besides taste?',
    loading: 'Loading the models …',
    model: {
      heading: '1. What the questions are about',
      kind: 'Kind of items',
      attributes: 'Attributes to check for',
      own: 'Use a model of your own',
      file: 'Choose or drop a model',
      fileHint:
        'A .safetensors file that “ulterior train” wrote. You can add several, one after another, if they are about the same items.',
      auditData: 'The data of the audit',
      openFirst: ['Open data in ', 'Audit your data', ' first. Then you can train models on them here.'] as readonly [
        string,
        string,
        string,
      ],
      opened: (source: string, users: number, attribute: string) => `${source}: ${people(users)}, ${attribute}.`,
      openedNumber:
        'The data of the audit are about a number. A list of questions is checked for groups: choose groups there first.',
      train: 'Train on these data',
      trainedOn: (source: string) => `Trained here on ${source}.`,
      trainedNews: 'The models are trained.',
      ownTitle: 'Your own model',
      ownAbout: (models: number, items: number) =>
        `${models === 1 ? 'A model' : `${models} models`} of your own, ${items} items.`,
      ownNews: (file: string, attribute: string) => `${file}: a model of ${attribute}.`,
    },
    list: {
      heading: '2. The questions',
      about:
        '“How do you like …?”, one item per line, by title or id. Start from an example, or paste what your sign-up asks.',
      label: 'The list',
      known: (found: number) => `${found} ${found === 1 ? 'question' : 'questions'} known`,
      possible: (items: number) => ` of ${items} possible`,
      file: 'Or a file with the list',
      fileHint: 'One item per line, CSV with a column item or title, JSON, or a transcript.',
      fileRead: (file: string) => `${file} was read.`,
      check: 'Check the list',
      noAttribute: 'Choose at least one attribute.',
      noQuestion: 'Write at least one question.',
      unknownLines: 'Correct or remove the lines that are not known.',
      twice: (text: string) => `“${text}” appears twice.`,
      several: (text: string) => `“${text}” is the title of several items. `,
      unknown: (text: string) => `“${text}” is not known. `,
      didYouMean: 'Did you mean ',
      didYouMeanEnd: '?',
      more: (count: number) => `And ${count} more.`,
      examples: {
        popularity: 'Popular first',
        entropy: 'Divided opinions',
        designed: 'A designed list',
      } as Readonly<Record<string, string>>,
      attackersList: (attribute: string) => `An attacker’s list (${attribute})`,
      checkedNews: 'The list was checked. The results are below.',
      failedNews: (reason: string) => `The list could not be checked: ${reason}`,
    },
    result: {
      heading: '3. What the list gives away',
      verdict: (attribute: string, leak: string, pair: string) =>
        `About ${attribute}: ${leak}. By the model, ${pair}. A coin toss would be right 50 times.`,
      pair: (first: string, second: string, times: number) =>
        `given one “${first}” and one “${second}” person, an attacker who reads all answers picks the right one ${times} times in 100`,
      easiest: (leak: string, first: string, second: string) => `${leak}; the easiest pair: “${first}” and “${second}”`,
      scale:
        'The scale goes from 0.5 (guessing) to 1 (certainty). The figures come from the model, before anyone answers, for an attacker who reads all the answers. Models tend to overstate them.',
      learns: (percent: number) =>
        `**What it learns about taste:** the answers take away ${percent}% of the uncertainty about what people like.`,
      worst: 'Worst questions',
      worstCaption: (attribute: string, auc: string) =>
        `**The worst questions first.** What the list would give away about ${attribute} (${auc}) without that question.`,
      worstHeads: ['Question', 'Without it', 'Learns less', 'Know it'] as readonly string[],
      aimed: 'Does it look aimed?',
      comparing: 'Comparing with lists without an aim',
      kinds: { ratings: 'ratings alone', channels: 'ratings and what is known', presence: 'what is known' },
      compared: (lists: number) =>
        `Compared with ${number(lists)} lists drawn in each of several ways, all without an aim. `,
      noProof:
        'A list that is not aimed can still give a lot away, and an aimed one little. No sign of an aim is no proof that there is none.',
      aim: {
        aimed: (often: string) => `It looks aimed. Lists without an aim reveal as much ${often}.`,
        perhaps: (often: string) => `It might be aimed. Lists without an aim reveal as much ${often}.`,
        none: (often: string) => `No sign of an aim. Lists without an aim reveal as much ${often}.`,
        hardly: 'hardly ever',
        rarely: 'less than once in 100 times',
        always: 'nearly always',
        times: (count: number) => `about ${count} times in 100`,
      },
    },
    better: {
      heading: '4. A better list',
      about: 'Questions that learn about taste, and keep what they give away below a limit that you set.',
      limit: 'May give away at most',
      limitWords: (auc: string, times: number) =>
        `${auc}: the attacker picks the right one of two people ${times} times in 100`,
      number: 'Number of questions',
      questions: (count: number) => counted(count, 'question'),
      designing: 'Designing …',
      note: 'Both figures come from the models that chose the list. Other people’s answers may give away somewhat more, and anyone who collects answers to this very list can learn from them. `ulterior design` measures it on real answers.',
      excess: (questions: number) =>
        `No list of ${questions} questions stays below the limit. This one gives away least. Ask fewer questions, or raise the limit.`,
      yours: 'Your list',
      better: 'The better list',
      givesAway: 'Gives away',
      learns: 'Learns',
      inBoth: ' in both',
      copy: 'Copy the better list',
      copied: 'Copied',
      refused: 'The browser does not let this page copy',
      copiedNews: 'The list was copied.',
      download: 'Download it (CSV)',
      checkToo: 'Check this one too',
      designedNews: 'A better list was designed.',
    },
    chart: {
      title: 'What a list gives away, against what it learns about taste',
      reading: (auc: string, learns: string) =>
        `The better list gives away ${auc} and learns ${learns} of what there is to learn about taste`,
      readingYours: (auc: string, learns: string) => `; yours gives away ${auc} and learns ${learns}`,
      description: (dots: string) =>
        `Line chart with dots. Horizontal: share of the uncertainty about taste that a list takes away. Vertical: implied AUC of the strongest attacker. ${dots}.`,
      designed: 'Designed lists',
      learned: 'learned about taste',
      givesAway: 'gives away (AUC)',
      tipLearns: (value: string) => `learns ${value}`,
      tipGivesAway: (value: string) => `gives away ${value}`,
    },
  },

  other: {
    heading: 'Other questions and settings',
    loading: 'Loading …',
    noModels: 'This build of the page has no models to ask with.',
    consent:
      'From your answers the page guesses the attribute you choose, and the guess may be wrong. Your answers stay in this browser; nothing is sent or kept. Skip, undo or stop whenever you like.',
    whatRated: 'What will be rated?',
    /** Collections by their id; undefined: as the models’ list says. */
    collections: {} as Readonly<Record<string, { readonly title: string; readonly about: string }>>,
    lookFor: 'What does the “recommender” secretly look for?',
    oneOf: (count: number) => `one of ${count}`,
    guessMe: 'Guess me',
    guessMeAbout: 'it tells you at the end what it looked for',
    howChosen: 'How does it choose its questions?',
    choosers: {
      sneaky: ['Sneaky', 'always asks what reveals most about you'],
      honest: ['Honest', 'asks about what most people know, as many apps do'],
      curious: ['Curious', 'asks where people disagree most, to learn your taste'],
      random: ['Random', 'asks whatever comes up'],
    } as Readonly<Record<'sneaky' | 'honest' | 'curious' | 'random', readonly [string, string]>>,
    whoAnswers: 'Who answers?',
    visitor: 'I do',
    invented: 'An invented person',
    inventedAbout: 'who answers at random, as the model expects',
    start: 'Start',
    watch: 'Watch an invented person instead',

    words: {
      personality: { question: 'How accurate is it to say', ratings: [], skip: '', recommended: '' },
      food: {
        question: 'How do you like the traditional cuisine of',
        ratings: ['hate it', 'dislike it', 'it’s okay', 'like it', 'love it'],
        skip: 'not familiar with it',
        recommended: 'Cuisines you should like',
      },
      demo: {
        question: 'How do you like the film',
        ratings: ['awful', 'poor', 'okay', 'good', 'great'],
        skip: 'haven’t seen it',
        recommended: 'Films you should like',
      },
      plain: {
        question: 'How do you like',
        ratings: ['not at all', 'not much', 'okay', 'much', 'very much'],
        skip: 'don’t know it',
        recommended: 'You should like',
      },
    } as Readonly<
      Record<
        'personality' | 'food' | 'demo' | 'plain',
        {
          readonly question: string;
          readonly ratings: readonly string[];
          readonly skip: string;
          readonly recommended: string;
        }
      >
    >,

    asking: {
      count: (number: number, of: number) => `Question ${number} of ${of}`,
      news: (number: number, of: number, title: string) => `Question ${number} of ${of}: ${title}.`,
      believed: (label: string, share: string) => ` Believed now: ${label}, ${share}.`,
      progress: 'Questions answered',
      progressText: (done: number, of: number) => `${done} of ${of}`,
      answer: 'Your answer',
      undo: 'Undo',
      stop: 'Stop here and see',
      erase: 'Erase everything',
      settings: (chooser: string) => `How questions are chosen (${chooser}), keys`,
      chooser: 'The next question is chosen by a recommender that is',
      keys: (last: number, skip: string) =>
        `Keys: \`1\` to \`${last}\` rate, \`0\` or \`S\` ${skip}, \`U\` or \`Backspace\` undo. They do nothing while you use a field.`,
      singleKeys: 'Answer with single keys',
    },

    person: {
      answering: 'An invented person is answering. ',
      last: (title: string, answer: string) => `Last: ${title}, **${answer}**.`,
      next: 'Next answer',
      pause: 'Pause',
      play: 'Play',
      yourself: 'Answer yourself',
    },

    curtain: {
      heading: 'Behind the curtain',
      close: 'Close',
      look: 'Look behind',
      secret: 'You chose not to be told. The curtain opens after the last question, and you see what it looked for.',
      closed: 'An ordinary app would show you none of this.',
      believes: (attribute: string) => `What it believes: ${attribute}`,
    },

    belief: {
      about: (attribute: string) => `Belief about ${attribute}`,
      mark: 'The thin mark is where it started, before the first answer.',
      history: (answers: number, label: string, share: string) =>
        `The belief after each of ${answers} answers; it now leans to ${label}, ${share}.`,
      start: 'start',
      answers: (count: number) => `${count} answers`,
      others: (attribute: string) => `The questions about ${attribute} also revealed …`,
      before: (share: string) => `(before: ${share})`,
    },

    why: {
      heading: (title: string) => `Why “${title}”?`,
      sneaky: 'It separates the likely groups best. ',
      other: (about: string, attribute: string) => `The recommender ${about}. ${capital(attribute)} plays no part. `,
      worth: (attribute: string, times: string) =>
        `About ${attribute}, this question should reveal ${times} a typical one.`,
      bits: 'Details, in bits',
      expected: (own: string, typical: string) =>
        `Expected from this answer: ${own}. Expected from a typical one: ${typical}.`,
      pointsTo: (answer: string, label: string) => `${answer} points to ${label}.`,
      pointTo: (answers: string, label: string) => `${answers} point to ${label}.`,
      answer: (words: string) => `“${words}”`,
      times: {
        many: (count: number) => `about ${count} times as much as`,
        twice: 'about twice as much as',
        more: 'somewhat more than',
        same: 'about as much as',
        less: 'less than',
        muchLess: 'much less than',
      },
    },

    ledger: {
      heading: 'What each answer gave away',
      total: (label: string, from: string, to: string) => `In total: “${label}” went from ${from} to **${to}**.`,
      most: (title: string) => ` “${title}” moved the guess most.`,
      totalBits: (bits: string, words: string) => `In total: **${bits} bits**, ${words}.`,
      points: (points: string, count: number) => `${points} ${count === 1 ? 'point' : 'points'}`,
      bits: {
        none: '0 bits',
        hardly: '< 0.001 bits',
        some: (bits: string) => `${bits} bits`,
        nothing: 'nothing worth mentioning',
        straight: 'as much as a straight answer to a yes-or-no question, or more',
        turning: (likelier: number, other: number) =>
          `about as much as turning a 50\u00a0:\u00a050 guess into ${likelier}\u00a0:\u00a0${other}`,
      },
    },

    shelf: {
      heading: 'Recommended for you',
      before: (what: string) => `${what}: for now, what most people like. Answer, and they become yours.`,
      after: (what: string) => `${what}, by your answers so far.`,
      likely: (rating: string) => `likely ${rating} of 5`,
    },

    finding: {
      heading: (label: string) => `Its guess: ${label}`,
      your: (attribute: string) => `your ${attribute}`,
      theirs: (attribute: string) => `the invented person’s ${attribute}`,
      secret: (attribute: string) => `What it secretly looked for was ${attribute}. `,
      lead: (answers: number, attribute: string, label: string, sure: string, blind: string, times: number) =>
        `After ${answers === 1 ? 'one answer' : `${answers} answers`} it thinks ${attribute} is “${label}”. It is **${sure}** sure. Without a single answer it would have guessed “${blind}”, and been right ${times} times in 100.`,
      believes: 'What it believes',
      truth: (label: string) => `The invented person is “${label}”: the guess is right.`,
      truthWrong: (label: string) => `The invented person is “${label}”: the guess is wrong.`,
      keep: 'Keep it, or erase it',
      keepAbout:
        'Nothing is kept unless you download it. The file contains the questions and answers; `ulterior ask advise` reads it.',
      transcript: 'Download the transcript',
      goOn: 'Go on with the questions',
      erase: 'Erase everything, try different settings',
      pairOf: (first: string, second: string) => `one “${first}” and one “${second}”`,
      pairAny: 'two people who differ',
      measured: (questions: number, pair: string, times: number, low: number, high: number, leak: string) =>
        `How good are such guesses? We measured it on people the model had never seen, after ${questions} sneaky questions. Given ${pair}, it picks the right one ${times} times in 100 (${low} to ${high}). A coin toss manages 50. Over many people, that is ${leak}.`,
    },
  },
};

function listed(words: readonly string[], last: string): string {
  const all = Array.from(words, String);
  return all.length < 2 ? all.join('') : `${all.slice(0, -1).join(', ')} ${last} ${all.at(-1)}`;
}
