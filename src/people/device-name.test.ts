import assert from 'node:assert/strict'
import { test } from 'node:test'
import { deviceKey, deviceName } from './device-name.ts'

const chrome = (system: string, version = '131.0.0.0') =>
  `Mozilla/5.0 (${system}) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/${version} Safari/537.36`

for (const [userAgent, pt, en] of [
  [chrome('X11; Linux x86_64'), 'Chrome no Linux', 'Chrome on Linux'],
  [`${chrome('Windows NT 10.0; Win64; x64')} Edg/131.0`, 'Edge no Windows', 'Edge on Windows'],
  [
    'Mozilla/5.0 (iPhone; CPU iPhone OS 18_1 like Mac OS X) AppleWebKit/605.1.15 Version/18.1 Mobile/15E148 Safari/604.1',
    'Safari no iPhone',
    'Safari on iPhone',
  ],
  [
    'Mozilla/5.0 (Macintosh; Intel Mac OS X 10.15; rv:133.0) Gecko/20100101 Firefox/133.0',
    'Firefox no macOS',
    'Firefox on macOS',
  ],
  ['guiche/1.0', 'guiche/1.0', 'guiche/1.0'],
  ['', 'programa sem nome', 'program without a name'],
] as const) {
  test(`${userAgent.slice(0, 40)} is ${en}`, () => {
    assert.deepEqual([deviceName(userAgent, 'pt'), deviceName(userAgent, 'en')], [pt, en])
  })
}

test('an update of a browser makes no new device, and another browser does', () => {
  const key = deviceKey(chrome('X11; Linux x86_64'))
  assert.equal(deviceKey(chrome('X11; Linux x86_64', '132.1')), key)
  assert.notEqual(deviceKey(chrome('Windows NT 10.0')), key)
})
