/** The menu of the site. A group has its name in both languages; a page brings its own title. */
export const sidebar = [
  group('Começar', 'Start', ['guides/quick-start', 'guides/testing', 'guides/going-live']),
  group('Provedores em produção', 'Live providers', [
    'guides/going-live/cielo',
    'guides/going-live/pagarme',
    'guides/going-live/rede',
    'guides/going-live/api-pix',
    'guides/going-live/banco-do-brasil',
    'guides/going-live/banco-do-brasil-cnab',
    'guides/going-live/inter',
    'guides/going-live/efi',
    'guides/going-live/woovi',
  ]),
  group('Métodos de pagamento', 'Payment methods', [
    'guides/pix',
    'guides/card',
    'guides/boleto',
    'guides/device-pay',
    'guides/payment-links',
  ]),
  group('Integração', 'Integration', [
    'guides/webhooks',
    'guides/money',
    'guides/cashouts',
    'guides/disputes',
    'guides/openapi',
  ]),
  group('Referência', 'Reference', [
    { label: 'API', link: '/api' },
    'errors',
    'events',
    'settings',
    'sdk/server',
    'sdk/webhooks',
    'sdk/device-pay',
    'examples',
    'sandbox',
  ]),
  group('Operação', 'Operation', [
    'operating/install',
    'operating/containers',
    'operating/kubernetes',
    'guides/production',
    'operating/upgrade',
    'operating/backup',
    'operating/failover',
    'operating/pooler',
    'operating/alerts',
    'operating/metrics',
    'operating/traces',
    'operating/log',
    'reliability',
    'changelog',
  ]),
  group('Por dentro', 'Background', [
    'design/architecture',
    'design/interface',
    'design/rules',
    'design/brazil',
    'design/checkout',
    'design/device-wallet',
    'decisions',
  ]),
]

/** A page, or a link to a page that the generator does not build. */
type Entry = string | { readonly label: string; readonly link: string }

function group(label: string, english: string, entries: readonly Entry[]) {
  const items = entries.map((entry) => (typeof entry === 'string' ? { slug: entry } : entry))
  return { label, translations: { en: english }, items }
}
