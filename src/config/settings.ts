/** A text for people, in Markdown. Links are relative to `docs/`. */
export interface SettingText {
  readonly pt: string
  readonly en: string
}

/** A variable of the environment that config.ts reads. */
export interface Setting {
  readonly name: string
  readonly text: SettingText
  /** Production does not start without it. */
  readonly isRequired?: true
  /** `NAME_FILE` may have the path of a file with the value. */
  readonly hasFile?: true
  /** The value that it has in production when it is not set. */
  readonly default?: string
  /** What applies when it is not set and that is no one value. Absent too: nothing applies. */
  readonly otherwise?: SettingText
  /** A value that production accepts. A setting with a default needs none. */
  readonly example?: string
}

/** Settings of one subject. */
export interface SettingGroup {
  readonly title: SettingText
  readonly intro?: SettingText
  readonly settings: readonly Setting[]
}

const general: SettingGroup = {
  title: { pt: 'Geral', en: 'General' },
  settings: [
    {
      name: 'GUICHE_MODE',
      example: 'production',
      text: { pt: '`production` ou `sandbox`', en: '`production` or `sandbox`' },
      otherwise: {
        pt: '`sandbox`; `production` se `NODE_ENV` é `production`',
        en: '`sandbox`; `production` if `NODE_ENV` is `production`',
      },
    },
    {
      name: 'GUICHE_BASE_URL',
      isRequired: true,
      example: 'https://pagamentos.exemplo.com.br',
      text: {
        pt: 'o endereço https deste gateway, como pagadores, lojas e bancos o veem',
        en: 'the https address of this gateway, as payers, shops and banks see it',
      },
    },
    {
      name: 'GUICHE_CHECKOUT_URL',
      example: 'https://pagar.exemplo.com.br',
      otherwise: { pt: '`GUICHE_BASE_URL`', en: '`GUICHE_BASE_URL`' },
      text: {
        pt: 'o endereço https das páginas de links de pagamento e de sessões de checkout, se for outro que leve a este gateway. O hostname dele é registrado sozinho para Device Pay: deixe `/.well-known/` chegar ao gateway ([por quê](decisions/device-pay-at-checkout.md))',
        en: 'the https address of the pages of payment links and checkout sessions, if it is another one that leads to this gateway. Its hostname is registered for Device Pay by itself: let `/.well-known/` through to the gateway ([why](decisions/device-pay-at-checkout.md))',
      },
    },
    {
      name: 'HOST',
      default: '0.0.0.0',
      text: {
        pt: 'o endereço em que o processo escuta (`127.0.0.1` no sandbox)',
        en: 'the address that the process listens on (`127.0.0.1` in the sandbox)',
      },
    },
    {
      name: 'PORT',
      default: '3000',
      text: { pt: 'a porta em que o processo escuta', en: 'the port that the process listens on' },
    },
    {
      name: 'GUICHE_STATUS_PORT',
      example: '9464',
      text: {
        pt: 'outra porta em `HOST`, só com `/metrics` e `/health`. Um processo só com o papel `worker` não escuta em nenhuma outra. Deixe que só a sua rede a alcance',
        en: 'another port on `HOST`, with `/metrics` and `/health` alone. A process with the role `worker` alone listens nowhere else. Let only your own network reach it',
      },
    },
    {
      name: 'GUICHE_HOME',
      default: '.guiche',
      text: {
        pt: 'a pasta de estado. Em produção o gateway não guarda nada nela',
        en: 'the state folder. In production the gateway stores nothing in it',
      },
    },
    {
      name: 'LOG_LEVEL',
      default: 'info',
      text: {
        pt: '`fatal`, `error`, `warn`, `info`, `debug` ou `silent`',
        en: '`fatal`, `error`, `warn`, `info`, `debug` or `silent`',
      },
    },
  ],
}

