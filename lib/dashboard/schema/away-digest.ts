/** Digest of a page's error while the database is away, by which the browser recognizes it. Others are hashes. */
export const AWAY_DIGEST = 'DATABASE_AWAY'
