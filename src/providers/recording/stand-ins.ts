const pemText = (what: string) => `-----BEGIN ${what}-----\nstandin\n-----END ${what}-----\n`

/**
 * What a recording has in place of a value, by the name of its field. Valid for every schema. A
 * list: different values have different stand-ins, in their order.
 */
const standIns: Readonly<Record<string, string | readonly string[]>> = {
  account: '10000',
  accountNumber: '10000',
  address: 'Rua, 1, Cidade',
  affiliation: '10000000',
  agency: '1000',
  appId: 'standin-app-id',
  appKey: 'standin-key',
  ca: pemText('CERTIFICATE'),
  certificate: pemText('CERTIFICATE'),
  certificateKey: pemText('PRIVATE KEY'),
  chave: '00000000-0000-4000-8000-000000000000',
  city: 'Cidade',
  clientId: 'standin-client',
  clientSecret: 'standin-secret',
  complement: 'Casa',
  cvv: '999',
  email: 'standin@example.com',
  establishmentNumber: '1000000000',
  holderName: 'Stand In',
  ip: '192.0.2.1',
  merchantId: '00000000-0000-4000-8000-000000000000',
  merchantKey: 'A'.repeat(40),
  key: 'standin@example.com',
  name: ['Standin', 'Standin-B', 'Standin-C'],
  neighborhood: 'Bairro',
  noticeHeader: 'standin-header',
  noticeSecret: 'standin-notice-secret',
  number: '4111111111111111',
  password: 'standin-password',
  phone: '11900000000',
  privateKey: pemText('PRIVATE KEY'),
  publicKey: 'pk_standin0000',
  receiverCity: 'Cidade',
  receiverDocument: '11222333000181',
  receiverName: 'Standin',
  secretKey: 'sk_standin0000',
  softDescriptor: 'STANDIN',
  state: 'SP',
  street: 'Rua',
  streetNumber: '1',
  token: 'standin-integration-key',
  user: 'standin-user',
  userName: 'standin',
  value: 'standin-notice-value',
  zipCode: '01000000',
}

/** By the number of characters. */
const documents: Readonly<Record<number, readonly string[]>> = {
  11: ['52998224725', '39053344705'],
  14: ['11222333000181', '11222333000262'],
}

/** Numbers of a card are card data too. */
const numericStandIns: Readonly<Record<string, number>> = {
  expirationMonth: 12,
  expirationYear: 2039,
}

/** Values that stay: they choose how the adapter speaks, and identify no person. */
const kept: ReadonlySet<string> = new Set([
  ...['appKeyParameter', 'bank', 'carteira', 'contract', 'convenio', 'environment', 'scopes'],
  'variacaoCarteira',
])

/** The parts of the settings that a run does not use: files, and a wallet's device. */
const leftOut: ReadonlySet<string> = new Set(['edi', 'files', 'statement', 'wallet'])

/** The settings with which a run is made. */
export const recordedSettings = (settings: unknown): unknown =>
  Object.fromEntries(Object.entries(settings ?? {}).filter(([name]) => !leftOut.has(name)))

/** A value that must not stay anywhere, and its stand-in. */
export type Replaced = readonly [value: string, standIn: string]

/**
 * A function that returns the same object with stand-ins, and the list of what it has replaced so
 * far, the longest first: one value may contain another. Equal values have equal stand-ins. Throws
 * on a field that no table names: then nothing is kept.
 */
export function openStandIns(): {
  replace(given: unknown): unknown
  replaced(): readonly Replaced[]
} {
  const chosen = new Map<string, Map<string, string>>()
  const standInOf = (value: string, name: string): string => {
    const known = chosen.get(name) ?? new Map<string, string>()
    chosen.set(name, known)
    const choice = name === 'document' ? documents[value.replace(/\D/g, '').length] : standIns[name]
    const standIn = known.get(value) ?? [choice].flat()[typeof choice === 'string' ? 0 : known.size]
    if (standIn === undefined) throw new Error(`o campo ${name} não tem substituto`)
    known.set(value, standIn)
    return standIn
  }
  const replace = (value: unknown, name = ''): unknown => {
    if (Array.isArray(value)) return value.map((each) => replace(each, name))
    if (typeof value === 'object' && value !== null)
      return Object.fromEntries(
        Object.entries(value).map(([key, each]) => [key, replace(each, key)]),
      )
    if (typeof value === 'number') return numericStandIns[name] ?? value
    if (typeof value !== 'string' || kept.has(name) || isAddress.test(value)) return value
    return standInOf(value, name)
  }
  return {
    replace,
    replaced: () =>
      [...chosen.values()]
        .flatMap((known) => [...known])
        .filter(([value, standIn]) => value.length >= shortest && value !== standIn)
        .toSorted(([a], [b]) => b.length - a.length),
  }
}

/** The address of a server. */
const isAddress = /^https?:\/\/[^\s?#]+$/
/** Shorter values are common in other fields, which the allow-list covers. */
const shortest = 6
