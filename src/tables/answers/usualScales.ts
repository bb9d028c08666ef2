/**
 * The words of the usual scales, lowest first. Each line is a scale: "<" stands between its levels, "|" between other words
 * for one level. Words that may be an answer or none ("no opinion", "trudno powiedzieć") are not among them: whoever asked
 * knows what they meant.
 */

const LINES = `
false | f < true | t
no | n < yes | y
strongly disagree | completely disagree | totally disagree | fully disagree < disagree | mostly disagree | moderately disagree < somewhat disagree | slightly disagree | rather disagree | tend to disagree | disagree somewhat | disagree slightly < neutral | neither agree nor disagree | neither disagree nor agree | neither | undecided < somewhat agree | slightly agree | rather agree | tend to agree | agree somewhat | agree slightly < agree | mostly agree | moderately agree < strongly agree | completely agree | totally agree | fully agree
never < almost never | hardly ever | very rarely < rarely | seldom < occasionally | once in a while | now and then < sometimes < about half the time | half of the time < often | frequently < very often | very frequently | most of the time | usually < almost always | nearly always < always | all the time
very dissatisfied | extremely dissatisfied | completely dissatisfied | very unsatisfied < dissatisfied | unsatisfied | moderately dissatisfied | mostly dissatisfied < somewhat dissatisfied | slightly dissatisfied | somewhat unsatisfied < neutral | neither satisfied nor dissatisfied | neither < somewhat satisfied | slightly satisfied < satisfied | moderately satisfied | mostly satisfied < very satisfied | extremely satisfied | completely satisfied
very unlikely | extremely unlikely < unlikely | moderately unlikely < somewhat unlikely | slightly unlikely | rather unlikely < neutral | neither likely nor unlikely | neither < somewhat likely | slightly likely | rather likely < likely | moderately likely < very likely | extremely likely
definitely not | definitely no < probably not | probably no < might or might not | maybe | possibly < probably yes | probably < definitely yes | definitely
very inaccurate < moderately inaccurate < slightly inaccurate < neither accurate nor inaccurate | neither inaccurate nor accurate | neutral < slightly accurate < moderately accurate < very accurate
not at all < a little | a little bit | slightly | very little < somewhat | moderately | to some extent | a moderate amount < quite a bit | very | a lot | considerably < very much | extremely | a great deal | completely
not at all important | not important at all < not very important | slightly important | of little importance | unimportant < moderately important | somewhat important | neutral < important < very important < extremely important
very poor | very bad | terrible < poor | bad < fair | average | neutral | ok | okay < good < very good < excellent
falsch < wahr | richtig
nein < ja
stimme überhaupt nicht zu | stimme gar nicht zu | stimme ganz und gar nicht zu | lehne voll und ganz ab | lehne völlig ab | lehne stark ab < stimme nicht zu | lehne ab < stimme eher nicht zu | lehne eher ab < neutral | weder noch | teils teils | unentschieden | stimme weder zu noch lehne ich ab < stimme eher zu < stimme zu < stimme voll und ganz zu | stimme völlig zu | stimme voll zu | stimme stark zu | stimme vollkommen zu
trifft überhaupt nicht zu | trifft gar nicht zu | trifft ganz und gar nicht zu < trifft nicht zu < trifft eher nicht zu | trifft wenig zu < teils teils | weder noch | neutral | unentschieden < trifft eher zu | trifft ziemlich zu < trifft zu < trifft voll und ganz zu | trifft voll zu | trifft völlig zu | trifft vollkommen zu
nie | niemals < fast nie | sehr selten < selten < gelegentlich | ab und zu | hin und wieder < manchmal < oft | häufig < sehr oft | sehr häufig | meistens | meist < fast immer < immer | stets
sehr unzufrieden | äußerst unzufrieden | völlig unzufrieden | überhaupt nicht zufrieden < unzufrieden | nicht zufrieden < eher unzufrieden < neutral | weder noch | teils teils | weder zufrieden noch unzufrieden < eher zufrieden < zufrieden < sehr zufrieden | äußerst zufrieden | völlig zufrieden
sehr unwahrscheinlich | äußerst unwahrscheinlich < unwahrscheinlich < eher unwahrscheinlich < neutral | weder noch | vielleicht < eher wahrscheinlich < wahrscheinlich < sehr wahrscheinlich | äußerst wahrscheinlich
überhaupt nicht | gar nicht < kaum | wenig | ein wenig | ein bisschen < etwas | mittelmäßig | mäßig | teilweise < ziemlich | stark < sehr | sehr stark | völlig | außerordentlich
faux < vrai
non < oui
pas du tout d'accord | tout à fait en désaccord | totalement en désaccord | fortement en désaccord < pas d'accord | en désaccord < plutôt pas d'accord | plutôt en désaccord < neutre | ni d'accord ni pas d'accord | ni d'accord ni en désaccord | ni en accord ni en désaccord | indécis < plutôt d'accord | assez d'accord < d'accord | en accord < tout à fait d'accord | totalement d'accord | fortement d'accord
jamais < presque jamais | très rarement < rarement < de temps en temps | occasionnellement < parfois | quelquefois < souvent | fréquemment < très souvent | la plupart du temps < presque toujours < toujours
très insatisfait | pas du tout satisfait < insatisfait | pas satisfait | peu satisfait < plutôt insatisfait | plutôt pas satisfait < neutre | ni satisfait ni insatisfait < plutôt satisfait | assez satisfait < satisfait < très satisfait | tout à fait satisfait
très improbable | très peu probable | extrêmement improbable < improbable | peu probable < plutôt improbable < neutre | ni probable ni improbable | peut-être < plutôt probable | assez probable < probable < très probable | extrêmement probable
pas du tout < un peu | peu < moyennement | modérément < beaucoup < énormément | extrêmement
falso < verdadero
no < sí
totalmente en desacuerdo | muy en desacuerdo | completamente en desacuerdo < en desacuerdo < algo en desacuerdo | parcialmente en desacuerdo | más bien en desacuerdo < neutral | ni de acuerdo ni en desacuerdo | indiferente | indeciso < algo de acuerdo | parcialmente de acuerdo | más bien de acuerdo < de acuerdo < totalmente de acuerdo | muy de acuerdo | completamente de acuerdo
nunca < casi nunca | muy rara vez | muy raramente < rara vez | raramente < de vez en cuando | ocasionalmente < a veces | algunas veces < a menudo | frecuentemente | con frecuencia < muy a menudo | muy frecuentemente | la mayoría de las veces < casi siempre < siempre
muy insatisfecho | totalmente insatisfecho | nada satisfecho < insatisfecho | poco satisfecho < algo insatisfecho < neutral | ni satisfecho ni insatisfecho | indiferente < algo satisfecho < satisfecho < muy satisfecho | totalmente satisfecho
muy improbable | nada probable < improbable | poco probable < algo improbable < neutral | ni probable ni improbable | quizás | tal vez < algo probable < probable < muy probable
nada | en absoluto < poco | un poco < algo | moderadamente < bastante | mucho < muchísimo | extremadamente
falso < vero
no < sì
fortemente in disaccordo | completamente in disaccordo | totalmente in disaccordo | per niente d'accordo | per nulla d'accordo | molto in disaccordo < in disaccordo | non d'accordo < abbastanza in disaccordo | parzialmente in disaccordo | piuttosto in disaccordo | poco d'accordo < neutrale | neutro | né d'accordo né in disaccordo | indeciso < abbastanza d'accordo | parzialmente d'accordo | piuttosto d'accordo < d'accordo < fortemente d'accordo | completamente d'accordo | totalmente d'accordo | molto d'accordo | del tutto d'accordo
mai < quasi mai | molto raramente < raramente | di rado < ogni tanto | occasionalmente | di tanto in tanto < a volte | qualche volta | talvolta < spesso | frequentemente < molto spesso | di solito < quasi sempre < sempre
molto insoddisfatto | per niente soddisfatto | per nulla soddisfatto < insoddisfatto | poco soddisfatto < abbastanza insoddisfatto | piuttosto insoddisfatto < neutrale | neutro | né soddisfatto né insoddisfatto < abbastanza soddisfatto | piuttosto soddisfatto < soddisfatto < molto soddisfatto | completamente soddisfatto
molto improbabile < improbabile | poco probabile < piuttosto improbabile | abbastanza improbabile < neutrale | neutro | né probabile né improbabile | forse < abbastanza probabile | piuttosto probabile < probabile < molto probabile
per niente | per nulla < poco | un po' < abbastanza | moderatamente < molto < moltissimo | estremamente
onwaar | niet waar < waar
nee < ja
helemaal mee oneens | helemaal niet mee eens | zeer mee oneens | sterk mee oneens | helemaal oneens | volledig oneens | zeer oneens < mee oneens | oneens | niet mee eens < enigszins mee oneens | enigszins oneens | een beetje mee oneens | eerder oneens < neutraal | niet mee eens en niet mee oneens | niet mee eens niet mee oneens | niet eens niet oneens | noch mee eens noch mee oneens < enigszins mee eens | enigszins eens | een beetje mee eens | eerder eens < mee eens | eens < helemaal mee eens | zeer mee eens | sterk mee eens | helemaal eens | volledig eens | zeer eens
nooit < bijna nooit | zeer zelden < zelden < af en toe | nu en dan < soms < vaak < heel vaak | zeer vaak | meestal < bijna altijd < altijd
zeer ontevreden | heel ontevreden | erg ontevreden < ontevreden < enigszins ontevreden | eerder ontevreden < neutraal | niet tevreden niet ontevreden | noch tevreden noch ontevreden < enigszins tevreden | eerder tevreden < tevreden < zeer tevreden | heel tevreden | erg tevreden
zeer onwaarschijnlijk | heel onwaarschijnlijk < onwaarschijnlijk < enigszins onwaarschijnlijk < neutraal | misschien | niet waarschijnlijk niet onwaarschijnlijk < enigszins waarschijnlijk < waarschijnlijk < zeer waarschijnlijk | heel waarschijnlijk
helemaal niet < een beetje | weinig < enigszins | matig < veel | behoorlijk < heel veel | heel erg | zeer veel
falso < verdadeiro
não < sim
discordo totalmente | discordo fortemente | discordo completamente | discordo plenamente < discordo < discordo parcialmente | discordo em parte | discordo um pouco < neutro | não concordo nem discordo | nem concordo nem discordo | indiferente | indeciso < concordo parcialmente | concordo em parte | concordo um pouco < concordo < concordo totalmente | concordo fortemente | concordo completamente | concordo plenamente
nunca < quase nunca | muito raramente < raramente < de vez em quando | ocasionalmente < às vezes | por vezes | algumas vezes < frequentemente | muitas vezes | com frequência < muito frequentemente | na maioria das vezes < quase sempre < sempre
muito insatisfeito | totalmente insatisfeito | nada satisfeito < insatisfeito | pouco satisfeito < um pouco insatisfeito < neutro | nem satisfeito nem insatisfeito | indiferente < um pouco satisfeito < satisfeito < muito satisfeito | totalmente satisfeito
muito improvável | nada provável < improvável | pouco provável < um pouco improvável < neutro | nem provável nem improvável | talvez < um pouco provável < provável < muito provável
nada | de modo nenhum < um pouco | pouco < moderadamente | mais ou menos < bastante | muito < extremamente | muitíssimo
fałsz < prawda
nie < tak
zdecydowanie nie < raczej nie < ani tak ani nie < raczej tak < zdecydowanie tak
zdecydowanie się nie zgadzam | zdecydowanie nie zgadzam się | całkowicie się nie zgadzam < nie zgadzam się < raczej się nie zgadzam | raczej nie zgadzam się < ani się zgadzam ani nie zgadzam | ani się zgadzam ani się nie zgadzam < raczej się zgadzam | raczej zgadzam się < zgadzam się < zdecydowanie się zgadzam | zdecydowanie zgadzam się | całkowicie się zgadzam
nigdy < prawie nigdy | bardzo rzadko < rzadko < od czasu do czasu < czasami | czasem < często < bardzo często | zazwyczaj | zwykle < prawie zawsze < zawsze
bardzo niezadowolony | zdecydowanie niezadowolony < niezadowolony < raczej niezadowolony < neutralny | ani zadowolony ani niezadowolony < raczej zadowolony < zadowolony < bardzo zadowolony | zdecydowanie zadowolony
bardzo mało prawdopodobne | bardzo nieprawdopodobne < mało prawdopodobne | nieprawdopodobne < raczej nieprawdopodobne | raczej mało prawdopodobne < ani prawdopodobne ani nieprawdopodobne < raczej prawdopodobne | dość prawdopodobne < prawdopodobne < bardzo prawdopodobne
wcale | w ogóle nie | zupełnie nie < trochę | w niewielkim stopniu < umiarkowanie | w pewnym stopniu | średnio < w dużym stopniu | bardzo < w bardzo dużym stopniu | niezwykle
`;

