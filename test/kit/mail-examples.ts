import type { MailLanguage } from '../../src/mail/mail-content.ts'
import type { MailData, MailName } from '../../src/mail/templates.ts'

const account = 'Café São João'
const site = 'https://pagamentos.example'
const transactionId = '0199f0c2-7c1e-7b3a-8a55-0a1b2c3d4e5f'

/** One mail of each kind in each language, as the gateway makes them. */
export const mailExamples: {
  readonly [Name in MailName]: Readonly<Record<MailLanguage, MailData[Name]>>
} = {
  invitation: {
    pt: {
      invitedBy: 'Maria Souza',
      account,
      role: 'Financeiro',
      url: `${site}/convite/k3Jx0Lr2mQ8vT5wYbN1cZs`,
      expiresAt: '2026-11-30T12:00:00Z',
    },
    en: {
      invitedBy: 'Maria Souza',
      account,
      role: 'Finance',
      url: `${site}/convite/k3Jx0Lr2mQ8vT5wYbN1cZs`,
      expiresAt: '2026-11-30T12:00:00Z',
    },
  },
  'new-device': {
    pt: {
      at: '2026-11-23T12:00:00Z',
      device: 'Firefox no Linux',
      ip: '203.0.113.7',
      url: `${site}/acessos`,
    },
    en: {
      at: '2026-11-23T12:00:00Z',
      device: 'Firefox on Linux',
      ip: '203.0.113.7',
      url: `${site}/acessos`,
    },
  },
  'password-reset': {
    pt: { url: `${site}/senha/p9Wq4RtY7uIo2PaS5dFg`, expiresAt: '2026-11-23T13:00:00Z' },
    en: { url: `${site}/senha/p9Wq4RtY7uIo2PaS5dFg`, expiresAt: '2026-11-23T13:00:00Z' },
  },
  'password-changed': {
    pt: { at: '2026-11-23T13:00:00Z' },
    en: { at: '2026-11-23T13:00:00Z' },
  },
  'approval-wanted': {
    pt: {
      requestedBy: 'João Lima',
      account,
      action: 'Saque de R$\u00a015.000,00',
      changes: [
        { label: 'Valor', before: null, after: 'R$\u00a015.000,00' },
        {
          label: 'Saques: Por dia, das 6h às 20h',
          before: 'R$\u00a010.000,00',
          after: 'R$\u00a020.000,00',
        },
      ],
      expiresAt: '2026-11-24T12:00:00Z',
      url: `${site}/aprovacoes/1`,
    },
    en: {
      requestedBy: 'João Lima',
      account,
      action: 'Cashout of R$\u00a015,000.00',
      changes: [
        {
          label: 'Cashouts: A day, from 6 am to 8 pm',
          before: 'R$\u00a010,000.00',
          after: 'R$\u00a020,000.00',
        },
      ],
      expiresAt: '2026-11-24T12:00:00Z',
      url: `${site}/aprovacoes/1`,
    },
  },
  'approval-decided': {
    pt: {
      decision: 'denied',
      action: 'Saque de R$\u00a015.000,00',
      account,
      decidedBy: 'Maria Souza',
      at: '2026-11-23T12:30:00Z',
      note: 'Chave desconhecida',
      url: `${site}/aprovacoes/1`,
    },
    en: {
      decision: 'denied',
      action: 'Cashout of R$\u00a015,000.00',
      account,
      decidedBy: 'Maria Souza',
      at: '2026-11-23T12:30:00Z',
      note: 'Unknown key',
    },
  },
  'dispute-opened': {
    pt: {
      account,
      kind: 'chargeback',
      amount: 1_234_56,
      transactionId,
      claim: '10.4 Fraude, cartão não presente',
      answerBy: '2026-12-03T23:59:59Z',
      url: `${site}/disputas/1`,
    },
    en: {
      account,
      kind: 'chargeback',
      amount: 1_234_56,
      transactionId,
      claim: '10.4 Fraud, card absent',
      answerBy: '2026-12-03T23:59:59Z',
      url: `${site}/disputas/1`,
    },
  },
  'webhook-failing': {
    pt: {
      account,
      address: 'https://loja.example:8443',
      failingSince: '2026-11-18T12:00:00Z',
      url: `${site}/webhooks`,
    },
    en: { account, address: 'https://loja.example:8443', failingSince: '2026-11-18T12:00:00Z' },
  },
  'large-cashout': {
    pt: {
      account,
      amount: 15_000_00,
      beneficiary: 'Fornecedora Ltda',
      cashoutId: transactionId,
      requestedAt: '2026-11-23T12:00:00Z',
      url: `${site}/saques/1`,
    },
    en: {
      account,
      amount: 15_000_00,
      beneficiary: 'Fornecedora Ltda',
      cashoutId: transactionId,
      requestedAt: '2026-11-23T12:00:00Z',
    },
  },
  'key-made': {
    pt: {
      account,
      kind: 'secret',
      name: 'Integração ERP',
      madeBy: 'Maria Souza',
      at: '2026-11-23T12:00:00Z',
      permissions: ['ver vendas', 'ver saldo'],
      url: `${site}/chaves`,
    },
    en: {
      account,
      kind: 'secret',
      name: 'Integração ERP',
      madeBy: 'Maria Souza',
      at: '2026-11-23T12:00:00Z',
      permissions: ['read sales', 'read balance'],
    },
  },
}