const database: SettingGroup = {
  title: { pt: 'Banco de dados', en: 'Database' },
  settings: [
    {
      name: 'DATABASE_URL',
      isRequired: true,
      hasFile: true,
      example: 'postgres://guiche_app@banco.exemplo.com.br/guiche?sslmode=verify-full',
      text: {
        pt: 'o PostgreSQL. Em outra máquina, com `sslmode=verify-full`. Com vários servidores, todos, como `postgres://guiche_app@um:5432,outro:5432/guiche?target_session_attrs=read-write`: cada conexão vai ao que aceita escritas ([por quê](decisions/several-database-servers.md)). As partes que faltam vêm de `PGHOST` e das outras variáveis do PostgreSQL',
        en: 'the PostgreSQL. On another machine, with `sslmode=verify-full`. With several servers, all of them, such as `postgres://guiche_app@one:5432,other:5432/guiche?target_session_attrs=read-write`: each connection is to the one that accepts writes ([why](decisions/several-database-servers.md)). Parts that it leaves out come from `PGHOST` and the other variables of PostgreSQL',
      },
    },
    {
      name: 'DATABASE_DIRECT_URL',
      hasFile: true,
      example: 'postgres://guiche_app@banco.exemplo.com.br/guiche?sslmode=verify-full',
      otherwise: { pt: 'não há pooler', en: 'there is no pooler' },
      text: {
        pt: 'o endereço do próprio PostgreSQL, se `DATABASE_URL` é um PgBouncer em modo de transação. Por ele vão os avisos, o início do processo e as migrações ([como](operating/pooler.md))',
        en: 'the address of PostgreSQL itself, if `DATABASE_URL` is a PgBouncer in transaction mode. Notices, the start of a process and migrations use it ([how](operating/pooler.md))',
      },
    },
    {
      name: 'GUICHE_FAILOVER',
      default: 'may-lose',
      text: {
        pt: '`lossless` se todo failover do PostgreSQL é para uma réplica síncrona. Sem isso, o dinheiro para de sair depois de um failover até `guiche restore sweep` terminar ([por quê](decisions/restore.md))',
        en: '`lossless` if every failover of PostgreSQL is to a synchronous standby. Otherwise money stops leaving after a failover until `guiche restore sweep` has ended ([why](decisions/restore.md))',
      },
    },
    {
      name: 'DATABASE_POOL_SIZE',
      default: '10',
      text: {
        pt: 'quantas conexões um processo abre no máximo, além de duas do journal, uma que escuta avisos e uma do registro de requisições. Todos os processos juntos precisam de N × (pool + 4) do `max_connections` do servidor; `serve` avisa no log quando os de uma máquina são demais',
        en: 'connections a process opens at most, beside two of the journal, one that listens for notices, and one for the request log. All processes together need N × (pool + 4) of the `max_connections` of the server; `serve` logs a warning when those of one machine are too many',
      },
    },
  ],
}

