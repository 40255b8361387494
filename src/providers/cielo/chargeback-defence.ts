import PDFDocument from 'pdfkit'
import type { ClaimAnswer, EvidenceDocument } from '../ports/dispute.ts'

/** The case that the defence is for. */
export interface DefenceOf {
  readonly caseId: string
  readonly idChargeback: number
  readonly establishmentNumber: string
  readonly userName: string
}

/**
 * The form of `PUT …/refuse`. It takes a reason of 100 characters and requires a document: the
 * whole text goes into a PDF that we write, with the images, because PNG is not accepted. The
 * merchant's own PDFs follow unchanged. Files are named after the case. `undefined`: one of the
 * images is not an image.
 */
export async function encodeDefence(
  { caseId, idChargeback, establishmentNumber, userName }: DefenceOf,
  { text, documents }: ClaimAnswer,
): Promise<{ readonly contentType: string; readonly body: Uint8Array } | undefined> {
  const form = new FormData()
  form.set('establishmentNumber', establishmentNumber)
  form.set('idChargeback', String(idChargeback))
  form.set('reasonToRefuse', shortened(text))
  form.set('userName', userName)
  const images = documents.filter(({ contentType }) => contentType !== 'application/pdf')
  const defence = await statement(caseId, text, images)
  if (!defence) return undefined
  const files = [defence, ...documents.filter((each) => !images.includes(each)).map(bytesOf)]
  for (const file of files)
    form.append('file', new Blob([file], { type: 'application/pdf' }), `${caseId}.pdf`)
  const encoded = new Response(form)
  return {
    contentType: encoded.headers.get('content-type') ?? '',
    body: new Uint8Array(await encoded.arrayBuffer()),
  }
}

const maxReason = 100

function shortened(text: string): string {
  const letters = [...text.replace(/\s+/g, ' ').trim()]
  if (letters.length === 0) return 'Venda legítima.'
  return letters.length <= maxReason
    ? letters.join('')
    : `${letters.slice(0, maxReason - 1).join('')}…`
}

/** The merchant's text, and one page for each image. */
async function statement(
  caseId: string,
  text: string,
  images: readonly EvidenceDocument[],
): Promise<Uint8Array<ArrayBuffer> | undefined> {
  // Without a date of its own, a repeated defence is the same document.
  const pdf = new PDFDocument({
    size: 'A4',
    margin: 56,
    info: { Title: `Defesa do case ${caseId}`, CreationDate: epoch },
  })
  const chunks: Uint8Array[] = []
  const ended = new Promise<void>((resolve, reject) => {
    pdf.on('data', (chunk: Uint8Array) => chunks.push(chunk))
    pdf.on('end', () => resolve())
    pdf.on('error', reject)
  })
  pdf.fontSize(16).text(`Defesa do case ${caseId}`).moveDown().fontSize(11).text(text)
  const [width, height] = [pdf.page.width - 2 * 56, pdf.page.height - 2 * 56]
  try {
    for (const { bytes } of images) pdf.addPage().image(bytes, { fit: [width, height] })
  } catch {
    return undefined
  }
  pdf.end()
  await ended
  return Uint8Array.from(Buffer.concat(chunks))
}

const epoch = new Date(0)

const bytesOf = ({ bytes }: EvidenceDocument): Uint8Array<ArrayBuffer> => Uint8Array.from(bytes)
