import { readTeam } from '@/app/(dashboard)/[account]/settings/team/read-team'
import { dataRoute } from '@/lib/dashboard/web/data-route'

export const { GET, POST, PUT, PATCH, DELETE } = dataRoute('team.read', ({ member }) => readTeam(member))
