/** A place on the sheet, in mm from its upper left corner. */
export interface Point {
  readonly x: number
  readonly y: number
}

export interface TextLook {
  /** In points. */
  readonly size: number
  readonly bold?: boolean
  /** In mm. A longer text is cut with an ellipsis. */
  readonly width?: number
  readonly align?: 'left' | 'right' | 'center'
}

/** Draws in millimetres on the page of a PDF. */
export interface Pen {
  text(text: string, at: Point, look: TextLook): void
  /** A text of 8 points that may take several lines. Returns the `y` below it. */
  paragraph(text: string, at: Point, widthMm: number): number
  box(at: Point, width: number, height: number): void
  fill(at: Point, width: number, height: number): void
  line(from: Point, to: Point, widthMm: number): void
  /** The line to cut along. */
  dashes(from: Point, toX: number): void
  /** A large text across the sheet, centred at `at`. */
  stamp(text: string, at: Point): void
  /** The result of `draw` is one picture, whose name for a screen reader is `alt`. */
  figure(alt: string, draw: () => void): void
  /** Closes the structure that screen readers follow. Nothing is drawn after it. */
  end(): void
}

export function penOf(document: PDFKit.PDFDocument): Pen {
  const font = (bold = false) => document.font(bold ? 'Helvetica-Bold' : 'Helvetica')
  const fitted = (text: string, width: number): string => {
    if (document.widthOfString(text) <= width) return text
    let shorter = text
    while (shorter && document.widthOfString(`${shorter}…`) > width) shorter = shorter.slice(0, -1)
    return `${shorter}…`
  }
  const root = document.struct('Document')
  document.addStructure(root)
  let isInFigure = false
  const tagged = (type: 'P' | 'Figure', alt: string | undefined, draw: () => void): void => {
    const content = document.markStructureContent(type)
    draw()
    document.endMarkedContent()
    root.add(document.struct(type, alt === undefined ? {} : { alt }, [content]))
  }
  /** Screen readers skip lines and boxes. */
  const artifact = (draw: () => void): void => {
    if (!isInFigure) document.markContent('Artifact', { type: 'Layout' })
    draw()
    if (!isInFigure) document.endMarkedContent()
  }
  return {
    text(text, { x, y }, { size, bold, width, align = 'left' }) {
      font(bold).fontSize(size).fillColor('#000')
      const room = width === undefined ? undefined : mm(width)
      const line = room === undefined ? printable(text) : fitted(printable(text), room)
      const shift = room === undefined ? 0 : (room - document.widthOfString(line)) * shares[align]
      tagged('P', undefined, () => document.text(line, mm(x) + shift, mm(y), { lineBreak: false }))
    },
    paragraph(text, { x, y }, widthMm) {
      font().fontSize(8).fillColor('#000')
      tagged('P', undefined, () =>
        document.text(printable(text), mm(x), mm(y), { width: mm(widthMm) }),
      )
      return y + document.heightOfString(printable(text), { width: mm(widthMm) }) / pointsPerMm
    },
    box: ({ x, y }, width, height) =>
      artifact(() =>
        document.lineWidth(mm(0.2)).rect(mm(x), mm(y), mm(width), mm(height)).stroke('#000'),
      ),
    fill: ({ x, y }, width, height) =>
      artifact(() => document.rect(mm(x), mm(y), mm(width), mm(height)).fill('#000')),
    line: (from, to, width) =>
      artifact(() =>
        document
          .lineWidth(mm(width))
          .moveTo(mm(from.x), mm(from.y))
          .lineTo(mm(to.x), mm(to.y))
          .stroke('#000'),
      ),
    dashes({ x, y }, toX) {
      artifact(() =>
        document
          .save()
          .lineWidth(mm(0.2))
          .dash(3, { space: 2 })
          .moveTo(mm(x), mm(y))
          .lineTo(mm(toX), mm(y))
          .stroke('#777')
          .restore(),
      )
    },
    stamp(text, { x, y }) {
      document
        .save()
        .rotate(-18, { origin: [mm(x), mm(y)] })
        .fillOpacity(0.75)
      font(true).fontSize(54).fillColor('#9c2f1d')
      const left = mm(x) - document.widthOfString(text) / 2
      tagged('P', undefined, () => document.text(text, left, mm(y) - 27, { lineBreak: false }))
      document.restore()
    },
    figure(alt, draw) {
      isInFigure = true
      tagged('Figure', alt, draw)
      isInFigure = false
    },
    end: () => root.end(),
  }
}

const pointsPerMm = 72 / 25.4
const mm = (length: number): number => length * pointsPerMm
const shares = { left: 0, center: 0.5, right: 1 } as const

/**
 * The fonts of every PDF reader contain only Western letters. Other letters lose their marks, or
 * become a question mark.
 */
const printable = (text: string): string =>
  text.replace(/[^\x20-\x7e\u00a0-\u00ff–—‘’“”•…]/gu, (character) => {
    const plain = character.normalize('NFD').replace(/\p{M}/gu, '')
    return /^[\x20-\x7e]+$/.test(plain) ? plain : '?'
  })
