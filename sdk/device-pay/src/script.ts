import { canMakePayments, mountButton, pay } from './device-pay.ts'

// The entry for pages without modules.
Object.assign(globalThis, { DevicePay: { canMakePayments, mountButton, pay } })
