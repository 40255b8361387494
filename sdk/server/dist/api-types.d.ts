// Made from sdk/server/src by scripts/build-sdk.ts. Make changes there.
import type {
  Cents,
  Day,
  DeliveryState,
  DisputeKind,
  DisputeStatus,
  Instant,
  PaymentLinkStatus,
  PaymentMethod,
  Permission,
  PixType,
  ReceivablePlan,
  ReceivableStatus,
  TransactionStatus,
} from './event-types.js'
/** Campos desconhecidos e blocos de outros métodos são ignorados; null é o mesmo que ausente. */
export interface CreateTransactionRequest {
  /** Centavos: R$ 10,50 é 1050. */
  readonly amount: Cents
  readonly paymentMethod: PaymentMethod
  readonly currency?: 'BRL' | undefined
  /** Cartão; 1 é à vista. */
  readonly installments?: number | undefined
  /** Cartão; false só autoriza. Padrão: true. */
  readonly capture?: boolean | undefined
  readonly customer?:
    | {
        readonly name?: string | undefined
        readonly email?: string | undefined
        /** Só dígitos ou formatado: 11999998888 ou (11) 99999-8888. */
        readonly phone?: string | undefined
        readonly document?:
          | {
              /** Só dígitos ou com pontuação. */
              readonly number: string
              readonly type: 'CPF' | 'CNPJ'
            }
          | undefined
        /** Referência do cliente na loja. Escreve-se assim mesmo; externalRef também é aceito. */
        readonly externaRef?: string | undefined
        readonly address?:
          | {
              readonly street?: string | undefined
              readonly streetNumber?: string | undefined
              readonly complement?: string | undefined
              readonly zipCode?: string | undefined
              readonly neighborhood?: string | undefined
              readonly city?: string | undefined
              readonly state?: string | undefined
              readonly country?: string | undefined
            }
          | undefined
      }
    | undefined
  readonly shipping?:
    | {
        /** Centavos. */
        readonly fee?: Cents | undefined
        readonly address?:
          | {
              readonly street?: string | undefined
              readonly streetNumber?: string | undefined
              readonly complement?: string | undefined
              readonly zipCode?: string | undefined
              readonly neighborhood?: string | undefined
              readonly city?: string | undefined
              readonly state?: string | undefined
              readonly country?: string | undefined
            }
          | undefined
      }
    | undefined
  readonly items?:
    | readonly {
        readonly title?: string | undefined
        /** Centavos. */
        readonly unitPrice?: Cents | undefined
        readonly quantity?: number | undefined
        readonly tangible?: boolean | undefined
        readonly externalRef?: string | undefined
      }[]
    | undefined
  readonly traceable?: boolean | undefined
  readonly ip?: string | undefined
  /** Para onde vão os webhooks desta transação. Caminho e query são mantidos byte a byte. */
  readonly postbackUrl?: string | undefined
  /** Referência da venda na loja; a lista filtra por ela. */
  readonly externalRef?: string | undefined
  /**
   * Objeto livre (até 50 chaves de até 40 caracteres, valores de até 500) ou texto. Volta igual ao
   * que foi enviado.
   */
  readonly metadata?: unknown | undefined
  readonly pix?:
    | {
        readonly expiresInDays?: number | undefined
        readonly expiresInSeconds?: number | undefined
        /** Cobrança com vencimento: amount, menos rebate e desconto, mais fine e interest. */
        readonly due?:
          | {
              /** Dia de São Paulo. Sem banco nele, vale o próximo dia útil. */
              readonly date: string
              /** Dias corridos depois do vencimento em que ainda pode ser paga. Padrão: 30. */
              readonly payableDaysAfter?: number | undefined
              /** Multa, do primeiro dia de atraso. */
              readonly fine?:
                | {
                    /** Centavos: R$ 10,50 é 1050. */
                    readonly amount?: Cents | undefined
                    /** Centésimos de um por cento: 200 é 2 %. */
                    readonly basisPoints?: number | undefined
                  }
                | undefined
              /** Juros simples por dia de atraso: amount por dia, ou basisPoints por período. */
              readonly interest?:
                | {
                    /** Centavos: R$ 10,50 é 1050. */
                    readonly amount?: Cents | undefined
                    /** Centésimos de um por cento: 200 é 2 %. */
                    readonly basisPoints?: number | undefined
                    /** Com basisPoints. Padrão: MONTH. Um valor é sempre por dia. */
                    readonly per?: 'DAY' | 'MONTH' | 'YEAR' | undefined
                    /** Dias corridos (o padrão) ou úteis. */
                    readonly days?: 'CALENDAR' | 'BUSINESS' | undefined
                  }
                | undefined
              /** Descontos até uma data. Vale o primeiro que ainda não passou. */
              readonly discounts?:
                | readonly {
                    /** Dia de São Paulo. Sem banco nele, vale o próximo dia útil. */
                    readonly until: string
                    /** Centavos: R$ 10,50 é 1050. */
                    readonly amount?: Cents | undefined
                    /** Centésimos de um por cento: 200 é 2 %. */
                    readonly basisPoints?: number | undefined
                  }[]
                | undefined
              /** Desconto por dia de antecipação. */
              readonly dailyDiscount?:
                | {
                    /** Centavos: R$ 10,50 é 1050. */
                    readonly amount?: Cents | undefined
                    /** Centésimos de um por cento: 200 é 2 %. */
                    readonly basisPoints?: number | undefined
                    /** Dias corridos (o padrão) ou úteis. */
                    readonly days?: 'CALENDAR' | 'BUSINESS' | undefined
                  }
                | undefined
              /** Abatimento, sempre descontado. */
              readonly rebate?:
                | {
                    /** Centavos: R$ 10,50 é 1050. */
                    readonly amount?: Cents | undefined
                    /** Centésimos de um por cento: 200 é 2 %. */
                    readonly basisPoints?: number | undefined
                  }
                | undefined
            }
          | undefined
      }
    | undefined
  readonly boleto?:
    | {
        readonly expiresInDays?: number | undefined
        readonly instructions?: readonly string[] | undefined
        /** Dias corridos após o vencimento até a baixa. Padrão: o da conta. */
        readonly payableDaysAfter?: number | undefined
        /** O que o banco faz se não for pago. Exige boletoOverdueInOrders na conta. */
        readonly overdue?:
          | {
              /** Protesto em cartório, negativação de quem paga, ou NONE: sem o da conta. */
              readonly action: 'PROTEST' | 'SERASA' | 'QUOD' | 'NONE'
              /** Dias após o vencimento. Cada banco aceita alguns: o erro diz quais. */
              readonly afterDays?: number | undefined
            }
          | undefined
      }
    | undefined
  /** Vive na memória durante a chamada e em nenhum outro lugar. */
  readonly card?:
    | {
        /** Só dígitos; espaços e hífens são tolerados. */
        readonly number: string
        readonly holderName: string
        readonly expirationMonth: number
        /** Com dois dígitos é entendido como 20xx. */
        readonly expirationYear: number
        readonly cvv?: string | undefined
      }
    | {
        /** Token de uso único criado no navegador. `hash` também é aceito. */
        readonly token: string
      }
    | undefined
  /** Vai no lugar de `card`. Quando vêm os dois, vale `wallet`. */
  readonly wallet?:
    | {
        readonly type: 'DEVICE_PAY'
        /** O token completo da sessão do dispositivo, sem mudança nenhuma. */
        readonly token: {
          readonly paymentData: {
            readonly version: string
            readonly data: string
            readonly signature: string
            readonly header: {
              readonly ephemeralPublicKey: string
              readonly publicKeyHash: string
              readonly transactionId: string
              readonly applicationData?: string | undefined
            }
          }
          readonly paymentMethod: {
            readonly displayName: string
            readonly network: string
            readonly type: string
          }
          readonly transactionIdentifier: string
        }
      }
    | undefined
}
export interface TransactionSummary {
  readonly id: string
  /**
   * WAITING_PAYMENT aguarda pagamento ou análise; AUTHORIZED autorizada sem captura; PAID paga;
   * REFUSED recusada; CANCELED expirada ou cancelada; REFUNDED devolvida; IN_PROTEST em disputa,
   * dinheiro bloqueado; CHARGEDBACK disputa perdida, dinheiro devolvido.
   */
  readonly status: TransactionStatus
  /** ISO 8601 em UTC. */
  readonly paidAt: Instant | null
}
export interface TimelineStep {
  readonly version: number
  readonly type: string
  readonly status: string
  /** ISO 8601 em UTC. */
  readonly at: Instant
  /** Quem fez: a chave, a pessoa, o provedor ou um trabalho do gateway. */
  readonly actor: {
    readonly kind:
      | 'person'
      | 'key'
      | 'operator-token'
      | 'cli'
      | 'worker'
      | 'provider'
      | 'public'
      | 'gateway'
    readonly id: string
    readonly name: string
  } | null
  /** O X-Request-Id da requisição que fez o passo. */
  readonly requestId: string | null
  /** O que o provedor respondeu de novo neste passo. Nulo: nada. */
  readonly provider: {
    /** O código da adquirente, como veio. */
    readonly returnCode: string | null
    readonly refusedReason: string | null
    /** O id da venda na adquirente. */
    readonly reference: string | null
    readonly tid: string | null
    readonly nsu: string | null
    readonly authorizationCode: string | null
    /** Do PIX recebido. */
    readonly endToEndId: string | null
    /** Do PIX devolvido: D…. */
    readonly returnId: string | null
  }
}
export interface RefundRequest {
  /** Centavos: R$ 10,50 é 1050. */
  readonly amount?: Cents | undefined
  /** CPF e CNPJ com ou sem pontuação; telefone com + e código do país; e-mail; chave aleatória. */
  readonly pixKey?: string | undefined
  /** Tipo da chave, em qualquer caixa. Ausente: a forma da chave diz. EVP é a chave aleatória. */
  readonly pixType?: PixType | undefined
  /**
   * true confirma que uma devolução igual à de há pouco é outra; false a recusa também com
   * Idempotency-Key. Sem ele, só é recusada a de um pedido sem a chave.
   */
  readonly confirmDuplicate?: boolean | undefined
}
export interface RefundQuote {
  /** Centavos: R$ 10,50 é 1050. */
  readonly amount: Cents
  /** O que ainda se pode devolver do pagamento depois desta devolução. */
  readonly remainingAmount: Cents
  /** Centavos. */
  readonly returnedFee: Cents
  /** Da tarifa da venda, o que a plataforma ainda guarda depois desta devolução. */
  readonly keptFee: Cents
  /** O que sai do seu saldo no fim: o valor menos a tarifa que volta. */
  readonly cost: Cents
  /** De onde sai o valor, na ordem; a soma é amount. */
  readonly takenFrom: readonly HeldPart[]
}
export interface HeldPart {
  readonly book: 'available' | 'pending' | 'debt'
  /** Centavos: R$ 10,50 é 1050. */
  readonly amount: Cents
  /** Com pending: o recebível. */
  readonly receivableId: string | null
}
/** Envie amount ou openAmount. */
export interface CreatePaymentLinkRequest {
  /** O que se vende, no alto da página. */
  readonly title: string
  readonly description?: string | undefined
  /** Centavos: R$ 10,50 é 1050. */
  readonly amount?: Cents | undefined
  /** O pagador escolhe o valor, entre estes dois, em centavos. */
  readonly openAmount?:
    | {
        /** Centavos: R$ 10,50 é 1050. */
        readonly min: Cents
        /** Centavos: R$ 10,50 é 1050. */
        readonly max: Cents
      }
    | undefined
  /** O pagador escolhe quantos; amount é o preço de um. */
  readonly quantity?:
    | {
        readonly min: number
        readonly max: number
      }
    | undefined
  readonly items?:
    | readonly {
        readonly title?: string | undefined
        /** Centavos. */
        readonly unitPrice?: Cents | undefined
        readonly quantity?: number | undefined
        readonly tangible?: boolean | undefined
        readonly externalRef?: string | undefined
      }[]
    | undefined
  /** Ausente: tudo o que a conta oferece. */
  readonly paymentMethods?: readonly PaymentMethod[] | undefined
  /** Cartão, dentro do máximo da conta, que vale quando este está ausente. */
  readonly maxInstallments?: number | undefined
  /** Para onde o pagador segue depois de pagar. https em produção. */
  readonly redirectUrl?: string | undefined
  /** Para onde vão os webhooks das transações, como em POST /transactions. */
  readonly postbackUrl?: string | undefined
  /** ISO 8601 em UTC. */
  readonly expiresAt?: Instant | undefined
  /** Quantas vezes pode ser pago. Ausente: sem limite. */
  readonly maxUses?: number | undefined
  /** Vai igual para cada transação do link. */
  readonly metadata?: unknown | undefined
}
/**
 * Só o que vier muda; null remove. Enviar amount troca um preço aberto por um fixo, e openAmount
 * faz o contrário. Quem já abriu o formulário paga o que viu.
 */
