/**
 * Headers that name something about a person rather than something the person rates. Words of several languages, without
 * accents and in lower case. The header must say little else: "Gender", "age_group" and "Q3: What is your gender?" do,
 * the films "Ice Age (2002)" and "Sex and the City" do not. A header that explains its codes ("1 = female; 2 = male")
 * names an attribute too: nobody explains the levels of a rating in every header.
 */

/** Nobody is asked to rate these. */
const CERTAIN = setOf(
  'gender sex male female geschlecht sexe sexo sesso genero geslacht kon kjonn plec pohlavi cinsiyet',
  'age agegroup agerange alter altersgruppe edad idade leeftijd alder wiek birthyear yearofbirth yob dob birthday birthdate geburtsjahr',
);

/** Subjects that a survey may also ask opinions about. */
const LIKELY = setOf(
  'party partei partij parti partido partito politics political ideology vote voted voter votechoice leftright',
  'education educ edu educationlevel bildung abschluss educacion educacao istruzione opleiding utbildning wyksztalcenie degree schooling',
  'income hhincome salary wage einkommen revenu ingresos renda reddito inkomen earnings socioeconomic ses',
  'occupation job profession employment employed beruf profesion profissao professione beroep',
  'religion religious konfession religione denomination faith',
  'ethnicity ethnic race racial hispanic nationality citizenship nationalitat nacionalidad origin ancestry migration',
  'country region state location residence urban rural land pays pais paese bundesland continent province',
  'marital married maritalstatus relationship familienstand familystatus children kids siblings onlychild',
  'orientation sexuality sexualorientation language nativelanguage sprache idioma langue lingua handedness',
  'disability disabled health healthy smoke smoker smoking drink drinker drinking exercise exer bmi weight height',
  'depression anxiety diagnosis pregnant veteran eta vek yas pol',
);

/** Words that say nothing by themselves and stand beside the others. */
const BESIDE = setOf(
  'what is are your you the a of do did in which how old who group range level status years year identity self reported',
  'census household highest primary current code coded num cat category class respondent participant user person demo',
  'demographic demographics q ihr dein das ihre welches',
);

const CODES = /-?\d+\s*[=:]\s*\p{L}/gu;
/** A title with its year. */
const A_WORK = /\((19|20)\d\d\)\s*$/;

/** `likely`: it may also be something that people give their opinion about. Undefined: no attribute by its header. */
export function attributeName(header: string): 'certain' | 'likely' | undefined {
  if ((header.match(CODES)?.length ?? 0) >= 2) return 'certain';
  if (A_WORK.test(header)) return undefined;
  const words = wordsOf(header);
  const telling = words.filter((word) => !BESIDE.has(word) && !/^q?\d+$/.test(word));
  const isKnown = (word: string) => CERTAIN.has(word) || LIKELY.has(word);
  const known = [[words.join('')], [telling.join('')], telling].find((list) => list.length > 0 && list.every(isKnown));
  if (known === undefined) return undefined;
  return known.some((word) => CERTAIN.has(word)) ? 'certain' : 'likely';
}

/** "ageGroup", "age_group" and "Âge (groupe)" in parts, without what is in brackets. */
function wordsOf(header: string): string[] {
  const bare = header.replaceAll(/\([^)]*\)/g, ' ').replaceAll(/(\p{Ll})(\p{Lu})/gu, '$1 $2');
  const plain = bare.normalize('NFD').replaceAll(/\p{M}/gu, '').toLowerCase();
  return plain.split(/[^\p{L}\p{N}]+/u).filter((word) => word !== '');
}

function setOf(...lines: readonly string[]): ReadonlySet<string> {
  return new Set(lines.flatMap((line) => line.split(' ')));
}
