import { fileResponse } from '@/lib/dashboard/web/file-response'
import { requireMember } from '@/lib/dashboard/web/member'
import { methods } from '@/lib/dashboard/web/responses'

/** The rows of a kind as CSV, or a file of the worker, for members whose role permits the kind. */
export const { GET, POST, PUT, PATCH, DELETE } = methods<{ account: string; file: string }>({
  GET: async (request, { params }) => {
    const { account, file } = await params
    return fileResponse(await requireMember(account), file, new URL(request.url).searchParams)
  },
})
