/** Scopes of an API key (our addition), each with all calls of those before it: `all` also has calls that are added later. */
export const keyScopes = ['read', 'links', 'charges', 'all'] as const
export type KeyScope = (typeof keyScopes)[number]

/** Returns whether a key of `scope` may make calls that need `needed`. */
export function isWithinScope(scope: KeyScope, needed: KeyScope): boolean {
  return keyScopes.indexOf(scope) >= keyScopes.indexOf(needed)
}

/** Returns the least scope whose keys may call an endpoint: customers are written by those who charge them. */
export function scopeOf({ method, path }: { method: string; path: string }): KeyScope {
  if (method === 'GET') return 'read'
  return path.startsWith('/payment_links') ? 'links' : 'charges'
}
