import assert from 'node:assert/strict'
import { EfiPay, type SdkOptions } from 'sdk-node-apis-efi'
import { startEfi } from '../../../sandbox/efi/start-efi.ts'
import { randomId } from '../../../src/primitives/id.ts'
import { redirectHosts } from '../redirect-hosts.ts'
import type { Witness } from '../witness.ts'
import { anyPort, newCode, type PlayedBank, pay, playBank, settingOf } from './played-bank.ts'

const host = 'pix.api.efipay.com.br'
const webhookUrl = 'https://pagamentos.exemplo.com.br/callbacks/segredo'

/** The SDK of Efí, with the key that receives and the same key as the one that pays. */
export const efiSdk: Witness = {
  name: 'sdk-node-apis-efi',
  registry: 'npm',
  subject: 'Efí: charges, refunds, webhooks and sent payments',
  run: ({ call }, stage) =>
    playBank(stage, 'efi', async (played) => {
      const { bank, world } = played
      const at = (url: string) => ({ [host]: { url, ca: settingOf(bank, 'ca') } })
      const receiving = new EfiPay(optionsOf(bank))
      await redirectHosts(at(bank.url), () => receive(call, receiving, played))
      const efi = await startEfi(world, anyPort)
      try {
        const paying = new EfiPay(optionsOf(efi))
        const code = await newCode(played)
        await redirectHosts(at(efi.url), () => send(call, paying, { code, bank: efi }))
      } finally {
        await efi.stop()
      }
    }),
}

type Call = Parameters<Witness['run']>[0]['call']
const someId = () => randomId().replaceAll('-', '')

async function receive(call: Call, efi: EfiPay, played: PlayedBank): Promise<void> {
  const chave = settingOf(played.bank, 'chave')
  const txid = someId()
  const body = {
    calendario: { expiracao: 3_600 },
    devedor: { cpf: '52998224725', nome: 'Ana Souza' },
    valor: { original: '10.50' },
    chave,
  }
  const { pixCopiaECola } = await call('create a charge', () => efi.pixCreateCharge({ txid }, body))
  await call('the same txid is txid_duplicado', () =>
    assert.rejects(efi.pixCreateCharge({ txid }, body), { nome: 'txid_duplicado' }),
  )
  await call('an unknown charge is cobranca_nao_encontrada', () =>
    assert.rejects(efi.pixDetailCharge({ txid: someId() }), { nome: 'cobranca_nao_encontrada' }),
  )
  const dueTxid = someId()
  const dataDeVencimento = new Date(Date.now() + 9 * 86_400_000).toISOString().slice(0, 10)
  const due = {
    calendario: { dataDeVencimento, validadeAposVencimento: 10 },
    devedor: body.devedor,
    valor: { original: '10.50', multa: { modalidade: 2, valorPerc: '2.00' } },
    chave,
  }
  await call('create a charge with a due date', async () => {
    const created = await efi.pixCreateDueCharge({ txid: dueTxid }, due)
    assert.equal(created.calendario.dataDeVencimento, dataDeVencimento)
  })
  await call('query it', async () =>
    assert.equal((await efi.pixDetailDueCharge({ txid: dueTxid })).status, 'ATIVA'),
  )
  await call('an unknown due charge is cobranca_nao_encontrada', () =>
    assert.rejects(efi.pixDetailDueCharge({ txid: someId() }), { nome: 'cobranca_nao_encontrada' }),
  )
  const { id } = await call('create a location', () =>
    efi.pixCreateLocation({}, { tipoCob: 'cobv' }),
  )
  await call('query the location', async () =>
    assert.equal((await efi.pixDetailLocation({ id: id })).tipoCob, 'cobv'),
  )
  await call('unlink the location', () => efi.pixUnlinkTxidLocation({ id: id }))
  await call('remove it', () =>
    efi.pixUpdateDueCharge({ txid: dueTxid }, { status: 'REMOVIDA_PELO_USUARIO_RECEBEDOR' }),
  )
  await call('set the webhook without its certificate', () =>
    new EfiPay({ ...optionsOf(played.bank), validateMtls: false }).pixConfigWebhook(
      { chave },
      { webhookUrl },
    ),
  )
  await call('the webhook with its certificate is refused', () =>
    assert.rejects(efi.pixConfigWebhook({ chave }, { webhookUrl }), { nome: 'webhook_invalido' }),
  )
  await call('read the webhook', async () =>
    assert.equal((await efi.pixDetailWebhook({ chave })).webhookUrl, webhookUrl),
  )
  const e2eId = await pay(played, pixCopiaECola)
  await call('query the paid charge', async () =>
    assert.equal((await efi.pixDetailCharge({ txid })).status, 'CONCLUIDA'),
  )
  await call('a paid charge cannot be changed', () =>
    assert.rejects(efi.pixUpdateCharge({ txid }, { valor: { original: '1.00' } }), {
      nome: 'status_cobranca_invalido',
    }),
  )
  await call('query the payment', async () =>
    assert.equal((await efi.pixDetailReceived({ e2eId })).valor, '10.50'),
  )
  const refund = { e2eId, id: someId() }
  await call('refund a part', async () =>
    assert.equal((await efi.pixDevolution(refund, { valor: '1.00' })).status, 'EM_PROCESSAMENTO'),
  )
  await call('query the refund', async () =>
    assert.equal((await efi.pixDetailDevolution(refund)).valor, '1.00'),
  )
  const day = {
    inicio: new Date(Date.now() - 3_600_000).toISOString(),
    fim: new Date(Date.now() + 3_600_000).toISOString(),
  }
  await call('list charges', async () =>
    assert.equal((await efi.pixListCharges(day)).cobs.length, 1),
  )
  await call('list charges with a due date', async () =>
    assert.equal((await efi.pixListDueCharges(day)).cobs.length, 1),
  )
  await call('list payments', async () =>
    assert.equal((await efi.pixReceivedList(day)).pix.length, 1),
  )
}

