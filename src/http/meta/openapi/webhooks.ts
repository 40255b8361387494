import type { TSchema } from 'typebox'
import {
  CashoutApprovalAnswer,
  CashoutApprovalQuestion,
  CashoutWebhook,
  DomainWebhook,
  FailingEndpointWebhook,
  PaymentLinkWebhook,
  PingWebhook,
  TransactionWebhook,
} from '../../../../contract/webhook.ts'
import { header } from './parameters.ts'
import { type Json, jsonContent, referenced, type Schemas } from './schemas.ts'

/** The requests to merchants' servers: notices and approval requests. All of them are signed. */
export function webhooksOf(schemas: Schemas): Json {
  const sent = (operationId: string, summary: string, body: TSchema) => ({
    post: {
      summary,
      operationId,
      tags,
      security: [], // No credential of ours: the signature proves the sender.
      parameters: signature,
      requestBody: jsonContent(referenced(body, schemas)),
      responses: {
        '2XX': { description: 'Recebido.' },
        '410': {
          description:
            'Um endereço da conta é pausado e não é mais chamado. Um postbackUrl é tentado de novo.',
        },
        default: { description: 'O aviso é tentado de novo.' },
      },
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
    device_pay_domain: sent(
      'devicePayDomainWebhook',
      'Quando o arquivo de um domínio verificado some, enviado aos endereços da conta',
      DomainWebhook,
    ),
    webhook_endpoint: sent(
      'webhookEndpointWebhook',
      'Quando um endereço falha há dias, enviado aos outros endereços da conta',
      FailingEndpointWebhook,
    ),
    ping: sent('pingWebhook', 'O teste de um endereço da conta', PingWebhook),
    cashout_approval: approvalRequest(schemas),
  }
}

/** Generators make one class of a tag: no operation of ours shares the tag of these requests. */
const tags = ['Recebidos']

/** The headers that prove the sender (docs/decisions/webhook-signatures.md). */
const signature = [
  header('webhook-id', 'O mesmo em cada tentativa e em cada reenvio.', { required: true }),
  header('webhook-timestamp', 'Quando foi enviado, em segundos desde 1970.', { required: true }),
  header(
    'webhook-signature',
    'Standard Webhooks: v1, vírgula e o HMAC-SHA256 em base64, um por segredo em vigor, separados por espaço.',
    { required: true },
  ),
  header(
    'X-Webhook-Signature',
    'O HMAC-SHA256 do corpo em hexadecimal, com o texto do segredo mais novo.',
    { required: true },
  ),
]

const approvalRequest = (schemas: Schemas): Json => ({
  post: {
    summary: 'Antes de enviar um saque que o seu programa aprova',
    operationId: 'cashoutApprovalWebhook',
    description:
      'Sem uma destas respostas a pergunta é repetida; depois de 24 horas o saque é cancelado.',
    tags,
    security: [],
    parameters: [
      ...signature,
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
