import { expect } from '@playwright/test';
import { fillPitch, openSignedIn, submit, test, toastOf } from './pitch-site.ts';

test('the writer is shown what became of it, though the emptied form is much shorter', async ({
  page,
  site,
}) => {
  await page.setViewportSize({ width: 360, height: 780 });
  await openSignedIn(page, site, '/contact');
  await fillPitch(page);
  await submit(page).click();
  await expect(toastOf(page)).toContainText('Submission received!');
  await expect(page.getByText('Your pitch is with the editors.')).toBeInViewport({ ratio: 1 });
  await expect(submit(page)).toBeInViewport({ ratio: 1 });
});
