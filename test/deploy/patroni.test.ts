import assert from 'node:assert/strict'
import { test } from 'node:test'
import { parse } from 'yaml'
import { readDeployed } from '../kit/deployed.ts'

/* The rules that `npm run drill -- failover` relies on, in the files that it uses. */

const { bootstrap, etcd3, watchdog } = parse(await readDeployed('patroni/patroni.yml'))
const { dcs } = bootstrap

test('only a standby that has every commit is promoted', () => {
  assert.equal(dcs.synchronous_mode, true)
  assert.equal(dcs.synchronous_mode_strict, true)
  assert.equal(dcs.postgresql.parameters.synchronous_commit, 'on')
})

test('a short pause of etcd does not end a healthy primary', () => {
  assert.ok(dcs.ttl >= dcs.loop_wait + 2 * dcs.retry_timeout)
  assert.ok(watchdog.safety_margin < dcs.ttl - dcs.loop_wait)
})

test('Patroni asks the three members of etcd, which serve its protocol', async () => {
  const etcd = parse(await readDeployed('patroni/etcd.yml'))
  assert.equal(etcd3.hosts.length, 3)
  assert.ok(etcd3.hosts.includes(new URL(etcd['listen-client-urls']).host))
  assert.equal(etcd['initial-cluster'].split(',').length, 3)
  assert.equal(etcd['enable-grpc-gateway'], true)
})
