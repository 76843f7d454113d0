import Type from 'typebox';

export const optional = (options: Type.TStringOptions) => Type.Optional(Type.String(options));

export const url = (schemes: string, description: string) =>
  Type.String({
    pattern: `^(${schemes})://[^\\s]+$`,
    description,
    fault: `must be a URL starting with ${schemes.replaceAll('\\', '').replaceAll('|', ':// or ')}://`,
  });
