export const mission =
  'We publish writing by people aged 12 to 18, and we publish it for everyone: arguments that are still going on, essays by people whose minds are still open, and criticism of the culture that young people live in and make.';

export const values = [
  {
    title: 'Inclusive Voices',
    text: 'Every school, every town, every first language. What counts is that you have something to say.',
  },
  {
    title: 'Intellectual Growth',
    text: 'Changing your mind is a strength. We like an essay that ends somewhere other than where it began.',
  },
  {
    title: 'Authentic Impact',
    text: 'No performative writing. Say what you think to people who might disagree, and mean it.',
  },
] as const;

export const steps = [
  {
    title: 'Open Submissions',
    text: 'Anyone aged 12 to 18 can send a pitch. You need no contacts and no prizes.',
  },
  {
    title: 'Collaborative Editing',
    text: 'The editorial team works on the piece together with you, until it says what you meant.',
  },
  {
    title: 'Bi-Weekly Issues',
    text: 'A new issue every two weeks. What is sent by Sunday is read for the following week.',
  },
  {
    title: 'Community Building',
    text: 'Writers read each other, answer each other, and come back with the next piece.',
  },
] as const;
