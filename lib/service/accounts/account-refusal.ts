/** Refusal of a change of an account or a key. Its message is for the operator or the merchant's panel. */
export class AccountRefusal extends Error {
  readonly code:
    | 'account_not_found'
    | 'key_not_found'
    | 'key_not_live'
    | 'last_key'
    | 'other_name'
    | 'transition_not_allowed'
    | 'too_many_keys'

  constructor(code: AccountRefusal['code'], message: string) {
    super(message)
    this.name = 'AccountRefusal'
    this.code = code
  }
}

/** Returns the refusal for an account id that does not exist. */
export function accountNotFound(accountId: string): AccountRefusal {
  return new AccountRefusal('account_not_found', `There is no account ${accountId}.`)
}