const secrets: SettingGroup = {
  title: { pt: 'Segredos', en: 'Secrets' },
  settings: [
    {
      name: 'GUICHE_MASTER_KEYS',
      isRequired: true,
      hasFile: true,
      text: {
        pt: '`1:<base64 de 32 bytes aleatórios>`, versões mais novas depois de vírgulas, até 4095. Sela as credenciais dos provedores e os segredos dos webhooks',
        en: '`1:<base64 of 32 random bytes>`, newer versions after commas, up to 4095. Seals provider credentials and webhook secrets',
      },
    },
    {
      name: 'GUICHE_MASTER_KEY_VERSION',
      example: '1',
      otherwise: { pt: 'a mais alta', en: 'the highest' },
      text: {
        pt: 'a versão que sela. Só para uma troca',
        en: 'the version that seals. Only for a rotation',
      },
    },
    {
      name: 'GUICHE_PEPPER',
      isRequired: true,
      hasFile: true,
      text: {
        pt: 'ao menos 32 caracteres aleatórios. Faz os resumos das chaves e dos outros segredos que nunca são lidos de novo. Para uma troca, uma lista como `1:<o antigo>,2:<o novo>` ([como](guides/production.pt.md#trocar-segredos))',
        en: 'at least 32 random characters. Makes the digests of keys and of other secrets that are never read again. For a rotation a list such as `1:<the old one>,2:<the new one>` ([how](guides/production.md#rotating-secrets))',
      },
    },
    {
      name: 'GUICHE_PEPPERS',
      hasFile: true,
      text: {
        pt: 'a mesma lista, no lugar de `GUICHE_PEPPER`. É necessária se um pepper tem vírgula ou espaço',
        en: 'the same list, in place of `GUICHE_PEPPER`. It is needed if a pepper has a comma or a space',
      },
    },
    {
      name: 'GUICHE_PEPPER_VERSION',
      example: '1',
      otherwise: { pt: 'a mais alta', en: 'the highest' },
      text: {
        pt: 'a versão que faz os resumos novos. Só para uma troca',
        en: 'the version that makes new digests. Only for a rotation',
      },
    },
    {
      name: 'GUICHE_ADMIN_TOKEN',
      isRequired: true,
      hasFile: true,
      text: {
        pt: 'para programas: `/metrics`, o balancete, a conciliação. Ao menos 32 caracteres aleatórios',
        en: 'for programs: `/metrics`, the trial balance, the reconciliation. At least 32 random characters',
      },
    },
    {
      name: 'GUICHE_ADMIN_TOKEN_UNTIL',
      example: '2027-01-31T00:00:00-03:00',
      text: { pt: 'o fim de `GUICHE_ADMIN_TOKEN`', en: 'the end of `GUICHE_ADMIN_TOKEN`' },
    },
    {
      name: 'GUICHE_ADMIN_TOKEN_PREVIOUS',
      hasFile: true,
      text: {
        pt: 'o token anterior, que ainda vale até `GUICHE_ADMIN_TOKEN_PREVIOUS_UNTIL`',
        en: 'the previous token, which is valid until `GUICHE_ADMIN_TOKEN_PREVIOUS_UNTIL`',
      },
    },
    {
      name: 'GUICHE_ADMIN_TOKEN_PREVIOUS_UNTIL',
      example: '2027-01-31T00:00:00-03:00',
      text: {
        pt: 'o fim do token anterior. Obrigatória com ele',
        en: 'the end of the previous token. Required with it',
      },
    },
  ],
}