async function send(
  call: Call,
  efi: EfiPay,
  { code: pixCopiaECola, bank }: { readonly code: string; readonly bank: PlayedBank['bank'] },
): Promise<void> {
  const chave = settingOf(bank, 'chave')
  const idEnvio = someId()
  const body = {
    valor: '12.34',
    pagador: { chave, infoPagador: 'Repasse' },
    favorecido: { chave: 'fulano@exemplo.com.br' },
  }
  await call('send to a key', async () =>
    assert.equal((await efi.pixSend({ idEnvio }, body)).status, 'EM_PROCESSAMENTO'),
  )
  const contaBanco = {
    nome: 'Ana Souza',
    cpf: '52998224725',
    ...({ codigoBanco: '18236120', agencia: '0001', conta: '1234567', tipoConta: 'cacc' } as const),
  }
  await call('send to an account', async () => {
    const toAccount = { ...body, favorecido: { contaBanco } }
    assert.equal((await efi.pixSend({ idEnvio: someId() }, toAccount)).status, 'EM_PROCESSAMENTO')
  })
  await call('list sent payments with the banks of accounts', async () => {
    const at = (hours: number) => new Date(Date.now() + hours * 3_600_000).toISOString()
    const day = { inicio: at(-1), fim: at(1), exibirCodigoBanco: true }
    const found = (await efi.pixSendList(day)).pix.map(({ favorecido }) => favorecido)
    assert.partialDeepStrictEqual(found, [{}, { contaBanco: { codigoBanco: '18236120' } }])
  })
  await call('send to the same owner', async () => {
    const own = { ...body, favorecido: { chave: '11222333000181' } }
    const sent = await efi.pixSendSameOwnership({ idEnvio: someId() }, own)
    assert.equal(sent.status, 'EM_PROCESSAMENTO')
  })
  await call('the same owner only', () => {
    const another = { ...body, favorecido: { chave: '11144477735' } }
    return assert.rejects(efi.pixSendSameOwnership({ idEnvio: someId() }, another), { nome: /./ })
  })
  await call('the same idEnvio is id_envio_duplicado', () =>
    assert.rejects(efi.pixSend({ idEnvio }, body), { nome: 'id_envio_duplicado' }),
  )
  // Its reading of a code does not call Efí: it opens the location of the code itself.
  const toCode = { pagador: { chave, infoPagador: 'Nota 12' }, pixCopiaECola }
  const ofCode = { idEnvio: someId() }
  await call('pay a code', async () =>
    assert.equal((await efi.pixQrCodePay(ofCode, toCode)).valor, '10.50'),
  )
  await call('the same idEnvio pays no code twice', () =>
    assert.rejects(efi.pixQrCodePay(ofCode, toCode), { nome: 'id_envio_duplicado' }),
  )
  await call('query the sent payment', async () =>
    assert.equal((await efi.pixSendDetailId({ idEnvio })).valor, '12.34'),
  )
}

const optionsOf = (simulator: Parameters<typeof settingOf>[0]): SdkOptions => ({
  sandbox: false,
  client_id: settingOf(simulator, 'clientId'),
  client_secret: settingOf(simulator, 'clientSecret'),
  certificate: base64(settingOf(simulator, 'certificate')),
  pemKey: base64(settingOf(simulator, 'privateKey')),
  cert_base64: true,
})

const base64 = (text: string) => Buffer.from(text).toString('base64')
