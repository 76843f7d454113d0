export const session = 'none';