const custody: SettingGroup = {
  title: { pt: 'Custódia dos segredos', en: 'Custody of secrets' },
  intro: {
    pt: 'Quem abre os segredos no início ([guia](guides/production.pt.md#segredos-em-custódia)).',
    en: 'Who opens the secrets at a start ([guide](guides/production.md#secrets-in-custody)).',
  },
  settings: [
    {
      name: 'GUICHE_CUSTODY',
      default: 'none',
      text: {
        pt: '`none`, `vault` ou `aws-kms`. `none`: os segredos ficam abertos',
        en: '`none`, `vault` or `aws-kms`. `none`: the secrets are plain',
      },
    },
    {
      name: 'GUICHE_CUSTODY_KEY',
      example: 'transit/guiche',
      text: {
        pt: 'a chave que os cifra: `transit/guiche` é a chave `guiche` do motor em `transit`; na AWS um id, um ARN ou `alias/guiche`. Obrigatória com custódia',
        en: 'the key that encrypts them: `transit/guiche` is the key `guiche` of the engine at `transit`; for AWS an id, an ARN or `alias/guiche`. Required with custody',
      },
    },
    {
      name: 'VAULT_ADDR',
      example: 'https://vault.exemplo.com.br:8200',
      text: {
        pt: 'o endereço https do Vault, ou um endereço http desta máquina. Obrigatória para `vault`',
        en: 'the https address of Vault, or an http address of this machine. Required for `vault`',
      },
    },
    {
      name: 'VAULT_NAMESPACE',
      text: {
        pt: 'o namespace do Vault',
        en: 'the namespace of Vault',
      },
    },
    {
      name: 'VAULT_CACERT',
      otherwise: { pt: 'as públicas', en: 'the public ones' },
      text: {
        pt: 'um arquivo com a autoridade do certificado do Vault',
        en: 'a file with the authority of the certificate of Vault',
      },
    },
    {
      name: 'VAULT_TOKEN',
      hasFile: true,
      text: {
        pt: 'um token que pode cifrar e decifrar com a chave',
        en: 'a token that may encrypt and decrypt with the key',
      },
    },
    {
      name: 'VAULT_ROLE_ID',
      hasFile: true,
      text: {
        pt: 'um AppRole em vez do token',
        en: 'an AppRole in place of the token',
      },
    },
    {
      name: 'VAULT_SECRET_ID',
      hasFile: true,
      text: {
        pt: 'o segredo do AppRole',
        en: 'the secret of the AppRole',
      },
    },
    {
      name: 'AWS_REGION',
      example: 'sa-east-1',
      otherwise: { pt: '`AWS_DEFAULT_REGION`', en: '`AWS_DEFAULT_REGION`' },
      text: {
        pt: 'a região da chave. Obrigatória para `aws-kms`',
        en: 'the region of the key. Required for `aws-kms`',
      },
    },
    {
      name: 'AWS_DEFAULT_REGION',
      example: 'sa-east-1',
      text: {
        pt: 'a região da chave, quando não há `AWS_REGION`',
        en: 'the region of the key, when there is no `AWS_REGION`',
      },
    },
    {
      name: 'AWS_ACCESS_KEY_ID',
      text: {
        pt: 'credenciais da AWS, se o processo não tem um papel',
        en: 'credentials of AWS, if the process has no role',
      },
    },
    {
      name: 'AWS_SECRET_ACCESS_KEY',
      text: {
        pt: 'o segredo dessas credenciais',
        en: 'the secret of these credentials',
      },
    },
    {
      name: 'AWS_SESSION_TOKEN',
      text: {
        pt: 'o token dessas credenciais, se são temporárias',
        en: 'the token of these credentials, if they are temporary',
      },
    },
    {
      name: 'AWS_WEB_IDENTITY_TOKEN_FILE',
      text: {
        pt: 'o arquivo do token de uma conta de serviço do Kubernetes. O EKS a define',
        en: 'the file of the token of a service account of Kubernetes. EKS sets it',
      },
    },
    {
      name: 'AWS_ROLE_ARN',
      text: {
        pt: 'o papel da conta de serviço. O EKS a define',
        en: 'the role of the service account. EKS sets it',
      },
    },
    {
      name: 'AWS_ROLE_SESSION_NAME',
      otherwise: { pt: '`guiche`', en: '`guiche`' },
      text: {
        pt: 'o nome da sessão do papel',
        en: 'the name of the session of the role',
      },
    },
    {
      name: 'AWS_ENDPOINT_URL_KMS',
      otherwise: { pt: 'o da região', en: 'that of the region' },
      text: {
        pt: 'outro endereço do KMS, como um endpoint de VPC',
        en: 'another address of KMS, such as a VPC endpoint',
      },
    },
    {
      name: 'AWS_ENDPOINT_URL_STS',
      otherwise: { pt: 'o da região', en: 'that of the region' },
      text: {
        pt: 'outro endereço do STS',
        en: 'another address of STS',
      },
    },
  ],
}

const network: SettingGroup = {
  title: { pt: 'Rede', en: 'Network' },
  settings: [
    {
      name: 'GUICHE_TRUSTED_PROXIES',
      example: '10.0.0.0/8',
      text: {
        pt: 'proxies cujo `X-Forwarded-For` vale. Atrás de um balanceador tem que dizer qual é: senão todos os pagadores dividem os limites de um só endereço, e o log avisa uma vez',
        en: 'proxies whose `X-Forwarded-For` is used. Behind a load balancer it must name the balancer: otherwise all payers share the limits of one address, and the log warns once',
      },
    },
    {
      name: 'OUTBOUND_EXTRA_PORTS',
      example: '8443',
      text: {
        pt: 'portas que webhooks podem usar além da 443',
        en: 'ports that webhooks may use beside 443',
      },
    },
    {
      name: 'OUTBOUND_ALLOWED_SUBNETS',
      example: '10.20.0.0/16',
      text: {
        pt: 'redes privadas que webhooks podem alcançar, CIDR. Uma que alcança esta máquina ou os metadados de uma nuvem é recusada',
        en: 'private networks that webhooks may reach, CIDR. A subnet that reaches this machine or the metadata of a cloud is refused',
      },
    },
    {
      name: 'OUTBOUND_DENIED_SUBNETS',
      example: '10.20.30.0/24',
      text: {
        pt: 'redes que webhooks nunca alcançam, CIDR. Valem mais do que as permitidas',
        en: 'networks that webhooks never reach, CIDR. They win over allowed ones',
      },
    },
  ],
}

