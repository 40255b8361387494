import assert from 'node:assert/strict'
import type { TestContext } from 'node:test'
import type { Browser, BrowserContext, Page } from 'playwright-core'
import { findSerious } from './accessibility.ts'
import { type PageOpener, pageOpener } from './open-page.ts'
import { newPerson, password, totpCode } from './person.ts'

/** A person at the dashboard, in a browser of their own. */
export interface Visitor extends PageOpener {
  readonly page: Page
  readonly email: string
  readonly personId: string
  /** The secret of the authentication app, once there is one. */
  totpSecret?: string
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
  const login = loginOf(context, world.baseUrl)
  await login('/api/auth/sign-in', { email, password })
  const totpSecret = options.hasSecondFactor ? await enrol(login) : undefined
  return {
    ...pageOpener(page, `${world.baseUrl}/dashboard`),
    ...{ page, email, personId, complaints },
    ...(totpSecret !== undefined && { totpSecret }),
  }
}

// biome-ignore lint/suspicious/noExplicitAny: tests read what they expect.
type Login = (path: string, body: object) => Promise<any>

/** Calls routes with the cookie of the context, and keeps it there. Returns `data`. */
function loginOf({ request }: BrowserContext, baseUrl: string): Login {
  const headers = { origin: new URL(baseUrl).origin }
  return async (path, data) => {
    const response = await request.post(baseUrl + path, { data, headers })
    const text = await response.text()
    assert.equal(response.status(), 200, text)
    return JSON.parse(text).data
  }
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
async function enrol(login: Login): Promise<string> {
  const { secret } = await login('/api/auth/totp', {})
  await login('/api/auth/totp/confirm', { code: totpCode(secret) })
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
  assert.deepEqual(
    (await findSerious(page)).map(({ id, nodes }) =>
      [id, ...nodes.map(({ html }) => html)].join(' '),
    ),
    [],
  )
}
