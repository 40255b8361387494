import { createHash } from 'node:crypto'
import { AddEvidenceRequest, EvidenceQuery, EvidenceWire } from '../../../../contract/dispute.ts'
import { envelopeOf } from '../../../../contract/envelope.ts'
import { evidenceTypes, maxEvidenceBytes } from '../../../../contract/evidence.ts'
import { addEvidence } from '../../../disputes/add-evidence.ts'
import { renderEvidence } from '../../../disputes/dispute-wire.ts'
import { evidenceDocuments } from '../../../disputes/evidence-store.ts'
import { Rejection } from '../../../primitives/rejection.ts'
import { accountEndpoint } from '../../request/endpoint.ts'
import { idOf } from '../../request/id-from.ts'
import { withSealedResponse } from '../../request/sealed-response.ts'
import { disputeIds } from './disputes.ts'
import { readEvidence } from './read-evidence.ts'

export const postEvidence = accountEndpoint({
  summary: 'Juntar um documento a uma disputa',
  description:
    'O arquivo como corpo, com o Content-Type dele e o nome em name, até 2 MiB; ou em base64 num JSON, até 256 KiB. Antes da resposta: depois dela nenhum é aceito. O mesmo arquivo duas vezes é um só documento.',
  query: EvidenceQuery,
  body: AddEvidenceRequest,
  files: {
    types: evidenceTypes,
    maxBytes: maxEvidenceBytes,
    otherType: 'evidence-type-not-supported',
  },
  answer: envelopeOf(EvidenceWire),
  rejections: [
    'not-found',
    'validation-failed',
    'evidence-invalid',
    'evidence-type-not-supported',
    'evidence-limit-reached',
    'dispute-status-does-not-allow',
    'dispute-already-answered',
    'dispute-answer-late',
  ],
  handle(context, request) {
    const place = disputeIds(request)
    const document = readEvidence(request)
    const { name, contentType, bytes } = document
    // The fingerprint is of the file itself, for every form of sending it.
    const body = { name, contentType, sha256: createHash('sha256').update(bytes).digest('hex') }
    return withSealedResponse(
      context,
      { ...request, body },
      {
        accountId: place.accountId,
        kind: 'transaction',
        async run(app) {
          const evidence = await addEvidence(app, place, document)
          return {
            id: evidence.id,
            message: { pt: 'Documento guardado.', en: 'Document kept.' },
            data: renderEvidence(evidence, context.app.links),
          }
        },
      },
    )
  },
})

export const getEvidence = accountEndpoint({
  summary: 'Baixar um documento de uma disputa',
  rejections: ['not-found'],
  documents: { 200: evidenceTypes },
  async handle({ app }, request) {
    const id = idOf(request.params.evidenceId)
    const [document] = await evidenceDocuments(app.sql, disputeIds(request), [id])
    if (!document) throw new Rejection('not-found')
    return {
      status: 200,
      body: document.bytes,
      headers: {
        'content-type': document.contentType,
        'content-disposition': attachment(document.name),
        // The file is from a third party: nothing in it may run, wherever it is opened.
        'content-security-policy': "default-src 'none'; sandbox",
      },
    }
  },
})

/** RFC 6266: the name in ASCII for old programs, and in full. */
function attachment(name: string): string {
  const plain = name
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .replace(/[^\w .()-]/g, '_')
  const exact = encodeURIComponent(name).replace(
    /['()*]/g,
    (letter) => `%${letter.charCodeAt(0).toString(16).toUpperCase()}`,
  )
  return `attachment; filename="${plain}"; filename*=UTF-8''${exact}`
}