const load: SettingGroup = {
  title: { pt: 'Tempo e carga', en: 'Time and load' },
  settings: [
    {
      name: 'GUICHE_ACQUIRER_CALL_MS',
      default: '20000',
      text: {
        pt: 'quanto uma adquirente pode levar até o resultado de uma venda ser desconhecido',
        en: "how long an acquirer may take before a sale's outcome is unknown",
      },
    },
    {
      name: 'GUICHE_ANSWER_MS',
      default: '28000',
      text: {
        pt: 'o limite de tempo de toda resposta. O trabalho continua depois do 503, e a mesma Idempotency-Key traz o resultado dele',
        en: 'the time limit of every response. The work continues after the 503, and the same Idempotency-Key returns its result',
      },
    },
    {
      name: 'GUICHE_REQUESTS_IN_FLIGHT',
      default: '1024',
      text: {
        pt: 'requisições que trabalham ao mesmo tempo; acima disso, um 503 com `Retry-After`',
        en: 'requests that do work at once; above it a 503 with `Retry-After`',
      },
    },
    {
      name: 'GUICHE_REQUESTS_IN_FLIGHT_PER_ACCOUNT',
      example: '512',
      otherwise: { pt: 'metade delas', en: 'half of them' },
      text: {
        pt: 'quantas das requisições que trabalham ao mesmo tempo são de uma conta',
        en: 'how many of the requests that do work at once are of one account',
      },
    },
    {
      name: 'GUICHE_KEYLESS_PER_ADDRESS',
      example: '128',
      otherwise: {
        pt: '128, no máximo um quarto das que trabalham ao mesmo tempo',
        en: '128, at most a quarter of the requests in flight',
      },
      text: {
        pt: 'requisições abertas sem chave de um endereço',
        en: 'open requests without a key of one address',
      },
    },
    {
      name: 'GUICHE_CONNECTIONS',
      default: '10000',
      text: {
        pt: 'conexões de um processo; acima disso, um 503, e a conexão é fechada',
        en: 'connections of one process; above it a 503, and the connection is closed',
      },
    },
    {
      name: 'GUICHE_BODY_GRACE_MS',
      default: '5000',
      text: {
        pt: 'por quanto tempo um corpo pode ser mais lento do que `GUICHE_BODY_BYTES_PER_SECOND`; depois recebe um 408',
        en: 'how long a body may be slower than `GUICHE_BODY_BYTES_PER_SECOND`; after it gets a 408',
      },
    },
    {
      name: 'GUICHE_BODY_BYTES_PER_SECOND',
      default: '1024',
      text: {
        pt: 'a velocidade mínima de um corpo depois de `GUICHE_BODY_GRACE_MS`',
        en: 'the minimum rate of a body after `GUICHE_BODY_GRACE_MS`',
      },
    },
    {
      name: 'GUICHE_EVENT_DAYS',
      default: '90',
      text: {
        pt: 'quantos dias para trás vai o feed de eventos',
        en: 'how many days the event feed goes back',
      },
    },
    {
      name: 'GUICHE_SECOND_PERSON',
      default: 'on',
      text: {
        pt: 'se mudanças delicadas de uma pessoa esperam por outra: `on` ou `off` (`off` no sandbox)',
        en: 'whether sensitive changes of a person wait for another person: `on` or `off` (`off` in the sandbox)',
      },
    },
    {
      name: 'GUICHE_REQUEST_LOG',
      default: 'on',
      text: {
        pt: 'se as requisições das contas são guardadas por sete dias, sem segredos: `on` ou `off`',
        en: 'whether requests of accounts are kept for seven days, redacted: `on` or `off`',
      },
    },
    {
      name: 'GUICHE_EVENT_MONTHS',
      example: '24',
      otherwise: { pt: 'todos', en: 'all' },
      text: {
        pt: 'quantos meses inteiros antes do atual os eventos ficam nas tabelas, ao menos 4. Os mais antigos são destacados, para exportar e apagar ([como](operating/data.md)), e saem da auditoria da conta',
        en: 'how many whole months before the current one events stay in their table, at least 4. Older ones are detached, to be exported and dropped ([how](operating/data.md)), and are no longer in the audit log of their account',
      },
    },
    {
      name: 'GUICHE_DELIVERY_MONTHS',
      example: '6',
      otherwise: { pt: '`GUICHE_EVENT_MONTHS`', en: '`GUICHE_EVENT_MONTHS`' },
      text: {
        pt: 'o mesmo para as entregas de webhooks e as tentativas delas, no máximo `GUICHE_EVENT_MONTHS`',
        en: 'the same for deliveries of webhooks and their tries, at most `GUICHE_EVENT_MONTHS`',
      },
    },
    {
      name: 'GUICHE_SETTLEMENT_MONTHS',
      example: '24',
      otherwise: { pt: 'todos', en: 'all' },
      text: {
        pt: 'o mesmo para as linhas dos arquivos diários dos provedores',
        en: 'the same for the lines of the daily files of providers',
      },
    },
    {
      name: 'GUICHE_CHECKOUT_SESSION_DAYS',
      default: '30',
      text: {
        pt: 'quantos dias depois do fim uma sessão de checkout sem nenhum pagamento é guardada',
        en: 'how many days after its end a checkout session without any payment is kept',
      },
    },
    {
      name: 'GUICHE_AUDIT_DAYS',
      default: '3650',
      text: {
        pt: 'por quantos dias fica o conteúdo das entradas da auditoria',
        en: 'how many days the contents of audit entries are kept',
      },
    },
  ],
}

