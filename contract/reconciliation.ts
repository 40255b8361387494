import { Type } from 'typebox'
import { Id, InBothLanguages, Instant, Nullable } from './fields.ts'
import { place } from './list.ts'
import type { Wire } from './wire.ts'

export const caseStatuses = ['OPEN', 'RESOLVED'] as const
export type CaseStatus = (typeof caseStatuses)[number]

/** The kinds of case. */
export const caseObjects = ['transaction', 'refund', 'dispute', 'cashout'] as const
export type CaseObject = (typeof caseObjects)[number]

export const fileStatuses = ['READING', 'READ', 'BROKEN', 'REJECTED', 'DOUBLED'] as const
export type FileStatus = (typeof fileStatuses)[number]

const Facts = Type.Record(Type.String(), Type.Unknown(), {
  description: 'Os fatos que diferem. Valores em centavos, datas de São Paulo.',
})

export const CaseWire = Type.Object(
  {
    id: Id,
    kind: Type.String({
      description:
        'O tipo da diferença, em kebab-case. A lista está em docs/decisions/reconciliation.md.',
      examples: ['sale-amount-differs'],
    }),
    status: Type.Enum([...caseStatuses], {
      description: 'OPEN espera uma pessoa ou uma resposta do provedor; RESOLVED encerrado.',
    }),
    providerId: Id,
    accountId: Nullable(Id),
    objectType: Nullable(Type.Enum([...caseObjects])),
    objectId: Nullable(Id),
    reference: Nullable(Type.String({ description: 'Como o provedor chama o que difere.' })),
    expected: Nullable(Facts),
    found: Nullable(Facts),
    sequence: Nullable(Type.Integer({ description: 'O número do arquivo.' })),
    line: Nullable(Type.Integer({ description: 'A linha no arquivo.' })),
    openedAt: Instant,
    resolvedAt: Nullable(Instant),
    resolvedBy: Nullable(
      Type.String({
        description: 'Quem encerrou. Nulo com resolvedAt: os dois lados passaram a conferir.',
      }),
    ),
    resolution: Nullable(Type.String()),
  },
  { $id: 'ReconciliationCase' },
)
export type CaseWire = Wire<typeof CaseWire>

export const CaseDetail = Type.Object(
  {
    ...CaseWire.properties,
    explanation: Type.String({ description: 'O que este tipo quer dizer.' }),
    nextStep: Type.String({ description: 'O que fazer.' }),
    row: Nullable(
      Type.Record(Type.String(), Type.Unknown(), {
        description: 'A linha do arquivo, como foi lida.',
      }),
    ),
    ours: Nullable(
      Type.Record(Type.String(), Type.Unknown(), {
        description: 'O que temos agora nos nossos livros.',
      }),
    ),
    theirs: Nullable(
      Type.Record(Type.String(), Type.Unknown(), {
        description: 'O que o provedor diz, com os mesmos nomes de campo de ours.',
      }),
    ),
    differences: Type.Array(
      Type.Object(
        {
          field: Type.String({ examples: ['amount'] }),
          ours: Type.Unknown({ description: 'Nulo: não temos.' }),
          theirs: Type.Unknown({ description: 'Nulo: o provedor não tem.' }),
        },
        { $id: 'ReconciliationDifference' },
      ),
      { description: 'Cada fato que diferia quando foi comparado pela última vez.' },
    ),
    links: Type.Object(
      {
        transactionId: Nullable(Id),
        refundId: Nullable(Id),
        disputeId: Nullable(Id),
        cashoutId: Nullable(Id),
        fileId: Nullable(Id),
      },
      {
        $id: 'ReconciliationLinks',
        description: 'A que o caso leva: o arquivo, e o que é da conta de accountId.',
      },
    ),
    closesItself: Type.Boolean({
      description: 'O caso se encerra sozinho quando os dois lados passam a conferir.',
    }),
    resolutions: Type.Array(
      Type.Object(
        {
          way: Type.Enum(['with-note'], {
            description: 'with-note: POST /api/admin/reconciliation/cases/{id}/resolve.',
          }),
          effect: InBothLanguages,
          needs: Type.Array(Type.String(), { description: 'Os campos do pedido.' }),
          permission: Type.String(),
        },
        { $id: 'ReconciliationResolution' },
      ),
      { description: 'Como uma pessoa pode encerrar o caso. Vazio: já está encerrado.' },
    ),
    earlier: Type.Array(CaseWire, {
      description:
        'Casos anteriores do mesmo assunto, encerrados por uma pessoa quando a diferença era outra.',
    }),
  },
  { $id: 'ReconciliationCaseDetail' },
)
export type CaseDetail = Wire<typeof CaseDetail>

