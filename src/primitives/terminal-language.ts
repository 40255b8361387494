/**
 * The language of messages in a terminal: Portuguese, or English where the environment says so.
 */
export const languageOfTerminal = ({
  LC_ALL,
  LC_MESSAGES,
  LANG,
}: Readonly<Record<string, string | undefined>>): 'pt' | 'en' =>
  /^en/i.test(LC_ALL || LC_MESSAGES || LANG || '') ? 'en' : 'pt'
