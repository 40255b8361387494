import { envelopeOf } from '../../../contract/envelope.ts'
import {
  CaseDetail,
  CaseWire,
  caseStatuses,
  ListCasesQuery,
  ReconciliationWire,
  ResolveCaseRequest,
  RunReconciliationRequest,
} from '../../../contract/reconciliation.ts'
import type { App } from '../../app.ts'
import { recordAudit } from '../../audit-log/record-audit.ts'
import { type Case, caseKinds } from '../../cases/case.ts'
import { differencesOf, linksOf, resolutionsOf, theirSide } from '../../cases/case-sides.ts'
import { caseById, casePage, earlierCases } from '../../cases/case-store.ts'
import { englishKindTexts } from '../../cases/english-kind-texts.ts'
import { kindTexts } from '../../cases/kind-texts.ts'
import { resolveCase } from '../../cases/resolve-case.ts'
import { defined } from '../../primitives/defined.ts'
import { Rejection } from '../../primitives/rejection.ts'
import { fileIdAt } from '../../reconciliation/file-store.ts'
import { filesOf } from '../../reconciliation/files-of.ts'
import { lineAt } from '../../reconciliation/line-store.ts'
import { nextStepOf } from '../../reconciliation/next-step.ts'
import { ourSideOf } from '../../reconciliation/our-side-store.ts'
import { closesItself } from '../../reconciliation/recheck-cases.ts'
import { reconcileProvider } from '../../reconciliation/reconcile-provider.ts'
import { endpoint } from '../request/endpoint.ts'
import { idFrom } from '../request/id-from.ts'
import { listEndpoint } from '../request/list-endpoint.ts'
import { byInstant } from '../request/list-page.ts'
import { choiceOf, oneOrMore, type Query, readList } from '../request/list-query.ts'
import { type Language, validate } from '../request/validation.ts'
import { signedBy } from '../signed-by.ts'
import { withOperatorIdempotency } from './operator-idempotency.ts'

export const listCases = listEndpoint({
  summary:
    'Listar as diferenças entre os provedores e os nossos livros, da mais nova à mais antiga',
  description:
    'Com um filtro além de `status` uma página procura em até 1.000 casos: ela pode vir curta, ou vazia, e `nextCursor` continua.',
  query: ListCasesQuery,
  item: CaseWire,
  message: { pt: 'Casos de conciliação.', en: 'Reconciliation cases.' },
  read: (query) => readCasesQuery(query),
  async find({ sql }, _, wanted) {
    const { rows, end } = await casePage(sql, wanted, wanted)
    return { rows, nextCursor: end ? byOpening.text(end) : null }
  },
  cursor: (last) => byOpening.text(last),
  render: renderCase,
})

export const getCase = endpoint({
  summary: 'Ver um caso: a linha do arquivo, o nosso lado, o que quer dizer e o que fazer',
  answer: envelopeOf(CaseDetail),
  rejections: ['not-found'],
  async handle({ app }, request) {
    const found = await caseById(app.sql, idFrom(request))
    if (!found) throw new Rejection('not-found')
    return {
      message: { pt: 'Caso encontrado.', en: 'Case found.' },
      data: await renderDetail(app, found, request.language),
    }
  },
})

export const postCaseResolution = endpoint({
  summary: 'Encerrar um caso',
  description:
    'Os livros não mudam. A mesma diferença, lida de novo, não abre outro caso; uma diferente abre.',
  body: ResolveCaseRequest,
  answer: envelopeOf(CaseDetail),
  rejections: ['not-found', 'validation-failed', 'case-already-resolved'],
  handle(context, request) {
    const sent = validate(ResolveCaseRequest, request.body)
    const decision = { ...sent, resolvedBy: signedBy(context.app, sent.resolvedBy) }
    const id = idFrom(request)
    return withOperatorIdempotency(context, request, {
      kind: 'transaction',
      async run(app) {
        const closed = await resolveCase(app, id, decision)
        return {
          id,
          message: { pt: 'Caso encerrado.', en: 'Case resolved.' },
          data: await renderDetail(app, closed, request.language),
        }
      },
    })
  },
})

export const postReconciliation = endpoint({
  summary: 'Ler agora os arquivos de um provedor e comparar',
  description: 'O worker faz isso a cada hora. Faz uma parte por vez: veja isComplete.',
  body: RunReconciliationRequest,
  answer: envelopeOf(ReconciliationWire),
  rejections: ['validation-failed', 'files-not-available', 'reconciliation-in-progress'],
  handle(context, request) {
    const { app } = context
    const { providerId } = validate(RunReconciliationRequest, request.body)
    const files = filesOf(app, providerId)
    if (!files) throw new Rejection('files-not-available', { field: 'providerId' })
    return withOperatorIdempotency(context, request, {
      kind: 'leased', // A file that was read is not read again.
      async run() {
        const name = app.providers.nameOf(providerId)
        const done = await reconcileProvider(app, providerId, files)
        if (!done) throw new Rejection('reconciliation-in-progress', { retryAfterSeconds: 30 })
        await app.sql.begin((tx) =>
          recordAudit(app, tx, {
            action: 'reconciliation.run',
            object: { type: 'provider', id: providerId, ...defined({ name }) },
          }),
        )
        return {
          id: providerId,
          message: { pt: 'Conciliação feita.', en: 'Reconciled.' },
          data: done,
        }
      },
    })
  },
})

function renderCase(of: Case): CaseWire {
  const { id, kind, status, providerId } = of
  return {
    id,
    kind,
    status,
    providerId,
    accountId: of.accountId ?? null,
    objectType: of.objectType ?? null,
    objectId: of.objectId ?? null,
    reference: of.reference ?? null,
    expected: of.expected ?? null,
    found: of.found ?? null,
    sequence: of.sequence ?? null,
    line: of.line ?? null,
    openedAt: of.openedAt.toISOString(),
    resolvedAt: of.resolvedAt?.toISOString() ?? null,
    resolvedBy: of.resolvedBy ?? null,
    resolution: of.resolution ?? null,
  }
}

async function renderDetail(
  { sql }: Pick<App, 'sql'>,
  of: Case,
  language: Language,
): Promise<CaseDetail> {
  const { sequence, line, providerId } = of
  const [row, ours, earlier, fileId] = await Promise.all([
    sequence !== undefined && line !== undefined
      ? lineAt(sql, providerId, { sequence, line })
      : undefined,
    ourSideOf(sql, of),
    earlierCases(sql, of),
    sequence === undefined ? undefined : fileIdAt(sql, providerId, sequence),
  ])
  const text = textsIn[language][of.kind]
  return {
    ...renderCase(of),
    explanation: text.explanation,
    nextStep: nextStepOf(of, ours, text),
    row: row ?? null,
    ours: ours ?? null,
    theirs: theirSide(of, row) ?? null,
    differences: differencesOf(of),
    links: { ...linksOf(of, ours), fileId: fileId ?? null },
    closesItself: closesItself(of, ours),
    resolutions: resolutionsOf(of),
    earlier: earlier.map(renderCase),
  }
}

const textsIn = { pt: kindTexts, en: englishKindTexts } as const

/** The position in a list of cases. */
const byOpening = byInstant('openedAt')

const readCasesQuery = (sent: Query) =>
  readList(ListCasesQuery, sent, ({ query, read }) => ({
    statuses: read('status', choiceOf(caseStatuses), oneOrMore(caseStatuses)),
    kinds: read('kind', choiceOf(caseKinds), oneOrMore(caseKinds)),
    providerId: query.providerId,
    accountId: query.accountId,
    fileId: query.fileId,
    after: read('cursor', 'cursor', byOpening.read),
  }))
