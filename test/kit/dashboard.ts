import assert from 'node:assert/strict'
import type { TestContext } from 'node:test'
import axe from 'axe-core'
import type { Browser, BrowserContext, Page } from 'playwright-core'
import { wcag22 } from './accessibility.ts'
import { newPerson, password, totpCode } from './person.ts'

/** A person at the dashboard, in a browser of their own. */
export interface Visitor {
  readonly page: Page
  readonly email: string
  readonly personId: string
  /** The secret of the authentication app, once there is one. */
  totpSecret?: string
  /** Opens a page of the dashboard by its path: `/transactions`. */
  open(path: string): Promise<void>
  /** What the browser complained about: scripts that failed, and violations of the policy. */
  readonly complaints: readonly string[]
}

interface Place {
  readonly app: Parameters<typeof newPerson>[0]
  readonly baseUrl: string
}

export interface VisitOptions {
  /** Null: the operator. */
  readonly accountId: string | null
  readonly role: string
  /** The role at the operator, for a person who has both. */
  readonly operatorRole?: string
  /** Whether the person has an authentication app. Default: no, as in a sandbox. */
  readonly hasSecondFactor?: boolean
  readonly language?: 'pt' | 'en'
  readonly scheme?: 'light' | 'dark'
  readonly isPhone?: boolean
}

/** A new person, signed in, with an open browser. It closes with the test. */
export async function visitDashboard(
  t: Pick<TestContext, 'after'>,
  browser: Browser,
  world: Place,
  options: VisitOptions,
): Promise<Visitor> {
  const { accountId, role, operatorRole } = options
  const { email, personId } = await newPerson(world.app, { accountId, role })
  if (operatorRole !== undefined)
    await newPerson(world.app, { accountId: null, role: operatorRole, email })
  const context = await newContext(browser, options)
  t.after(() => context.close())
  const { page, complaints } = await watchedPage(context)
  await page.goto(`${world.baseUrl}/dashboard/sign-in`)
  await post(page, '/api/auth/sign-in', { email, password })
  const totpSecret = options.hasSecondFactor ? await enrol(page) : undefined
  return {
    page,
    email,
    personId,
    complaints,
    ...(totpSecret !== undefined && { totpSecret }),
    async open(path) {
      await page.goto(`${world.baseUrl}/dashboard${path}`)
      await page.getByRole('heading', { level: 1 }).first().waitFor()
    },
  }
}

/** Calls a route from the page, with its cookie and its origin. Returns `data`. */
// biome-ignore lint/suspicious/noExplicitAny: tests read what they expect.
async function post(page: Page, path: string, body: object): Promise<any> {
  const request = JSON.stringify([
    path,
    {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    },
  ])
  const { status, text } = (await page.evaluate(
    `fetch(...${request}).then(async (r) => ({ status: r.status, text: await r.text() }))`,
  )) as { readonly status: number; readonly text: string }
  assert.equal(status, 200, text)
  return JSON.parse(text).data
}

export const newContext = (
  browser: Browser,
  { language = 'pt', scheme = 'light', isPhone = false }: Partial<VisitOptions> = {},
): Promise<BrowserContext> =>
  browser.newContext({
    locale: language === 'pt' ? 'pt-BR' : 'en-GB',
    timezoneId: 'America/Sao_Paulo',
    colorScheme: scheme,
    reducedMotion: 'reduce',
    viewport: isPhone ? { width: 390, height: 844 } : { width: 1280, height: 860 },
  })

/** A page whose complaints are kept. A refused request of the API is no complaint. */
export async function watchedPage(
  context: BrowserContext,
): Promise<{ readonly page: Page; readonly complaints: readonly string[] }> {
  const page = await context.newPage()
  page.setDefaultTimeout(20_000)
  const complaints: string[] = []
  page.on('pageerror', (error) => complaints.push(String(error)))
  page.on('console', (message) => {
    const text = message.text()
    if (message.type() === 'error' && !text.startsWith('Failed to load resource'))
      complaints.push(text)
  })
  return { page, complaints }
}

/** Gives the person an authentication app. Returns its secret. */
async function enrol(page: Page): Promise<string> {
  const { secret } = await post(page, '/api/auth/totp', {})
  await post(page, '/api/auth/totp/confirm', { code: totpCode(secret) })
  return secret
}

/** Asserts that a page of the audit log shows these entries. */
export async function assertAudited(
  { page, open }: Pick<Visitor, 'page' | 'open'>,
  path: `/audit${string}` | `/operator/audit${string}`,
  ...sentences: readonly RegExp[]
): Promise<void> {
  await open(path)
  for (const sentence of sentences)
    await page.getByRole('main').getByText(sentence).first().waitFor()
}

/** Asserts that axe finds nothing serious on the page. */
export async function assertAccessible(page: Page): Promise<void> {
  // As text: the policy of the page forbids scripts that are added to it.
  await page.evaluate(axe.source)
  const found = (await page.evaluate(
    `axe.run(document, { resultTypes: ['violations'], rules: { ${wcag22} } })
      .then(({ violations }) => violations)`,
  )) as readonly axe.Result[]
  const serious = found.filter(({ impact }) => impact === 'serious' || impact === 'critical')
  assert.deepEqual(
    serious.map(({ id, nodes }) => `${id}: ${nodes.map((node) => node.html).join(' ')}`),
    [],
  )
}
