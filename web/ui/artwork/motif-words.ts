import type { Motif } from '@journal/contracts';

/**
 * Title words that suggest a motif, without their endings. Those of a section's own drawings count only in that
 * section.
 */
const wordsOf: Partial<Record<Motif, string>> = {
  halves: 'divide split both sides half',
  collision: 'clash fight conflict attack crash',
  overlap: 'share common together agree',
  ripples: 'effect spread influence consequence',
  seesaw: 'versus fair equal inequality',
  arrows: 'direction future progress',
  voices: 'talk speak argue debate dialogue listen conversation language podcast',
  sea: 'sea ocean beach swim summer shore water',
  hills: 'hill field country countryside village valley',
  window: 'window view room balcony',
  road: 'road path street walk',
  sunset: 'evening sunset end last goodbye autumn',
  peaks: 'mountain climb peak height snow winter',
  stairs: 'step stair ambition',
  tide: 'wave tide flood storm wind',
  dots: 'noise crowd swarm pixel',
  weave: 'fabric knit weave tradition',
  record: 'album record vinyl playlist remix single',
  levels: 'sound beat rap pop loud',
  book: 'book read reader novel library story literature chapter page fiction manga comic textbook',
  pencil: 'write writer essay homework draw grade test exam mark pencil word note',
  letter: 'letter mail post envelope message send reply stamp',
  phone: 'phone smartphone scroll text tiktok instagram social app influencer selfie feed',
  screen: 'screen computer online internet laptop web digital stream netflix series episode youtube',
  camera: 'camera photo photograph picture image lens',
  film: 'film movie cinema scene director sequel documentary hollywood',
  microphone: 'sing singer song microphone concert stage podcast interview voice karaoke',
  headphones: 'listen headphone ear silence quiet audio spotify',
  piano: 'piano instrument practice classical',
  music: 'music musical band orchestra choir melody dance dancer',
  mask: 'theatre theater play drama actor actress mask macbeth shakespeare fake identity pretend acting',
  picture: 'gallery museum paint painter portrait exhibition art poetry poem',
  brush: 'colour color brush artist creative design hobby',
  shirt: 'fashion clothes uniform wear dress shirt style outfit thrift coat jacket',
  clock: 'time hour late early minute clock tomorrow yesterday deadline morning wake',
  hourglass: 'age grow older generation history patience',
  calendar: 'day week year month holiday weekend monday friday birthday schedule',
  bulb: 'idea thought light invent electric smart clever solution genius',
  candle: 'dark night grief loss faith hope pray memory ghost halloween',
  chair: 'sit chair seat alone empty bench table',
  key: 'key secret lock password private privacy open access safe',
  cup: 'win winner prize trophy competition success champion award olympics',
  dice: 'luck chance risk random bet gamble choice',
  controller: 'game gamer gaming console minecraft fortnite player videogame esport video',
  pawn: 'chess strategy king queen power rule war soldier lose',
  puzzle: 'puzzle fit belong friend friendship missing mystery piece',
  eye: 'see eye beauty invisible seen surveillance blind witness',
  heart: 'love heart care kind kindness crush relationship romance feel empathy mother father',
  profile: 'mind mental head brain anxiety therapy stress opinion change myself adhd',
  crowd: 'people crowd community protest class group youth teenager teen society public adult student',
  hand: 'hand help stop volunteer touch',
  coin: 'money pay cost price rich poor coin cash job wage allowance',
  backpack: 'school teacher teach lesson pupil class classroom education university college backpack bag',
  apple: 'food eat apple healthy lunch diet vegetarian vegan meat canteen cook kitchen recipe',
  mug: 'coffee tea breakfast cafe café drink',
  fish: 'fish river lake aquarium shark whale',
  bird: 'bird fly wing freedom peace pigeon crow',
  cat: 'cat pet animal zoo kitten fur',
  dog: 'dog puppy pet animal walk',
  elephant: 'elephant circus africa safari extinct extinction',
  robot: 'robot ai artificial machine chatgpt algorithm automatic technology bot tech',
  leaf: 'nature green leaf environment plant eco ecology sustainable',
  flower: 'flower bloom spring garden beautiful bee',
  tree: 'tree forest park roots',
  sprout: 'grow growing growth seed beginning tomato',
  drop: 'rain cry tear blood drop sad',
  flame: 'fire burn anger angry climate warming rage passion heat',
  cloud: 'weather cloud dream fog sky',
  lightning: 'electricity energy shock thunder sudden nuclear strike fast',
  star: 'star fame famous celebrity idol hero fan wish reality',
  moon: 'moon sleep bed midnight insomnia dream tired bedroom',
  planet: 'planet space universe mars saturn alien science physics astronomy',
  globe: 'world global earth country nation foreign international abroad europe migration language',
  compass: 'lost find direction search compass north explore guide moral',
  rocket: 'rocket launch moonshot astronaut nasa speed',
  boat: 'boat ship sail harbour harbor refugee island cross island',
  bicycle: 'bike bicycle cycle ride car traffic drive',
  bus: 'bus train commute transport ticket stop journey',
  plane: 'plane flight travel airport paper holiday',
  kite: 'child childhood kid kite toy innocence',
  ball: 'ball football soccer sport team match goal basketball coach referee tennis goalkeeper',
  scales: 'justice law judge court legal ban balance crime punish guilt',
  ballot: 'vote voting election politics politician democracy elect ballot government',
  flag: 'flag country patriot nation national pride revolution',
  megaphone: 'protest shout speech activism activist march campaign advertise news media truth lie censor',
  gear: 'system machine engine factory industry',
  flask: 'science experiment chemistry lab vaccine drug medicine test evidence',
  umbrella: 'umbrella protect shelter safe rain insurance',
  glasses: 'perspective view clever teacher nerd see focus',
  suitcase: 'move moving travel immigrant emigrate suitcase pack abroad exchange caravan',
  lighthouse: 'lighthouse coast guide beacon lonely loneliness',
  house: 'home house family parents parent grandmother grandfather sister brother live neighbour sibling',
  door: 'door open exit welcome stranger',
  towers: 'city town urban building street skyscraper metropolis',
  bridge: 'bridge connect between link divide across compromise',
  ladder: 'climb ladder career ambition failure',
  wall: 'wall border limit block prison barrier graffiti brick',
  mirror: 'mirror body beauty face image reflection myself self gender',
  bell: 'bell alarm notification ring warn end church wedding',
  map: 'map region route hometown geography local',
  skateboard: 'skate skateboard',
};

