import { AddEvidenceRequest, EvidenceQuery, evidenceTypes } from '../../../contract/dispute.ts'
import { Rejection } from '../../primitives/rejection.ts'
import type { EvidenceDocument } from '../../providers/dispute.ts'
import type { Asked } from '../endpoint.ts'
import { contentTypeOf } from '../file-body.ts'
import { checked } from '../problems.ts'
import { withoutBlanks } from './read-webhook-query.ts'

/**
 * A document, sent as it is or as base64 in JSON.
 * @throws Rejection `validation-failed`; `evidence-invalid` when it is not what its content type says
 */
export function readEvidence({ body, query, headers }: Pick<Asked, 'body' | 'query' | 'headers'>): EvidenceDocument {
  if (body === undefined) throw new Rejection('evidence-invalid', { field: 'body' })
  const document = Buffer.isBuffer(body) ? fromBytes(body, { query, headers }) : fromJson(body)
  const { bytes, contentType } = document
  if (!signatures[contentType].some((start) => bytes.subarray(0, start.length).equals(start)))
    throw new Rejection('evidence-invalid', { field: Buffer.isBuffer(body) ? 'body' : 'content' })
  return { ...document, name: plainName(document.name) ?? `documento.${endings[contentType]}` }
}

function fromBytes(bytes: Buffer, { query, headers }: Pick<Asked, 'query' | 'headers'>): EvidenceDocument {
  const { name = '' } = checked(EvidenceQuery, withoutBlanks(query))
  const contentType = evidenceTypes.find((type) => type === contentTypeOf(headers['content-type']))
  if (contentType === undefined) throw new Rejection('evidence-type-not-supported')
  return { name, contentType, bytes }
}

function fromJson(body: unknown): EvidenceDocument {
  const { name, contentType, content } = checked(AddEvidenceRequest, body)
  const text = content.replace(/\s/g, '')
  if (!/^[A-Za-z0-9+/]*={0,2}$/.test(text)) throw new Rejection('evidence-invalid', { field: 'content' })
  return { name, contentType, bytes: Buffer.from(text, 'base64') }
}

/** How files of these types begin. */
const signatures: Readonly<Record<EvidenceDocument['contentType'], readonly Buffer[]>> = {
  'application/pdf': [Buffer.from('%PDF-')],
  'image/png': [Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])],
  'image/jpeg': [Buffer.from([0xff, 0xd8, 0xff])],
}

const endings: Readonly<Record<EvidenceDocument['contentType'], string>> = {
  'application/pdf': 'pdf',
  'image/png': 'png',
  'image/jpeg': 'jpg',
}

/** The last part of a path, without what a file name or a header must not hold. */
function plainName(name: string): string | undefined {
  const plain = name
    .split(/[/\\]/)
    .at(-1)
    ?.replace(/[\p{C}"<>:|?*]/gu, '')
    .trim()
  return plain === '' ? undefined : plain
}
