import { canMakePayments, mountButton, pay } from './device-pay.ts'

// What a page without modules uses.
Object.assign(globalThis, { DevicePay: { canMakePayments, mountButton, pay } })
