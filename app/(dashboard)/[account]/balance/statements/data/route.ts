import { parseStatement, readStatements } from '@/lib/dashboard/statements/read-statements'
import { dataRoute } from '@/lib/dashboard/web/data-route'

export const { GET, POST, PUT, PATCH, DELETE } = dataRoute('balance.read', ({ member, query }) =>
  readStatements(member.ctx, parseStatement(query).month),
)