const rates: SettingGroup = {
  title: { pt: 'Limites de requisições', en: 'Rate limits' },
  intro: {
    pt: 'Valem para todos os processos juntos. As sessões de Device Pay são contadas uma a uma, as outras com um quarto de segundo de folga. Um `_FACTOR` multiplica o limite e a rajada dele.',
    en: 'They hold across all processes. Merchant sessions are counted exactly, the others within a quarter of a second. A `_FACTOR` multiplies the limit and its burst.',
  },
  settings: [
    {
      name: 'RATE_SECRET_KEY_FACTOR',
      default: '1',
      text: {
        pt: '100 requisições por segundo de uma chave secreta, 200 de uma vez',
        en: '100 requests a second for one secret key, 200 at once',
      },
    },
    {
      name: 'RATE_PUBLIC_KEY_FACTOR',
      default: '1',
      text: {
        pt: '600 por minuto de uma chave pública, 600 de uma vez',
        en: '600 a minute for one public key, 600 at once',
      },
    },
    {
      name: 'RATE_PUBLIC_KEY_PER_ADDRESS_FACTOR',
      default: '1',
      text: {
        pt: '60 por minuto de um endereço com uma chave pública. Pagadores atrás do NAT de uma operadora dividem esse limite',
        en: '60 a minute for one address and public key. Payers behind one carrier NAT share it',
      },
    },
    {
      name: 'RATE_UNKNOWN_CREDENTIALS_FACTOR',
      default: '1',
      text: {
        pt: '20 chaves erradas por minuto de um endereço',
        en: '20 wrong keys a minute for one address',
      },
    },
    {
      name: 'RATE_ADMIN_TOKEN_FACTOR',
      default: '1',
      text: {
        pt: '100 requisições por segundo com o token de operador, 200 de uma vez',
        en: '100 requests a second with the operator token, 200 at once',
      },
    },
    {
      name: 'RATE_PAGES_PER_ADDRESS_FACTOR',
      default: '1',
      text: {
        pt: '100 páginas de pagamento, e partes delas, por segundo de um endereço, 400 de uma vez. Pagadores atrás do NAT de uma operadora dividem esse limite',
        en: '100 payment pages and their parts a second for one address, 400 at once. Payers behind one carrier NAT share it',
      },
    },
    {
      name: 'RATE_CHECKOUTS_PER_ADDRESS_FACTOR',
      default: '1',
      text: {
        pt: '60 formulários do checkout por minuto de um endereço',
        en: '60 forms of the checkout a minute from one address',
      },
    },
    {
      name: 'RATE_CHECKOUT_CARDS_PER_ADDRESS_FACTOR',
      default: '1',
      text: {
        pt: '60 formulários do checkout com um cartão por hora de um endereço, 20 de uma vez',
        en: '60 forms of the checkout with a card an hour from one address, 20 at once',
      },
    },
    {
      name: 'RATE_SESSIONS_PER_ACCOUNT',
      default: '600',
      text: {
        pt: 'sessões de Device Pay por minuto de uma conta: o próprio limite, não um fator',
        en: 'Device Pay merchant sessions a minute of one account: the limit itself, not a factor',
      },
    },
    {
      name: 'RATE_SESSIONS_PER_HOST',
      default: '600',
      text: {
        pt: 'sessões de Device Pay por minuto de um hostname: o próprio limite, não um fator',
        en: 'Device Pay merchant sessions a minute of one hostname: the limit itself, not a factor',
      },
    },
    {
      name: 'RATE_SESSIONS_PER_ADDRESS',
      default: '300',
      text: {
        pt: 'sessões de Device Pay por minuto de um endereço: o próprio limite, não um fator',
        en: 'Device Pay merchant sessions a minute from one address: the limit itself, not a factor',
      },
    },
    {
      name: 'RATE_SIGN_INS_PER_ADDRESS',
      default: '30',
      text: {
        pt: 'entradas por minuto de um endereço: o próprio limite, não um fator',
        en: 'sign-ins a minute from one address: the limit itself, not a factor',
      },
    },
  ],
}

