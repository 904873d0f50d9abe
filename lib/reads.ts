import { mirrorReads } from './dashboard/reads'
import { panelReads } from './own-account/reads'

/** All reads of an account's pages, each at `/{account}/data/<name>`. */
export const reads = { ...mirrorReads, ...panelReads }

export type ReadName = keyof typeof reads
export type ReadInput<Name extends ReadName> = Parameters<(typeof reads)[Name]['run']>[1]
export type ReadData<Name extends ReadName> = Awaited<ReturnType<(typeof reads)[Name]['run']>>
