import { addProvider, changeProvider, renewCallback } from '../src/accounts/add-provider.ts'
import type { KeyKind } from '../src/accounts/api-key.ts'
import { issueKey } from '../src/accounts/issue-key.ts'
import { openAccount } from '../src/accounts/open-account.ts'
import type { App } from '../src/app.ts'
import { cents } from '../src/primitives/money.ts'
import { allProviders } from '../src/providers/provider-store.ts'

/**
 * The settings that the sandbox's providers would give an operator in their contracts, by
 * simulator.
 */
export type SandboxCredentials = Readonly<Record<string, Record<string, unknown>>>

/** The providers of the sandbox in the gateway, and the address at which each calls us. */
export interface SeededProviders {
  /** One for each rail: the providers of the demonstration's merchant. */
  readonly ids: {
    readonly card: string
    readonly pix: string
    readonly boleto: string
    readonly payout: string
  }
  /** All of them, by simulator name. */
  readonly all: Readonly<Record<string, string>>
  /** By simulator name. */
  readonly noticeUrls: Readonly<Record<string, string>>
}

const kinds = [
  { simulator: 'cielo', kind: 'cielo', name: 'Cielo (sandbox)' },
  { simulator: 'pagarme', kind: 'pagarme', name: 'Pagar.me (sandbox)' },
  { simulator: 'rede', kind: 'rede', name: 'Rede (sandbox)' },
  { simulator: 'pix', kind: 'api-pix', name: 'Banco PIX (sandbox)' },
  { simulator: 'boleto', kind: 'banco-do-brasil', name: 'Banco do Brasil (sandbox)' },
  {
    simulator: 'boleto-files',
    kind: 'banco-do-brasil-cnab',
    name: 'Banco do Brasil CNAB (sandbox)',
  },
  { simulator: 'inter', kind: 'inter', name: 'Inter (sandbox)' },
  { simulator: 'efi', kind: 'efi', name: 'Efí (sandbox)' },
  { simulator: 'woovi', kind: 'woovi', name: 'Woovi (sandbox)' },
] as const

/**
 * Adds the sandbox's providers, or updates those of the last start, whose addresses may have
 * changed.
 */
export async function seedProviders(
  app: App,
  credentials: SandboxCredentials,
): Promise<SeededProviders> {
  const known = await allProviders(app.sql)
  const seeded: { simulator: string; id: string; callbackUrl: string }[] = []
  // One after the other: each change reopens its provider, and registers the callback address with
  // the bank.
  for (const { simulator, kind, name } of kinds) {
    const settings = credentials[simulator]
    const before = known.find((each) => each.name === name)
    if (before) await changeProvider(app, before.id, { settings })
    const { id, callbackUrl } = before
      ? await renewCallback(app, before.id)
      : await addProvider(app, { kind, name, settings })
    seeded.push({ simulator, id, callbackUrl })
  }
  const idOf = (wanted: string) => seeded.find(({ simulator }) => simulator === wanted)?.id ?? ''
  return {
    ids: { card: idOf('cielo'), pix: idOf('pix'), boleto: idOf('boleto'), payout: idOf('efi') },
    all: Object.fromEntries(seeded.map(({ simulator, id }) => [simulator, id])),
    noticeUrls: Object.fromEntries(
      seeded.map(({ simulator, callbackUrl }) => [simulator, callbackUrl]),
    ),
  }
}

export interface Merchant {
  readonly accountId: string
  readonly secretKey: string
  readonly publicKey: string
}

const noLimit = {
  perOperation: cents(999_999_999_99),
  perDay: cents(999_999_999_99),
  perNight: cents(999_999_999_99),
}

/**
 * A merchant with every method enabled, at prices similar to those of the market, on the sandbox's
 * providers.
 */
export async function seedMerchant(
  app: App,
  {
    ids,
    name = 'Loja Demonstração',
  }: { readonly ids: SeededProviders['ids']; readonly name?: string },
): Promise<Merchant> {
  const account = await openAccount(app, {
    name,
    document: '11222333000181',
    methods: { PIX: true, BOLETO: true, CREDIT_CARD: true, DEVICE_PAY: true },
    limits: { minAmount: cents(1), maxAmount: cents(1_000_000_00), maxInstallments: 12 },
    prices: {
      PIX: { fixed: cents(0), basisPoints: 99 },
      BOLETO: { fixed: cents(3_49), basisPoints: 0 },
      CASHOUT: { fixed: cents(0), basisPoints: 0 },
      CREDIT_CARD: [
        { upTo: 1, fixed: cents(39), basisPoints: 399 },
        { upTo: 6, fixed: cents(39), basisPoints: 459 },
        { upTo: 12, fixed: cents(39), basisPoints: 519 },
      ],
    },
    // Cashouts are sent at once, to any key, for the demonstration.
    cashout: { enabled: true, limits: noLimit, approval: null, newKeyWaitSeconds: 0 },
    boletoPayableDaysAfterDue: 5,
    boletoOverdueInOrders: 'allow',
    softDescriptor: 'LOJADEMO',
    providers: ids,
  })
  return issueDemoKeys(app, account.id)
}

/** A new key of each kind for the account of a demonstration. */
export async function issueDemoKeys(app: App, accountId: string): Promise<Merchant> {
  const issue = (kind: KeyKind) => issueKey(app, { accountId, kind, name: 'demonstração' })
  const [secret, publicKey] = await Promise.all([issue('secret'), issue('public')])
  return { accountId, secretKey: secret.key, publicKey: publicKey.key }
}
