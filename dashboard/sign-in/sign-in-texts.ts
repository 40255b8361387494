import { texts } from '../text/text.ts'

export const signInTexts = texts({
  title: { pt: 'Entrar', en: 'Sign in' },
  email: { pt: 'E-mail', en: 'E-mail' },
  password: { pt: 'Senha', en: 'Password' },
  submit: { pt: 'Entrar', en: 'Sign in' },
  toContinue: {
    pt: 'Entre para continuar de onde parou.',
    en: 'Sign in to continue where you were.',
  },
  or: { pt: 'ou', en: 'or' },
  passkey: { pt: 'Entrar com chave de acesso', en: 'Sign in with a passkey' },
  forgot: { pt: 'Esqueci a senha', en: 'I forgot the password' },
  back: { pt: 'Voltar para a entrada', en: 'Back to the sign-in' },
  codeTitle: { pt: 'Segundo fator', en: 'Second factor' },
  codeText: {
    pt: 'A senha está certa. Agora mostre o segundo fator.',
    en: 'The password is right. Now show the second factor.',
  },
  otherPerson: { pt: 'Entrar como outra pessoa', en: 'Sign in as another person' },
  forgotTitle: { pt: 'Esqueci a senha', en: 'Forgotten password' },
  forgotText: {
    pt: 'Enviamos um link para escolher outra. Ele vale por 30 minutos.',
    en: 'We send a link with which you choose another one. It is valid for 30 minutes.',
  },
  send: { pt: 'Enviar o link', en: 'Send the link' },
  sentTitle: { pt: 'Confira o seu e-mail', en: 'Check your mail' },
  sentText: {
    pt: (email: string) =>
      `Se ${email} tem login, a mensagem com o link está a caminho. Olhe também o spam.`,
    en: (email: string) =>
      `If ${email} has a login, the mail with the link is on its way. Look into the spam too.`,
  },
  resetTitle: { pt: 'Escolher outra senha', en: 'Choose another password' },
  resetText: {
    pt: 'Todos os seus logins são encerrados. Depois entre com a senha nova.',
    en: 'All your logins end. Then sign in with the new password.',
  },
  newPassword: { pt: 'Senha nova', en: 'New password' },
  passwordHint: {
    pt: 'Ao menos 12 caracteres. Uma frase que só você diria é melhor que símbolos.',
    en: 'At least 12 characters. A phrase that only you would say is better than symbols.',
  },
  save: { pt: 'Guardar a senha', en: 'Save the password' },
  resetDone: { pt: 'Senha trocada. Entre com ela.', en: 'Password changed. Sign in with it.' },
  linkTitle: { pt: 'Este link não vale mais', en: 'This link is no longer valid' },
  resetLinkText: {
    pt: 'Ele já foi usado ou o prazo passou. Peça outro: leva um minuto.',
    en: 'It was used already, or its time is over. Ask for another one: it takes a minute.',
  },
  anotherLink: { pt: 'Pedir outro link', en: 'Ask for another link' },
  inviteTitle: { pt: 'Você foi convidado', en: 'You are invited' },
  inviteText: {
    pt: (by: string | null, to: string, role: string) =>
      by === null
        ? `Um convite para ${to}, com o papel ${role}.`
        : `${by} convida você para ${to}, com o papel ${role}.`,
    en: (by: string | null, to: string, role: string) =>
      by === null
        ? `An invitation to ${to}, with the role ${role}.`
        : `${by} invites you to ${to}, with the role ${role}.`,
  },
  operatorPlace: { pt: 'a operação deste gateway', en: 'the operation of this gateway' },
  accountPlace: {
    pt: (name: string) => `a conta ${name}`,
    en: (name: string) => `the account ${name}`,
  },
  inviteExpires: {
    pt: (when: string) => `O convite vale até ${when}.`,
    en: (when: string) => `The invitation is valid until ${when}.`,
  },
  inviteKnown: {
    pt: 'Você já tem login: confirme com a senha que usa.',
    en: 'You have a login already: confirm with the password that you use.',
  },
  name: { pt: 'Seu nome', en: 'Your name' },
  choosePassword: { pt: 'Escolha uma senha', en: 'Choose a password' },
  accept: { pt: 'Aceitar e entrar', en: 'Accept and sign in' },
  inviteLinkText: {
    pt: 'O convite já foi aceito, foi retirado ou passou dos sete dias. Peça outro a quem convidou.',
    en: 'The invitation was accepted or withdrawn, or its seven days are over. Ask the person who sent it for another one.',
  },
  enrolTitle: { pt: 'Proteja o seu acesso', en: 'Protect your access' },
  enrolText: {
    pt: 'O seu papel move dinheiro ou dá acesso a outros. Por isso ele pede um segundo fator.',
    en: 'Your role moves money or gives others access. So it needs a second factor.',
  },
  useApp: { pt: 'Aplicativo de códigos', en: 'Authenticator app' },
  useAppText: {
    pt: 'Um código novo a cada 30 segundos, no seu celular.',
    en: 'A new code every 30 seconds, on your phone.',
  },
  usePasskey: { pt: 'Chave de acesso', en: 'Passkey' },
  usePasskeyText: {
    pt: 'Seu dedo, rosto ou PIN neste aparelho.',
    en: 'Your finger, face or PIN on this device.',
  },
  otherWay: { pt: 'Escolher outro caminho', en: 'Choose another way' },
  deviceTitle: { pt: 'Entrar na linha de comando', en: 'Sign in a command line' },
  deviceText: {
    pt: (name: string) =>
      `Um programa quer entrar como ${name} e agir em seu nome. Confira se o código é o que ele mostra.`,
    en: (name: string) =>
      `A program wants to sign in as ${name} and act in your name. Check that the code is the one it shows.`,
  },
  deviceCode: { pt: 'Código do programa', en: 'Code of the program' },
  allow: { pt: 'É o meu, permitir', en: 'It is mine, allow' },
  deny: { pt: 'Não fui eu, negar', en: 'It was not me, deny' },
  allowedTitle: { pt: 'Permitido', en: 'Allowed' },
  allowedText: {
    pt: 'Volte ao terminal: ele já entrou. Você encerra esse login em Configurações.',
    en: 'Return to the terminal: it is signed in. You can end that login in the settings.',
  },
  deniedTitle: { pt: 'Negado', en: 'Denied' },
  deniedText: {
    pt: 'O programa não entrou. Se não foi você, troque a senha em Configurações.',
    en: 'The program is not signed in. If it was not you, change the password in the settings.',
  },
  toDashboard: { pt: 'Ir para o painel', en: 'Go to the dashboard' },
})
