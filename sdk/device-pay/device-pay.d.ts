// Made from sdk/device-pay/src by scripts/build-sdk.ts. Make changes there.
export { type ButtonOptions, type MountedButton, mountButton } from './button.ts'
export { canMakePayments, type DevicePayToken } from './device-session.ts'
export { type Authorization, type PayOptions, pay, type TransactionAnswer } from './pay.ts'
export type { PayCode, PayResult } from './result.ts'
