/** A way to somebody's phone. An adapter throws where it knows that the message did not leave. */
export interface Messenger {
  /** Sends a code's message once; never repeats it by itself. */
  sendCode(message: CodeMessage): Promise<void>
}

export interface CodeMessage {
  /** On whose behalf. */
  accountId: string
  /** E.164, or the digits of what is no such number. */
  to: string
  /** The whole text, with the code in it: it stands in no log. */
  text: string
}
