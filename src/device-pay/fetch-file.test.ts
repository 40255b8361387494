import assert from 'node:assert/strict'
import { once } from 'node:events'
import { type AddressInfo, createServer } from 'node:net'
import { test } from 'node:test'
import type { Outbound } from '../config.ts'
import { fetchFile } from './fetch-file.ts'

/**
 * Production's rules, but any port, so that a listener of this test could be reached if a check
 * failed.
 */
const outbound: Outbound = {
  allowHttp: false,
  extraPorts: 'any',
  allowedSubnets: [],
  deniedSubnets: [],
}
const path = '/.well-known/device-pay-merchantid-domain-association'

/** Counts the connections that this machine is offered while a test runs. */
async function openWitness(t: { after(close: () => void): void }) {
  let connections = 0
  const listener = createServer((socket) => {
    connections += 1
    socket.destroy()
  }).listen(0)
  await once(listener, 'listening')
  t.after(() => listener.close())
  return { port: (listener.address() as AddressInfo).port, connections: () => connections }
}

for (const addresses of [
  ['127.0.0.1'],
  ['127.8.9.10'],
  ['0.0.0.0'],
  ['10.0.0.1'],
  ['172.16.5.4'],
  ['192.168.1.1'],
  ['100.64.0.1'],
  ['169.254.169.254'],
  ['168.63.129.16'],
  ['224.0.0.1'],
  ['255.255.255.255'],
  ['::1'],
  ['::'],
  ['::ffff:127.0.0.1'],
  ['64:ff9b::7f00:1'],
  ['2002:7f00:1::'],
  ['fe80::1'],
  ['fd00:ec2::254'],
  ['ff02::1'],
  ['93.184.215.14', '127.0.0.1'], // One public address does not make up for a private one.
  [],
]) {
  test(`a hostname at ${addresses.join(' and ') || 'no address'} gets no connection`, async (t) => {
    const witness = await openWitness(t)
    const outcome = await fetchFile({
      hostname: 'loja.com.br',
      path,
      outbound,
      settings: { allowLocal: false, hosts: new Map(), needsSession: false, ca: undefined },
      resolve: async () => addresses,
    })
    assert.equal(outcome.kind, 'refused')
    assert.equal(witness.connections(), 0)
  })
}

test('a setting that maps a hostname to a forbidden address opens nothing', async (t) => {
  const witness = await openWitness(t)
  const hosts = new Map([['loja.com.br', { address: '127.0.0.1', port: witness.port }]])
  const ask = (rules: Outbound) =>
    fetchFile({
      hostname: 'loja.com.br',
      path,
      outbound: rules,
      settings: { allowLocal: false, hosts, needsSession: false, ca: undefined },
    })
  assert.equal((await ask(outbound)).kind, 'refused')
  assert.equal(witness.connections(), 0)
  await ask({ ...outbound, allowedSubnets: ['127.0.0.0/8'] })
  assert.equal(witness.connections(), 1, 'the witness sees what is let through')
})

test('a name is resolved once for one check, and the resolved address is called', async () => {
  let lookups = 0
  const resolve = async () => {
    lookups += 1
    return lookups === 1 ? ['10.0.0.1'] : ['127.0.0.1']
  }
  const settings = { allowLocal: false, hosts: new Map(), needsSession: false, ca: undefined }
  await fetchFile({ hostname: 'loja.com.br', path, outbound, settings, resolve })
  assert.equal(lookups, 1)
})
