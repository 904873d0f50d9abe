const KEY = 'import-table'

/** A table that was begun and not handed over yet, with the token under which it may have been sent already. */
export type KeptTable = { text: string; name: string; token: string | null }

/** Keeps a table within its tab, under whose it is: a member at a connection. Null forgets it. */
export function keepTable(owner: string, table: KeptTable | null): void {
  try {
    if (table === null) sessionStorage.removeItem(KEY)
    else sessionStorage.setItem(KEY, JSON.stringify({ owner, ...table }))
  } catch {
    // A browser may refuse its storage; then nothing is kept, and nothing else is wrong.
  }
}

/** The table that was kept, or null where it is somebody else's or nothing. */
export function keptTable(owner: string): KeptTable | null {
  try {
    const kept: unknown = JSON.parse(sessionStorage.getItem(KEY) ?? 'null')
    if (typeof kept !== 'object' || kept === null) return null
    const { owner: whose, text, name, token } = kept as Readonly<Record<string, unknown>> // Only looked at.
    if (whose !== owner || typeof text !== 'string' || typeof name !== 'string' || text === '') return null
    return { text, name, token: typeof token === 'string' ? token : null }
  } catch {
    return null
  }
}
