const byId = (id) => document.getElementById(id)
const reais = (cents) =>
  (cents / 100).toLocaleString('pt-BR', { style: 'currency', currency: 'BRL' })
const zone = { timeZone: 'America/Sao_Paulo' }
const dateTime = (at) =>
  new Date(at).toLocaleString('pt-BR', { ...zone, dateStyle: 'short', timeStyle: 'short' })
const time = (at) => new Date(at).toLocaleTimeString('pt-BR', zone)

/** Calls a control route. Throws the sentence of its error. */
async function callRoute(method, path, body) {
  const init =
    body === undefined
      ? { method }
      : { method, headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) }
  const response = await fetch(path, init)
  const found = response.status === 204 ? {} : await response.json()
  if (!response.ok) throw new Error(found.error?.message ?? 'O sandbox não respondeu.')
  return found
}

function show(element, text) {
  element.textContent = text ?? ''
  element.hidden = !text
}

// The payer's bank.
const whyNot = {
  paid: 'Esta cobrança já foi paga.',
  expired: 'Esta cobrança expirou.',
  removed: 'Esta cobrança foi cancelada.',
}
let bill

async function readCode() {
  const code = byId('code').value.trim()
  bill = undefined
  show(byId('problem'), '')
  if (code !== '') {
    try {
      bill = await callRoute('GET', `/bills?code=${encodeURIComponent(code)}`)
    } catch (error) {
      show(byId('problem'), error.message)
    }
  }
  byId('bill').hidden = !bill
  byId('pay-button').disabled = bill?.state !== 'payable'
  byId('force-button').hidden = !bill || bill.state === 'payable' || bill.method !== 'PIX'
  byId('pay-button').textContent =
    bill?.state === 'payable' ? `Pagar ${reais(bill.amount)}` : 'Pagar'
  if (!bill) return
  byId('receiver').textContent = bill.receiver.name
  byId('amount').textContent = reais(bill.amount)
  byId('until').textContent = dateTime(bill.payableUntil)
  byId('final').textContent = bill.finalBeneficiary?.name ?? ''
  byId('final-row').hidden = !bill.finalBeneficiary
  byId('description').textContent = bill.description ?? ''
  byId('description-row').hidden = !bill.description
  show(byId('problem'), whyNot[bill.state])
}

async function pay(force) {
  byId('pay-button').disabled = true
  try {
    const paid = await callRoute('POST', '/pay', {
      code: byId('code').value,
      ...(force ? { force } : {}),
    })
    byId('paid-amount').textContent = reais(paid.amount)
    byId('paid-to').textContent = `para ${bill.receiver.name}`
    byId('reference-label').textContent = paid.endToEndId ? 'EndToEndId' : 'Autenticação do banco'
    byId('reference').textContent = paid.endToEndId ?? paid.bankReference
    byId('pay').hidden = true
    byId('receipt').hidden = false
  } catch (error) {
    await readCode()
    show(byId('problem'), error.message)
  }
}

let reading
byId('code').addEventListener('input', () => {
  clearTimeout(reading)
  reading = setTimeout(readCode, 150)
})
byId('pay').addEventListener('submit', (event) => {
  event.preventDefault()
  pay(false)
})
byId('force-button').addEventListener('click', () => pay(true))
byId('again').addEventListener('click', () => {
  byId('code').value = ''
  byId('receipt').hidden = true
  byId('pay').hidden = false
  readCode()
})

// The clock.
function showTime({ now, offsetMs }) {
  const days = Math.round(offsetMs / 86_400_000)
  byId('now').textContent =
    dateTime(now) + (days > 0 ? ` (+${days} ${days === 1 ? 'dia' : 'dias'})` : '')
}
for (const button of document.querySelectorAll('[data-advance]')) {
  button.addEventListener('click', async () => {
    button.disabled = true
    try {
      showTime(await callRoute('POST', '/clock', { advance: button.dataset.advance }))
      await readCode()
    } catch (error) {
      show(byId('problem'), error.message)
    }
    button.disabled = false
  })
}

