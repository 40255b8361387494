import { texts } from '../text/text.ts'

export const enrollmentTexts = texts({
  scan: {
    pt: 'Leia o QR code com o aplicativo (Google Authenticator, 1Password, Authy ou outro).',
    en: 'Scan the QR code with the app (Google Authenticator, 1Password, Authy or another one).',
  },
  qr: { pt: 'QR code para o aplicativo de códigos', en: 'QR code for the authenticator app' },
  secret: { pt: 'Sem câmera? Digite esta chave no aplicativo:', en: 'No camera? Type this key:' },
  firstCode: {
    pt: 'Depois digite o código que o aplicativo mostra.',
    en: 'Then enter the code that the app shows.',
  },
  confirm: { pt: 'Ativar o aplicativo', en: 'Activate the app' },
  codesTitle: { pt: 'Guarde os códigos de recuperação', en: 'Keep the recovery codes' },
  codesText: {
    pt: 'Cada um entra uma vez no lugar do aplicativo, se você perder o celular. Eles aparecem só agora.',
    en: 'Each one signs you in once in place of the app, if you lose the phone. They appear only now.',
  },
  codes: { pt: 'Códigos de recuperação', en: 'Recovery codes' },
  copyAll: { pt: 'Copiar', en: 'Copy' },
  copied: { pt: 'Copiado', en: 'Copied' },
  download: { pt: 'Baixar', en: 'Download' },
  file: { pt: 'guiche-codigos-de-recuperacao.txt', en: 'guiche-recovery-codes.txt' },
  kept: { pt: 'Guardei os códigos', en: 'I have kept the codes' },
  goOn: { pt: 'Continuar', en: 'Continue' },
  passkeyName: { pt: 'Nome da chave de acesso', en: 'Name of the passkey' },
  passkeyDefault: { pt: 'Este aparelho', en: 'This device' },
  passkeyText: {
    pt: 'O aparelho confere o seu dedo, rosto ou PIN. A chave entra sozinha, sem senha e sem código.',
    en: 'The device checks your finger, face or PIN. The passkey signs in alone, with no password and no code.',
  },
  addPasskey: { pt: 'Criar a chave de acesso', en: 'Create the passkey' },
})
