import { expect } from '@playwright/test';
import { auditPath, openAsAdmin, test } from './history-site.ts';

test('a fault under one filter leaves all filters in a line', async ({ page, site }) => {
  await page.setViewportSize({ width: 1280, height: 800 });
  await openAsAdmin(page, site, `${auditPath}?q=zz`);
  await expect(page.getByText('Search for three characters at least')).toBeVisible();
  const tops = await page
    .locator('.audit-filter :is(.field-box, .button)')
    .evaluateAll((boxes) => boxes.map((box) => Math.round(box.getBoundingClientRect().top)));
  expect(tops).toHaveLength(5);
  expect(new Set(tops).size).toBe(1);
});