// The faults.
let providers = []
let names = { faults: [], callbackFaults: [], settlementFaults: [] }
const portuguese = {
  '*': 'qualquer uma',
  // Providers.
  boleto: 'Banco do Brasil (boleto)',
  cielo: 'Cielo',
  efi: 'Efí (saques)',
  inbox: 'Lojista (webhooks)',
  mail: 'E-mail',
  pagarme: 'Pagar.me',
  pix: 'Banco PIX',
  rede: 'Rede',
  wallet: 'Carteira (Device Pay)',
  woovi: 'Woovi (saques)',
  // Faults.
  'timeout-before': 'não faz e não responde',
  'timeout-after': 'faz e não responde',
  'visible-late': 'faz, não responde e demora a aparecer',
  'reset-before': 'corta a conexão sem fazer',
  'reset-after': 'faz e corta a conexão',
  'reset-body': 'faz e corta no meio da resposta',
  'slow-body': 'faz e responde byte a byte',
  'error-500': 'erro 500',
  'error-502-html': 'erro 502 em HTML',
  'error-503': 'erro 503',
  'error-400': 'erro 400 sem motivo',
  'error-401': 'erro 401',
  'error-403': 'erro 403',
  'error-417': 'erro 417',
  'error-429': 'erro 429',
  'done-then-500': 'faz e responde 500',
  'truncated-json': 'JSON cortado',
  'wrong-types': 'tipos trocados',
  'extra-fields': 'campos a mais',
  'missing-body': 'resposta sem corpo',
  'status-99': 'status inexistente',
  'callback-lost': 'aviso perdido',
  'callback-delayed': 'aviso atrasado',
  'callback-doubled': 'aviso em dobro',
  'callback-reordered': 'aviso fora de ordem',
  'missing-row': 'arquivo sem uma linha',
  'unknown-sale': 'arquivo com venda desconhecida',
  'wrong-amount': 'arquivo com valor errado',
  'doubled-file': 'arquivo em dobro',
  'sequence-gap': 'arquivo que falta',
  'late-file': 'arquivo atrasado',
  'truncated-file': 'arquivo cortado',
}
const worded = (word) => portuguese[word] ?? word
function fill(select, words) {
  const old = select.value
  select.replaceChildren(...words.map((word) => new Option(worded(word), word)))
  if (words.includes(old)) select.value = old
}
function fillFaults() {
  const provider = providers.find(({ name }) => name === byId('provider').value)
  fill(byId('operation'), ['*', ...(provider?.operations ?? [])])
  const operation = byId('operation').value
  const own = { callback: names.callbackFaults, 'settlement-file': names.settlementFaults }
  fill(byId('fault-name'), provider?.faults ?? own[operation] ?? names.faults)
}
function showWaiting(waiting) {
  byId('clear').hidden = waiting.length === 0
  byId('waiting').replaceChildren(
    ...waiting.map(({ provider, operation, fault, times }) => {
      const item = document.createElement('li')
      const whatFails = operation === '*' ? 'qualquer operação' : operation
      item.textContent = `${worded(provider)} · ${whatFails} · ${worded(fault)} · ${times}×`
      return item
    }),
  )
}
async function readFaults() {
  const found = await callRoute('GET', '/faults')
  names = found
  if (found.providers.length !== providers.length) {
    providers = found.providers
    fill(
      byId('provider'),
      providers.map(({ name }) => name),
    )
    fillFaults()
  }
  showWaiting(found.waiting)
}
byId('provider').addEventListener('change', fillFaults)
byId('operation').addEventListener('change', fillFaults)
byId('fault').addEventListener('submit', async (event) => {
  event.preventDefault()
  const [provider, operation, fault] = ['provider', 'operation', 'fault-name'].map(
    (id) => byId(id).value,
  )
  try {
    showWaiting(
      (
        await callRoute('POST', '/faults', {
          provider,
          operation,
          fault,
          times: Number(byId('times').value),
        })
      ).waiting,
    )
    show(byId('fault-problem'), '')
  } catch (error) {
    show(byId('fault-problem'), error.message)
  }
})
byId('clear').addEventListener('click', async () => {
  await callRoute('DELETE', '/faults')
  showWaiting([])
})

// The call log.
const shown = 200
let lastCall = 0
function rowOf({ at, provider, operation, reference, amount, outcome }) {
  const row = document.createElement('tr')
  const cells = [
    time(at),
    worded(provider),
    operation,
    reference ?? '',
    amount === null ? '' : reais(amount),
    outcome,
  ]
  for (const text of cells) row.insertCell().textContent = text
  row.cells[3].className = 'reference'
  row.cells[3].title = reference ?? ''
  row.cells[4].className = 'number'
  if (/^(fault|refused|failed)/.test(outcome)) row.cells[5].className = 'went-wrong'
  return row
}
async function readCalls() {
  const calls = await callRoute('GET', `/calls?after=${lastCall}`)
  if (calls.length === 0) return
  lastCall = calls.at(-1).n
  const body = byId('calls')
  body.querySelector('.empty')?.remove()
  body.prepend(...calls.slice(-shown).map(rowOf).reverse())
  while (body.rows.length > shown) body.deleteRow(-1)
}

let round = 0
async function refresh() {
  try {
    // A request for the time makes the sandbox query the gateway, so only every fifth round sends
    // one.
    if (round++ % 5 === 0) showTime(await callRoute('GET', '/clock'))
    await Promise.all([readCalls(), readFaults()])
  } catch {
    byId('now').textContent = 'sandbox fora do ar'
  }
  setTimeout(refresh, 1000)
}
refresh()
