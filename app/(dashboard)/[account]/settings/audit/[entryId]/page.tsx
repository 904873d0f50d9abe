import { objectPage } from '@/app/(dashboard)/[account]/pages'
import { AuditEntryScreen } from '@/components/audit/detail'

export default objectPage('entryId', 'audit/detail', AuditEntryScreen)
