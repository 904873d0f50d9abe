const BUILDING = 'phase-production-build'

/** Called once by Next before the server takes requests. */
export async function register(): Promise<void> {
  if (process.env.NEXT_RUNTIME === 'nodejs') {
    const { recordPeerAddresses } = await import('@/lib/platform/peer-address')
    const { refuseUndecodablePaths } = await import('@/lib/platform/undecodable-path')
    recordPeerAddresses()
    refuseUndecodablePaths()
    if (process.env.NEXT_PHASE === BUILDING) return
    const { leadToOwnAddress } = await import('@/lib/platform/own-address')
    const { openWebProcess } = await import('@/lib/platform/process')
    const { verifyConnectionSecrets } = await import('@/lib/dashboard/connections/verify-secrets')
    const { verifySavedCards } = await import('@/lib/service/customers/verify-saved-cards')
    const { verifyBankAccounts } = await import('@/lib/service/bank/verify-bank-accounts')
    const { env } = await openWebProcess(async ({ database, keyring }) => {
      await verifyConnectionSecrets(database, keyring)
      await verifySavedCards(database, keyring)
      await verifyBankAccounts(database, keyring)
    })
    leadToOwnAddress(env.WEB_URL)
  }
}
