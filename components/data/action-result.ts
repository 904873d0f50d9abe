import type { FieldError } from '@/lib/contract/errors'

/** What every server action answers. */
export type ActionResult<T> =
  | { ok: true; data: T }
  | {
      ok: false
      error: { code: string; message: string; fields?: readonly FieldError[]; requestId?: string }
    }
