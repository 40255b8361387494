// Made from sdk/server/src/webhooks by scripts/build-sdk.ts. Make changes there.
/** An amount in cents of BRL, always a whole number: R$ 10.50 is 1050. */
export type Cents = number
/** An instant in ISO 8601, in UTC: `2026-11-21T14:03:00.000Z`. */
export type Instant = string
/** A calendar day of São Paulo: `2026-11-21`. */
export type Day = string
export type TransactionStatus =
  | 'WAITING_PAYMENT'
  | 'AUTHORIZED'
  | 'PAID'
  | 'REFUSED'
  | 'CANCELED'
  | 'REFUNDED'
  | 'IN_PROTEST'
  | 'CHARGEDBACK'
export type PaymentMethod = 'PIX' | 'BOLETO' | 'CREDIT_CARD'
export type CashoutStatus =
  | 'PENDING'
  | 'PROCESSING'
  | 'COMPLETED'
  | 'FAILED'
  | 'CANCELED'
  | 'REFUNDED'
export type PixType = 'CPF' | 'CNPJ' | 'PHONE' | 'EMAIL' | 'EVP'
export type DisputeStatus = 'NEEDS_RESPONSE' | 'UNDER_REVIEW' | 'WON' | 'LOST'
export type DisputeKind = 'chargeback' | 'med'
export type ReceivableStatus = 'SCHEDULED' | 'SETTLED'
export type PaymentLinkStatus = 'ACTIVE' | 'INACTIVE'
export type DeliveryState = 'waiting' | 'held' | 'delivered' | 'exhausted' | 'stopped'
export type Book = 'available' | 'pending' | 'blocked' | 'debt'
export type Permission =
  | 'transactions:read'
  | 'transactions:create'
  | 'transactions:capture'
  | 'transactions:cancel'
  | 'transactions:refund'
  | 'payment-links:read'
  | 'payment-links:write'
  | 'checkout-sessions:read'
  | 'checkout-sessions:write'
  | 'brand:read'
  | 'brand:write'
  | 'wallet:read'
  | 'disputes:read'
  | 'disputes:answer'
  | 'cashouts:read'
  | 'cashouts:create'
  | 'cashouts:cancel'
  | 'cashout-schedule:write'
  | 'cashout-approval:read'
  | 'domains:read'
  | 'domains:write'
  | 'events:read'
  | 'events:resend'
  | 'webhooks:read'
  | 'webhooks:write'
  | 'webhooks:redeliver'
  | 'webhook-secret:read'
  | 'webhook-secret:rotate'
  | 'keys:read'
  | 'people:read'
  | 'approvals:read'
  | 'audit:read'
  | 'requests:read'
