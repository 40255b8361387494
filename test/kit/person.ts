import { argon2Sync } from 'node:crypto'
import type { App } from '../../src/app.ts'
import { acceptInvitation, invitePerson } from '../../src/people/invite.ts'
import { codeAt, stepMs } from '../../src/people/totp.ts'

export const password = 'janela torta com sete pombos'

let count = 0

/** A person who accepted an invitation with this role, and has the password above. */
export async function newPerson(
  app: App,
  given: { readonly accountId: string | null; readonly role: string; readonly email?: string },
): Promise<{ readonly email: string; readonly personId: string }> {
  count += 1
  const { accountId, role, email = `pessoa${count}@exemplo.com.br` } = given
  const faked = { hashPassword: async () => weakHash }
  const inTest = { ...app, people: { ...app.people, auth: { ...app.people.auth, ...faked } } }
  const { token } = await invitePerson(inTest, { email, accountId, role, language: 'pt' })
  return acceptInvitation(inTest, token, { name: `Pessoa ${count}`, password })
}

/** Of the password above. It takes a thousandth of the time of a hash of the gateway. */
const weakHash = ((salt) => {
  const parameters = { memory: 8, passes: 1, parallelism: 1, tagLength: 32 }
  const digest = argon2Sync('argon2id', { message: password, nonce: salt, ...parameters })
  const text = (bytes: Buffer) => bytes.toString('base64').replace(/=+$/, '')
  return `$argon2id$v=19$m=8,t=1,p=1$${text(salt)}$${text(digest)}`
})(Buffer.alloc(16, 'salt'))

/** A person with an app, in a browser that is signed in, whose factor was shown just now. */
export async function newPersonWithApp(
  world: { readonly app: App; readonly baseUrl: string },
  given: Parameters<typeof newPerson>[1],
) {
  const person = await newPerson(world.app, given)
  const browser = openBrowser(world.baseUrl)
  await browser.post('/api/auth/sign-in', { email: person.email, password })
  const { secret } = (await browser.post('/api/auth/totp')).data as { readonly secret: string }
  const code = await codeBefore(secret)
  const { status, text, data } = await browser.post('/api/auth/totp/confirm', { code })
  if (status !== 200) throw new Error(`the code of the app was refused: ${text}`)
  return { ...person, browser, secret, recoveryCodes: data.recoveryCodes as readonly string[] }
}

export interface Reply {
  readonly status: number
  readonly code: string | undefined
  readonly text: string
  // biome-ignore lint/suspicious/noExplicitAny: tests read what they expect.
  readonly data: any
  readonly setCookie: string
}

/**
 * A browser of our own pages: it keeps the cookie, and sends its origin with each change. Behind a
 * balancer the origin is not the address that the gateway listens on.
 */
export function openBrowser(baseUrl: string, origin = new URL(baseUrl).origin) {
  let cookie = ''

  async function send(
    method: string,
    path: string,
    body?: unknown,
    headers: Readonly<Record<string, string>> = {},
  ): Promise<Reply> {
    const response = await fetch(baseUrl + path, {
      method,
      headers: {
        ...(cookie && { cookie }),
        ...(method !== 'GET' && { origin }),
        ...(body !== undefined && { 'content-type': 'application/json' }),
        ...headers,
      },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    })
    const setCookie = response.headers.get('set-cookie') ?? ''
    if (setCookie) cookie = setCookie.includes('Max-Age=0') ? '' : (setCookie.split(';')[0] ?? '')
    const text = await response.text()
    const { data, error } = JSON.parse(text)
    return { status: response.status, code: error?.code, text, data, setCookie }
  }

  return {
    cookie: () => cookie,
    get: (path: string, headers?: Readonly<Record<string, string>>) =>
      send('GET', path, undefined, headers),
    post: (path: string, body?: unknown, headers?: Readonly<Record<string, string>>) =>
      send('POST', path, body, headers),
    patch: (path: string, body: unknown) => send('PATCH', path, body),
    put: (path: string, body: unknown) => send('PUT', path, body),
    delete: (path: string) => send('DELETE', path),
    code: totpCode,
  }
}

/** The code of an authenticator app, `steps` of half a minute from now. */
export const totpCode = (secret: string, steps = 0): string =>
  codeAt(fromBase32(secret), Math.floor(Date.now() / stepMs) + steps)

/**
 * The code of the step before this one, so that the code of this step can be used once more. Near
 * the end of a step it waits for the next one: a busy machine sends the code too late otherwise.
 */
export async function codeBefore(secret: string): Promise<string> {
  const leftMs = stepMs - (Date.now() % stepMs)
  // A timer may wake a millisecond early, still in the step that ends.
  if (leftMs < 4_000) await new Promise((wake) => setTimeout(wake, leftMs + 100))
  return totpCode(secret, -1)
}

function fromBase32(text: string): Buffer {
  const bits = [...text].map((letter) =>
    'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'.indexOf(letter).toString(2).padStart(5, '0'),
  )
  return Buffer.from((bits.join('').match(/.{8}/g) ?? []).map((byte) => Number.parseInt(byte, 2)))
}
