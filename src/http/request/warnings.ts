import type { TSchema } from 'typebox'
import type { Warning as WarningWire } from '../../../contract/envelope.ts'
import type { Config } from '../../config.ts'
import { isFields } from './normalize.ts'
import { knownIn } from './unknown-fields.ts'
import type { Language } from './validation.ts'

/**
 * An accepted value that is probably a mistake. Existing clients send many fields that are ignored,
 * so it is not rejected.
 */
export interface Warning {
  readonly code: WarningCode
  /** As sent: `customer.email`. */
  readonly field: string
  /** The name or the value that was probably intended. */
  readonly meant?: string
}

export type WarningCode = keyof typeof texts

/** The settings that decide which addresses are accepted. */
export type AddressRules = Pick<Config, 'mode' | 'outbound'>

/** What a request is checked by. */
interface CheckedRequest {
  readonly method: string
  readonly body: unknown
  readonly query: Readonly<Record<string, string>>
}

/** The parts of a route that its requests are checked against. */
interface CheckedRoute<Request> {
  readonly body?: TSchema
  readonly query?: TSchema
  readonly warnings?: (request: Request, rules: AddressRules) => readonly Warning[]
}

/**
 * The warnings of a request: unknown names similar to known ones, filters without effect, and the
 * warnings of its route.
 */
export function warningsOf<Request extends CheckedRequest>(
  { body, query, warnings }: CheckedRoute<Request>,
  request: Request,
  rules: AddressRules,
): Warning[] {
  const found = [
    ...(body ? misspeltFields(body, request.body) : []),
    ...(query && request.method === 'GET' ? queryWarnings(query, request.query) : []),
    ...(warnings?.(request, rules) ?? []),
  ]
  return found.slice(0, most)
}

const most = 10

/** Adds the warnings to the response's text, as the last key of the envelope. */
export function withWarnings(
  json: string,
  warnings: readonly Warning[],
  language: Language,
): string {
  if (warnings.length === 0 || !json.endsWith('}')) return json
  const listed = warnings.map(({ code, field, meant = '' }): WarningWire => {
    const message = (meant === '' && otherTexts[code]?.[language]) || texts[code][language]
    return {
      code,
      field,
      message: message.replace('%field', () => field).replace('%meant', () => meant),
    }
  })
  return `${json.slice(0, -1)},"warnings":${JSON.stringify(listed)}}`
}

/**
 * The same for programs that read only headers: a list as in RFC 9651, such as
 * `unknown-field;field="custumer"`.
 */
export const warningsHeader = (warnings: readonly Warning[]): string =>
  warnings
    .map(
      ({ code, field }) =>
        `${code};field="${field.slice(0, 60).replace(/[^\x20-\x7e]|["\\%]/gu, encode)}"`,
    )
    .join(', ')

const encode = (character: string): string =>
  [...Buffer.from(character)].map((byte) => `%${byte.toString(16).padStart(2, '0')}`).join('')

interface Text extends Readonly<Record<Language, string>> {}

const texts = {
  'unknown-field': {
    pt: 'O campo %field não existe e foi ignorado. Você quis dizer %meant?',
    en: 'The field %field does not exist and was ignored. Did you mean %meant?',
  },
  'unknown-filter': {
    pt: 'O filtro %field não existe e foi ignorado: a lista não está filtrada por ele. Você quis dizer %meant?',
    en: 'The filter %field does not exist and was ignored: the list is not filtered by it. Did you mean %meant?',
  },
  'limit-capped': {
    pt: 'Uma página tem no máximo %meant itens. Leia as seguintes com o cursor de pagination.nextCursor.',
    en: 'A page has at most %meant items. Read the next ones with the cursor of pagination.nextCursor.',
  },
  'boleto-address-missing': {
    pt: 'Falta %field: em produção o banco pode recusar um boleto sem o endereço completo do pagador.',
    en: '%field is missing: in production the bank may refuse a boleto without the whole address of the payer.',
  },
  'zip-code-invalid': {
    pt: 'O CEP em %field não tem oito dígitos.',
    en: 'The CEP in %field does not have eight digits.',
  },
  'state-invalid': {
    pt: 'O estado em %field não é uma sigla do Brasil, como SP.',
    en: 'The state in %field is not a Brazilian code such as SP.',
  },
  'email-invalid': {
    pt: 'O e-mail em %field não parece um endereço, como ana@exemplo.com.br.',
    en: 'The e-mail in %field does not look like an address such as ana@exemplo.com.br.',
  },
  'postback-not-https': {
    pt: 'Em produção o endereço em %field é recusado: só um endereço público é aceito, por https, porta 443.',
    en: 'In production the address in %field is rejected: only a public address is accepted, by https, port 443.',
  },
  'page-not-https': {
    pt: 'Em produção o endereço em %field é recusado: só um endereço https é aceito.',
    en: 'In production the address in %field is rejected: only an https address is accepted.',
  },
  'items-total-differs': {
    pt: 'Os itens e o frete somam %meant, e amount é outro. Confira se os dois estão em centavos.',
    en: 'The items and the shipping fee add up to %meant, and amount is another. Check that both are in cents.',
  },
  'cvv-missing': {
    pt: 'Falta card.cvv: muitos emissores recusam uma compra sem o código de segurança.',
    en: 'card.cvv is missing: many issuers refuse a purchase without the security code.',
  },
} as const satisfies Record<string, Text>

