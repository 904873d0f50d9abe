import { fileResponse } from '@/lib/dashboard/web/file-response'
import { requireMember } from '@/lib/dashboard/web/member'
import { methods } from '@/lib/dashboard/web/responses'
import { memberTextsOf } from '@/lib/ui/member-reader'

/** The rows of a kind as CSV, or a file of the worker, for members whose role permits the kind. */
export const { GET, POST, PUT, PATCH, DELETE } = methods<{ account: string; file: string }>({
  GET: async (request, { params }) => {
    const { account, file } = await params
    const member = await requireMember(account)
    return fileResponse(member, file, new URL(request.url).searchParams, memberTextsOf(request.headers))
  },
})
