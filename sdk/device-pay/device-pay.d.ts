// Made from sdk/device-pay/src by scripts/build-sdk.ts. Make changes there.
export { type ButtonOptions, type MountedButton, mountButton } from './button.js'
export { canMakePayments, type DevicePayToken } from './device-session.js'
export { type PayOptions, pay } from './pay.js'
export type { PayCode, PayResult } from './result.js'
export type { Authorization, TransactionAnswer } from './run-payment.js'