const motifsOf = new Map<string, Motif[]>();
for (const [motif, words] of Object.entries(wordsOf) as [Motif, string][])
  for (const word of new Set([motif, ...words.split(' ')]))
    motifsOf.set(word, [...(motifsOf.get(word) ?? []), motif]);

const endings = /(?:['’]s|ies|es|s|ing|ed|d|ers?|ly)$/;

/** Returns the word and its possible stems: "voting" is from "vote", "stories" from "story", "winning" from "win". */
function formsOf(word: string): string[] {
  const stem = word.replace(endings, '');
  if (stem === word || stem.length < 3) return [word];
  return [word, word.replace(/s$/, ''), stem, `${stem}e`, `${stem}y`, stem.replace(/(.)\1$/, '$1')];
}

/**
 * Returns the motifs that the longest known word of a title suggests, the last one if several are equally long; none if
 * no word is known. Only motifs accepted by `isFit` count.
 */
export function motifsCalledFor(title: string, isFit: (motif: Motif) => boolean): readonly Motif[] {
  const words = title.toLowerCase().match(/\p{L}+(?:['’]s)?/gu) ?? [];
  let called: readonly Motif[] = [];
  let longest = 0;
  for (const form of words.flatMap(formsOf)) {
    const fit = form.length < longest ? [] : (motifsOf.get(form) ?? []).filter(isFit);
    if (fit.length === 0) continue;
    called = fit;
    longest = form.length;
  }
  return called;
}
