import assert from 'node:assert/strict'
import { test } from 'node:test'
import { openVault } from '../primitives/vault.ts'
import { digestOfSigned, digestOfToken, isProofFresh, signedToken } from './login.ts'
import { needsSecondFactor, permissionsOf } from './role.ts'

const vaultOf = (pepper: number) =>
  openVault({
    masterKeys: new Map([[1, Buffer.alloc(32)]]),
    peppers: new Map([[1, Buffer.alloc(32, pepper)]]),
  })
const vault = vaultOf(1)
const token = Buffer.alloc(32, 7).toString('base64url')
const signed = signedToken(vault, token)

test('a signed token leads to its digest', () =>
  assert.equal(digestOfSigned(vault, signed), digestOfToken(vault, token)))

const forged: readonly (readonly [why: string, text: string])[] = [
  ['a token without a signature', `login_${token}`],
  ['a signature of another gateway', signedToken(vaultOf(2), token)],
  [
    'a signature of another token',
    signed.replace(token, Buffer.alloc(32, 8).toString('base64url')),
  ],
  ['a text around it', ` ${signed}`],
  ['nothing', ''],
  ['a key', 'sk_00000000000000000000000000000000000000'],
]
for (const [why, text] of forged)
  test(`${why} is refused`, () => assert.equal(digestOfSigned(vault, text), undefined))

const now = new Date('2026-11-23T12:00:00Z')
const proofs: readonly (readonly [minutes: number | null, isFresh: boolean])[] = [
  [null, false],
  [0, true],
  [9, true],
  [10, false],
]
for (const [minutes, isFresh] of proofs)
  test(`a proof of ${minutes ?? 'no'} minutes ago is ${isFresh ? '' : 'not '}fresh`, () => {
    const provedAt = minutes === null ? null : new Date(now.getTime() - minutes * 60_000)
    assert.equal(isProofFresh({ provedAt }, now), isFresh)
  })

const account = '01900000-0000-7000-8000-000000000001'
const roles: readonly (readonly [
  accountId: string | null,
  role: string,
  permissions: readonly string[] | null,
  has: string,
  lacks: string,
  needs: boolean,
])[] = [
  [account, 'owner', null, 'cashouts:create', 'accounts:write', true],
  [account, 'finance', null, 'cashouts:create', 'keys:write', true],
  [account, 'read-only', null, 'transactions:read', 'transactions:refund', false],
  [null, 'admin', null, 'accounts:write', 'transactions:read', true],
  [null, 'auditor', null, 'operator-audit:read', 'accounts:write', true],
  [account, 'admin', null, '', 'accounts:write', false],
  [account, 'caixa', ['wallet:read', 'accounts:write'], 'wallet:read', 'accounts:write', false],
  [account, 'caixa', ['transactions:refund'], 'transactions:refund', 'wallet:read', true],
  [account, 'gerente', ['approvals:decide'], 'approvals:decide', 'cashouts:create', true],
  [account, 'dev', ['webhook-secret:read'], 'webhook-secret:read', 'webhooks:write', true],
  [account, 'toString', null, '', 'wallet:read', false],
  [null, 'caixa', ['wallet:read'], '', 'wallet:read', true],
]
for (const [accountId, role, permissions, has, lacks, needs] of roles)
  test(`${role} at ${accountId ? 'an account' : 'the operator'} has ${has || 'nothing'}`, () => {
    const found: ReadonlySet<string> = permissionsOf({ accountId, role, permissions })
    assert.equal(has === '' ? found.size === 0 : found.has(has), true)
    assert.equal(found.has(lacks), false)
    assert.equal(needsSecondFactor([{ accountId, role, permissions }], 'production'), needs)
    assert.equal(needsSecondFactor([{ accountId, role, permissions }], 'sandbox'), false)
  })
