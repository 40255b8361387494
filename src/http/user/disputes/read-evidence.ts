import { AddEvidenceRequest, EvidenceQuery } from '../../../../contract/dispute.ts'
import type { NewEvidence } from '../../../disputes/add-evidence.ts'
import { Rejection } from '../../../primitives/rejection.ts'
import type { ApiRequest } from '../../request/endpoint.ts'
import { withoutBlanks } from '../../request/list-query.ts'
import { validate } from '../../request/validation.ts'
import { contentTypeOf } from '../../server/file-body.ts'

/**
 * Reads a document, sent as bytes or as base64 in JSON. Its real type is checked later.
 * @throws Rejection `validation-failed`, `evidence-invalid`
 */
export function readEvidence({
  body,
  query,
  headers,
}: Pick<ApiRequest, 'body' | 'query' | 'headers'>): NewEvidence {
  if (body === undefined) throw new Rejection('evidence-invalid', { field: 'body' })
  if (!Buffer.isBuffer(body)) return fromJson(body)
  const { name = '' } = validate(EvidenceQuery, withoutBlanks(query))
  return { name, contentType: contentTypeOf(headers['content-type']), bytes: body }
}

function fromJson(body: unknown): NewEvidence {
  const { name, contentType, content } = validate(AddEvidenceRequest, body)
  const text = content.replace(/\s/g, '')
  if (!/^[A-Za-z0-9+/]*={0,2}$/.test(text))
    throw new Rejection('evidence-invalid', { field: 'content' })
  return { name, contentType, bytes: Buffer.from(text, 'base64') }
}
