import { PageHeader } from '@/components/shell/page-header'
import { Skeleton } from '@/components/ui/skeleton'
import { common } from '@/lib/messages/common'
import { settings } from '@/lib/messages/settings'

const { connect } = settings
const FIELDS = ['base_url', 'api_key']

/** The form on its way, at the height that it will have. */
export default function ConnectLoading() {
  return (
    <>
      <PageHeader
        title={connect.title}
        lead={connect.lead}
        back={{ href: '/settings', label: settings.title }}
      />
      <div
        role="status"
        className="grid grid-cols-1 items-start gap-5 lg:grid-cols-[minmax(0,1fr)_20rem] lg:gap-8"
      >
        <span className="sr-only">{common.loading}</span>
        <div className="rounded-xl bg-surface shadow-card">
          <div className="flex flex-col gap-5 px-4 py-5 sm:px-6 sm:py-6">
            {FIELDS.map((field) => (
              <div key={field} className="flex flex-col gap-1.5">
                <Skeleton className="h-5 w-24" />
                <Skeleton className="h-9 w-full rounded-md pointer-coarse:h-11" />
                <Skeleton className="h-4.5 w-64 max-w-full" />
              </div>
            ))}
          </div>
          <div className="border-t px-4 py-4 sm:px-6">
            <Skeleton className="h-9 w-40 rounded-md pointer-coarse:h-11" />
          </div>
        </div>
        <div className="flex flex-col gap-2.5 lg:pt-1">
          <Skeleton className="h-5 w-36" />
          <Skeleton className="h-16 w-full" />
          <Skeleton className="h-10 w-full" />
        </div>
      </div>
    </>
  )
}
