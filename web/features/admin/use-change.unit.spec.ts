import { ApiError } from '@journal/contracts';
import { getDefaultStore } from 'jotai';
import { expect, it } from 'vitest';
import { toastAtom } from '../../ui/toast/toast.ts';
import { showFailure } from './use-change.ts';

const refused = new ApiError(409, JSON.stringify({ code: 'id-taken', message: 'It is there already.' }));

it.each([
  ['the message of the API', refused, 'It is there already.'],
  ['that the browser is offline', new TypeError('Failed to fetch'), expect.stringContaining('offline')],
  ['nothing from a response without a problem', new ApiError(500, 'stack'), undefined],
])('the failure notification shows %s', (_, error, text) => {
  showFailure('Failed to save.', error);
  const toast = getDefaultStore().get(toastAtom);
  expect(toast).toMatchObject({ title: 'Failed to save.', variant: 'destructive' });
  expect(toast?.text).toEqual(text);
});
