import { clientFiles } from '../client-files.ts'
import type { PythonWitness } from '../python-witness.ts'
import type { Stage } from '../stage.ts'
import { payNewCharge, playBank } from './played-bank.ts'

const played = ['banco-do-brasil', 'inter', 'sicoob', 'sicredi'] as const

/** A client of four banks, with the profile of each. It meets a payment that it did not create. */
export const pypixApi: PythonWitness = {
  name: 'pypix-api',
  registry: 'PyPI',
  subject: 'API Pix at Banco do Brasil, Inter, Sicoob and Sicredi',
  script: 'pypix.py',
  beside: (stage, act) => playBanks(played, stage, act),
  env: ({ credentials, home }) => ({
    BANKS: JSON.stringify(
      Object.fromEntries(
        played.map((name) => [
          name,
          { ...credentials[name], ...clientFiles(home, credentials[name]) },
        ]),
      ),
    ),
  }),
}

/** Plays the banks one inside the other. */
async function playBanks(
  [name, ...others]: readonly (typeof played)[number][],
  stage: Stage,
  act: (stage: Stage) => Promise<void>,
): Promise<void> {
  if (name === undefined) return act(stage)
  await playBank(stage, name, async (bank) => {
    const settings = { ...bank.bank.credentials, endToEndId: await payNewCharge(bank) }
    const credentials = { ...stage.credentials, [name]: settings }
    await playBanks(others, { ...stage, credentials }, act)
  })
}