export interface ChangePaymentLinkRequest {
  /** O que se vende, no alto da página. */
  readonly title?: string | undefined
  /** INACTIVE: a página diz que o link não está disponível. Você muda com PATCH. */
  readonly status?: PaymentLinkStatus | undefined
  readonly description?: string | null | undefined
  /** Centavos: R$ 10,50 é 1050. */
  readonly amount?: Cents | null | undefined
  /** O pagador escolhe o valor, entre estes dois, em centavos. */
  readonly openAmount?:
    | {
        /** Centavos: R$ 10,50 é 1050. */
        readonly min: Cents
        /** Centavos: R$ 10,50 é 1050. */
        readonly max: Cents
      }
    | null
    | undefined
  /** O pagador escolhe quantos; amount é o preço de um. */
  readonly quantity?:
    | {
        readonly min: number
        readonly max: number
      }
    | null
    | undefined
  readonly items?:
    | readonly {
        readonly title?: string | undefined
        /** Centavos. */
        readonly unitPrice?: Cents | undefined
        readonly quantity?: number | undefined
        readonly tangible?: boolean | undefined
        readonly externalRef?: string | undefined
      }[]
    | null
    | undefined
  /** Ausente: tudo o que a conta oferece. */
  readonly paymentMethods?: readonly PaymentMethod[] | null | undefined
  /** Cartão, dentro do máximo da conta, que vale quando este está ausente. */
  readonly maxInstallments?: number | null | undefined
  /** Para onde o pagador segue depois de pagar. https em produção. */
  readonly redirectUrl?: string | null | undefined
  /** Para onde vão os webhooks das transações, como em POST /transactions. */
  readonly postbackUrl?: string | null | undefined
  /** ISO 8601 em UTC. */
  readonly expiresAt?: Instant | null | undefined
  /** Quantas vezes pode ser pago. Ausente: sem limite. */
  readonly maxUses?: number | null | undefined
  /** Vai igual para cada transação do link. */
  readonly metadata?: unknown | undefined
}
export interface CreateCheckoutSessionRequest {
  /** Centavos: R$ 10,50 é 1050. */
  readonly amount: Cents
  /** O que se compra, no alto da página. */
  readonly title?: string | undefined
  readonly items?:
    | readonly {
        readonly title?: string | undefined
        /** Centavos. */
        readonly unitPrice?: Cents | undefined
        readonly quantity?: number | undefined
        readonly tangible?: boolean | undefined
        readonly externalRef?: string | undefined
      }[]
    | undefined
  readonly customer?:
    | {
        readonly name?: string | undefined
        readonly email?: string | undefined
        /** Só dígitos ou formatado: 11999998888 ou (11) 99999-8888. */
        readonly phone?: string | undefined
        readonly document?:
          | {
              /** Só dígitos ou com pontuação. */
              readonly number: string
              readonly type: 'CPF' | 'CNPJ'
            }
          | undefined
        /** Referência do cliente na loja. Escreve-se assim mesmo; externalRef também é aceito. */
        readonly externaRef?: string | undefined
        readonly address?:
          | {
              readonly street?: string | undefined
              readonly streetNumber?: string | undefined
              readonly complement?: string | undefined
              readonly zipCode?: string | undefined
              readonly neighborhood?: string | undefined
              readonly city?: string | undefined
              readonly state?: string | undefined
              readonly country?: string | undefined
            }
          | undefined
      }
    | undefined
  readonly shipping?:
    | {
        /** Centavos. */
        readonly fee?: Cents | undefined
        readonly address?:
          | {
              readonly street?: string | undefined
              readonly streetNumber?: string | undefined
              readonly complement?: string | undefined
              readonly zipCode?: string | undefined
              readonly neighborhood?: string | undefined
              readonly city?: string | undefined
              readonly state?: string | undefined
              readonly country?: string | undefined
            }
          | undefined
      }
    | undefined
  /** Ausente: tudo o que a conta oferece. */
  readonly paymentMethods?: readonly PaymentMethod[] | undefined
  /** Cartão, dentro do máximo da conta, que vale quando este está ausente. */
  readonly maxInstallments?: number | undefined
  /** Para onde o pagador segue depois de pagar. https em produção. */
  readonly redirectUrl?: string | undefined
  /** Para onde vão os webhooks das transações, como em POST /transactions. */
  readonly postbackUrl?: string | undefined
  /** Para onde o pagador volta se desistir. https em produção. */
  readonly cancelUrl?: string | undefined
  /** Referência da venda na loja. */
  readonly externalRef?: string | undefined
  /** Até quando se pode pagar. Padrão: 86400, um dia. */
  readonly expiresInSeconds?: number | undefined
  /** Vai igual para a transação. */
  readonly metadata?: unknown | undefined
}
export interface CheckoutSession {
  readonly id: string
  /**
   * OPEN: pode ser paga, ou trocar de forma de pagamento. PROCESSING: um cartão ainda sem
   * resultado. COMPLETED: paga; veja transaction. EXPIRED: o prazo passou.
   */
  readonly status: 'OPEN' | 'PROCESSING' | 'COMPLETED' | 'EXPIRED'
  /** Centavos: R$ 10,50 é 1050. */
  readonly amount: Cents
  readonly title: string | null
  readonly items: readonly {
    readonly title: string | null
    /** Centavos. */
    readonly unitPrice: Cents | null
    readonly quantity: number | null
    readonly tangible: boolean | null
    readonly externalRef: string | null
  }[]
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
  readonly paymentMethods: readonly PaymentMethod[] | null
  readonly maxInstallments: number | null
  readonly redirectUrl: string | null
  readonly cancelUrl: string | null
  readonly postbackUrl: string | null
  readonly externalRef: string | null
  /** Igual ao que foi enviado. */
  readonly metadata: unknown
  readonly paymentLinkId: string | null
  /** A que vale: a paga, ou a tentativa mais nova. */
  readonly transactionId: string | null
  /** O endereço para onde a loja manda o comprador. */
  readonly url: string
  /** ISO 8601 em UTC. */
  readonly expiresAt: Instant
  /** ISO 8601 em UTC. */
  readonly createdAt: Instant
  /** ISO 8601 em UTC. */
  readonly updatedAt: Instant
}
export interface Brand {
  /** O nome na página do pagador. Sem ele vale o da conta. */
  readonly name: string | null
  /** A cor dos botões da página. */
  readonly color: string | null
  /** A cor do texto sobre color, a que se lê: contraste de 4,5:1 ou mais. */
  readonly textColor: string | null
  readonly logo: {
    readonly contentType: 'image/png' | 'image/jpeg' | 'image/webp'
    /** Em base64. */
    readonly content: string
  } | null
  /** ISO 8601 em UTC. */
  readonly updatedAt: Instant | null
}
/** O que faltar fica como estava; null remove. */
export interface PutBrandRequest {
  /** O nome na página do pagador. Sem ele vale o da conta. */
  readonly name?: string | null | undefined
  /** A cor dos botões da página. */
  readonly color?: string | null | undefined
  /** PNG, JPEG ou WebP em base64, de até 128 KiB. */
  readonly logo?: string | null | undefined
}
export interface CreateCashoutRequest {
  /** Centavos: R$ 10,50 é 1050. */
  readonly amount: Cents
  /** CPF e CNPJ com ou sem pontuação; telefone com + e código do país; e-mail; chave aleatória. */
  readonly pixKey?: string | undefined
  /** Tipo da chave, em qualquer caixa. Ausente: a forma da chave diz. EVP é a chave aleatória. */
  readonly pixType?: PixType | undefined
  /**
   * No lugar de pixKey. O titular vai em beneficiaryName e beneficiaryDocument. type ausente:
   * CHECKING.
   */
  readonly bankAccount?:
    | {
        /** O ISPB da instituição: oito caracteres. */
        readonly ispb: string
        /** Agência, sem o dígito. */
        readonly branch: string
        /** Conta, com o dígito. */
        readonly number: string
        /** CHECKING corrente; SAVINGS poupança; PAYMENT conta de pagamento. */
        readonly type?: 'CHECKING' | 'SAVINGS' | 'PAYMENT' | undefined
      }
    | undefined
  /**
   * No lugar de pixKey: o PIX copia e cola que o saque paga. amount é o valor dele; um código sem
   * valor recebe o que amount disser.
   */
  readonly qrcode?: string | undefined
  readonly beneficiaryName?: string | undefined
  /** CPF ou CNPJ do dono da chave. O banco recusa se a chave for de outra pessoa. */
  readonly beneficiaryDocument?: string | undefined
  /** O recebedor lê este texto. */
  readonly description?: string | undefined
  /** Recebe cada mudança de status, como nas transações. */
  readonly postbackUrl?: string | undefined
  readonly externalRef?: string | undefined
  /** De POST /api/user/cashout/receiver, por 30 minutos: o saque segue essa consulta. */
  readonly receiverToken?: string | undefined
  /**
   * Confirma um segundo saque igual, mesma chave e valor, em poucos minutos. A cobrança de um
   * código PIX dinâmico é paga uma vez só, com ele também.
   */
  readonly confirmDuplicate?: boolean | undefined
}
export interface CashoutReceipt {
  readonly cashoutId: string
  readonly endToEndId: string
  /** Centavos: R$ 10,50 é 1050. */
  readonly amount: Cents
  /** ISO 8601 em UTC. */
  readonly paidAt: Instant
  /** Data e hora de São Paulo. */
  readonly paidAtInBrazil: string
  readonly payer: {
    readonly name: string
    /** Mascarado. */
    readonly document: string
  }
  readonly receiver: {
    readonly name: string | null
    /** Mascarado. */
    readonly document: string | null
    /** Chave que é documento sai mascarada. */
    readonly pixKey: string
    /** ACCOUNT: uma conta, em bankAccount. Senão, o tipo da chave. */
    readonly pixType: 'CPF' | 'CNPJ' | 'PHONE' | 'EMAIL' | 'EVP' | 'ACCOUNT'
  }
  readonly description: string | null
  readonly refunds: readonly {
    readonly id: string
    /** Centavos: R$ 10,50 é 1050. */
    readonly amount: Cents
    /** ISO 8601 em UTC. */
    readonly createdAt: Instant
  }[]
}
export interface CashoutReceiverRequest {
  /** CPF e CNPJ com ou sem pontuação; telefone com + e código do país; e-mail; chave aleatória. */
  readonly pixKey: string
  /** Tipo da chave, em qualquer caixa. Ausente: a forma da chave diz. EVP é a chave aleatória. */
  readonly pixType?: PixType | undefined
}
export interface CashoutReceiver {
  readonly pixKey: string
  /** Tipo da chave, em qualquer caixa. Ausente: a forma da chave diz. EVP é a chave aleatória. */
  readonly pixType: PixType
  /**
   * not-found: a chave não existe; not-offered: o banco dos saques não informa o titular antes do
   * pagamento.
   */
  readonly query: 'found' | 'not-found' | 'not-offered'
  readonly name: string | null
  /** O CPF vem mascarado. */
  readonly document: string | null
  /** A chave é da própria conta. null: não se sabe. */
  readonly isOwn: boolean | null
  /** Envie-o no saque: o diretório PIX espera esse pagamento. */
  readonly receiverToken: string | null
}
export interface CashoutSchedule {
  readonly enabled: boolean
  readonly frequency: 'DAILY' | 'WEEKLY' | null
  readonly weekday: 'MONDAY' | 'TUESDAY' | 'WEDNESDAY' | 'THURSDAY' | 'FRIDAY' | null
  readonly time: string | null
  readonly minimumAmount: Cents | null
  readonly reserve: Cents | null
  readonly pixKey: string | null
  /** Tipo da chave, em qualquer caixa. Ausente: a forma da chave diz. EVP é a chave aleatória. */
  readonly pixType: PixType | null
  readonly beneficiaryName: string | null
  readonly beneficiaryDocument: string | null
  readonly postbackUrl: string | null
  /** ISO 8601 em UTC. */
  readonly nextAt: Instant | null
}
export interface PutCashoutScheduleRequest {
  /** Em dias úteis; um feriado passa ao dia útil seguinte. */
  readonly frequency?: 'DAILY' | 'WEEKLY' | undefined
  /** Só com WEEKLY. Padrão: MONDAY. */
  readonly weekday?: 'MONDAY' | 'TUESDAY' | 'WEDNESDAY' | 'THURSDAY' | 'FRIDAY' | null | undefined
  /** Hora de São Paulo. Padrão: 09:00. */
  readonly time?: string | undefined
  /** Não saca menos que isto. Padrão: 1. */
  readonly minimumAmount?: Cents | undefined
  /** Fica sempre no saldo. Padrão: 0. */
  readonly reserve?: Cents | undefined
  /** CPF e CNPJ com ou sem pontuação; telefone com + e código do país; e-mail; chave aleatória. */
  readonly pixKey?: string | undefined
  /** Tipo da chave, em qualquer caixa. Ausente: a forma da chave diz. EVP é a chave aleatória. */
  readonly pixType?: PixType | undefined
  readonly beneficiaryName?: string | null | undefined
  readonly beneficiaryDocument?: string | null | undefined
  readonly postbackUrl?: string | null | undefined
  /** false desliga; o resto pode faltar e fica como estava. */
  readonly enabled: boolean
}
export interface CashoutApproval {
  /** Acima deste valor em centavos alguém precisa aprovar. */
  readonly above: Cents | null
  readonly by: 'person' | 'callback' | null
  readonly url: string | null
  /** Vem no cabeçalho x-guiche-approval-token de cada pergunta ao seu programa. */
  readonly token: string | null
}
export interface Balance {
  /** Centavos. */
  readonly balance: Cents
  /** Pode ser sacado agora. O mesmo que balance. */
  readonly available: Cents
  /** Vendido, ainda não liquidado. */
  readonly pending: Cents
  /** O mesmo que blocked. */
  readonly withheldBalance: Cents
  /** Retido por disputa, ou por devolução ou saque em andamento. */
  readonly blocked: Cents
  /** Devido à plataforma: o próximo valor disponível paga primeiro. */
  readonly debt: Cents
}
export interface StatementLine {
  /** A ordem do lançamento na conta, sem buracos. */
  readonly number: number
  readonly id: string
  /** ISO 8601 em UTC. */
  readonly date: Instant
  readonly description: string
  /** Centavos; negativo quando sai. */
  readonly amount: Cents
  /** Centavos. */
  readonly balance: Cents
  readonly transactionId: string | null
  /** Quem pagou; de um saque, quem recebe. */
  readonly counterparty: string | null
  /** O seu pedido, ou a sua referência do saque. */
  readonly externalRef: string | null
  /** Como a venda foi paga. */
  readonly paymentMethod: PaymentMethod | null
  readonly cause: {
    /** De que se trata. */
    readonly type: string
    readonly id: string
    /** Qual dos seus efeitos: cada um acontece uma vez. */
    readonly effect: string
  }
}
export interface StatementMonth {
  readonly month: string
  /** O saldo antes do primeiro dia, em centavos. */
  readonly opening: Cents
  /** O saldo no fim do último dia; do mês corrente, o de agora. */
  readonly closing: Cents
  /** Com opening somam closing, quando counted.behind é 0. */
  readonly kinds: readonly {
    readonly type: string
    readonly effect: string
    readonly description: string
    readonly count: number
    /** Centavos; negativo quando sai. */
    readonly amount: Cents
  }[]
  /** Até onde os totais contaram. */
  readonly counted: Counted
}
/** Até onde os totais contaram. */
export interface Counted {
  /** ISO 8601 em UTC. */
  readonly at: Instant | null
  /** Eventos e lançamentos que ainda não entraram nos totais. Em geral 0. */
  readonly behind: number
}
export interface Entry {
  readonly number: number
  readonly id: string
  /** ISO 8601 em UTC. */
  readonly date: Instant
  /** O livro debitado. */
  readonly from: string
  /** O livro creditado. */
  readonly to: string
  /** Centavos: R$ 10,50 é 1050. */
  readonly amount: Cents
  readonly transactionId: string | null
  /** O recebível do lançamento. Nulo: o lançamento vale para todos os recebíveis da venda. */
  readonly receivableId: string | null
  readonly cause: {
    /** De que se trata. */
    readonly type: string
    readonly id: string
    /** Qual dos seus efeitos: cada um acontece uma vez. */
    readonly effect: string
  }
  readonly balances: {
    /** Centavos. */
    readonly available: Cents
    /** Centavos. */
    readonly pending: Cents
    /** Centavos. */
    readonly blocked: Cents
    /** Centavos. */
    readonly debt: Cents
  }
}
export interface BlockedPart {
  /** Devolução, disputa ou saque. */
  readonly type: 'refund' | 'dispute' | 'cashout'
  readonly id: string
  readonly transactionId: string | null
  /** Centavos: R$ 10,50 é 1050. */
  readonly amount: Cents
  /** Onde se consulta: a devolução aparece na sua transação. */
  readonly url: string
  /** Os lançamentos que somam este valor em blocked. */
  readonly entriesUrl: string
}
export interface Receivable {
  readonly id: string
  readonly transactionId: string
  readonly paymentMethod: PaymentMethod
  readonly number: number
  readonly parts: number
  /** Dia útil em que fica disponível. */
  readonly date: Day
  /**
   * SCHEDULED a vencer; SETTLED venceu, e due foi para o saldo disponível: 0 quando nada restou
   * dele.
   */
  readonly status: ReceivableStatus
  /** Centavos. */
  readonly gross: Cents
  /** Centavos. */
  readonly fee: Cents
  /** Centavos. */
  readonly net: Cents
  /** O que devoluções e disputas já tiraram dele. */
  readonly taken: Cents
  /** O que vence: net menos taken. */
  readonly due: Cents
  /** ISO 8601 em UTC. */
  readonly settledAt: Instant | null
  /** O arranjo de pagamento. */
  readonly arrangement: string | null
  /**
   * Os lançamentos do que foi tirado dele, devolvido a ele e liquidado; gross e fee estão nos da
   * venda.
   */
  readonly entriesUrl: string
}
export interface ReceivableCalendar {
  readonly month: string
  /** Centavos. */
  readonly scheduled: Cents
  /** Centavos. */
  readonly settled: Cents
  /** Só os dias em que há dinheiro. */
  readonly days: readonly {
    readonly date: Day
    /** Centavos a vencer. */
    readonly scheduled: Cents
    /** Centavos que já ficaram disponíveis. */
    readonly settled: Cents
  }[]
  /** Até onde os totais contaram. */
  readonly counted: Counted
}
export interface QuoteRequest {
  /** Centavos: R$ 10,50 é 1050. */
  readonly amount: Cents
  /** CASHOUT: o preço de um saque. */
  readonly paymentMethod: 'PIX' | 'BOLETO' | 'CREDIT_CARD' | 'CASHOUT'
  readonly installments?: number | undefined
}
export interface Quote {
  /** Centavos: R$ 10,50 é 1050. */
  readonly amount: Cents
  /** CASHOUT: o preço de um saque. */
  readonly paymentMethod: 'PIX' | 'BOLETO' | 'CREDIT_CARD' | 'CASHOUT'
  readonly installments: number
  /** O que o pagador paga em cada parcela. Vazia em CASHOUT. */
  readonly installmentAmounts: readonly Cents[]
  readonly fee: {
    /** Centavos. */
    readonly fixedAmount: Cents
    /** Por cento: 3.99 é 3,99 %. */
    readonly spreadPercentage: number
    /** Centavos. */
    readonly estimatedFee: Cents
    /** O que fica da venda; em CASHOUT, o que o beneficiário recebe. */
    readonly netAmount: Cents
  }
  /** Só em CASHOUT: o que sai do saldo, tarifa incluída. */
  readonly totalAmount: Cents | null
  /** Vazia: o dinheiro fica disponível na hora. */
  readonly receivables: readonly ReceivablePlan[]
}
export interface Dispute {
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
  readonly transactionId: string
  /** Centavos: R$ 10,50 é 1050. */
  readonly amount: Cents
  /** O que está bloqueado por ela agora. */
  readonly blockedAmount: Cents
  /** O que voltou ao pagador. */
  readonly lostAmount: Cents
  readonly reason: {
    /** O código da bandeira ou do banco, como veio. */
    readonly code: string
    readonly text: string
  }
  /**
   * Quando foi aberta no provedor. Se ele informa só o dia, é o começo do dia, nunca antes do
   * pagamento.
   */
  readonly openedAt: Instant
  /** Até quando a resposta é aceita. */
  readonly answerBy: Instant | null
  readonly answer: {
    /** contest contesta, com texto ou documentos; accept aceita: o dinheiro volta ao pagador. */
    readonly decision: 'contest' | 'accept'
    readonly text: string | null
    readonly evidenceIds: readonly string[]
    /** O operador que respondeu; nulo quando foi a conta. */
    readonly answeredBy: string | null
    /** ISO 8601 em UTC. */
    readonly givenAt: Instant
    /** ISO 8601 em UTC. */
    readonly sentAt: Instant | null
    /** Por que o provedor não aceitou a resposta. */
    readonly rejectedReason: string | null
  } | null
  /** ISO 8601 em UTC. */
  readonly decidedAt: Instant | null
  /** MED perdido: o identificador D… da devolução. */
  readonly returnId: string | null
  /** ISO 8601 em UTC. */
  readonly updatedAt: Instant
}
export interface DisputeDetail {
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
  readonly transactionId: string
  /** Centavos: R$ 10,50 é 1050. */
  readonly amount: Cents
  /** O que está bloqueado por ela agora. */
  readonly blockedAmount: Cents
  /** O que voltou ao pagador. */
  readonly lostAmount: Cents
  readonly reason: {
    /** O código da bandeira ou do banco, como veio. */
    readonly code: string
    readonly text: string
  }
  /**
   * Quando foi aberta no provedor. Se ele informa só o dia, é o começo do dia, nunca antes do
   * pagamento.
   */
  readonly openedAt: Instant
  /** Até quando a resposta é aceita. */
  readonly answerBy: Instant | null
  readonly answer: {
    /** contest contesta, com texto ou documentos; accept aceita: o dinheiro volta ao pagador. */
    readonly decision: 'contest' | 'accept'
    readonly text: string | null
    readonly evidenceIds: readonly string[]
    /** O operador que respondeu; nulo quando foi a conta. */
    readonly answeredBy: string | null
    /** ISO 8601 em UTC. */
    readonly givenAt: Instant
    /** ISO 8601 em UTC. */
    readonly sentAt: Instant | null
    /** Por que o provedor não aceitou a resposta. */
    readonly rejectedReason: string | null
  } | null
  /** ISO 8601 em UTC. */
  readonly decidedAt: Instant | null
  /** MED perdido: o identificador D… da devolução. */
  readonly returnId: string | null
  /** ISO 8601 em UTC. */
  readonly updatedAt: Instant
  /** De onde saiu o que está bloqueado agora; a soma é blockedAmount. */
  readonly blocked: readonly HeldPart[]
  /** Todos os lançamentos que ela causou no saldo. */
  readonly entriesUrl: string
  readonly evidence: readonly Evidence[]
  /** As respostas das etapas anteriores, quando a bandeira reabre o caso e quer outra. */
  readonly earlierAnswers: readonly {
    /** contest contesta, com texto ou documentos; accept aceita: o dinheiro volta ao pagador. */
    readonly decision: 'contest' | 'accept'
    readonly text: string | null
    readonly evidenceIds: readonly string[]
    /** O operador que respondeu; nulo quando foi a conta. */
    readonly answeredBy: string | null
    /** ISO 8601 em UTC. */
    readonly givenAt: Instant
    /** ISO 8601 em UTC. */
    readonly sentAt: Instant | null
    /** Por que o provedor não aceitou a resposta. */
    readonly rejectedReason: string | null
  }[]
}
export interface AnswerDisputeRequest {
  /** contest contesta, com texto ou documentos; accept aceita: o dinheiro volta ao pagador. */
  readonly decision: 'contest' | 'accept'
  /** O que o emissor ou o banco deve saber. Com contest, ele ou um documento. */
  readonly text?: string | undefined
}
export interface Evidence {
  readonly id: string
  readonly name: string
  readonly contentType: 'application/pdf' | 'image/png' | 'image/jpeg'
  /** Bytes. */
  readonly size: number
  /** Em hexadecimal: confira que chegou inteiro. */
  readonly sha256: string
  /** De onde se baixa, com a chave secreta. */
  readonly url: string
  /** ISO 8601 em UTC. */
  readonly createdAt: Instant
}
export interface Domain {
  readonly id: string
  readonly domain: string
  readonly status: 'PENDING' | 'VERIFIED'
  /** ISO 8601 em UTC. */
  readonly verifiedAt: Instant | null
  readonly verificationFile: {
    /** O endereço HTTPS completo onde o arquivo deve estar. */
    readonly path: string
    /** O texto exato do arquivo. Não decodifique nem reformate. */
    readonly content: string
  } | null
  /** ISO 8601 em UTC. */
  readonly lastCheckedAt: Instant | null
  readonly lastError: {
    /** dns, connect, tls, redirect, status, content-type, content, size, timeout ou provider. */
    readonly stage: string
    /** O que foi visto. */
    readonly seen: string
    /** O que fazer. */
    readonly fix: string
  } | null
  /** ISO 8601 em UTC. */
  readonly createdAt: Instant
}
export interface DomainDiagnosis {
  readonly id: string
  readonly domain: string
  /** O endereço que olhamos. */
  readonly url: string
  /** Nada de errado daqui. Quem decide é a adquirente, em validate. */
  readonly passed: boolean
  /** ISO 8601 em UTC. */
  readonly checkedAt: Instant
  readonly checks: readonly {
    readonly check:
      | 'dns'
      | 'connect'
      | 'tls'
      | 'redirect'
      | 'login'
      | 'status'
      | 'content-type'
      | 'content'
    readonly result: 'ok' | 'failed' | 'not-reached'
    readonly seen: string | null
    /** O que fazer. */
    readonly fix: string | null
  }[]
}
export interface WebhookEndpoint {
  readonly id: string
  readonly url: string
  readonly description: string | null
  readonly events: readonly string[]
  readonly status: 'active' | 'paused' | 'deleted'
  /** gone: o endereço respondeu 410 e paramos de chamá-lo. */
  readonly pausedReason: 'requested' | 'gone' | null
  /** ISO 8601 em UTC. */
  readonly failingSince: Instant | null
  /** ISO 8601 em UTC. */
  readonly createdAt: Instant
  /** ISO 8601 em UTC. */
  readonly updatedAt: Instant
}
export interface CreatedWebhookEndpoint {
  readonly id: string
  readonly url: string
  readonly description: string | null
  readonly events: readonly string[]
  readonly status: 'active' | 'paused' | 'deleted'
  /** gone: o endereço respondeu 410 e paramos de chamá-lo. */
  readonly pausedReason: 'requested' | 'gone' | null
  /** ISO 8601 em UTC. */
  readonly failingSince: Instant | null
  /** ISO 8601 em UTC. */
  readonly createdAt: Instant
  /** ISO 8601 em UTC. */
  readonly updatedAt: Instant
  /** Confere a assinatura. Aparece só aqui. */
  readonly secret: string
}
export interface CreateWebhookEndpointRequest {
  /** Endereço https público que recebe os avisos. */
  readonly url: string
  /** Tipos de /docs/events; `transaction.*` é todos de um assunto, `*` todos. Padrão: `*`. */
  readonly events?: readonly string[] | undefined
  readonly description?: string | null | undefined
}
export interface ChangeWebhookEndpointRequest {
  /** Endereço https público que recebe os avisos. */
  readonly url?: string | undefined
  /** Tipos de /docs/events; `transaction.*` é todos de um assunto, `*` todos. Padrão: `*`. */
  readonly events?: readonly string[] | undefined
  readonly description?: string | null | undefined
  /** paused: nada é enviado e nada se perde; o que se acumula sai quando voltar a active. */
  readonly status?: 'active' | 'paused' | undefined
}
export interface WebhookPing {
  readonly delivered: boolean
  /** O status HTTP; nulo quando nenhum veio. */
  readonly status: number | null
  readonly durationMs: number
  readonly error: string | null
  /** O começo do corpo, até 1 KiB, sem dados sensíveis. */
  readonly answer: string | null
}
export interface WebhookDelivery {
  readonly id: string
  /** O webhook-id que o seu servidor recebe. */
  readonly eventId: string
  readonly type: string
  readonly objectId: string
  readonly sequence: number
  /** Nulo: foi ao postbackUrl da transação. */
  readonly endpointId: string | null
  readonly url: string
  /**
   * waiting espera a vez ou a próxima tentativa; held espera o endereço voltar da pausa; delivered
   * aceito com 2xx; exhausted falhou 15 vezes; stopped o endereço cadastrado respondeu 410 ou foi
   * apagado.
   */
  readonly state: DeliveryState
  readonly attempts: number
  /** ISO 8601 em UTC. */
  readonly nextAttemptAt: Instant | null
  readonly lastStatus: number | null
  readonly lastError: string | null
  /** ISO 8601 em UTC. */
  readonly createdAt: Instant
  /** ISO 8601 em UTC. */
  readonly deliveredAt: Instant | null
}
export interface WebhookDeliveryDetail {
  readonly id: string
  /** O webhook-id que o seu servidor recebe. */
  readonly eventId: string
  readonly type: string
  readonly objectId: string
  readonly sequence: number
  /** Nulo: foi ao postbackUrl da transação. */
  readonly endpointId: string | null
  readonly url: string
  /**
   * waiting espera a vez ou a próxima tentativa; held espera o endereço voltar da pausa; delivered
   * aceito com 2xx; exhausted falhou 15 vezes; stopped o endereço cadastrado respondeu 410 ou foi
   * apagado.
   */
  readonly state: DeliveryState
  readonly attempts: number
  /** ISO 8601 em UTC. */
  readonly nextAttemptAt: Instant | null
  readonly lastStatus: number | null
  readonly lastError: string | null
  /** ISO 8601 em UTC. */
  readonly createdAt: Instant
  /** ISO 8601 em UTC. */
  readonly deliveredAt: Instant | null
  readonly tries: readonly {
    readonly number: number
    /** ISO 8601 em UTC. */
    readonly at: Instant
    /** O status HTTP; nulo quando nenhum veio. */
    readonly status: number | null
    readonly durationMs: number
    readonly error: string | null
    /** O começo do corpo, até 1 KiB, sem dados sensíveis. */
    readonly answer: string | null
  }[]
  /** O corpo enviado. */
  readonly payload: unknown
}
export interface RedeliverRequest {
  /**
   * As entregas criadas desde este dia ou instante que falharam: exhausted, stopped e as que estão
   * entre tentativas. O dia é o do aviso, não o da falha.
   */
  readonly failedSince?: string | undefined
  /** Dia de São Paulo ou instante ISO 8601, incluído. */
  readonly from?: string | undefined
  /** Até este dia de São Paulo ou instante ISO 8601, incluído. */
  readonly to?: string | undefined
  readonly types?: readonly string[] | undefined
  readonly endpointId?: string | undefined
  readonly objectId?: string | undefined
}
export interface Redelivered {
  /** Quantas entregas recomeçaram. */
  readonly redelivered: number
}
export interface WebhookSecret {
  /** Confira com ele o cabeçalho webhook-signature. */
  readonly secret: string
  /** ISO 8601 em UTC. */
  readonly previousUntil: Instant | null
}
export interface Account {
  readonly id: string
  readonly name: string
  readonly document: string
  readonly status: 'active' | 'suspended'
  readonly methods: {
    readonly PIX: boolean
    readonly BOLETO: boolean
    readonly CREDIT_CARD: boolean
    readonly DEVICE_PAY: boolean
  }
  readonly limits: {
    /** Centavos: R$ 10,50 é 1050. */
    readonly minAmount: Cents
    /** Centavos: R$ 10,50 é 1050. */
    readonly maxAmount: Cents
    readonly maxInstallments: number
  }
  readonly prices: {
    readonly PIX: {
      /** Centavos. */
      readonly fixed: Cents
      /** Centésimos de um por cento: 399 é 3,99 %. */
      readonly basisPoints: number
    } | null
    readonly BOLETO: {
      /** Centavos. */
      readonly fixed: Cents
      /** Centésimos de um por cento: 399 é 3,99 %. */
      readonly basisPoints: number
    } | null
    readonly CREDIT_CARD: readonly {
      readonly upTo: number
      /** Centavos. */
      readonly fixed: Cents
      /** Centésimos de um por cento: 399 é 3,99 %. */
      readonly basisPoints: number
    }[]
    readonly CASHOUT: {
      /** Centavos. */
      readonly fixed: Cents
      /** Centésimos de um por cento: 399 é 3,99 %. */
      readonly basisPoints: number
    } | null
  }
  /** Quanto tempo depois do pagamento o dinheiro fica disponível. Zero: na hora. */
  readonly settlementDays: {
    /** Dias úteis. */
    readonly PIX: number
    /** Dias úteis. */
    readonly BOLETO: number
    /** Dias corridos entre parcelas, até o próximo dia útil. */
    readonly CREDIT_CARD: number
  }
  readonly cashout: {
    readonly enabled: boolean
    readonly limits: {
      /** Centavos. */
      readonly perOperation: Cents
      /** Das 6h às 20h de São Paulo. */
      readonly perDay: Cents
      /** Das 20h às 6h. */
      readonly perNight: Cents
    }
    /**
     * De quem o destino deve ser: de qualquer um (none), do beneficiário quando o documento é
     * enviado (beneficiary, o padrão), da própria conta ou aprovado por outra pessoa
     * (account-or-approval), ou só da própria conta (account).
     */
    readonly ownerCheck: 'none' | 'beneficiary' | 'account-or-approval' | 'account'
    /**
     * Um saque com a mesma chave e o mesmo valor nesse prazo é recusado como repetição. 0 desliga.
     */
    readonly duplicateWindowSeconds: number
    /**
     * Quanto espera um saque para uma chave que a conta nunca pagou. Padrão em produção: um dia. 0
     * desliga.
     */
    readonly newKeyWaitSeconds: number
    /** Saques acima deste valor esperam outra pessoa, ou um programa do lojista. */
    readonly approval: {
      /** Centavos. */
      readonly above: Cents
      readonly by: 'person' | 'callback'
    } | null
  }
  /** O texto na fatura do cartão. */
  readonly softDescriptor: string | null
  readonly boletoPayableDaysAfterDue: number
  /**
   * Boletos sem boleto.overdue vão a protesto tantos dias depois do vencimento. 0: nenhum. Só os
   * prazos que o banco aceita.
   */
  readonly boletoProtestAfterDays: number
  /**
   * Pedido com protesto ou negativação em boleto.overdue: recusar (o padrão) ou aceitar. O banco
   * protesta em nome do beneficiário e cobra dele as custas.
   */
  readonly boletoOverdueInOrders: 'refuse' | 'allow'
  /** Devolução maior que o saldo e o que há a receber: recusar (o padrão) ou ficar devendo. */
  readonly refundsBeyondBalance: 'refuse' | 'debt'
  /**
   * A tarifa da venda devolvida: fica (o padrão) ou volta na mesma proporção. Vale para as próximas
   * vendas.
   */
  readonly refundedFees: 'keep' | 'return'
  /**
   * Uma devolução igual da mesma transação nesse prazo, sem Idempotency-Key, é recusada como
   * repetição. 0 desliga.
   */
  readonly refundDuplicateWindowSeconds: number
  /** O que a conta ainda não pode fazer, porque falta um provedor ou um preço. */
  readonly notReady: readonly ('PIX' | 'BOLETO' | 'CREDIT_CARD' | 'CASHOUT')[]
}
export interface Key {
  readonly id: string
  readonly kind: 'secret' | 'public'
  readonly name: string
  /** O começo e o fim da chave. */
  readonly hint: string
  /** ISO 8601 em UTC. */
  readonly createdAt: Instant
  /** null: tudo o que uma chave pode. */
  readonly permissions: readonly Permission[] | null
  /** Redes de onde é aceita. null: de todas. */
  readonly addresses: readonly string[] | null
  /** ISO 8601 em UTC. */
  readonly expiresAt: Instant | null
  /** ISO 8601 em UTC. */
  readonly revokedAt: Instant | null
  /** ISO 8601 em UTC. */
  readonly lastUsedAt: Instant | null
}
export interface LoggedRequest {
  /** O X-Request-Id da resposta. */
  readonly id: string
  /** ISO 8601 em UTC. */
  readonly at: Instant
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  /** A rota, com os nomes dos parâmetros. */
  readonly route: string
  /** O caminho, sem a query. O que não é um id fica oculto. */
  readonly path: string
  /** O status HTTP. */
  readonly status: number
  readonly errorCode: string | null
  /** A chave, ou a pessoa, que fez a requisição. */
  readonly actor: {
    readonly kind:
      | 'person'
      | 'key'
      | 'operator-token'
      | 'cli'
      | 'worker'
      | 'provider'
      | 'public'
      | 'gateway'
    readonly id: string
    readonly name: string
  }
  /** Até o fim da resposta, em milissegundos. */
  readonly durationMs: number
  /** Só os últimos caracteres. */
  readonly idempotencyKey: string | null
}
export interface LoggedRequestDetail {
  /** O X-Request-Id da resposta. */
  readonly id: string
  /** ISO 8601 em UTC. */
  readonly at: Instant
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  /** A rota, com os nomes dos parâmetros. */
  readonly route: string
  /** O caminho, sem a query. O que não é um id fica oculto. */
  readonly path: string
  /** O status HTTP. */
  readonly status: number
  readonly errorCode: string | null
  /** A chave, ou a pessoa, que fez a requisição. */
  readonly actor: {
    readonly kind:
      | 'person'
      | 'key'
      | 'operator-token'
      | 'cli'
      | 'worker'
      | 'provider'
      | 'public'
      | 'gateway'
    readonly id: string
    readonly name: string
  }
  /** Até o fim da resposta, em milissegundos. */
  readonly durationMs: number
  /** Só os últimos caracteres. */
  readonly idempotencyKey: string | null
  /**
   * Só os campos conhecidos e sem segredo; os outros aparecem ocultos. Null: sem corpo, de um GET,
   * ou grande demais.
   */
  readonly requestBody: unknown | null
  /**
   * Só os campos conhecidos e sem segredo; os outros aparecem ocultos. Null: sem corpo, de um GET,
   * ou grande demais.
   */
  readonly responseBody: unknown | null
}
export interface Warning {
  readonly code: string
  readonly field: string
  readonly message: string
}
