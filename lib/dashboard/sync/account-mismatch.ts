/** Key of a connection that belongs to another account than the connected one. */
export class AccountMismatch extends Error {
  readonly code = 'other_account'

  constructor(readonly accountId: string) {
    super(`the key is of another account: ${accountId}`)
    this.name = 'AccountMismatch'
  }
}
