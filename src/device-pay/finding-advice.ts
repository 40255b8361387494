import type { DomainFinding } from '../providers/ports/wallet.ts'

/** The advice for a merchant. */
export interface Advice {
  readonly pt: string
  readonly en: string
}

/**
 * The findings about the published file, and how to correct them
 * (docs/design/device-wallet.md#look-at-a-published-file). One sentence each.
 */
export const adviceOn = ({ stage, seen }: DomainFinding): Advice => advices[stage](seen)

const advices: Readonly<Record<DomainFinding['stage'], (seen: string) => Advice>> = {
  dns: (seen) => ({
    pt: `o hostname não foi encontrado no DNS público (${seen}). Confira o registro e se ele aponta para um endereço público`,
    en: `the hostname was not found in public DNS (${seen}). Check its record, and that it points to a public address`,
  }),
  connect: (seen) => ({
    pt: `não foi possível conectar ao servidor na porta 443 (${seen}). Libere o acesso HTTPS, sem filtro de IP`,
    en: `no connection to the server on port 443 (${seen}). Open HTTPS to the public, without IP filters`,
  }),
  tls: (seen) => ({
    pt: `a conexão HTTPS falhou (${seen}). Instale um certificado válido para este hostname, com a cadeia completa`,
    en: `the HTTPS connection failed (${seen}). Install a valid certificate for this hostname, with its whole chain`,
  }),
  redirect: (seen) => ({
    pt: `o endereço redireciona (para ${seen}). Publique o arquivo no próprio hostname, sem redirecionamento`,
    en: `the address redirects (to ${seen}). Publish the file on the hostname itself, without a redirect`,
  }),
  status: (seen) => ({
    pt: `o servidor respondeu ${seen} em vez de 200. ${statusHint(seen).pt}`,
    en: `the server answered ${seen} instead of 200. ${statusHint(seen).en}`,
  }),
  'content-type': (seen) => ({
    pt: `o Content-Type veio como ${seen}. Sirva o arquivo como text/plain`,
    en: `the Content-Type was ${seen}. Serve the file as text/plain`,
  }),
  content: (seen) => ({
    pt: `o conteúdo é diferente do esperado (${seen}). ${contentHint(seen).pt}`,
    en: `the content differs from what is expected (${seen}). ${contentHint(seen).en}`,
  }),
  size: (seen) => ({
    pt: `o arquivo é grande demais (${seen}). Publique só o texto de verificationFile.content`,
    en: `the file is too large (${seen}). Publish the text of verificationFile.content alone`,
  }),
  timeout: (seen) => ({
    pt: `o servidor não respondeu a tempo (${seen}). Sirva o arquivo direto, sem processamento`,
    en: `the server did not answer in time (${seen}). Serve the file as it is, without processing`,
  }),
  provider: (seen) => ({
    pt: `o arquivo não foi aceito (${seen}). Confira caminho, conteúdo, text/plain, HTTPS e ausência de redirecionamento`,
    en: `the file was not accepted (${seen}). Check path, content, text/plain, HTTPS and that nothing redirects`,
  }),
}

function statusHint(seen: string): Advice {
  switch (seen) {
    case '401':
    case '407':
      return {
        pt: 'O arquivo deve ser público, sem login',
        en: 'The file must be public, without a login',
      }
    case '403':
      return {
        pt: 'Costuma ser proteção contra robôs ou filtro de IP: libere este caminho',
        en: 'Mostly bot protection or an IP filter: let this path through',
      }
    case '404':
    case '410':
      return {
        pt: 'Publique o arquivo exatamente no caminho de verificationFile.path, sem extensão',
        en: 'Publish the file at the very path of verificationFile.path, without an extension',
      }
    default:
      return { pt: 'Confira os registros do seu servidor', en: 'Look at the logs of your server' }
  }
}

function contentHint(seen: string): Advice {
  if (/ json$/.test(seen)) {
    return {
      pt: 'O texto foi decodificado: publique-o como veio, em hexadecimal',
      en: 'The text was decoded: publish it as it came, in hexadecimal',
    }
  }
  if (/ html$/.test(seen)) {
    return {
      pt: 'Veio uma página HTML: confira se o caminho não cai na página da loja ou em uma tela de login',
      en: 'An HTML page came: check that the path does not lead to the shop or to a login',
    }
  }
  if (/encoding/.test(seen)) {
    return { pt: 'Sirva o arquivo sem compressão', en: 'Serve the file without compression' }
  }
  return {
    pt: 'Copie verificationFile.content de novo, sem BOM, quebra de linha ou espaço a mais',
    en: 'Copy verificationFile.content again, without a BOM, line break or space added',
  }
}
