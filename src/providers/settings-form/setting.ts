/** A text in both languages. */
export type SettingText = Readonly<Record<'pt' | 'en', string>>

/** How the form of an operator shows a setting. */
export interface SettingForm {
  readonly label: SettingText
  readonly help?: SettingText
  /** The form does not show what is entered. Absent: no. */
  readonly isSecret?: boolean
  /** The value is the content of a file with one of these endings, as a browser takes them. */
  readonly accept?: string
}

/** The endings of certificates and keys in PEM. */
export const pemFiles = '.pem,.crt,.cer,.key'

/** The options that give a setting its place in the form, next to its rules. */
export const shown = (form: SettingForm) => ({
  ...(form.help && { description: form.help.en }),
  form,
})
