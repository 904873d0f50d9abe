import { PageHeader } from '@/components/shell/page-header'
import { Card } from '@/components/ui/card'
import { Skeleton } from '@/components/ui/skeleton'
import { common } from '@/lib/messages/common'
import { linkBatches } from '@/lib/messages/link-batches'
import { links } from '@/lib/messages/links'
import { NewLinkHeading } from './new-link-heading'

const back = { href: '/links', label: links.title }
/** The columns that the card tells of. */
const columns = linkBatches.columns.known.map(([name]) => name)
const control = 'h-9 rounded-md pointer-coarse:h-11'

/** The form of a new link on its way, beside the place of its preview. */
export function NewLinkSkeleton() {
  return (
    <>
      <NewLinkHeading />
      <div
        role="status"
        className="grid grid-cols-1 items-start gap-5 lg:grid-cols-[minmax(0,1fr)_23rem] lg:gap-8 xl:grid-cols-[minmax(0,1fr)_25rem]"
      >
        <span className="sr-only">{common.loading}</span>
        <div className="flex flex-col gap-7 rounded-xl bg-surface p-4 shadow-card sm:p-6">
          <FieldPlace />
          <FieldPlace />
          <FieldPlace tall />
          <FieldPlace />
          <FieldPlace />
        </div>
        <Skeleton className="hidden h-[38rem] rounded-xl lg:block" />
      </div>
    </>
  )
}

/** What is shared on its way, beside the place of its QR code. */
export function ShareSkeleton() {
  return (
    <>
      <PageHeader
        back={back}
        tab={links.share.titleLater}
        title={<HeadingPlace />}
        lead={<p className="text-pretty">{links.share.lead}</p>}
      />
      <div
        role="status"
        className="grid grid-cols-1 overflow-hidden rounded-xl bg-surface shadow-card md:grid-cols-[minmax(0,1fr)_17rem] lg:grid-cols-[minmax(0,1fr)_20rem]"
      >
        <span className="sr-only">{common.loading}</span>
        <div className="flex flex-col gap-6 p-4 sm:p-6 lg:p-8">
          <Skeleton className="h-10 w-48" />
          <Skeleton className="h-5 w-64 max-w-full" />
          <Skeleton className="h-10 rounded-md" />
          <Skeleton className="h-10 rounded-md" />
        </div>
        <div className="flex items-center justify-center bg-sunken px-4 py-6 sm:p-6">
          <Skeleton className="size-52 rounded-xl" />
        </div>
      </div>
    </>
  )
}

/** The place where a table of links is dropped, on its way. */
export function ImportSkeleton() {
  return (
    <>
      <PageHeader back={back} title={linkBatches.title} lead={linkBatches.lead} />
      <div
        role="status"
        className="grid grid-cols-1 items-start gap-4 lg:grid-cols-[minmax(0,1fr)_minmax(0,24rem)]"
      >
        <span className="sr-only">{common.loading}</span>
        <Card className="flex h-89 flex-col gap-4 max-sm:h-91.5">
          <Skeleton className="h-33 shrink-0 rounded-lg max-sm:h-37" />
          <div className="flex grow flex-col gap-2.5">
            <Skeleton className="w-32" />
            <Skeleton className="min-h-0 grow rounded-md" />
            <Skeleton className="h-3 w-48" />
          </div>
        </Card>
        <Card className="flex h-121.5 flex-col gap-3 max-lg:h-116.5 max-sm:h-124.5">
          <div className="flex justify-between">
            <Skeleton className="mt-1.5 h-5 w-24" />
            <Skeleton className="h-8 w-28 rounded-md" />
          </div>
          {columns.map((column) => (
            <div
              key={column}
              className="flex grow flex-col gap-2 border-border/70 border-t pt-2.5 first-of-type:border-t-0"
            >
              <Skeleton className="w-24" />
              <Skeleton className="h-3 w-48 max-w-full" />
            </div>
          ))}
        </Card>
      </div>
    </>
  )
}

/** A heading must not be empty to those who listen; the others see its place. */
function HeadingPlace() {
  return (
    <>
      <span className="sr-only">{common.loading}</span>
      <Skeleton className="h-8.5 w-56" />
    </>
  )
}

function FieldPlace({ tall = false }: { tall?: boolean }) {
  return (
    <div className="flex flex-col gap-1.5">
      <Skeleton className="h-5 w-24" />
      <Skeleton className={tall ? 'h-20 rounded-md' : control} />
    </div>
  )
}
