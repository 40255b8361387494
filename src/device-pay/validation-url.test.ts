import assert from 'node:assert/strict'
import { test } from 'node:test'
import { forbiddenUrls } from '../../test/kit/forbidden-urls.ts'
import { isValidationUrl } from './validation-url.ts'

const hosts = [
  'apple-pay-gateway.apple.com',
  'cn-apple-pay-gateway.apple.com',
  'wallet.localhost:8443',
]

for (const url of [
  'https://apple-pay-gateway.apple.com/paymentservices/startSession',
  'https://apple-pay-gateway.apple.com/paymentservices/paymentSession',
  'https://cn-apple-pay-gateway.apple.com/paymentservices/startSession',
  'https://wallet.localhost:8443/paymentservices/startSession',
]) {
  test(`${url} is an address of a wallet`, () => assert.ok(isValidationUrl(url, hosts)))
}

/** The table of docs/design/device-wallet.md#validation-address, and similar hosts. */
for (const url of [
  'https://apple-pay-gateway.apple.com:x@evil.example/',
  'https://apple-pay-gateway.apple.com@evil.example/',
  'https://apple-pay-gateway.apple.com.evil.example/paymentservices/startSession',
  'https://apple-pay-gateway.apple.com%2eevil.example/paymentservices/startSession',
  'https:\\\\evil.example\\@apple-pay-gateway.apple.com/paymentservices/startSession',
  'https://APPLE-PAY-GATEWAY.apple.com./paymentservices/startSession',
  'https://apple-pay-gateway.apple.com:8443/paymentservices/startSession',
  'https://apple-pay-gateway。apple.com/paymentservices/startSession',
  'http://apple-pay-gateway.apple.com/paymentservices/startSession',
  '//apple-pay-gateway.apple.com/paymentservices/startSession',
  'apple-pay-gateway.apple.com',
  'file:///paymentservices/startSession',
  'https://apple-pay-gateway-cert.apple.com/paymentservices/startSession',
  'https://evil-apple-pay-gateway.apple.com/paymentservices/startSession',
  'https://wallet.localhost/paymentservices/startSession',
  'https://wallet.localhost:443/paymentservices/startSession',
  'https://wallet.localhost:84430/paymentservices/startSession',
  ...forbiddenUrls(8443),
]) {
  test(`${JSON.stringify(url.slice(0, 90))} is not`, () => assert.ok(!isValidationUrl(url, hosts)))
}
