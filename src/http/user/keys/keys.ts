import { Type } from 'typebox'
import {
  IssuedKeyWire,
  IssueKeyRequest,
  KeyWire,
  RotateKeyRequest,
} from '../../../../contract/account.ts'
import { envelopeOf } from '../../../../contract/envelope.ts'
import { keyById } from '../../../accounts/api-key-store.ts'
import { listKeys as keysOf, revokeKey } from '../../../accounts/issue-key.ts'
import { isSensitiveKey, storedKey } from '../../../approved-changes/create-key.ts'
import { askSecondPerson, waitsForSecondPersonOf } from '../../approval-response.ts'
import {
  issuedKey,
  newKeyFrom,
  renderKey,
  requireWithin,
  rotatedKey,
  usualOverlapSeconds,
} from '../../key-response.ts'
import { accountEndpoint } from '../../request/endpoint.ts'
import { idFrom } from '../../request/id-from.ts'
import { withSealedResponse } from '../../request/sealed-response.ts'
import { validate } from '../../request/validation.ts'

export const postKey = accountEndpoint({
  summary: 'Criar uma chave da conta',
  description:
    'Só uma pessoa cria chaves; uma chave, não. A chave aparece só nesta resposta: guardamos apenas o seu resumo. Uma chave secreta pode ser limitada a permissões, a endereços e no tempo. Em produção, uma chave que deixa sair dinheiro, ou vê ou troca o segredo dos webhooks, espera outra pessoa da conta que possa aprovar, se houver uma: a resposta é 202, com o pedido.',
  body: IssueKeyRequest,
  mayWait: true,
  answer: envelopeOf(IssuedKeyWire),
  rejections: ['validation-failed'],
  async handle(context, request) {
    const accountId = request.holder.account.id
    const choices = validate(IssueKeyRequest, request.body)
    requireWithin(request.holder.grant, choices)
    const key = newKeyFrom(context.app, accountId, choices)
    if (isSensitiveKey(key) && (await waitsForSecondPersonOf(context, request, accountId)))
      return askSecondPerson(context, request, 'key.create', storedKey(key), accountId)
    return withSealedResponse(context, request, {
      accountId,
      kind: 'transaction',
      run: (app) => issuedKey(app, accountId, choices),
    })
  },
})

export const listKeys = accountEndpoint({
  summary: 'Listar as chaves da conta',
  description: 'Nunca as próprias chaves: só o começo, o fim, as restrições e o último uso.',
  answer: envelopeOf(Type.Array(KeyWire)),
  async handle({ app }, { holder }) {
    const keys = await keysOf(app, holder.account.id)
    return {
      message: { pt: 'Chaves da conta.', en: 'Keys of the account.' },
      data: keys.map(renderKey),
    }
  },
})

export const postKeyRotation = accountEndpoint({
  summary: 'Trocar uma chave da conta, com sobreposição',
  description:
    'Cria outra no lugar, com as mesmas restrições. A antiga ainda vale por overlapSeconds.',
  body: RotateKeyRequest,
  mayWait: true,
  answer: envelopeOf(Type.Object({ ...IssuedKeyWire.properties, replaced: KeyWire })),
  rejections: ['key-not-found', 'validation-failed'],
  async handle(context, request) {
    const key = { accountId: request.holder.account.id, keyId: idFrom(request) }
    const choices = validate(RotateKeyRequest, request.body ?? {})
    const old = await keyById(context.app.sql, key.accountId, key.keyId)
    if (old) requireWithin(request.holder.grant, old)
    const { overlapSeconds = usualOverlapSeconds } = choices
    if (
      old &&
      isSensitiveKey({ kind: old.kind, restriction: old }) &&
      (await waitsForSecondPersonOf(context, request, key.accountId))
    )
      return askSecondPerson(
        context,
        request,
        'key.rotate',
        { ...key, overlapSeconds },
        key.accountId,
      )
    const answer = await withSealedResponse(context, request, {
      accountId: key.accountId,
      kind: 'transaction',
      run: (app) => rotatedKey(app, key, choices),
    })
    context.app.accounts.refresh()
    return answer
  },
})

export const deleteKey = accountEndpoint({
  summary: 'Revogar uma chave da conta',
  description: 'Deixa de valer em todos os processos em até dois segundos.',
  answer: envelopeOf(KeyWire),
  rejections: ['key-not-found'],
  async handle({ app }, request) {
    const record = await revokeKey(app, {
      accountId: request.holder.account.id,
      keyId: idFrom(request),
    })
    app.accounts.refresh()
    return { message: { pt: 'Chave revogada.', en: 'Key revoked.' }, data: renderKey(record) }
  },
})