export interface Transaction {
  readonly id: string
  /**
   * WAITING_PAYMENT aguarda pagamento ou análise; AUTHORIZED autorizada sem captura; PAID paga;
   * REFUSED recusada; CANCELED expirada ou cancelada; REFUNDED devolvida; IN_PROTEST em disputa,
   * dinheiro bloqueado; CHARGEDBACK disputa perdida, dinheiro devolvido.
   */
  readonly status: TransactionStatus
  /** Centavos: R$ 10,50 é 1050. */
  readonly amount: Cents
  /** Centavos. */
  readonly refundedAmount: Cents
  readonly paymentMethod: PaymentMethod
  readonly installments: number
  readonly customer: {
    readonly id: string
    readonly name: string | null
    readonly email: string | null
    readonly phone: string | null
    readonly document: {
      readonly number: string
      readonly type: 'CPF' | 'CNPJ'
    } | null
    /** Escreve-se assim mesmo. */
    readonly externaRef: string | null
    readonly address: {
      readonly street: string | null
      readonly streetNumber: string | null
      readonly complement: string | null
      readonly zipCode: string | null
      readonly neighborhood: string | null
      readonly city: string | null
      readonly state: string | null
      readonly country: string | null
    } | null
  } | null
  readonly items: readonly {
    readonly title: string | null
    /** Centavos. */
    readonly unitPrice: Cents | null
    readonly quantity: number | null
    readonly tangible: boolean | null
    readonly externalRef: string | null
  }[]
  readonly shipping: {
    /** Centavos. */
    readonly fee: Cents | null
    readonly address: {
      readonly street: string | null
      readonly streetNumber: string | null
      readonly complement: string | null
      readonly zipCode: string | null
      readonly neighborhood: string | null
      readonly city: string | null
      readonly state: string | null
      readonly country: string | null
    } | null
  } | null
  /** Igual ao que foi enviado. */
  readonly metadata: unknown
  readonly postbackUrl: string | null
  readonly traceable: boolean | null
  readonly ip: string | null
  readonly externalRef: string | null
  /** Só a que foi paga pela página de checkout. */
  readonly checkoutSessionId?: string | undefined
  /** Só a que veio de um link de pagamento. */
  readonly paymentLinkId?: string | undefined
  /** ISO 8601 em UTC. */
  readonly createdAt: Instant
  /** ISO 8601 em UTC. */
  readonly updatedAt: Instant
  /** ISO 8601 em UTC. */
  readonly paidAt: Instant | null
  readonly refusedReason: string | null
  readonly secureId: string
  /** A página do pagador. */
  readonly secureUrl: string
  /** O identificador do PIX no Banco Central, depois de pago. */
  readonly endToEndId: string | null
  readonly fee: {
    /** Centavos. */
    readonly fixedAmount: Cents
    /** Por cento: 3.99 é 3,99 %. */
    readonly spreadPercentage: number
    /** Em centavos, nunca acima do valor: uma venda menor que a tarifa é toda dela. */
    readonly estimatedFee: Cents
    /**
     * O que fica para você, em centavos. 0: a tarifa levou tudo; o menor valor de uma venda é
     * limits.minAmount da conta.
     */
    readonly netAmount: Cents
  }
  readonly refunds: readonly Refund[]
  /** Chargebacks e MED, do mais antigo ao mais novo. */
  readonly disputes: readonly DisputeSummary[]
  readonly pix?:
    | {
        /** O texto copia e cola (EMV, começa com 000201). Nunca uma imagem. */
        readonly qrcode: string | null
        /** ISO 8601 em UTC. */
        readonly expirationDate: Instant | null
        /** A página de pagamento. */
        readonly url: string
        readonly receiptUrl: string | null
        /** Só em cobranças com vencimento. Depois de paga, amount da transação é o valor pago. */
        readonly due?:
          | {
              /** Dia de São Paulo. Sem banco nele, vale o próximo dia útil. */
              readonly date: string
              /** Dias corridos depois do vencimento em que ainda pode ser paga. Padrão: 30. */
              readonly payableDaysAfter: number
              /** Centavos: R$ 10,50 é 1050. */
              readonly originalAmount: Cents
              readonly fine: {
                /** Centavos: R$ 10,50 é 1050. */
                readonly amount: Cents | null
                /** Centésimos de um por cento: 200 é 2 %. */
                readonly basisPoints: number | null
              } | null
              readonly interest: {
                /** Centavos: R$ 10,50 é 1050. */
                readonly amount: Cents | null
                /** Centésimos de um por cento: 200 é 2 %. */
                readonly basisPoints: number | null
                readonly per: 'DAY' | 'MONTH' | 'YEAR'
                /** Dias corridos (o padrão) ou úteis. */
                readonly days: 'CALENDAR' | 'BUSINESS'
              } | null
              readonly discounts: readonly {
                /** Dia de São Paulo. Sem banco nele, vale o próximo dia útil. */
                readonly until: string
                /** Centavos: R$ 10,50 é 1050. */
                readonly amount: Cents | null
                /** Centésimos de um por cento: 200 é 2 %. */
                readonly basisPoints: number | null
              }[]
              readonly dailyDiscount: {
                /** Centavos: R$ 10,50 é 1050. */
                readonly amount: Cents | null
                /** Centésimos de um por cento: 200 é 2 %. */
                readonly basisPoints: number | null
                /** Dias corridos (o padrão) ou úteis. */
                readonly days: 'CALENDAR' | 'BUSINESS'
              } | null
              readonly rebate: {
                /** Centavos: R$ 10,50 é 1050. */
                readonly amount: Cents | null
                /** Centésimos de um por cento: 200 é 2 %. */
                readonly basisPoints: number | null
              } | null
              /** O que foi somado e descontado no pagamento. */
              readonly charged: {
                /** Centavos. */
                readonly fine: Cents
                /** Centavos. */
                readonly interest: Cents
                /** Centavos. */
                readonly discount: Cents
                /** Centavos. */
                readonly rebate: Cents
              } | null
            }
          | undefined
      }
    | undefined
  readonly boleto?:
    | {
        readonly url: string
        readonly pdfUrl: string
        /** 44 dígitos. */
        readonly barcode: string
        /** 47 dígitos. */
        readonly digitableLine: string
        /** ISO 8601 em UTC. */
        readonly expirationDate: Instant
        readonly instructions: readonly string[]
        /** PIX da mesma dívida, quando o banco o oferece. */
        readonly qrcode: string | null
        /** Só em boletos com protesto ou negativação. */
        readonly overdue?:
          | {
              readonly action: 'PROTEST' | 'SERASA' | 'QUOD'
              /** Dias após o vencimento. Cada banco aceita alguns: o erro diz quais. */
              readonly afterDays: number
            }
          | undefined
        /**
         * Só em banco por arquivo. PENDING: o banco ainda não o registrou, e ele não pode ser pago.
         * Mostre os códigos ao pagador só em CONFIRMED.
         */
        readonly registration?: 'PENDING' | 'CONFIRMED' | undefined
        /** Quando o banco o levou a protesto. Ainda pode ser pago, no cartório. */
        readonly inProtestSince?: Instant | undefined
      }
    | undefined
  readonly card?:
    | {
        readonly brand: string
        /** Doze máscaras e os quatro últimos. */
        readonly lastDigits: string
      }
    | undefined
  /** Só em cartão: como a adquirente chama esta venda. */
  readonly acquirer?:
    | {
        /** O id da venda na adquirente. */
        readonly reference: string | null
        readonly tid: string | null
        readonly nsu: string | null
        readonly authorizationCode: string | null
      }
    | undefined
  /**
   * Quando o dinheiro fica disponível, contado do pagamento: em PIX e boleto, dias úteis; em
   * cartão, dias corridos entre parcelas, até o próximo dia útil. 0: na hora. Quanto fica está em
   * fee.netAmount.
   */
  readonly settlementDays: number
  /**
   * As datas, tarifas e líquidos combinados: em cartão, uma por parcela, desde a criação; em PIX e
   * boleto, uma, desde o pagamento. Vazia antes dele, quando não há venda, e quando o dinheiro fica
   * disponível na hora.
   */
  readonly receivables: readonly ReceivablePlan[]
}
export interface Refund {
  readonly id: string
  /** Centavos: R$ 10,50 é 1050. */
  readonly amount: Cents
  readonly status: 'PROCESSING' | 'COMPLETED' | 'FAILED'
  /** ISO 8601 em UTC. */
  readonly createdAt: Instant
  /** ISO 8601 em UTC. */
  readonly completedAt: Instant | null
  /** ISO 8601 em UTC. */
  readonly failedAt: Instant | null
  /** PIX: o identificador D… da devolução. */
  readonly returnId: string | null
  readonly failedReason: string | null
  /** A chave para onde foi: boleto, ou PIX pago há mais de 90 dias. */
  readonly pixKey: string | null
  /** O identificador desse PIX. */
  readonly endToEndId: string | null
  /** O que o banco de destino devolveu depois: novos créditos no saldo. */
  readonly returns: readonly {
    readonly id: string
    /** Centavos: R$ 10,50 é 1050. */
    readonly amount: Cents
    /** ISO 8601 em UTC. */
    readonly createdAt: Instant
  }[]
}
export interface DisputeSummary {
  readonly id: string
  /**
   * chargeback: contestação de uma compra no cartão; med: mecanismo especial de devolução do PIX.
   */
  readonly kind: DisputeKind
  /**
   * NEEDS_RESPONSE aberta, aceita resposta até answerBy; UNDER_REVIEW em análise no emissor ou no
   * banco; WON o dinheiro é seu; LOST o dinheiro voltou ao pagador (o emissor ainda pode reverter,
   * e ela passa a WON).
   */
  readonly status: DisputeStatus
  /** Centavos: R$ 10,50 é 1050. */
  readonly amount: Cents
  /** Centavos. */
  readonly blockedAmount: Cents
  /** Centavos. */
  readonly lostAmount: Cents
  /** ISO 8601 em UTC. */
  readonly openedAt: Instant
  /** ISO 8601 em UTC. */
  readonly answerBy: Instant | null
  /** ISO 8601 em UTC. */
  readonly decidedAt: Instant | null
}
export interface ReceivablePlan {
  readonly number: number
  /** Dia útil em que fica disponível. */
  readonly date: Day
  /** Centavos. */
  readonly gross: Cents
  /** Centavos. */
  readonly fee: Cents
  /** Centavos. */
  readonly net: Cents
}
export interface Cashout {
  readonly id: string
  /**
   * PENDING reservado, ainda não enviado; PROCESSING no banco; COMPLETED entregue; FAILED recusado,
   * o dinheiro voltou ao saldo; CANCELED cancelado antes de ir; REFUNDED devolvido depois de
   * entregue.
   */
  readonly status: CashoutStatus
  /** Centavos: R$ 10,50 é 1050. */
  readonly amount: Cents
  /** Centavos. */
  readonly fee: Cents
  /** O que sai do saldo: valor e tarifa. */
  readonly totalAmount: Cents
  /** Centavos. */
  readonly refundedAmount: Cents
  /** Na forma normal do diretório PIX. De uma conta: ISPB/agência/conta/tipo. */
  readonly pixKey: string
  /** ACCOUNT: uma conta, em bankAccount. Senão, o tipo da chave. */
  readonly pixType: 'CPF' | 'CNPJ' | 'PHONE' | 'EMAIL' | 'EVP' | 'ACCOUNT'
  readonly bankAccount: {
    /** O ISPB da instituição: oito caracteres. */
    readonly ispb: string
    /** Agência, sem o dígito. */
    readonly branch: string
    /** Conta, com o dígito. */
    readonly number: string
    /** CHECKING corrente; SAVINGS poupança; PAYMENT conta de pagamento. */
    readonly type: 'CHECKING' | 'SAVINGS' | 'PAYMENT'
  } | null
  /** O PIX copia e cola que o saque paga. A chave dele está em pixKey. */
  readonly qrcode: string | null
  /**
   * De um código: false quando o banco não verificou a chave dele, e o dinheiro pode ir para a
   * chave de outra pessoa.
   */
  readonly isKeyVerified: boolean | null
  readonly beneficiaryName: string | null
  readonly beneficiaryDocument: string | null
  readonly description: string | null
  readonly postbackUrl: string | null
  readonly externalRef: string | null
  /** Pedido pela API ou feito pelo saque automático. */
  readonly origin: 'request' | 'schedule'
  /** O identificador do PIX, com letras maiúsculas e minúsculas. */
  readonly endToEndId: string | null
  /** Quem recebeu, como o banco informa. */
  readonly receiver: {
    readonly name: string | null
    readonly document: string | null
  } | null
  readonly receiptUrl: string | null
  readonly refusedReason: string | null
  /**
   * A pedido; negado por quem aprova; sem resposta de quem aprova; antes de sair, uma disputa ou
   * dívida da conta precisou do valor.
   */
  readonly canceledReason: 'requested' | 'denied' | 'not-approved' | 'owed' | null
  readonly approval: {
    /** De quem se espera a decisão. decidedBy diz se foi uma pessoa que a tomou. */
    readonly by: 'person' | 'callback'
    /**
     * Por que espera: amount, o valor passa do limite de aprovação; owner, não se sabe se o
     * destino é da própria conta.
     */
    readonly cause: 'amount' | 'owner'
    /** canceled: o saque foi cancelado, ou o prazo acabou, sem decisão. */
    readonly state: 'waiting' | 'approved' | 'denied' | 'canceled'
    /** A chave secreta que pediu; de um saque automático, a que o configurou por último. */
    readonly requestedBy: {
      readonly keyId: string
      readonly name: string
    } | null
    /** A pessoa; null se foi o seu programa, ou se ninguém decidiu. */
    readonly decidedBy: string | null
    /** ISO 8601 em UTC. */
    readonly decidedAt: Instant | null
    readonly reason: string | null
  } | null
  /**
   * A conta nunca pagou esta chave: o envio espera até este instante, e até lá pode ser cancelado.
   */
  readonly notBefore: Instant | null
  readonly refunds: readonly {
    /** O identificador D… da devolução. */
    readonly id: string
    /** Centavos: R$ 10,50 é 1050. */
    readonly amount: Cents
    /** ISO 8601 em UTC. */
    readonly createdAt: Instant
  }[]
  /** ISO 8601 em UTC. */
  readonly createdAt: Instant
  /** ISO 8601 em UTC. */
  readonly updatedAt: Instant
  /** ISO 8601 em UTC. */
  readonly completedAt: Instant | null
}
export interface PaymentLink {
  readonly id: string
  /** INACTIVE: a página diz que o link não está disponível. Você muda com PATCH. */
  readonly status: PaymentLinkStatus
  /** Se o link pode ser pago agora. */
  readonly isUsable: boolean
  readonly unusableReason: 'inactive' | 'expired' | 'used-up' | null
  readonly title: string
  readonly description: string | null
  /** Centavos: R$ 10,50 é 1050. */
  readonly amount: Cents | null
  /** O pagador escolhe o valor, entre estes dois, em centavos. */
  readonly openAmount: {
    /** Centavos: R$ 10,50 é 1050. */
    readonly min: Cents
    /** Centavos: R$ 10,50 é 1050. */
    readonly max: Cents
  } | null
  /** O pagador escolhe quantos; amount é o preço de um. */
  readonly quantity: {
    readonly min: number
    readonly max: number
  } | null
  readonly items: readonly {
    readonly title: string | null
    /** Centavos. */
    readonly unitPrice: Cents | null
    readonly quantity: number | null
    readonly tangible: boolean | null
    readonly externalRef: string | null
  }[]
  readonly paymentMethods: readonly PaymentMethod[] | null
  readonly maxInstallments: number | null
  /** ISO 8601 em UTC. */
  readonly expiresAt: Instant | null
  readonly maxUses: number | null
  /** Transações pagas ou em aberto: a que expira ou é recusada não conta mais. */
  readonly uses: number
  /** Quantas foram pagas. */
  readonly paidUses: number
  /** Centavos. */
  readonly paidAmount: Cents
  readonly redirectUrl: string | null
  readonly postbackUrl: string | null
  /** Igual ao que foi enviado. */
  readonly metadata: unknown
  /** O endereço que se manda ao pagador. */
  readonly url: string
  /** Quando o último uso foi pago. */
  readonly completedAt: Instant | null
  /** ISO 8601 em UTC. */
  readonly createdAt: Instant
  /** ISO 8601 em UTC. */
  readonly updatedAt: Instant
}
export interface DomainNotice {
  readonly id: string
  readonly domain: string
  readonly status: 'PENDING' | 'VERIFIED'
  /** ISO 8601 em UTC. */
  readonly verifiedAt: Instant | null
  readonly lastError: {
    readonly stage: string
    readonly seen: string
  } | null
}
export interface FailingEndpointNotice {
  readonly address: string
  /** ISO 8601 em UTC. */
  readonly failingSince: Instant
}
export interface PingNotice {
  readonly id: string
  readonly description: string | null
}
/** The `data` of each type of event. */
export interface EventData {
  /** A transação foi criada e aguarda pagamento, ou o cartão está em análise. */
  readonly 'transaction.waiting_payment': Transaction
  /** O cartão foi autorizado e espera a captura. */
  readonly 'transaction.authorized': Transaction
  /** O pagamento foi confirmado. */
  readonly 'transaction.paid': Transaction
  /** O pagamento foi recusado. O motivo está em data.refusedReason. */
  readonly 'transaction.refused': Transaction
  /** A transação expirou ou foi cancelada sem pagamento. */
  readonly 'transaction.canceled': Transaction
  /**
   * O banco registrou um boleto que recebeu por arquivo. O status não muda, e agora ele pode ser
   * pago.
   */
  readonly 'transaction.boleto_registered': Transaction
  /**
   * O banco levou o boleto a protesto, ou o tirou dele: veja data.boleto.inProtestSince. O status
   * não muda, e ele ainda pode ser pago.
   */
  readonly 'transaction.boleto_protest': Transaction
  /** O valor foi devolvido inteiro ao pagador. */
  readonly 'transaction.refunded': Transaction
  /**
   * Parte do valor voltou ao pagador, por uma devolução ou um MED perdido em parte. Veja
   * data.refunds e data.disputes; data.status mostra se ainda há disputa.
   */
  readonly 'transaction.partially_refunded': Transaction
  /** Uma devolução não pôde ser feita; o dinheiro voltou ao saldo. */
  readonly 'transaction.refund_failed': Transaction
  /**
   * O banco de destino devolveu o PIX de uma devolução: o valor voltou ao saldo como novo crédito.
   */
  readonly 'transaction.refund_returned': Transaction
  /** O pagamento está em disputa e o dinheiro está bloqueado. */
  readonly 'transaction.in_protest': Transaction
  /** A disputa foi perdida e o dinheiro voltou ao pagador. */
  readonly 'transaction.chargedback': Transaction
  /**
   * Uma disputa foi aberta e o status não mudou: já havia outra, ou não resta valor do pagamento.
   */
  readonly 'transaction.dispute_opened': Transaction
  /** O emissor reabriu a disputa: a nova fase espera outra resposta. */
  readonly 'transaction.dispute_reopened': Transaction
  /** Faltam 48 horas para o fim do prazo de uma disputa que ainda não tem resposta. */
  readonly 'transaction.dispute_due': Transaction
  /** Uma disputa foi respondida; a resposta segue para o emissor ou o banco. */
  readonly 'transaction.dispute_answered': Transaction
  /**
   * O emissor ou o banco não aceitou a resposta a uma disputa. Você pode enviar outra até o fim do
   * prazo.
   */
  readonly 'transaction.dispute_answer_rejected': Transaction
  /** Uma disputa foi ganha, ou uma perdida foi revertida: o dinheiro é seu. */
  readonly 'transaction.dispute_won': Transaction
  /** Uma disputa foi perdida; o que resta do pagamento segue como estava. */
  readonly 'transaction.dispute_lost': Transaction
  /**
   * O arquivo de um domínio verificado sumiu: o domínio voltou a PENDING e o botão parou. Veja
   * data.lastError, publique o arquivo e valide de novo.
   */
  readonly 'device_pay_domain.unreachable': DomainNotice
  /** O saque foi pedido e o valor está reservado. */
  readonly 'cashout.pending': Cashout
  /** O saque está no banco. */
  readonly 'cashout.processing': Cashout
  /** O dinheiro chegou ao destino. */
  readonly 'cashout.completed': Cashout
  /** O banco recusou o saque; o valor voltou ao saldo. */
  readonly 'cashout.failed': Cashout
  /** O saque foi cancelado antes de sair; o valor voltou ao saldo. */
  readonly 'cashout.canceled': Cashout
  /** O destino devolveu o dinheiro de um saque. */
  readonly 'cashout.refunded': Cashout
  /** O destino devolveu parte do dinheiro de um saque. */
  readonly 'cashout.partially_refunded': Cashout
  /** Um link de pagamento foi criado. */
  readonly 'payment_link.created': PaymentLink
  /** Um link de pagamento mudou: a oferta, o prazo, o limite ou o status. */
  readonly 'payment_link.updated': PaymentLink
  /** O último uso de um link de pagamento com limite foi pago. */
  readonly 'payment_link.completed': PaymentLink
  /**
   * Há cinco dias todos os avisos a este endereço falham. Corrija o endereço; os eventos continuam
   * no feed.
   */
  readonly 'webhook_endpoint.failing': FailingEndpointNotice
}
