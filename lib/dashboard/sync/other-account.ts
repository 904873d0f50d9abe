/** The connection's key opens another account than the one that was connected. */
export class OtherAccount extends Error {
  readonly code = 'other_account'

  constructor(readonly accountId: string) {
    super(`the key is of another account: ${accountId}`)
    this.name = 'OtherAccount'
  }
}
