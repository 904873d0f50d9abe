import { readExportFile } from '@/lib/dashboard/exports/export-jobs'
import { streamCsv } from '@/lib/dashboard/exports/export-kinds'
import { exportKindNames } from '@/lib/dashboard/schema/export'
import type { Member } from '@/lib/dashboard/team/find-member'
import { streamBytes, streamText } from './stream-text'
import { webDashboard } from './web-dashboard'

const types: Readonly<Record<string, string>> = {
  csv: 'text/csv; charset=utf-8',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  pdf: 'application/pdf',
}

/**
 * Returns a file of a member's account: the rows of a kind (`payments`) as CSV, as they are read, or a file that the worker
 * drew, by its id. Throws as its source does before the first byte, so that a refusal is not a broken download.
 */
export async function fileResponse(
  { ctx, role }: Pick<Member, 'ctx' | 'role'>,
  file: string,
  query: URLSearchParams,
): Promise<Response> {
  const kind = exportKindNames.find((name) => name === file)
  if (kind) {
    const { name, text } = streamCsv({ ctx, role, dashboard: webDashboard() }, kind, query)
    return download(name, await streamText(text))
  }
  const { name, bytes, slices } = await readExportFile(ctx, file, role)
  return download(name, streamBytes(slices), { 'content-length': String(bytes) })
}

/** Returns a download under a name, whose extension decides the type. */
export function download(
  name: string,
  body: string | ReadableStream<Uint8Array>,
  headers: Record<string, string> = {},
) {
  return new Response(body, {
    headers: {
      'content-type': types[name.split('.').at(-1) ?? ''] ?? 'application/octet-stream',
      'content-disposition': `attachment; filename="${name}"`,
      'cache-control': 'no-store',
      'x-content-type-options': 'nosniff',
      ...headers,
    },
  })
}
