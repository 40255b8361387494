import { texts } from '../text/text.ts'

export const signInTexts = texts({
  title: { pt: 'Entrar', en: 'Sign in' },
  email: { pt: 'E-mail', en: 'E-mail' },
  password: { pt: 'Senha', en: 'Password' },
  submit: { pt: 'Entrar', en: 'Sign in' },
  codeTitle: { pt: 'Segundo fator', en: 'Second factor' },
  codeText: {
    pt: 'Digite o código do aplicativo de autenticação.',
    en: 'Enter the code of your authentication app.',
  },
  code: { pt: 'Código de seis algarismos', en: 'Six-digit code' },
})
