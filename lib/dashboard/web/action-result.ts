import type { Problem } from './problem'

/** What a server action answers. `error.code` is ours or the host's (lib/contract/errors.ts, lib/dashboard/refusal.ts). */
export type ActionResult<Data> = { ok: true; data: Data } | { ok: false; error: Problem }
