import { texts } from '../../text/text.ts'

export const securityTexts = texts({
  password: { pt: 'Senha', en: 'Password' },
  passwordText: {
    pt: 'Trocar a senha encerra os seus outros logins.',
    en: 'A change of the password ends your other logins.',
  },
  changePassword: { pt: 'Trocar a senha', en: 'Change the password' },
  current: { pt: 'Senha atual', en: 'Current password' },
  next: { pt: 'Senha nova', en: 'New password' },
  passwordHint: {
    pt: 'Ao menos 12 caracteres. Uma frase que só você diria é melhor que símbolos.',
    en: 'At least 12 characters. A phrase that only you would say is better than symbols.',
  },
  passwordChanged: { pt: 'Senha trocada.', en: 'Password changed.' },
  app: { pt: 'Aplicativo de códigos', en: 'Authenticator app' },
  appText: {
    pt: 'Um código do celular, além da senha. Só com um segundo fator um login roubado não move dinheiro.',
    en: 'A code of the phone beside the password. Only a second factor keeps a stolen login from moving money.',
  },
  on: { pt: 'Ativo', en: 'Active' },
  off: { pt: 'Desligado', en: 'Off' },
  setUp: { pt: 'Configurar', en: 'Set up' },
  replaceApp: { pt: 'Trocar o aplicativo', en: 'Replace the app' },
  remove: { pt: 'Remover', en: 'Remove' },
  removeApp: { pt: 'Remover o aplicativo', en: 'Remove the app' },
  removeAppText: {
    pt: 'Os códigos do aplicativo e os de recuperação deixam de valer.',
    en: 'The codes of the app and the recovery codes are void.',
  },
  appRemoved: { pt: 'Aplicativo removido.', en: 'App removed.' },
  codes: { pt: 'Códigos de recuperação', en: 'Recovery codes' },
  codesLeft: {
    pt: (count: string) =>
      count === '1'
        ? '1 ainda vale. Ele entra uma vez, sem o celular.'
        : `${count} ainda valem. Cada um entra uma vez, sem o celular.`,
    en: (count: string) =>
      count === '1'
        ? '1 is still valid. It signs you in once without the phone.'
        : `${count} are still valid. Each one signs you in once without the phone.`,
  },
  renewCodes: { pt: 'Gerar códigos novos', en: 'Make new codes' },
  renewCodesText: {
    pt: 'Os códigos de antes deixam de valer.',
    en: 'The earlier codes are void.',
  },
  passkeys: { pt: 'Chaves de acesso', en: 'Passkeys' },
  passkeysText: {
    pt: 'O aparelho confere o seu dedo, rosto ou PIN: entra sem senha e sem código.',
    en: 'The device checks your finger, face or PIN: you sign in with no password and no code.',
  },
  noPasskeys: { pt: 'Nenhuma chave de acesso ainda.', en: 'No passkey yet.' },
  addPasskey: { pt: 'Criar neste aparelho', en: 'Create on this device' },
  passkeyAdded: { pt: 'Chave de acesso criada.', en: 'Passkey created.' },
  passkeyUse: {
    pt: (created: string, used: string | null) =>
      used === null
        ? `Criada em ${created}, ainda não usada`
        : `Criada em ${created}, usada ${used}`,
    en: (created: string, used: string | null) =>
      used === null ? `Created on ${created}, not used yet` : `Created on ${created}, used ${used}`,
  },
  rename: { pt: 'Mudar o nome', en: 'Rename' },
  renameOf: {
    pt: (name: string) => `Mudar o nome de ${name}`,
    en: (name: string) => `Rename ${name}`,
  },
  renamed: { pt: 'Nome mudado.', en: 'Renamed.' },
  name: { pt: 'Nome', en: 'Name' },
  removeOf: { pt: (name: string) => `Remover ${name}`, en: (name: string) => `Remove ${name}` },
  removePasskeyText: {
    pt: 'O aparelho deixa de entrar com ela. Apague-a também no aparelho.',
    en: 'The device can no longer sign in with it. Delete it on the device too.',
  },
  passkeyRemoved: { pt: 'Chave de acesso removida.', en: 'Passkey removed.' },
  logins: { pt: 'Logins abertos', en: 'Open logins' },
  loginsText: {
    pt: 'Um login no navegador termina após 15 minutos sem uso, ou 12 horas.',
    en: 'A login in a browser ends after 15 minutes without use, or 12 hours.',
  },
  thisOne: { pt: 'Este aqui', en: 'This one' },
  cli: { pt: 'Linha de comando', en: 'Command line' },
  loginFrom: {
    pt: (address: string, seen: string) => `${address} · visto ${seen}`,
    en: (address: string, seen: string) => `${address} · seen ${seen}`,
  },
  noAddress: { pt: 'endereço desconhecido', en: 'unknown address' },
  end: { pt: 'Encerrar', en: 'End' },
  endOf: { pt: (device: string) => `Encerrar ${device}`, en: (device: string) => `End ${device}` },
  ended: { pt: 'Login encerrado.', en: 'Login ended.' },
  endOthers: { pt: 'Encerrar todos os outros', en: 'End all the others' },
  endOthersText: {
    pt: 'Todo navegador e linha de comando, menos este, tem de entrar de novo.',
    en: 'Every browser and command line except this one has to sign in again.',
  },
  othersEnded: { pt: 'Os outros logins foram encerrados.', en: 'The other logins have ended.' },
})
