/** The menu of the site. A group has its name in both languages; a page brings its own title. */
export const sidebar = [
  group('Começar', 'Start', ['guides/quick-start', 'guides/testing', 'guides/going-live']),
  group('Métodos de pagamento', 'Payment methods', [
    'guides/pix',
    'guides/card',
    'guides/boleto',
    'guides/device-pay',
  ]),
  group('Integração', 'Integration', [
    'guides/webhooks',
    'guides/money',
    'guides/cashouts',
    'guides/disputes',
  ]),
  group('Referência', 'Reference', [
    'errors',
    'events',
    'settings',
    'sdk/server',
    'sdk/webhooks',
    'sdk/device-pay',
    'sandbox',
  ]),
  group('Operação', 'Operation', ['guides/production', 'reliability', 'changelog']),
  group('Por dentro', 'Background', [
    'design/architecture',
    'design/interface',
    'design/rules',
    'design/brazil',
    'design/device-wallet',
    'decisions',
  ]),
]

function group(label: string, english: string, slugs: readonly string[]) {
  return { label, translations: { en: english }, items: slugs.map((slug) => ({ slug })) }
}
