import assert from 'node:assert/strict'
import { test } from 'node:test'
import { tlsHostsIn } from './tls-hosts.ts'

test('each server of the settings is named once, with the certificates for it', () => {
  const settings = {
    transactionsUrl: 'https://api.example.com/1',
    queriesUrl: 'https://query.example.com:8443',
    plain: 'http://plain.example.com',
    merchantId: 'not an address',
    noticeHeaders: [{ name: 'x', value: 'https://not an address' }],
    ca: 'ROOT',
    files: { url: 'https://files.example.com/arquivos' },
    chargeback: {
      url: 'https://api.example.com/v1',
      tokenUrl: 'https://token.example.com/oauth',
      certificate: 'OURS',
      privateKey: 'KEY',
    },
  }
  assert.deepEqual(tlsHostsIn(settings), [
    { origin: 'https://api.example.com', tls: { ca: 'ROOT' } },
    { origin: 'https://query.example.com:8443', tls: { ca: 'ROOT' } },
    { origin: 'https://files.example.com', tls: { ca: 'ROOT' } },
    { origin: 'https://token.example.com', tls: { cert: 'OURS', key: 'KEY' } },
  ])
})

test("the key of a certificate may have Banco do Brasil's name", () => {
  const settings = { baseUrl: 'https://bb.example.com', certificate: 'OURS', certificateKey: 'KEY' }
  assert.deepEqual(tlsHostsIn(settings), [
    { origin: 'https://bb.example.com', tls: { cert: 'OURS', key: 'KEY' } },
  ])
  assert.deepEqual(tlsHostsIn(undefined), [])
})
