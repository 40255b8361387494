/** The command failed. The message is for people, `code` for programs. */
export class CommandFailure extends Error {
  readonly code: string

  constructor(code: string, message: string, options?: ErrorOptions) {
    super(message, options)
    this.code = code
  }
}