/** More mails of the same kinds: requests that end in other ways. */
export const approvalMailExamples: readonly {
  readonly what: string
  readonly language: MailLanguage
  readonly name: 'approval-wanted' | 'approval-decided'
  readonly data: MailData['approval-wanted'] | MailData['approval-decided']
  readonly says: readonly string[]
}[] = [
  {
    what: 'a cashout that waits for a person',
    language: 'pt',
    name: 'approval-wanted',
    data: {
      requestedBy: 'João Lima',
      account,
      action: 'Saque de R$\u00a015.000,00',
      changes: [{ label: 'Para', before: null, after: 'Fornecedora Ltda' }],
      expiresAt: null,
    },
    says: ['João Lima pediu: Saque de R$ 15.000,00.', 'Para: Fornecedora Ltda'],
  },
  {
    what: 'a key of the account',
    language: 'pt',
    name: 'approval-wanted',
    data: {
      requestedBy: 'João Lima',
      account,
      action: `Criar uma chave da conta ${account}`,
      changes: [{ label: 'name', before: null, after: 'Saques' }],
      expiresAt: '2026-11-24T12:00:00Z',
    },
    says: ['Criar uma chave da conta Café São João.', 'Decida até: 24/11/2026 às 09:00'],
  },
  {
    what: 'an approved cashout',
    language: 'pt',
    name: 'approval-decided',
    data: {
      decision: 'approved',
      action: 'Saque de R$\u00a015.000,00',
      account,
      decidedBy: 'Maria Souza',
      at: '2026-11-23T12:30:00Z',
      note: null,
    },
    says: ['O pedido foi aprovado', 'Por: Maria Souza'],
  },
  {
    what: 'a request that was withdrawn by another login',
    language: 'en',
    name: 'approval-decided',
    data: {
      decision: 'withdrawn',
      action: `Create a key of the account ${account}`,
      account,
      decidedBy: 'Maria Souza',
      at: '2026-11-23T12:30:00Z',
      note: null,
    },
    says: ['The request was withdrawn', 'By: Maria Souza'],
  },
  {
    what: 'a request that was not decided in time',
    language: 'pt',
    name: 'approval-decided',
    data: {
      decision: 'expired',
      action: 'Trocar a chave Loja',
      account,
      decidedBy: null,
      at: '2026-11-25T12:30:00Z',
      note: null,
    },
    says: ['O pedido foi encerrado sem decisão', 'Trocar a chave Loja.'],
  },
]