const mail: SettingGroup = {
  title: { pt: 'E-mail', en: 'Mail' },
  intro: {
    pt: 'Sem `SMTP_URL` os e-mails esperam na fila ([decisão](decisions/mail.md)).',
    en: 'Without `SMTP_URL` mails wait in the queue ([decision](decisions/mail.md)).',
  },
  settings: [
    {
      name: 'SMTP_URL',
      hasFile: true,
      example: 'smtps://usuario:senha@smtp.exemplo.com.br:465',
      text: {
        pt: 'o servidor de e-mail, `smtps://…:465`, ou `smtp://…:587`, que passa para TLS. Em produção o TLS é obrigatório',
        en: 'the mail server, `smtps://…:465`, or `smtp://…:587` that changes to TLS. Production requires TLS',
      },
    },
    {
      name: 'SMTP_CA',
      hasFile: true,
      text: {
        pt: 'uma autoridade de confiança no lugar das públicas, PEM',
        en: 'an authority that is trusted instead of the public ones, PEM',
      },
    },
    {
      name: 'MAIL_FROM',
      example: 'Loja <nao-responda@exemplo.com.br>',
      text: {
        pt: 'o remetente. Obrigatória com `SMTP_URL`',
        en: 'the sender. Required with `SMTP_URL`',
      },
    },
  ],
}

