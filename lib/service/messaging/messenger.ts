/** A transport to a phone. An adapter throws if it knows that the message was not sent. */
export interface Messenger {
  /** Sends a code's message once; never repeats it by itself. */
  sendCode(message: CodeMessage): Promise<void>
}

export interface CodeMessage {
  /** Account that sends the message. */
  accountId: string
  /** E.164, or the digits of any other number. */
  to: string
  /** The whole text, including the code: it is never logged. */
  text: string
}
