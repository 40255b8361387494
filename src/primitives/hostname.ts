import { domainToASCII, domainToUnicode } from 'node:url'

/** The problem of a text that is not a hostname. */
export type HostnameProblem =
  | 'scheme'
  | 'path'
  | 'port'
  | 'wildcard'
  | 'trailing-dot'
  | 'ip'
  | 'one-label'
  | 'private'
  | 'suffix'
  | 'length'
  | 'form'

export type HostnameReading =
  | { readonly ok: true; readonly hostname: string }
  | { readonly ok: false; readonly problem: HostnameProblem }

export interface HostnameRules {
  /**
   * Names under `.localhost` and `.test`, which are valid only on one machine. For a developer's
   * machine.
   */
  readonly allowLocal: boolean
}

/**
 * Reads a public hostname as a person writes it, into lower-case ASCII with international names in
 * Punycode (docs/design/rules.md#s6, docs/design/device-wallet.md#hostnames). A text that could
 * also be an address is rejected.
 */
export function readHostname(text: string, { allowLocal }: HostnameRules): HostnameReading {
  const shape = problemOfShape(text)
  if (shape) return { ok: false, problem: shape }
  const hostname = domainToASCII(text.toLowerCase())
  // The parser returns nothing for a text that ends in a number and is no address, such as
  // 1.2.3.4.5.
  if (hostname === '') return { ok: false, problem: /[\p{N}x]$/iu.test(text) ? 'ip' : 'form' }
  const problem = problemOfName(hostname, allowLocal)
  return problem ? { ok: false, problem } : { ok: true, hostname }
}

/**
 * Whether the text is a hostname in the one form that is stored: the host of a page in a browser.
 */
export function isHostname(text: string, rules: HostnameRules): boolean {
  const reading = readHostname(text, rules)
  return reading.ok && reading.hostname === text
}

/** In Unicode a name is at most as long as in ASCII; combining marks may cost a few. */
const longestText = 1_024
const longestName = 253

/** Checked before a parser sees the text: parsers drop and move characters. */
function problemOfShape(text: string): HostnameProblem | undefined {
  if (text === '') return 'form'
  if (text.length > longestText) return 'length'
  if (/^[a-z][a-z0-9+.-]*:\/|^\/\/|^\\\\|:\/\//i.test(text)) return 'scheme'
  if (text.startsWith('[') || (text.match(/:/g) ?? []).length > 1) return 'ip'
  if (/[/\\?#]/.test(text)) return 'path'
  if (text.includes(':')) return 'port'
  if (text.includes('*')) return 'wildcard'
  if (/[^\p{L}\p{M}\p{N}.-]/u.test(text)) return 'form'
  return text.endsWith('.') ? 'trailing-dot' : undefined
}

function problemOfName(hostname: string, allowLocal: boolean): HostnameProblem | undefined {
  if (hostname.length > longestName) return 'length'
  const labels = hostname.split('.')
  const last = labels.at(-1) ?? ''
  if (/^(?:[0-9]+|0x[0-9a-f]*)$/.test(last)) return 'ip'
  if (!labels.every((label) => labelPattern.test(label) && !isBrokenPunycode(label))) return 'form'
  if (privateNames.has(last) || privateNames.has(labels.slice(-2).join('.'))) return 'private'
  if (localNames.has(last) && !allowLocal) return 'private'
  if (labels.length < 2) return 'one-label'
  return publicSuffixes.has(hostname) ? 'suffix' : undefined
}

const labelPattern = /^[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?$/

/** A label that is marked as Punycode and cannot be decoded. */
const isBrokenPunycode = (label: string): boolean =>
  label.startsWith('xn--') && domainToUnicode(label).startsWith('xn--')

const localNames = new Set(['localhost', 'test'])
const privateNames = new Set([
  'local',
  'internal',
  'localdomain',
  'lan',
  'intranet',
  'corp',
  'home',
  'private',
  'home.arpa',
  'in-addr.arpa',
  'ip6.arpa',
  'onion',
])

/**
 * The categories under .br in which any person may register. No registrant owns such a name itself.
 */
const publicSuffixes = new Set(
  [
    'abc adm adv agr aju am anani aparecida app arq art ato b barueri belem bet bhz bib bio blog bmd boavista bsb',
    'campinagrande campinas caxias cim cng cnt com contagem coop coz cri cuiaba curitiba def des det dev ecn eco edu',
    'emp enf eng esp etc eti far feira flog floripa fm fnd fortal fot foz fst g12 geo ggf goiania gov gru imb ind inf',
    'jab jampa jdf joinville jor jus leg leilao lel log londrina macapa maceio manaus maringa mat med mil morena mp',
    'mus natal net niteroi nom not ntr odo ong org osasco palmas poa ppg pro psc psi pvh qsl radio rec recife rep',
    'ribeirao rio riobranco riopreto salvador sampa santamaria santoandre saobernardo saogonca seg sjc slg slz',
    'social sorocaba srv taxi tc tec teo the tmp trd tur tv udi vet vix vlog wiki xyz zlg',
  ]
    .join(' ')
    .split(' ')
    .map((category) => `${category}.br`),
)