const tracing: SettingGroup = {
  title: { pt: 'Traces', en: 'Traces' },
  intro: {
    pt: 'Sem o endereço de um coletor não há traces ([quais são](operating/traces.md)). Os nomes são os do OpenTelemetry.',
    en: 'Without the address of a collector there are no traces ([which there are](operating/traces.md)). The names are those of OpenTelemetry.',
  },
  settings: [
    {
      name: 'OTEL_EXPORTER_OTLP_ENDPOINT',
      example: 'http://127.0.0.1:4318',
      text: {
        pt: 'o endereço do coletor, OTLP por HTTP; os traces vão para `/v1/traces`',
        en: 'the address of the collector, OTLP over HTTP; traces are sent to `/v1/traces`',
      },
    },
    {
      name: 'OTEL_EXPORTER_OTLP_TRACES_ENDPOINT',
      example: 'http://127.0.0.1:4318/v1/traces',
      otherwise: { pt: 'o anterior', en: 'the one above' },
      text: {
        pt: 'o endereço inteiro, só para traces',
        en: 'the whole address, for traces only',
      },
    },
    {
      name: 'OTEL_EXPORTER_OTLP_HEADERS',
      hasFile: true,
      text: {
        pt: 'cabeçalhos para o coletor, como `api-key=…`, mais depois de vírgulas',
        en: 'headers for the collector, such as `api-key=…`, more after commas',
      },
    },
    {
      name: 'OTEL_EXPORTER_OTLP_CERTIFICATE',
      otherwise: { pt: 'as públicas', en: 'the public ones' },
      text: {
        pt: 'um arquivo com a autoridade do certificado do coletor, PEM',
        en: 'a file with the authority of the certificate of the collector, PEM',
      },
    },
    {
      name: 'OTEL_EXPORTER_OTLP_PROTOCOL',
      default: 'http/protobuf',
      text: { pt: 'só `http/protobuf`', en: '`http/protobuf` only' },
    },
    {
      name: 'OTEL_EXPORTER_OTLP_TIMEOUT',
      default: '10000',
      text: {
        pt: 'o prazo de um envio ao coletor, com as suas repetições, ms',
        en: 'the time limit of one export to the collector, with its retries, ms',
      },
    },
    {
      name: 'OTEL_TRACES_EXPORTER',
      default: 'otlp',
      text: {
        pt: '`otlp`, ou `none`: sem traces',
        en: '`otlp`, or `none`: no traces',
      },
    },
    {
      name: 'OTEL_TRACES_SAMPLER',
      default: 'parentbased_always_on',
      text: {
        pt: 'quais traces são gravados: `always_on`, `always_off`, `traceidratio`, ou `parentbased_` antes deles, que segue a decisão de quem chamou. Em produção use `traceidratio`',
        en: 'which traces are recorded: `always_on`, `always_off`, `traceidratio`, or `parentbased_` before them, which follows the decision of the caller. In production use `traceidratio`',
      },
    },
    {
      name: 'OTEL_TRACES_SAMPLER_ARG',
      default: '1',
      text: {
        pt: 'a parte dos traces que `traceidratio` grava: `0.01` é um de cada cem',
        en: 'the share of traces that `traceidratio` records: `0.01` is one in a hundred',
      },
    },
    {
      name: 'OTEL_PROPAGATORS',
      default: 'tracecontext',
      text: {
        pt: '`tracecontext` lê `traceparent` de quem chama e o envia a provedores e webhooks; `none` não',
        en: '`tracecontext` reads `traceparent` from callers and sends it to providers and webhooks; `none` does not',
      },
    },
    {
      name: 'OTEL_SERVICE_NAME',
      default: 'guiche',
      text: { pt: 'o nome deste serviço nos traces', en: 'the name of this service in traces' },
    },
    {
      name: 'OTEL_RESOURCE_ATTRIBUTES',
      example: 'deployment.environment.name=production',
      text: {
        pt: 'outros atributos deste serviço, mais depois de vírgulas',
        en: 'other attributes of this service, more after commas',
      },
    },
    {
      name: 'OTEL_SDK_DISABLED',
      default: 'false',
      text: { pt: '`true`: sem traces', en: '`true`: no traces' },
    },
  ],
}

/** The settings of production, in the order of the file that `guiche init` writes. */
export const productionSettings: readonly SettingGroup[] = [
  general,
  database,
  secrets,
  custody,
  network,
  load,
  rates,
  mail,
  tracing,
]

/** Only the sandbox reads these. */
export const sandboxSettings: SettingGroup = {
  title: { pt: 'Só do sandbox', en: 'Sandbox only' },
  settings: [
    {
      name: 'SANDBOX_PORT',
      otherwise: { pt: 'qualquer uma livre', en: 'any free one' },
      text: {
        pt: 'a porta do sandbox que `npm start` e `serve --role sandbox` rodam',
        en: 'the port of the sandbox that `npm start` and `serve --role sandbox` run',
      },
    },
    {
      name: 'DEVICE_PAY_HOSTS',
      text: {
        pt: 'endereços que fazem as vezes de hostnames na conferência dos arquivos, `loja.com.br=127.0.0.1:8443`, mais depois de vírgulas. A produção recusa',
        en: 'stand-in addresses of hostnames for the check of their files, `loja.com.br=127.0.0.1:8443`, more after commas. Production refuses it',
      },
    },
    {
      name: 'DEVICE_PAY_CA',
      hasFile: true,
      text: {
        pt: 'uma autoridade que assina os certificados desses endereços, PEM. A produção recusa',
        en: 'an authority that signs the certificates of these addresses, PEM. Production refuses it',
      },
    },
    {
      name: 'DEVICE_PAY_NEEDS_SESSION',
      otherwise: { pt: '`false`', en: '`false`' },
      text: {
        pt: '`true` exige uma sessão para um token sem `applicationData`, como a produção sempre faz',
        en: '`true` requires a merchant session for a token without `applicationData`, as production always does',
      },
    },
  ],
}
