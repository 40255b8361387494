import type { Sentence } from '../../primitives/config-error.ts'

/** `error`: payments, money or proofs are at risk. `warning`: it works, but not as it should. */
export type Severity = 'error' | 'warning'

/** The problem and its fix, in both languages. */
export interface FindingText {
  readonly pt: readonly [problem: string, fix: string]
  readonly en: readonly [problem: string, fix: string]
}

const error = 'error'
const warning = 'warning'

interface Provider {
  readonly name: string
  readonly id: string
}

interface Address {
  /** The name of the setting. */
  readonly setting: string
  readonly url: string
  readonly reason: string
}

const elsewhere = ({ setting, url, reason }: Address): FindingText => ({
  pt: [
    `${setting} (${url}) não leva a este gateway: ${reason}`,
    'confira o DNS, o balanceador e se há um processo com o papel api',
  ],
  en: [
    `${setting} (${url}) does not lead to this gateway: ${reason}`,
    'check the DNS, the balancer, and that a process with the role api runs',
  ],
})

const certificateNotValid = ({ url, reason }: Address): FindingText => ({
  pt: [
    `o certificado TLS de ${url} não serve: ${reason}`,
    'renove o certificado no balanceador, com a cadeia inteira',
  ],
  en: [
    `the TLS certificate of ${url} is not valid: ${reason}`,
    'renew the certificate at the balancer, with its whole chain',
  ],
})

interface MissingFile {
  /** Of the acquirer. */
  readonly name: string
  readonly url: string
  readonly isVerified: boolean
  /** What the acquirer saw, and how to correct it. */
  readonly advice: Sentence
}

