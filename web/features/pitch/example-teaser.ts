/** The beginning of the example essay for writers; Home shows it while no essay is published. */
export const exampleTeaser = {
  title: 'The argument I lost and kept thinking about',
  excerpt:
    'A debate about phones at school, a trophy on the fridge, and the evening my little brother used my best line on our grandmother.',
  opening: 'I had won every round, or so I thought, until I heard my own words in somebody else’s mouth.',
} as const;
