import type { FastifyInstance } from 'fastify'
import { refuse } from '../control-route.ts'
import { fieldsOf } from '../kit/fields.ts'
import type { World } from '../world.ts'
import {
  type Defect,
  defects,
  isDefect,
  isTestNumber,
  type MintOptions,
  mintToken,
  type Network,
} from './mint-token.ts'
import { selfHeldKey, walletAcquirers } from './names.ts'
import { openWalletPki } from './pki.ts'
import { merchantIdentifierOf, openProcessingKey } from './processing-keys.ts'

/**
 * `POST /device-pay/tokens`: a token as a payer's device sends it to a page, valid or with a named
 * defect. `GET …/defects`: the names.
 */
export function addTokenRoute(
  app: FastifyInstance,
  world: World,
  /** The owner of the key for the token of a merchant session. */
  keyOfSession: (id: string) => string | undefined,
): void {
  app.get('/device-pay/tokens/defects', (_request, reply) => reply.send({ defects }))
  app.post('/device-pay/tokens', async (request, reply) => {
    const { session, ...fields } = fieldsOf(request.body)
    const acquirerOfSession =
      typeof session === 'string' ? holderOf(keyOfSession(session)) : undefined
    if (session !== undefined && !acquirerOfSession) {
      return refuse(
        reply,
        400,
        'invalid-request',
        'session não é o merchantSessionIdentifier de uma sessão desta carteira.',
      )
    }
    const tokenRequest = readTokenRequest(
      acquirerOfSession ? { ...fields, acquirer: acquirerOfSession } : fields,
    )
    if (typeof tokenRequest === 'string') return refuse(reply, 400, 'invalid-request', tokenRequest)
    const { acquirer, ...options } = tokenRequest
    const pki = await openWalletPki(world.home)
    const encryptTo = await openProcessingKey(world.home, acquirer)
    return reply.send({ token: await mintToken(pki, { ...options, encryptTo, now: world.now() }) })
  })
}

type TokenRequest = Omit<MintOptions, 'encryptTo' | 'now'> & { readonly acquirer: string }

const holders: readonly string[] = [...walletAcquirers, selfHeldKey]
const holderOf = (merchantIdentifier: string | undefined): string | undefined =>
  holders.find((holder) => merchantIdentifierOf(holder) === merchantIdentifier)

const maxAmount = 999_999_999_99

/** Returns the requested options, or a sentence that says what is wrong with them. */
function readTokenRequest(fields: Readonly<Record<string, unknown>>): TokenRequest | string {
  const {
    amount,
    network = 'visa',
    acquirer = holders[0],
    form = 'BER',
    defect,
    dpan,
    currency,
    applicationData,
  } = fields
  if (typeof amount !== 'number' || !Number.isInteger(amount) || amount < 0 || amount > maxAmount) {
    return 'amount é um inteiro em centavos.'
  }
  const named = networkNamed(network)
  if (!named) return 'network deve ser visa ou masterCard.'
  if (typeof acquirer !== 'string' || !holders.includes(acquirer)) {
    return `acquirer, a quem o token é cifrado, deve ser um de: ${holders.join(', ')}.`
  }
  if (form !== 'BER' && form !== 'DER') return 'form deve ser BER ou DER.'
  if (defect !== undefined && !isDefect(defect))
    return `defect deve ser um de: ${defects.join(', ')}.`
  if (dpan !== undefined && !(typeof dpan === 'string' && isTestNumber(dpan))) {
    return (
      'dpan deve ter 16 dígitos e começar com 489537 ou 520424: ' +
      'o sandbox só emite números de teste.'
    )
  }
  if (currency !== undefined && !(typeof currency === 'string' && /^[0-9]{3}$/.test(currency))) {
    return 'currency é um código numérico da ISO 4217, como "986".'
  }
  if (applicationData !== undefined && !isBase64(applicationData))
    return 'applicationData deve estar em Base64.'
  return {
    amount,
    network: named,
    acquirer,
    form,
    ...present({ defect, dpan, currency, applicationData }),
  }
}

const networkNamed = (name: unknown): Network | undefined =>
  (['visa', 'masterCard'] as const).find(
    (each) => typeof name === 'string' && each.toLowerCase() === name.toLowerCase(),
  )

const isBase64 = (text: unknown): text is string =>
  typeof text === 'string' && text !== '' && Buffer.from(text, 'base64').toString('base64') === text

interface Extras {
  readonly defect: Defect | undefined
  readonly dpan: string | undefined
  readonly currency: string | undefined
  readonly applicationData: string | undefined
}

const present = ({ defect, dpan, currency, applicationData }: Extras) => ({
  ...(defect !== undefined && { defect }),
  ...(dpan !== undefined && { dpan }),
  ...(currency !== undefined && { currency }),
  ...(applicationData !== undefined && { applicationData }),
})