/** Every finding beside the settings that are rejected (primitives/config-error.ts). */
export const findingTexts = {
  'database-behind': {
    severity: error,
    text: ({ count }: { count: number }) => ({
      pt: [
        `faltam ${count} migrações no banco de dados`,
        'rode "guiche migrate" com o dono das tabelas em DATABASE_URL',
      ],
      en: [
        `the database lacks ${count} migrations`,
        'run "guiche migrate" with the owner of the tables in DATABASE_URL',
      ],
    }),
  },
  'commits-not-durable': {
    severity: error,
    text: () => ({
      pt: [
        'synchronous_commit está desligado: uma queda perde pagamentos cuja resposta já foi enviada',
        'ligue synchronous_commit no PostgreSQL',
      ],
      en: [
        'synchronous_commit is off: a crash loses payments whose response was already sent',
        'set synchronous_commit = on in PostgreSQL',
      ],
    }),
  },
  'clock-skew': {
    severity: error,
    text: ({ seconds }: { seconds: number }) => ({
      pt: [
        `o relógio desta máquina e o do banco diferem em ${seconds} s`,
        'sincronize os dois com NTP (chrony ou systemd-timesyncd)',
      ],
      en: [
        `the clocks of this machine and of the database differ by ${seconds} s`,
        'synchronize both with NTP (chrony or systemd-timesyncd)',
      ],
    }),
  },
  'database-log-verbose': {
    severity: warning,
    text: ({ name, wanted }: { name: string; wanted: string }) => ({
      pt: [
        `o log do PostgreSQL pode mostrar linhas das tabelas: ${name} não é ${wanted}`,
        `ponha ${name} = ${wanted} no postgresql.conf e recarregue o servidor`,
      ],
      en: [
        `the log of PostgreSQL may show rows of the tables: ${name} is not ${wanted}`,
        `put ${name} = ${wanted} into postgresql.conf and reload the server`,
      ],
    }),
  },
  'database-connections-few': {
    severity: warning,
    text: ({ wanted, free }: { wanted: number; free: number }) => ({
      pt: [
        `um processo pode abrir ${wanted} conexões, e o PostgreSQL aceita ${free}`,
        'diminua DATABASE_POOL_SIZE, ou aumente max_connections',
      ],
      en: [
        `one process may open ${wanted} connections, and PostgreSQL accepts ${free}`,
        'lower DATABASE_POOL_SIZE, or raise max_connections',
      ],
    }),
  },
  'role-owns-tables': {
    severity: error,
    text: ({ role }: { role: string }) => ({
      pt: [
        `o papel ${role} é dono das tabelas e pode reescrever a história`,
        'rode o gateway com um papel que só acrescenta (docs/guides/production.md)',
      ],
      en: [
        `the role ${role} owns the tables and can rewrite history`,
        'run the gateway as a role that only adds (docs/guides/production.md)',
      ],
    }),
  },
  'role-rewrites-history': {
    severity: error,
    text: ({ role }: { role: string }) => ({
      pt: [
        `o papel ${role} pode mudar ou apagar a história`,
        `como dono das tabelas: select restrict_to_append('${role}')`,
      ],
      en: [
        `the role ${role} can change or delete history`,
        `as the owner of the tables: select restrict_to_append('${role}')`,
      ],
    }),
  },
  'disk-nearly-full': {
    severity: error,
    text: ({ path, freeMegabytes }: { path: string; freeMegabytes: number }) => ({
      pt: [
        `o disco de ${path} está quase cheio: restam ${freeMegabytes} MB`,
        'libere espaço ou aumente o disco: sem espaço o PostgreSQL para de gravar',
      ],
      en: [
        `the disk of ${path} is nearly full: ${freeMegabytes} MB are left`,
        'free space or enlarge the disk: without space PostgreSQL stops writing',
      ],
    }),
  },
  'admin-token-ended': {
    severity: error,
    text: () => ({
      pt: ['GUICHE_ADMIN_TOKEN já terminou, e /metrics não abre', 'troque-o por um novo'],
      en: ['GUICHE_ADMIN_TOKEN has ended, and /metrics is closed', 'replace it by a new one'],
    }),
  },
  'admin-token-ending': {
    severity: warning,
    text: ({ at }: { at: Date }) => ({
      pt: [`GUICHE_ADMIN_TOKEN termina em ${at.toISOString()}`, 'troque-o por um novo'],
      en: [`GUICHE_ADMIN_TOKEN ends at ${at.toISOString()}`, 'replace it by a new one'],
    }),
  },
  'previous-token-ended': {
    severity: warning,
    text: () => ({
      pt: ['GUICHE_ADMIN_TOKEN_PREVIOUS já terminou', 'tire-o das configurações'],
      en: ['GUICHE_ADMIN_TOKEN_PREVIOUS has ended', 'remove it from the settings'],
    }),
  },
  'proxies-not-trusted': {
    severity: warning,
    text: () => ({
      pt: [
        'GUICHE_TRUSTED_PROXIES está vazio: o gateway não confia no proxy que termina o TLS, e todos os pagadores dividem os limites de um só endereço',
        'ponha o endereço do balanceador em GUICHE_TRUSTED_PROXIES',
      ],
      en: [
        'GUICHE_TRUSTED_PROXIES is empty: the proxy that ends TLS before the gateway is not trusted, and all payers share the limits of one address',
        'put the address of the balancer into GUICHE_TRUSTED_PROXIES',
      ],
    }),
  },
  'base-url-elsewhere': { severity: error, text: elsewhere },
  'base-url-certificate': { severity: error, text: certificateNotValid },
  'checkout-url-elsewhere': { severity: error, text: elsewhere },
  'checkout-url-certificate': { severity: error, text: certificateNotValid },
  'checkout-without-hostname': {
    severity: warning,
    text: ({ url }: { url: string }) => ({
      pt: [
        `a página de checkout não oferece Device Pay: ${url} não tem um hostname público`,
        'ponha em GUICHE_CHECKOUT_URL um endereço https com hostname público que leve a este gateway',
      ],
      en: [
        `the checkout page does not offer Device Pay: ${url} has no public hostname`,
        'set GUICHE_CHECKOUT_URL to an https address with a public hostname that leads to this gateway',
      ],
    }),
  },
  'checkout-domain-unchecked': {
    severity: warning,
    text: ({ name, hostname }: { name: string; hostname: string }) => ({
      pt: [
        `a página de checkout não oferece Device Pay: ${name} ainda não verificou ${hostname}`,
        'confira se há um worker e se o provedor responde; o log do worker diz o que aconteceu',
      ],
      en: [
        `the checkout page does not offer Device Pay: ${name} has not verified ${hostname} yet`,
        'check that a worker runs and that the provider responds; the log of the worker has the reason',
      ],
    }),
  },
  'checkout-file-not-found': {
    severity: warning,
    text: ({ name, url, isVerified, advice }: MissingFile) => ({
      pt: [
        isVerified
          ? `${name} não acha mais ${url}, e a página de checkout deixa de oferecer Device Pay depois de três verificações assim`
          : `a página de checkout não oferece Device Pay: ${name} não acha ${url}`,
        `o gateway publica este arquivo: faça o proxy passar o endereço a ele. Na última verificação ${advice.pt}`,
      ],
      en: [
        isVerified
          ? `${name} does not find ${url} any more, and the checkout page no longer offers Device Pay after three such checks`
          : `the checkout page does not offer Device Pay: ${name} does not find ${url}`,
        `the gateway publishes this file: let the proxy pass the address on to it. At the last check ${advice.en}`,
      ],
    }),
  },
  'checkout-file-of-another': {
    severity: warning,
    text: ({ name, id, hiddenBy }: Provider & { hiddenBy: string }) => ({
      pt: [
        `a página de checkout não oferece Device Pay por ${name}: no mesmo caminho está o arquivo de ${hiddenBy}`,
        `use a mesma identidade da carteira nos dois, ou tire a carteira de um deles; "guiche providers set ${id}"`,
      ],
      en: [
        `the checkout page does not offer Device Pay through ${name}: the file of ${hiddenBy} is at the same path`,
        `use the same identity of the wallet in both, or remove the wallet from one of them; "guiche providers set ${id}"`,
      ],
    }),
  },
  'provider-none': {
    severity: warning,
    text: () => ({
      pt: ['nenhum provedor: nada pode ser vendido', 'cadastre um com "guiche providers add"'],
      en: ['no provider: nothing can be sold', 'add one with "guiche providers add"'],
    }),
  },
  'provider-kind-unknown': {
    severity: error,
    text: ({ name, kind }: { name: string; kind: string }) => ({
      pt: [
        `o provedor ${name} é de um tipo que esta versão não conhece: ${kind}`,
        'atualize este processo para a versão que o cadastrou',
      ],
      en: [
        `the provider ${name} is of a kind that this version does not know: ${kind}`,
        'update this process to the version that added it',
      ],
    }),
  },
  'provider-unreachable': {
    severity: error,
    text: ({ name, id, reason }: Provider & { reason: string }) => ({
      pt: [
        `o provedor ${name} não responde: ${reason}`,
        `confira a rede, o firewall e os endereços nas configurações; "guiche providers set ${id}"`,
      ],
      en: [
        `the provider ${name} does not respond: ${reason}`,
        `check the network, the firewall and the addresses in its settings; "guiche providers set ${id}"`,
      ],
    }),
  },
  'folder-not-prepared': {
    severity: error,
    text: ({ name, id }: Provider) => ({
      pt: [
        `a pasta das remessas do provedor ${name} não está preparada, ou o disco dela não está montado`,
        `monte o disco; se a pasta é nova, "guiche providers check ${id} --prepare-folder"`,
      ],
      en: [
        `the folder of the remittances of ${name} is not prepared, or its disk is not mounted`,
        `mount the disk; if the folder is new, "guiche providers check ${id} --prepare-folder"`,
      ],
    }),
  },
  'provider-rejects': {
    severity: error,
    text: ({ name, id, reason }: Provider & { reason: string }) => ({
      pt: [
        `o provedor ${name} recusa as nossas credenciais: ${reason}`,
        `corrija as credenciais com "guiche providers set ${id}"`,
      ],
      en: [
        `the provider ${name} rejects our credentials: ${reason}`,
        `correct the credentials with "guiche providers set ${id}"`,
      ],
    }),
  },
  'server-unreachable': {
    severity: error,
    text: ({ name, id, host, reason }: Provider & { host: string; reason: string }) => ({
      pt: [
        `${host}, do provedor ${name}, não aceita conexões: ${reason}`,
        `confira o DNS, o firewall e o endereço nas configurações; "guiche providers set ${id}"`,
      ],
      en: [
        `${host}, of the provider ${name}, accepts no connection: ${reason}`,
        `check the DNS, the firewall and the address in its settings; "guiche providers set ${id}"`,
      ],
    }),
  },
  'server-certificate': {
    severity: error,
    text: ({ name, host, reason }: { name: string; host: string; reason: string }) => ({
      pt: [
        `o certificado TLS de ${host} não serve: ${reason}`,
        `peça ao provedor ${name} a cadeia de certificados do servidor, e ponha-a em "ca"`,
      ],
      en: [
        `the TLS certificate of ${host} is not valid: ${reason}`,
        `get the certificate chain of the server from the provider ${name}, and put it into "ca"`,
      ],
    }),
  },
  'server-certificate-ending': {
    severity: warning,
    text: ({ name, host, at }: { name: string; host: string; at: Date }) => ({
      pt: [
        `o certificado TLS de ${host} vence em ${at.toISOString()}`,
        `pergunte ao provedor ${name} quando o troca, e se a autoridade em "ca" continua a mesma`,
      ],
      en: [
        `the TLS certificate of ${host} expires at ${at.toISOString()}`,
        `ask the provider ${name} when it replaces it, and whether the authority in "ca" stays`,
      ],
    }),
  },
  'certificate-refused': {
    severity: error,
    text: ({ name, id, reason }: Provider & { reason: string }) => ({
      pt: [
        `o provedor ${name} encerra o TLS: ele recusa o nosso certificado, ou espera um: ${reason}`,
        `pergunte qual certificado vale para esta credencial neste ambiente; "guiche providers set ${id}"`,
      ],
      en: [
        `the provider ${name} ends TLS: it refuses our certificate, or expects one: ${reason}`,
        `ask which certificate belongs to this credential in this environment; "guiche providers set ${id}"`,
      ],
    }),
  },
  'scope-missing': {
    severity: error,
    text: ({ name, id, scope }: Provider & { scope: string }) => ({
      pt: [
        `a credencial no provedor ${name} não tem o escopo ${scope}`,
        `peça ao provedor que o libere; "scopes", se existe, deve listá-lo: "guiche providers set ${id}"`,
      ],
      en: [
        `the credential at the provider ${name} lacks the scope ${scope}`,
        `ask the provider to grant it; "scopes", if it is set, must list it: "guiche providers set ${id}"`,
      ],
    }),
  },
  'scope-refused': {
    severity: error,
    text: ({ name, id, scope }: Provider & { scope: string }) => ({
      pt: [
        `o provedor ${name} não dá um token com o escopo ${scope}`,
        `peça ao provedor que o libere, ou tire-o das configurações: "guiche providers set ${id}"`,
      ],
      en: [
        `the provider ${name} gives no token with the scope ${scope}`,
        `ask the provider to grant it, or remove it from the settings: "guiche providers set ${id}"`,
      ],
    }),
  },
  'read-forbidden': {
    severity: error,
    text: ({ name, read }: { name: string; read: Sentence }) => ({
      pt: [
        `o provedor ${name} não permite: ${read.pt}`,
        'peça ao provedor que libere este acesso à credencial',
      ],
      en: [
        `the provider ${name} does not permit: ${read.en}`,
        'ask the provider to grant this access to the credential',
      ],
    }),
  },
  'read-failed': {
    severity: error,
    text: ({ name, read, reason }: { name: string; read: Sentence; reason: string }) => ({
      pt: [
        `uma consulta falhou no provedor ${name}: ${read.pt}: ${reason}`,
        'confira os endereços e o contrato; pergunte ao provedor, com a hora e a resposta',
      ],
      en: [
        `a query failed at the provider ${name}: ${read.en}: ${reason}`,
        'check the addresses and the contract; ask the provider, with the time and the response',
      ],
    }),
  },
  'provider-clock': {
    severity: error,
    text: ({ name, seconds }: { name: string; seconds: number }) => ({
      pt: [
        `o nosso relógio e o do provedor ${name} diferem em ${seconds} s`,
        'sincronize o banco de dados e esta máquina com NTP; se estão certos, avise o provedor',
      ],
      en: [
        `our clock and that of the provider ${name} differ by ${seconds} s`,
        'synchronize the database and this machine with NTP; if both are right, tell the provider',
      ],
    }),
  },
  'callback-missing': {
    severity: error,
    text: ({ name, id }: Provider) => ({
      pt: [
        `o banco ${name} não tem endereço para avisos da nossa chave`,
        `confira GUICHE_BASE_URL e rode "guiche providers renew-callback ${id}"`,
      ],
      en: [
        `the bank ${name} has no address for notices of our key`,
        `check GUICHE_BASE_URL and run "guiche providers renew-callback ${id}"`,
      ],
    }),
  },
  'callback-elsewhere': {
    severity: error,
    text: ({ name, id, host }: Provider & { host: string }) => ({
      pt: [
        `o banco ${name} envia os avisos a outro endereço, em ${host}`,
        `tire a chave do outro sistema, e rode "guiche providers renew-callback ${id}"`,
      ],
      en: [
        `the bank ${name} sends notices to another address, at ${host}`,
        `remove the key from the other system, and run "guiche providers renew-callback ${id}"`,
      ],
    }),
  },
  'callback-never-called': {
    severity: warning,
    text: ({ name, id }: Provider) => ({
      pt: [
        `nenhum aviso do provedor ${name} chegou ainda`,
        `cadastre no provedor o endereço que "guiche providers renew-callback ${id}" mostra, e faça uma venda de teste`,
      ],
      en: [
        `no notice of the provider ${name} has come yet`,
        `enter at the provider the address that "guiche providers renew-callback ${id}" shows, and make a test sale`,
      ],
    }),
  },
  'certificate-expired': {
    severity: error,
    text: ({ name, id, at }: Provider & { at: Date }) => ({
      pt: [
        `o certificado com que chamamos o provedor ${name} (mTLS) venceu em ${at.toISOString()}`,
        `peça um novo ao provedor e troque-o com "guiche providers set ${id}"`,
      ],
      en: [
        `our certificate for the provider ${name} (mTLS) expired at ${at.toISOString()}`,
        `get a new one from the provider and replace it with "guiche providers set ${id}"`,
      ],
    }),
  },
  'certificate-ending': {
    severity: warning,
    text: ({ name, id, at }: Provider & { at: Date }) => ({
      pt: [
        `o certificado com que chamamos o provedor ${name} (mTLS) vence em ${at.toISOString()}`,
        `peça um novo ao provedor e troque-o com "guiche providers set ${id}"`,
      ],
      en: [
        `our certificate for the provider ${name} (mTLS) expires at ${at.toISOString()}`,
        `get a new one from the provider and replace it with "guiche providers set ${id}"`,
      ],
    }),
  },
  'callback-not-taken': {
    severity: warning,
    text: ({ name, id }: Provider) => ({
      pt: [
        `o banco ${name} não aceitou o endereço dos avisos: pagamentos são percebidos mais tarde`,
        `confira GUICHE_BASE_URL e repita com "guiche providers renew-callback ${id}"`,
      ],
      en: [
        `the bank ${name} did not accept the address of notices: payments are seen later`,
        `check GUICHE_BASE_URL and repeat with "guiche providers renew-callback ${id}"`,
      ],
    }),
  },
  'contracts-shared': {
    severity: error,
    text: ({ names }: { names: string }) => ({
      pt: [
        `estes provedores têm o mesmo contrato, e cada um abre casos pelas vendas e disputas do outro: ${names}`,
        'venda por um só, e tire "files" e as disputas das configurações do outro com "guiche providers set"',
      ],
      en: [
        `these providers have the same contract, and each opens cases for the sales and disputes of the other: ${names}`,
        'sell through one, and remove "files" and the disputes from the settings of the other with "guiche providers set"',
      ],
    }),
  },
  'accounts-unusable': {
    severity: warning,
    text: ({ names }: { names: string }) => ({
      pt: [
        `estas contas não vendem por nenhum método nem sacam: ${names}`,
        '"guiche accounts show ID" diz o que falta; altere com "guiche accounts set"',
      ],
      en: [
        `these accounts can sell by no method and withdraw nothing: ${names}`,
        '"guiche accounts show ID" lists what is missing; change it with "guiche accounts set"',
      ],
    }),
  },
  'webhooks-refused': {
    severity: warning,
    text: ({ endpoints }: { endpoints: string }) => ({
      pt: [
        `estes endereços de lojas não são públicos, e nenhum aviso é enviado a eles: ${endpoints}`,
        'peça um endereço público à loja, ou permita a rede dela em OUTBOUND_ALLOWED_SUBNETS e a porta em OUTBOUND_EXTRA_PORTS',
      ],
      en: [
        `these addresses of shops are not public, and no notice is sent to them: ${endpoints}`,
        'ask the shop for a public address, or allow its network in OUTBOUND_ALLOWED_SUBNETS and its port in OUTBOUND_EXTRA_PORTS',
      ],
    }),
  },
  'worker-never': {
    severity: error,
    text: () => ({
      pt: ['nenhum worker trabalhou ainda', 'inicie "guiche serve --role worker"'],
      en: ['no worker has run yet', 'start "guiche serve --role worker"'],
    }),
  },
  'worker-idle': {
    severity: error,
    text: ({ minutes }: { minutes: number }) => ({
      pt: [
        `nenhum worker trabalha há ${minutes} minutos`,
        'inicie "guiche serve --role worker", ou veja o log dele',
      ],
      en: [
        `no worker has run for ${minutes} minutes`,
        'start "guiche serve --role worker", or read its log',
      ],
    }),
  },
  'cashouts-stopped': {
    severity: error,
    text: ({ reason }: { reason: string }) => ({
      pt: [
        `todos os saques estão parados: ${reason}`,
        'veja "guiche ledger stop" e "guiche ledger check" (docs/guides/production.md#the-books)',
      ],
      en: [
        `all cashouts are stopped: ${reason}`,
        'see "guiche ledger stop" and "guiche ledger check" (docs/guides/production.md#the-books)',
      ],
    }),
  },
  'restore-not-swept': {
    severity: error,
    text: () => ({
      pt: [
        'o banco foi restaurado, e nenhum saque e nenhuma devolução sai',
        'veja "guiche restore status" e rode "guiche restore sweep" (docs/operating/backup.md#restore-to-an-instant)',
      ],
      en: [
        'the database was restored, and no cashout and no refund leaves',
        'see "guiche restore status" and run "guiche restore sweep" (docs/operating/backup.md#restore-to-an-instant)',
      ],
    }),
  },
  'mail-not-configured': {
    severity: warning,
    text: () => ({
      pt: ['os e-mails não saem', 'defina SMTP_URL e MAIL_FROM com o seu servidor de e-mail'],
      en: ['no mail is sent', 'set SMTP_URL and MAIL_FROM to your mail server'],
    }),
  },
  'mail-stuck': {
    severity: warning,
    text: () => ({
      pt: [
        'há e-mails parados há mais de 15 minutos e nenhum saiu nesse tempo',
        'confira SMTP_URL e o log do worker',
      ],
      en: [
        'mails have waited for more than 15 minutes, and none was sent in this time',
        'check SMTP_URL and the log of the worker',
      ],
    }),
  },
  'mail-given-up': {
    severity: warning,
    text: ({ count, lastError }: { count: number; lastError: string }) => ({
      pt: [
        `dos e-mails dos últimos 7 dias, ${count} não foram enviados e não serão; o último: ${lastError}`,
        'corrija os endereços ou SMTP_URL, e convide de novo quem não recebeu',
      ],
      en: [
        `of the mails of the last 7 days, ${count} were not sent and will not be; the last one: ${lastError}`,
        'correct the addresses or SMTP_URL, and invite again the people who received none',
      ],
    }),
  },
  'check-unfinished': {
    severity: error,
    text: ({ check, reason }: { check: Sentence; reason: Sentence }) => ({
      pt: [
        `não foi possível conferir ${check.pt}: ${reason.pt}`,
        'corrija os outros itens e rode "guiche doctor" de novo',
      ],
      en: [
        `${check.en} could not be checked: ${reason.en}`,
        'correct the other items and run "guiche doctor" again',
      ],
    }),
  },
} satisfies Record<
  string,
  { readonly severity: Severity; readonly text: (facts: never) => FindingText }
>

export type FindingCode = keyof typeof findingTexts
