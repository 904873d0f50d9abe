import type { Instrumentation } from 'next'
import { notePageError } from '@/lib/platform/replace-failed-page'

/** Receives every error of a page or a route that Next answers with 500. */
export const onRequestError: Instrumentation.onRequestError = (error, { headers }) =>
  notePageError(error, headers)