/** For warnings without a similar name. */
const otherTexts: Partial<Record<WarningCode, Text>> = {
  'unknown-filter': {
    pt: 'O filtro %field não existe e foi ignorado: a lista não está filtrada por ele. Os que existem estão em /docs.',
    en: 'The filter %field does not exist and was ignored: the list is not filtered by it. Those that exist are in /docs.',
  },
}

/**
 * Names that a schema does not have and that are similar to one it has, at any depth. Comparing
 * names is slower than reading them, so at most `mostUnknown` unknown names of a body are compared.
 */
function misspeltFields(schema: TSchema, body: unknown): Warning[] {
  const found: Warning[] = []
  let unknown = 0

  const look = (shape: TSchema, value: unknown, at: string): void => {
    if (Array.isArray(value)) {
      const { item } = knownIn(shape)
      if (item)
        for (const [index, each] of value.slice(0, 100).entries())
          look(item, each, pathOf(at, `${index}`))
      return
    }
    if (!isFields(value)) return
    const { properties } = knownIn(shape)
    if (!properties) return
    // Every request is checked, and few have an unknown name.
    let missing: readonly string[] | undefined
    for (const name of Object.keys(value)) {
      if (unknown >= mostUnknown || found.length >= most) return
      const inner = value[name]
      const known = Object.hasOwn(properties, name) ? properties[name] : undefined
      if (known) {
        if (typeof inner === 'object') look(known, inner, pathOf(at, name))
        continue
      }
      const path = pathOf(at, name)
      if (aliases.has(path)) continue
      unknown += 1
      missing ??= Object.keys(properties).filter((each) => !Object.hasOwn(value, each))
      const meant = likeness(name, missing)
      if (meant !== undefined)
        found.push({ code: 'unknown-field', field: path, meant: pathOf(at, meant) })
    }
  }
  look(schema, body, '')
  return found
}

const mostUnknown = 200

/** Read although no schema has them, because existing clients send them. */
const aliases: ReadonlySet<string> = new Set([
  'wallet',
  'card.hash',
  'card.installments',
  'customer.externalRef',
])

function queryWarnings(schema: TSchema, query: CheckedRequest['query']): Warning[] {
  const { properties = {} } = knownIn(schema)
  const known = Object.keys(properties)
  const unknown = Object.keys(query)
    .filter((name) => !Object.hasOwn(properties, name) && !name.startsWith('_'))
    .slice(0, most)
  const { limit = '' } = query
  return [
    ...unknown.map((field): Warning => {
      const meant = likeness(field, known)
      return { code: 'unknown-filter', field, ...(meant !== undefined && { meant }) }
    }),
    ...(Object.hasOwn(properties, 'limit') && /^\d{1,9}$/.test(limit) && Number(limit) > mostOnPage
      ? [{ code: 'limit-capped', field: 'limit', meant: `${mostOnPage}` } as const]
      : []),
  ]
}

/** The largest number of entries on a page. */
export const mostOnPage = 100

const pathOf = (at: string, name: string): string => (at === '' ? name : `${at}.${name}`)

/**
 * The known name that a text was probably intended to be: the same in another case or with other
 * signs, or with one or two typing errors.
 */
export function likeness(name: string, known: readonly string[]): string | undefined {
  if (name.length > 40) return undefined
  const plain = plainName(name)
  const synonym = synonyms.get(plain)
  if (synonym !== undefined && known.includes(synonym)) return synonym
  const slips = plain.length < 5 ? 0 : plain.length < 8 ? 1 : 2
  let best: { readonly name: string; readonly distance: number } | undefined
  for (const each of known) {
    const distance = distanceOf(plain, plainName(each))
    if (distance <= slips && distance < (best?.distance ?? Infinity))
      best = { name: each, distance }
  }
  return best?.name
}

const plainName = (name: string): string => name.toLowerCase().replace(/[^a-z0-9]/g, '')

/** The names of the same fields at other gateways. */
const synonyms: ReadonlyMap<string, string> = new Map([
  ['callbackurl', 'postbackUrl'],
  ['notificationurl', 'postbackUrl'],
  ['webhookurl', 'postbackUrl'],
  ['value', 'amount'],
  ['cpf', 'document'],
  ['cnpj', 'document'],
])

/**
 * The number of letters to add, drop, change or swap with a neighbor until the texts are equal.
 */
function distanceOf(one: string, other: string): number {
  if (Math.abs(one.length - other.length) > 2) return Infinity
  let before: number[] = []
  let row = Array.from({ length: other.length + 1 }, (_, index) => index)
  for (let i = 1; i <= one.length; i++) {
    const next = [i]
    for (let j = 1; j <= other.length; j++) {
      const isSame = one[i - 1] === other[j - 1]
      const changed = (row[j - 1] ?? 0) + (isSame ? 0 : 1)
      const isSwap = one[i - 1] === other[j - 2] && one[i - 2] === other[j - 1]
      const swapped = i > 1 && j > 1 && isSwap ? (before[j - 2] ?? 0) + 1 : Infinity
      next.push(Math.min(changed, (row[j] ?? 0) + 1, (next[j - 1] ?? 0) + 1, swapped))
    }
    before = row
    row = next
  }
  return row[other.length] ?? Infinity
}
