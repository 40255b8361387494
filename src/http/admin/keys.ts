import { Type } from 'typebox'
import {
  IssuedKeyWire,
  IssueKeyRequest,
  KeyWire,
  RotateKeyRequest,
} from '../../../contract/account.ts'
import { envelopeOf } from '../../../contract/envelope.ts'
import { accountById } from '../../accounts/account-store.ts'
import { keyById } from '../../accounts/api-key-store.ts'
import { listKeys as keysOf, revokeKey } from '../../accounts/issue-key.ts'
import { isSensitiveKey, storedKey } from '../../approved-changes/create-key.ts'
import { Rejection } from '../../primitives/rejection.ts'
import { askSecondPerson, waitsForSecondPerson } from '../approval-response.ts'
import {
  issuedKey,
  newKeyFrom,
  renderKey,
  rotatedKey,
  usualOverlapSeconds,
} from '../key-response.ts'
import { type ApiRequest, endpoint } from '../request/endpoint.ts'
import { idFrom, idOf } from '../request/id-from.ts'
import { validate } from '../request/validation.ts'
import { withOperatorIdempotency } from './operator-idempotency.ts'

export const postKey = endpoint({
  summary: 'Criar uma chave',
  description: 'A chave aparece só nesta resposta: guardamos apenas o seu resumo.',
  body: IssueKeyRequest,
  mayWait: true,
  answer: envelopeOf(IssuedKeyWire),
  rejections: ['not-found', 'validation-failed'],
  handle(context, request) {
    const accountId = idFrom(request)
    const choices = validate(IssueKeyRequest, request.body)
    const { app } = context
    const key = newKeyFrom(app, accountId, choices)
    if (waitsForSecondPerson(app) && isSensitiveKey(key))
      return askSecondPerson(context, request, 'key.create', storedKey(key))
    return withOperatorIdempotency(context, request, {
      kind: 'transaction',
      run: (app) => issuedKey(app, accountId, choices),
    })
  },
})

export const listKeys = endpoint({
  summary: 'Listar as chaves de uma conta',
  answer: envelopeOf(Type.Array(KeyWire)),
  rejections: ['not-found'],
  async handle({ app }, request) {
    const accountId = idFrom(request)
    if (!(await accountById(app.sql, accountId))) throw new Rejection('not-found')
    const keys = await keysOf(app, accountId)
    return {
      message: { pt: 'Chaves da conta.', en: 'Keys of the account.' },
      data: keys.map(renderKey),
    }
  },
})

export const postKeyRotation = endpoint({
  summary: 'Trocar uma chave, com sobreposição',
  description:
    'Cria outra no lugar, com as mesmas restrições. A antiga ainda vale por overlapSeconds.',
  body: RotateKeyRequest,
  mayWait: true,
  answer: envelopeOf(Type.Object({ ...IssuedKeyWire.properties, replaced: KeyWire })),
  rejections: ['key-not-found', 'validation-failed'],
  async handle(context, request) {
    const key = { accountId: idFrom(request), keyId: keyIdFrom(request) }
    const choices = validate(RotateKeyRequest, request.body ?? {})
    if (waitsForSecondPerson(context.app)) {
      const old = await keyById(context.app.sql, key.accountId, key.keyId)
      const { overlapSeconds = usualOverlapSeconds } = choices
      if (old && isSensitiveKey({ kind: old.kind, restriction: old }))
        return askSecondPerson(context, request, 'key.rotate', { ...key, overlapSeconds })
    }
    const answer = await withOperatorIdempotency(context, request, {
      kind: 'transaction',
      run: (app) => rotatedKey(app, key, choices),
    })
    context.app.accounts.refresh()
    return answer
  },
})

export const deleteKey = endpoint({
  summary: 'Revogar uma chave',
  description: 'Deixa de valer em todos os processos em até dois segundos.',
  answer: envelopeOf(KeyWire),
  rejections: ['key-not-found'],
  async handle({ app }, request) {
    const record = await revokeKey(app, { accountId: idFrom(request), keyId: keyIdFrom(request) })
    app.accounts.refresh()
    return { message: { pt: 'Chave revogada.', en: 'Key revoked.' }, data: renderKey(record) }
  },
})

const keyIdFrom = ({ params }: ApiRequest): string => idOf(params.keyId)
