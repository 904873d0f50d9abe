/** Ends the session. Its script comes when it is asked for: few leave, and everybody would load it. */
export async function leave(): Promise<void> {
  const session = await import('next-auth/react')
  await session.signOut({ callbackUrl: '/sign-in' })
}
