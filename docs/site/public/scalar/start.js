// The API reference of this gateway: nothing is loaded from elsewhere, nothing is reported.
const read = async (url) => (await fetch(url)).json()
const [content, samples] = await Promise.all([
  read('/openapi.json'),
  read('/docs/scalar/samples.json'),
])
for (const operations of Object.values(content.paths))
  for (const operation of Object.values(operations))
    operation['x-codeSamples'] = samples[operation.operationId]

const locale = document.documentElement.lang === 'en' ? 'en' : 'pt'
const docs = locale === 'en' ? '[All of the docs](/docs/en)' : '[Toda a documentação](/docs)'
content.info.description = `${content.info.description}\n\n${docs}`

window.Scalar.createApiReference('#reference', {
  content,
  localization: { locale },
  withDefaultFonts: false,
  telemetry: false,
  hideClientButton: true,
  hiddenClients: true, // The samples are ours.
  showDeveloperTools: 'never',
  agent: { disabled: true },
  mcp: { disabled: true },
  authentication: {
    preferredSecurityScheme: 'secretKey',
    securitySchemes: { secretKey: { username: 'x' } },
  },
})
