import axe from 'axe-core'
import type { Page } from 'playwright-core'

/** The rule that WCAG 2.2 adds at level AA. axe has it, and does not run it unless it is named. */
const wcag22 = { 'target-size': { enabled: true } }

/** What these rules find is moderate or minor. They take a quarter of the time of all rules. */
const neverSerious = [
  'aria-allowed-role',
  'empty-heading',
  'empty-table-header',
  'heading-order',
  'image-redundant-alt',
  'landmark-banner-is-top-level',
  'landmark-contentinfo-is-top-level',
  'landmark-main-is-top-level',
  'landmark-no-duplicate-banner',
  'landmark-no-duplicate-contentinfo',
  'landmark-no-duplicate-main',
  'landmark-one-main',
  'landmark-unique',
  'meta-viewport-large',
  'page-has-heading-one',
  'presentation-role-conflict',
  'region',
  'scope-attr-valid',
  'skip-link',
  'table-duplicate-name',
].map((rule) => [rule, { enabled: false }] as const)

type Rules = Readonly<Record<string, { readonly enabled: boolean }>>

/** All that axe finds on the page. */
export const findViolations = (page: Page): Promise<readonly axe.Result[]> => runAxe(page, wcag22)

/** What axe finds on the page and calls serious or critical. */
export async function findSerious(page: Page): Promise<readonly axe.Result[]> {
  const found = await runAxe(page, { ...wcag22, ...Object.fromEntries(neverSerious) })
  return found.filter(({ impact }) => impact === 'serious' || impact === 'critical')
}

async function runAxe(page: Page, rules: Rules): Promise<readonly axe.Result[]> {
  // As text: the policy of a page forbids scripts that are added to it. Once for each document:
  // compiling it takes as long as running it.
  if (!(await page.evaluate('"axe" in globalThis'))) await page.evaluate(axe.source)
  const options = JSON.stringify({ resultTypes: ['violations'], rules })
  return page.evaluate(`axe.run(document, ${options}).then(({ violations }) => violations)`)
}
