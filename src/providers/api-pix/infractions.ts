import { isReturnId, pixIdInstant } from '../../brazil/pix-ids.ts'
import type { Claim, ClaimAnswer, ClaimAnswerOutcome, ClaimListing, ClaimReference, DisputeDesk } from '../dispute.ts'
import { claimOfReturn, claimOfStranger, claimsOfInfractions, matchReturns } from './claims.ts'
import { parseJson } from './json.ts'
import { listPages } from './list-pages.ts'
import { isNews, listReturnedPix, noAnswer, until } from './med-returns.ts'
import { readProblem, troubleOf } from './problem.ts'
import { readFound } from './read-charge.ts'
import { type Infraction, readInfraction } from './read-infraction.ts'
import { type ReceivedPix, readPix } from './read-pix.ts'
import type { Session } from './session.ts'
import type { InfractionSettings } from './settings.ts'

const dayMs = 24 * 60 * 60 * 1000
/** Longer than returns are looked back for: whatever the bank counts from, the infraction of a return is in the list. */
const lookBackMs = 110 * dayMs
const usualAskEveryMs = 10 * 60 * 1000

/** The desk of a bank with Efí's extension, which tells of a claim while it can still be answered. */
export function openInfractionsDesk(session: Session, settings: InfractionSettings): DisputeDesk {
  return {
    askEveryMs: settings.askEveryMs ?? usualAskEveryMs,
    list: (since, signal) => list(session, since, signal),
    answer: (claim, answer, signal) => submit(session, settings, { claim, answer }, signal),
  }
}

async function list(session: Session, since: Date, signal: AbortSignal): Promise<ClaimListing> {
  // Returns come first: the infraction of any of them is then in the list asked for after it, and none is told twice.
  const returned = await listReturnedPix(session, since, signal)
  if (returned.kind === 'unknown') return returned
  const listing = await listInfractions(session, new Date(since.getTime() - lookBackMs), signal)
  if (listing.kind === 'unknown') return listing

  const known = new Map(returned.pix.map((pix) => [pix.endToEndId, pix]))
  const claims: Claim[] = []
  for (const [endToEndId, infractions] of Map.groupBy(listing.infractions, (each) => each.endToEndId)) {
    const seen = known.get(endToEndId)
    const news = infractions.filter((each) => hasNews(each, seen, since))
    if (news.length === 0) continue
    const finding = seen ? { kind: 'found' as const, pix: seen } : await findPix(session, endToEndId, signal)
    if (finding.kind === 'unknown') return finding
    const told =
      finding.kind === 'found' ? claimsOfInfractions(finding.pix, infractions) : infractions.flatMap(claimOfStranger)
    claims.push(...told.filter(({ caseId }) => news.some(({ id }) => id === caseId)))
  }
  const announced = Map.groupBy(listing.infractions, (each) => each.endToEndId)
  const unannounced = returned.pix.flatMap((pix) => claimsOfRest(pix, announced.get(pix.endToEndId) ?? [], since))
  return { kind: 'listed', claims: [...claims, ...unannounced] }
}

/** Whether there is something to say of an infraction that may not have been said before. */
function hasNews({ state, changedAt }: Infraction, pix: ReceivedPix | undefined, since: Date): boolean {
  const isDecided = state === 'rejected' || (state === 'accepted' && pix !== undefined)
  if (!isDecided || !changedAt || changedAt >= since) return true
  return pix?.returns.some((each) => isNews(each, since)) ?? false
}

/** Returns without an infraction: a bank's own error needs none. While one is being decided they may be its. */
function claimsOfRest(pix: ReceivedPix, infractions: readonly Infraction[], since: Date): readonly Claim[] {
  if (infractions.some(({ state }) => state === 'open' || state === 'defended')) return []
  const announced = new Set([...matchReturns(pix, infractions).values()].flat())
  return pix.returns
    .filter((each) => !announced.has(each) && isNews(each, since))
    .map((each) => claimOfReturn(pix, each))
}

type Infractions =
  | { readonly kind: 'listed'; readonly infractions: readonly Infraction[] }
  | { readonly kind: 'unknown'; readonly cause: unknown }

