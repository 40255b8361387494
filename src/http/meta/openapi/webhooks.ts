import type { TSchema } from 'typebox'
import {
  CashoutApprovalAnswer,
  CashoutApprovalQuestion,
  CashoutWebhook,
  PaymentLinkWebhook,
  TransactionWebhook,
} from '../../../../contract/webhook.ts'
import { header } from './parameters.ts'
import { type Json, jsonContent, referenced, type Schemas } from './schemas.ts'

/**
 * The requests to merchants' servers: notices of transactions, cashouts and links, and approval
 * requests. All of them are signed.
 */
export function webhooksOf(schemas: Schemas): Json {
  const sent = (operationId: string, summary: string, body: TSchema) => ({
    post: {
      summary,
      operationId,
      tags,
      security: [], // No credential of ours: the signature proves the sender.
      requestBody: jsonContent(referenced(body, schemas)),
      responses: { '2XX': { description: 'Recebido. Qualquer outra resposta é tentada de novo.' } },
    },
  })
  return {
    transaction: sent(
      'transactionWebhook',
      'A cada mudança de uma transação, enviado ao postbackUrl',
      TransactionWebhook,
    ),
    cashout: sent(
      'cashoutWebhook',
      'A cada mudança de um saque, enviado ao postbackUrl',
      CashoutWebhook,
    ),
    payment_link: sent(
      'paymentLinkWebhook',
      'A cada mudança de um link de pagamento, enviado aos endereços da conta',
      PaymentLinkWebhook,
    ),
    cashout_approval: approvalRequest(schemas),
  }
}

/** Generators make one class of a tag: no operation of ours shares the tag of these requests. */
const tags = ['Recebidos']

const approvalRequest = (schemas: Schemas): Json => ({
  post: {
    summary: 'Antes de enviar um saque que o seu programa aprova',
    operationId: 'cashoutApprovalWebhook',
    description:
      'Sem uma destas respostas a pergunta é repetida; depois de 24 horas o saque é cancelado.',
    tags,
    security: [],
    parameters: [
      header('x-guiche-approval-token', 'O token de GET /api/user/cashout/approval.', {
        required: true,
      }),
    ],
    requestBody: jsonContent(referenced(CashoutApprovalQuestion, schemas)),
    responses: {
      '200': {
        description: 'A decisão.',
        ...jsonContent(referenced(CashoutApprovalAnswer, schemas)),
      },
    },
  },
})
