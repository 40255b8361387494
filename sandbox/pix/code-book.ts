import type { Payment as Paid } from '../world.ts'
import { amountOn, type Charge, dayOf } from './charge.ts'
import type { Identity } from './identity.ts'
import { chargeBehind, payCharge } from './pay.ts'
import type { Psp } from './psp.ts'

/** A charge as its bank presents it to the payer's bank. */
export interface PresentedCharge {
  readonly charge: Charge
  readonly receiver: Identity
  /** In cents, as due now. */
  readonly amount: number
}

/** The banks that receive, for the banks that pay their codes. */
export interface CodeBook {
  add(psp: Psp): void
  find(code: string): PresentedCharge | undefined
  /** `undefined`: no bank of the sandbox has it. */
  pay(code: string, payment: { amount: number; endToEndId: string }): Paid | undefined
}

export function openCodeBook(): CodeBook {
  const psps: Psp[] = []
  const behind = (code: string) => psps.findLast((psp) => chargeBehind(psp, code) !== undefined)
  return {
    add: (psp) => {
      psps.push(psp)
    },
    find(code) {
      const psp = behind(code)
      const charge = psp && chargeBehind(psp, code)
      if (!charge) return undefined
      const { total: amount } = amountOn(charge, dayOf(psp.world.now()))
      return { charge, receiver: psp.identity, amount }
    },
    pay(code, { amount, endToEndId }) {
      const psp = behind(code)
      return psp && payCharge(psp, code, amount, { endToEndId })
    },
  }
}
