import type { EfiWork } from './bank.ts'

/** What an amount triggers: a refusal at once, or events after the acceptance. */
export type Scenario =
  | { readonly refusedAtOnce: true }
  | { readonly refusedAtOnce: false; readonly happens: Happening }

/** Events, each after its own time in ms. */
export type Happening = readonly { readonly afterMs: number; readonly work: EfiWork }[]

/** Every amount is paid, except amounts whose cents trigger another result. Amount in cents. */
export function scenarioOf(amount: number): Scenario {
  switch (amount % 100) {
    case 5:
      return { refusedAtOnce: true }
    case 7:
      return decided('NAO_REALIZADO')
    case 9:
      return decided('REALIZADO', 3_600_000)
    case 11:
      return paid(amount)
    case 13:
      return paid(Math.ceil(amount / 2), Math.floor(amount / 2))
    case 15:
      return paid(Math.ceil(amount / 2))
    default:
      return paid()
  }
}

/** As in Efí's test environment (docs/design/providers/efi.md#amounts-of-the-test-environment). */
export function homologationScenario(amount: number): Scenario {
  if (amount > 20_00) return { refusedAtOnce: true }
  if (amount > 10_00) return decided('NAO_REALIZADO')
  if (amount === 5_00) return paid(5_00)
  if (amount === 4_00) return paid(2_00, 2_00)
  return paid()
}

const second = 1_000

const decided = (end: 'REALIZADO' | 'NAO_REALIZADO', afterMs = second): Scenario => ({
  refusedAtOnce: false,
  happens: [{ afterMs, work: { kind: 'decide', end } }],
})

/** Paid, and then these amounts are returned 10 s apart. */
const paid = (...returns: readonly number[]): Scenario => ({
  refusedAtOnce: false,
  happens: [
    { afterMs: second, work: { kind: 'decide', end: 'REALIZADO' } },
    ...returns.map((amount, index) => ({
      afterMs: second + (index + 1) * 10 * second,
      work: { kind: 'return', amount } as const,
    })),
  ],
})
