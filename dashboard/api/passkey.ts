/** Why a browser gave no passkey. */
export type PasskeyProblem = 'canceled' | 'known' | 'unavailable'

export class PasskeyError extends Error {
  readonly problem: PasskeyProblem

  constructor(problem: PasskeyProblem, cause?: unknown) {
    super(`no passkey: ${problem}`, { cause })
    this.problem = problem
  }
}

/** A passkey belongs to a name, so a page that was opened by an address has none. */
export const canUsePasskeys = (): boolean =>
  typeof PublicKeyCredential !== 'undefined' &&
  'parseRequestOptionsFromJSON' in PublicKeyCredential &&
  !/^(?:[\d.]+|\[.*\])$/.test(location.hostname)

/** Creates a passkey on the device. Returns what the API expects. @throws PasskeyError */
export const createPasskey = (options: PublicKeyCredentialCreationOptionsJSON): Promise<unknown> =>
  onDevice(() =>
    navigator.credentials.create({
      publicKey: PublicKeyCredential.parseCreationOptionsFromJSON(options),
    }),
  )

/** Shows a passkey of the device. Returns what the API expects. @throws PasskeyError */
export const showPasskey = (options: PublicKeyCredentialRequestOptionsJSON): Promise<unknown> =>
  onDevice(() =>
    navigator.credentials.get({
      publicKey: PublicKeyCredential.parseRequestOptionsFromJSON(options),
    }),
  )

async function onDevice(ask: () => Promise<Credential | null>): Promise<unknown> {
  if (!canUsePasskeys()) throw new PasskeyError('unavailable')
  try {
    const credential = await ask()
    if (credential instanceof PublicKeyCredential) return credential.toJSON()
    throw new PasskeyError('canceled')
  } catch (error) {
    if (!(error instanceof DOMException)) throw error
    throw new PasskeyError(problems[error.name] ?? 'canceled', error)
  }
}

const problems: Readonly<Record<string, PasskeyProblem>> = {
  InvalidStateError: 'known',
  SecurityError: 'unavailable',
  NotSupportedError: 'unavailable',
}
