import { DevicePaySession } from './device-pay-session.ts'

// A device's browser has the class on every page.
Object.assign(globalThis, { DevicePaySession })
