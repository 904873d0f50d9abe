/** An endpoint's sealed secrets, and the current rotation. */
export interface StoredSecrets {
  secret_sealed: string
  next_secret_sealed: string | null
  rotation: string | null
  rotation_ends_at: Date | null
}

/**
 * Returns the sealed secrets that sign at `now`, the current one first (decisions: secret rotation). STAGED: only the
 * current one until the rotation ends. OVERLAP: both until then. Afterwards only the next one, even before it is moved.
 */
export function signingSecrets(stored: StoredSecrets, now: Date): string[] {
  const { secret_sealed, next_secret_sealed, rotation, rotation_ends_at } = stored
  if (next_secret_sealed === null || rotation_ends_at === null) return [secret_sealed]
  if (now >= rotation_ends_at) return [next_secret_sealed]
  return rotation === 'OVERLAP' ? [secret_sealed, next_secret_sealed] : [secret_sealed]
}
