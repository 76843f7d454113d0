export const session = 'own';
