import { dehydrate, HydrationBoundary, QueryClient } from '@tanstack/react-query'
import { FileUp, Plus } from 'lucide-react'
import { accountPage } from '@/app/(dashboard)/[account]/account-page'
import { removeViewAction, saveViewAction } from '@/app/(dashboard)/[account]/views/actions'
import { linksHref } from '@/components/links/links-href'
import { LinksScreen } from '@/components/links/list/links-screen'
import { linksQuery } from '@/components/links/queries'
import { SavedViewsProvider } from '@/components/list/saved-views/saved-views'
import { PageHeader } from '@/components/shell/frame/page-header'
import { PageLink } from '@/components/shell/navigation/page-link'
import { Button } from '@/components/ui/button'
import { listLinks } from '@/lib/dashboard/links/list-links'
import { listViews } from '@/lib/dashboard/saved-views/save-view'
import { linkFilterSchema } from '@/lib/dashboard/schema/link'
import { readFilter } from '@/lib/dashboard/schema/list'
import { can } from '@/lib/dashboard/schema/role-permissions'
import { linkImports } from '@/lib/messages/link-imports'
import { links } from '@/lib/messages/links'
import { cancelLinkAction, recordShareAction, undoCancelAction } from './actions'

type Props = {
  params: Promise<{ account: string }>
  searchParams: Promise<Record<string, string | string[] | undefined>>
}

export default async function LinksPage({ params, searchParams }: Props) {
  const { account } = await params
  const { role, ctx } = await accountPage(account)
  const filter = readFilter(linkFilterSchema, await searchParams)
  const client = new QueryClient()
  const { queryKey } = linksQuery(account, filter)
  const [views] = await Promise.all([
    listViews(ctx, 'links'),
    client.prefetchQuery({
      ...linksQuery(account, filter),
      queryFn: () => listLinks(ctx, filter),
    }),
  ])
  const findsNothing = filter.q !== undefined && client.getQueryData(queryKey)?.data.length === 0
  const mayCreate = can(role, 'links.create')
  return (
    <>
      <PageHeader
        title={links.title}
        action={
          mayCreate ? (
            <div className="flex flex-wrap gap-2">
              <Button asChild icon={<FileUp aria-hidden className="size-4" />}>
                <PageLink href="/links/import">{linkImports.entry}</PageLink>
              </Button>
              {/* The plus in the bar is this page's only main button on phones. */}
              <Button
                asChild
                variant="primary"
                className="max-md:hidden"
                icon={<Plus aria-hidden className="size-4" />}
              >
                <PageLink href="/links/new">{links.create}</PageLink>
              </Button>
            </div>
          ) : undefined
        }
      />
      <HydrationBoundary state={dehydrate(client)}>
        <SavedViewsProvider
          list="links"
          href={linksHref(filter)}
          views={views}
          isWorthKeeping={!findsNothing}
          save={saveViewAction.bind(null, account)}
          remove={removeViewAction.bind(null, account)}
        >
          <LinksScreen
            filter={filter}
            mayCreate={mayCreate}
            mayCancel={can(role, 'links.cancel')}
            cancel={cancelLinkAction.bind(null, account)}
            undoCancel={undoCancelAction.bind(null, account)}
            record={recordShareAction.bind(null, account)}
          />
        </SavedViewsProvider>
      </HydrationBoundary>
    </>
  )
}
