export const corpus = [];