/** A word of a scale: its level, and the word of the list that it is. */
interface UsualWord {
  readonly level: number;
  readonly word: string;
}

/** By plain word, for each scale; and how many levels it has. */
export const usualScales = LINES.trim()
  .split('\n')
  .map((line) => {
    const levels = line.split(' < ').map((level) => level.split(' | ').map(plainWord));
    const words = new Map(levels.flatMap((own, level) => own.map((word) => [word, { level, word }] as const)));
    return { levels: levels.length, words };
  });

/** Without capitals, accents and signs. */
function plainWord(text: string): string {
  return text
    .toLowerCase()
    .normalize('NFD')
    .replaceAll(/\p{M}/gu, '')
    .replaceAll('ß', 'ss')
    .replaceAll('ł', 'l')
    .replaceAll(/\((a|e|o)\)/g, '')
    .replaceAll(/[^\p{L}\p{N}]+/gu, ' ')
    .trim();
}

/** Women are "satisfechas", "satisfaites" and "zadowolone". */
export function inScale(scale: (typeof usualScales)[number], text: string): UsualWord | undefined {
  const word = plainWord(text);
  const forms = [word, word.replaceAll(/a\b/g, 'o'), word.replaceAll(/a\b/g, 'y'), word.replaceAll(/e\b/g, '')];
  return forms.map((form) => scale.words.get(form)).find((found) => found !== undefined);
}