async function listInfractions(session: Session, from: Date, signal: AbortSignal): Promise<Infractions> {
  const wanted = { path: '/gn/infracoes', field: 'infracoes', from, to: until(from) }
  const listing = await listPages(session, wanted, signal)
  if (!listing.ok) return { kind: 'unknown', cause: listing.cause }
  const infractions = listing.items.map(readInfraction)
  if (infractions.every((each) => each !== undefined)) return { kind: 'listed', infractions }
  return { kind: 'unknown', cause: new Error('the bank answered an infraction that cannot be read for certain') }
}

type PixFound =
  | { readonly kind: 'found'; readonly pix: ReceivedPix }
  /** The bank says there is none: of no payment of ours. */
  | { readonly kind: 'not-found' }
  | { readonly kind: 'unknown'; readonly cause: unknown }

async function findPix(session: Session, endToEndId: string, signal: AbortSignal): Promise<PixFound> {
  const answer = await session.call({ method: 'GET', path: `/pix/${endToEndId}`, signal })
  const pix = answer.kind === 'answered' && answer.status === 200 ? readPix(parseJson(answer.text)) : undefined
  if (pix?.endToEndId === endToEndId) return { kind: 'found', pix }
  return readProblem(answer)?.status === 404 ? { kind: 'not-found' } : { kind: 'unknown', cause: troubleOf(answer) }
}

async function submit(
  session: Session,
  settings: InfractionSettings,
  { claim, answer }: { claim: ClaimReference; answer: ClaimAnswer },
  signal: AbortSignal,
): Promise<ClaimAnswerOutcome> {
  if (isReturnId(claim.caseId)) return noAnswer
  const body = bodyFor(answer, settings)
  const path = `/gn/infracoes/${encodeURIComponent(claim.caseId)}/defesa`
  const response = await session.call({ method: 'POST', path, body, signal })
  if (response.kind === 'answered' && response.status === 201) return { kind: 'taken' }
  const problem = readProblem(response)
  if (!problem) return { kind: 'unknown', cause: troubleOf(response) }
  const { status, code, message } = problem
  if (status !== 409) return { kind: 'rejected', code, message }

  // It has an answer: an earlier try of ours, or what a person said at the bank's own site.
  const existing = await findInfraction(session, claim, signal)
  if (!existing) return { kind: 'unknown', cause: new Error('the bank has an answer that could not be looked up') }
  const isOurs = existing.defence === undefined || existing.defence.trim() === body.justificativa.trim()
  return isOurs ? { kind: 'taken' } : { kind: 'rejected', code, message }
}

/** Fields in a fixed order: a repeat is the same text. */
function bodyFor({ decision, text, documents }: ClaimAnswer, settings: InfractionSettings) {
  const analise = decision === 'accept' ? 'aceito' : 'rejeitado'
  if (documents.length === 0) return { analise, justificativa: text }
  if (settings.documents) {
    const documentos = documents.map(({ name, contentType, bytes }) => ({
      nome: name,
      tipo: contentType,
      conteudo: bytes.toString('base64'),
    }))
    return { analise, justificativa: text, documentos }
  }
  // The contract takes words alone: whoever analyses learns at least that there is more, to be asked for.
  const names = documents.map(({ name }) => name).join(', ')
  return { analise, justificativa: `${text}\n\nDocumentos à disposição: ${names}`.slice(0, 2_000) }
}

async function findInfraction(
  session: Session,
  { caseId, payment }: ClaimReference,
  signal: AbortSignal,
): Promise<Infraction | undefined> {
  const paidAt = 'reference' in payment ? await whenPaid(session, payment.reference, signal) : undefined
  const listing = paidAt && (await listInfractions(session, new Date(paidAt.getTime() - dayMs), signal))
  return listing?.kind === 'listed' ? listing.infractions.find(({ id }) => id === caseId) : undefined
}

async function whenPaid(session: Session, reference: string, signal: AbortSignal): Promise<Date | undefined> {
  const written = pixIdInstant(reference) // An EndToEndId carries its minute.
  if (written) return written
  const answer = await session.call({ method: 'GET', path: `/cob/${reference}`, signal })
  if (answer.kind !== 'answered' || answer.status !== 200) return undefined
  return readFound(parseJson(answer.text), reference)?.payments[0]?.paidAt
}
