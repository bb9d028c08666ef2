/** Invented titles, so that synthetic items read like films. A title that repeats becomes a sequel: it gets a number. */

import type { RandomStream } from '../maths/index.ts';

const QUALITIES =
  'Amber Borrowed Brittle Broken Careless Copper Crooked Distant Drowsy Electric Faithful Fearless Forgotten Gentle Golden Hollow Hungry Idle Invisible Last Lonely Lucky Midnight Patient Paper Quiet Reckless Restless Salt Scarlet Second Silent Sleepless Slow Stolen Stubborn Velvet Wandering Wicked Winter';
const THINGS =
  'Accomplice Admiral Alibi Almanac Apprentice Astronomer Ballroom Bargain Beekeeper Bicycle Cartographer Carousel Cellist Clockmaker Comet Conductor Correspondent Detour Dictionary Duel Echo Eclipse Envelope Ferryman Fireworks Forgery Garden Ghost Glacier Harbour Hedgehog Heist Impostor Island Jubilee Kingdom Ladder Lantern Lighthouse Locksmith Mapmaker Meadow Mirror Neighbour Nightingale Oracle Orchard Passenger Piano Promise Rehearsal River Scarecrow Station Stowaway Suitcase Tailor Telegram Violin Voyage';
const PLACES =
  'Alder_Bay Ashgrove Bellwether_Street Birch_Hollow Black_Lake Cape_Sorrow Cedar_Falls Cold_Harbour Crane_Island Dover_Lane Eastmoor Elm_Park Farhaven Finch_Hill Foxglove_Farm Gull_Point Harrow_Road Juniper_Hill Kestrel_Bridge Larkspur Lower_Tidewater Marrow_Creek Millbrook Mistwood New_Arcadia North_Quay Old_Mercy Pine_Ridge Quarry_Town Redcliff Saint_Odile Silver_Pass Thornfield_Heath Twelve_Oaks Upper_Larch Vesper_Square Westmarch Willow_Bend Wren_Valley Yarrow';
const NAMES =
  'Ada Agnes Albert Amina Anton Beatrix Bruno Celeste Clara Dmitri Edith Elena Felix Fiona Greta Hugo Ines Ivan Jasper Johanna Kenji Leonora Lucia Marcel Matilda Nadia Odette Oscar Pablo Priya Quentin Rosa Samir Selma Tobias Ursula Victor Wilma Yusuf Zelda';

const [qualities, things, places, names] = [QUALITIES, THINGS, PLACES, NAMES].map((list) =>
  list.split(' ').map((word) => word.replaceAll('_', ' ')),
) as [string[], string[], string[], string[]];

export function inventTitles(count: number, stream: RandomStream): string[] {
  const pick = (words: readonly string[]) => words[stream.below(words.length)]!;
  const patterns: readonly (() => string)[] = [
    () => `The ${pick(qualities)} ${pick(things)}`,
    () => `${pick(qualities)} ${pick(things)}`,
    () => `The ${pick(things)} of ${pick(places)}`,
    () => `${pick(names)}'s ${pick(things)}`,
    () => `${pick(names)} and the ${pick(things)}`,
    () => `${pick(names)} in ${pick(places)}`,
  ];
  const uses = new Map<string, number>();
  return Array.from({ length: count }, () => {
    const title = patterns[stream.below(patterns.length)]!();
    const use = (uses.get(title) ?? 0) + 1;
    uses.set(title, use);
    return use === 1 ? title : `${title} ${use}`;
  });
}
