/** Called once by Next before the server takes requests. */
export async function register(): Promise<void> {
  if (process.env.NEXT_RUNTIME === 'nodejs') {
    const { recordPeerAddresses } = await import('@/lib/platform/peer-address')
    const { refuseUndecodablePaths } = await import('@/lib/platform/undecodable-path')
    recordPeerAddresses()
    refuseUndecodablePaths()
  }
}
