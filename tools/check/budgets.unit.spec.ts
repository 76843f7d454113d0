import { expect, it } from 'vitest';
import { type Budgets, exceededBudgets } from './budgets.ts';

const budgets: Budgets = {
  furtherFonts: 10,
  everyPage: { requests: 12, script: 30, style: 20, font: 40 },
  pages: { home: { entry: '/pages/index', total: 100 } },
};
const manifest = {
  '../vike/dist/client/runtime-client-routing/entry.js': { file: 'entry.js', imports: ['_shared.js'] },
  '_shared.js': { file: 'shared.js' },
  'virtual:vike:page-entry:client:/pages/index': {
    file: 'index.js',
    imports: ['_layout.js'],
    css: ['a.css'],
  },
  '_layout.js': { file: 'layout.js', imports: ['_shared.js'], css: ['b.css', 'a.css'] },
  'virtual:vike:page-entry:client:/pages/admin': { file: 'admin.js', css: ['admin.css'] },
  'fonts/one-basic.woff2': { file: 'one-basic.X.woff2' },
  'fonts/two-basic.woff2': { file: 'two-basic.X.woff2' },
  'fonts/one-further.woff2': { file: 'one-further.X.woff2' },
  'fonts/two-further.woff2': { file: 'two-further.X.woff2' },
};
const sizes = (changed: Record<string, number> = {}) => {
  const all: Record<string, number> = {
    'entry.js': 20,
    'shared.js': 10,
    'index.js': 1_000,
    'layout.js': 1_000,
    'a.css': 15,
    'b.css': 5,
    'admin.css': 1_000,
    'one-basic.X.woff2': 20,
    'two-basic.X.woff2': 20,
    'one-further.X.woff2': 6,
    'two-further.X.woff2': 4,
    ...changed,
  };
  return (file: string) => all[file] ?? Number.NaN;
};

it('exceededBudgets reports nothing if every size equals its budget', () => {
  expect(exceededBudgets(budgets, manifest, sizes())).toEqual([]);
});

it.each([
  ['shared.js', 11, 'home: 31 bytes of script, at most 30'],
  ['b.css', 6, 'home: 21 bytes of style, at most 20'],
  ['two-basic.X.woff2', 21, 'home: 41 bytes of font, at most 40'],
  ['two-further.X.woff2', 5, 'fonts for further letters: 11 bytes, at most 10'],
])('exceededBudgets reports that %s of %d bytes is too large', (file, size, sentence) => {
  expect(exceededBudgets(budgets, manifest, sizes({ [file]: size }))).toEqual([sentence]);
});

it('exceededBudgets reports missing files instead of 0 bytes if the build uses other names', () => {
  expect(exceededBudgets(budgets, {}, sizes())).toEqual([
    'home: no script was found in the build',
    'home: no style was found in the build',
    'home: no font was found in the build',
  ]);
});
