import {
  type BaseBlock,
  Constructed,
  fromBER,
  Integer,
  ObjectIdentifier,
  OctetString,
  Sequence,
  Set as SetOf,
  UTCTime,
} from 'asn1js'

/** One element of an ASN.1 structure. */
export type Element = BaseBlock

/** The bytes do not have the required structure. */
export class UnexpectedAsn1 extends Error {}

/** Reads one element, BER or DER, that fills the bytes. @throws UnexpectedAsn1 */
export function readAsn1(bytes: Buffer): Element {
  const { offset, result } = fromBER(bytes, { maxDepth: 32, maxNodes: 1_000 })
  if (offset !== bytes.length) throw new UnexpectedAsn1('bytes are left over')
  return result
}

/** The elements inside a SEQUENCE. @throws UnexpectedAsn1 */
export const inSequence = (element: Element | undefined): readonly Element[] =>
  expected(element, Sequence).valueBlock.value

/** The elements inside a SET. @throws UnexpectedAsn1 */
export const inSet = (element: Element | undefined): readonly Element[] =>
  expected(element, SetOf).valueBlock.value

/** The element that must be present exactly once. @throws UnexpectedAsn1 */
export function only<Item>(items: readonly Item[]): Item {
  const [item, ...more] = items
  if (item === undefined || more.length > 0) throw new UnexpectedAsn1('there must be exactly one')
  return item
}

/** The elements inside `[number]`; `undefined`: it is something else. */
export const inTag = (
  element: Element | undefined,
  number: number,
): readonly Element[] | undefined =>
  element instanceof Constructed && isTagged(element, number) ? element.valueBlock.value : undefined

/** In dotted form. @throws UnexpectedAsn1 */
export const objectId = (element: Element | undefined): string =>
  expected(element, ObjectIdentifier).getValue()

/** The bytes of an INTEGER. @throws UnexpectedAsn1 */
export const integerBytes = (element: Element | undefined): Buffer =>
  Buffer.from(expected(element, Integer).valueBlock.valueHexView)

/** The bytes of an OCTET STRING in one piece. @throws UnexpectedAsn1 */
export function octets(element: Element | undefined): Buffer {
  const string = expected(element, OctetString)
  if (string.idBlock.isConstructed) throw new UnexpectedAsn1('an OCTET STRING in pieces')
  return Buffer.from(string.valueBlock.valueHexView)
}

/** A UTCTime or GeneralizedTime. @throws UnexpectedAsn1 */
export function instant(element: Element | undefined): Date {
  const date = expected(element, UTCTime).toDate()
  if (Number.isNaN(date.getTime())) throw new UnexpectedAsn1('no such instant')
  return date
}

/** The bytes from which the element was read, with tag and length. */
export const bytesOf = (element: Element): Buffer => Buffer.from(element.valueBeforeDecodeView)

const contextClass = 3

const isTagged = ({ idBlock }: Element, number: number): boolean =>
  idBlock.tagClass === contextClass && idBlock.tagNumber === number

function expected<Kind extends Element>(
  element: Element | undefined,
  kind: abstract new (...values: never[]) => Kind,
): Kind {
  if (!(element instanceof kind)) throw new UnexpectedAsn1(`expected ${kind.name}`)
  return element
}