export const ListCasesQuery = Type.Object({
  status: Type.Optional(
    Type.String({ description: 'OPEN, RESOLVED ou os dois, separados por vírgula.' }),
  ),
  kind: Type.Optional(Type.String({ description: 'Um ou mais tipos, separados por vírgula.' })),
  providerId: Type.Optional(Id),
  accountId: Type.Optional(Id),
  fileId: Type.Optional(Id),
  ...place,
})

export const ResolveCaseRequest = Type.Object(
  {
    resolvedBy: Type.String({ minLength: 1, maxLength: 120, description: 'A pessoa que encerra.' }),
    note: Type.String({
      minLength: 1,
      maxLength: 1_000,
      description: 'O que se descobriu e o que foi feito.',
    }),
  },
  { $id: 'ResolveCaseRequest' },
)

export const SettlementFileWire = Type.Object(
  {
    id: Id,
    providerId: Id,
    name: Type.String(),
    status: Type.Enum([...fileStatuses], {
      description:
        'READING em leitura; READ lido e comparado; BROKEN incompleto, será lido de novo; REJECTED não é nosso ou não serve; DOUBLED repetido.',
    }),
    sequence: Nullable(Type.Integer()),
    date: Nullable(Type.String({ description: 'O dia de que fala.', examples: ['2026-11-21'] })),
    merchant: Nullable(Type.String()),
    rows: Nullable(Type.Integer()),
    sha256: Nullable(
      Type.String({ description: 'Das linhas como foram lidas, um JSON por linha.' }),
    ),
    startedAt: Instant,
    readAt: Nullable(Instant),
  },
  { $id: 'SettlementFile' },
)
export type SettlementFileWire = Wire<typeof SettlementFileWire>

const CaseCount = Type.Object(
  {
    count: Type.Integer(),
    isMore: Type.Boolean({ description: 'true: há mais do que foi contado.' }),
  },
  { $id: 'ReconciliationCaseCount' },
)

export const SettlementFileDetail = Type.Object(
  {
    ...SettlementFileWire.properties,
    openCases: CaseCount,
    closedCases: CaseCount,
    hasLines: Type.Boolean({
      description: 'As linhas estão guardadas: de READING e READ. Os outros não são comparados.',
    }),
  },
  { $id: 'SettlementFileDetail' },
)
export type SettlementFileDetail = Wire<typeof SettlementFileDetail>

export const lineKinds = [
  'sale',
  'installment',
  'payment',
  'refund',
  'chargeback',
  'chargeback-reversal',
  'payout',
  'payout-return',
  'adjustment',
  'movement',
  'unreadable',
] as const
export type LineKind = (typeof lineKinds)[number]

const Cents = Nullable(Type.Integer({ description: 'Em centavos.' }))

export const SettlementLineWire = Type.Object(
  {
    line: Type.Integer(),
    kind: Type.Enum([...lineKinds]),
    reference: Nullable(
      Type.String({ description: 'A nossa referência, ou o nome que o provedor dá à linha.' }),
    ),
    providerReference: Nullable(Type.String({ description: 'O número do provedor.' })),
    amount: Cents,
    fee: Cents,
    net: Cents,
    number: Nullable(Type.Integer({ description: 'O número da parcela.' })),
    parts: Nullable(Type.Integer({ description: 'Em quantas parcelas.' })),
    date: Nullable(Type.String({ description: 'Dia de São Paulo.', examples: ['2026-11-21'] })),
    facts: Nullable(Facts),
    object: Nullable(
      Type.Object(
        { accountId: Id, type: Type.Enum(['transaction', 'refund', 'cashout']), id: Id },
        { $id: 'SettlementLineObject', description: 'O que nosso corresponde. Nulo: nada.' },
      ),
    ),
    cases: Type.Array(
      Type.Object(
        { id: Id, kind: Type.String(), status: Type.Enum([...caseStatuses]) },
        { $id: 'SettlementLineCase' },
      ),
      { description: 'Os casos que esta linha abriu.' },
    ),
  },
  { $id: 'SettlementLine' },
)
export type SettlementLineWire = Wire<typeof SettlementLineWire>

export const lineSelections = ['with-case'] as const

export const ListLinesQuery = Type.Object({
  only: Type.Optional(Type.String({ description: 'with-case: só linhas que abriram um caso.' })),
  ...place,
})

export const ListFilesQuery = Type.Object({
  providerId: Type.Optional(Id),
  ...place,
})

export const RunReconciliationRequest = Type.Object(
  { providerId: Id },
  { $id: 'RunReconciliationRequest' },
)

export const ReconciliationWire = Type.Object(
  {
    files: Type.Integer({ description: 'Arquivos lidos agora.' }),
    opened: Type.Integer({ description: 'Casos abertos agora.' }),
    isComplete: Type.Boolean({
      description: 'false: há mais arquivos; o worker continua, ou peça de novo.',
    }),
  },
  { $id: 'Reconciliation' },
)
