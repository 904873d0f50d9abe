import { dehydrate, HydrationBoundary, QueryClient, type QueryKey } from '@tanstack/react-query'
import { notFound } from 'next/navigation'
import type { ComponentType, ReactNode } from 'react'
import type { z } from 'zod'
import { STALE_MS } from '@/components/data/query-defaults'
import { read } from '@/components/data/read'
import { Forbidden } from '@/components/page/screen-not-found'
import { isHostError } from '@/lib/dashboard/client/host-errors'
import { readFilter } from '@/lib/dashboard/reads/list'
import { can, type Permission } from '@/lib/dashboard/role-permissions'
import type { Member } from '@/lib/dashboard/team/find-member'
import { webDashboard } from '@/lib/dashboard/web/web-dashboard'
import type { Translate } from '@/lib/messages/translator'
import { type ReadInput, type ReadName, reads } from '@/lib/reads'
import { memberTexts } from '@/lib/ui/member-reader'
import { accountPage } from './account-page'

type Search = Record<string, string | string[] | undefined>
type Props = { params: Promise<Record<string, string>>; searchParams: Promise<Search> }
type Queries = readonly { queryKey: QueryKey }[]

type Named<Input> = { [Name in ReadName]: Input extends ReadInput<Name> ? Name : never }[ReadName]

interface Opened {
  member: Member
  account: string
  params: Readonly<Record<string, string>>
  search: Search
  t: Translate
}

/** Returns a page of an account for roles with a permission, null for every role. Other roles see who can grant it. */
export function memberPage<Shown extends ReactNode>(
  permission: Permission | null,
  page: (opened: Opened) => Shown | Promise<Shown>,
) {
  return async function MemberPage({ params, searchParams }: Props) {
    const { account = '', ...others } = await params
    const member = await accountPage(account)
    if (permission && !can(member.role, permission)) return <Forbidden />
    const { t } = await memberTexts()
    return page({ member, account, params: others, search: await searchParams, t })
  }
}

interface ObjectOptions {
  /** Returns the member for the page; by default of an account's page. */
  find?: (account: string) => Promise<Member>
  also?: (account: string, id: string) => Queries
}

/** Returns the page of one object, whose id is the segment `segment` of the address; `name` is its read. */
export function objectPage(
  segment: string,
  name: Named<{ id: string }>,
  Screen: ComponentType<{ id: string }>,
  { find = accountPage, also = () => [] }: ObjectOptions = {},
) {
  return memberPage(reads[name].permission, async ({ account, params: { [segment]: id = '' } }) =>
    withReads(await find(account), [read(account, name, { id }), ...also(account, id)], <Screen id={id} />),
  )
}

type Header = ReactNode | ((t: Translate) => ReactNode)

function headerOf(header: Header, t: Translate): ReactNode {
  return typeof header === 'function' ? header(t) : header
}

interface ListOptions<Schema extends z.ZodObject> {
  name: Named<z.output<Schema>>
  schema: Schema
  header?: Header
  Screen: ComponentType<{ filter: z.output<Schema> }>
  find?: (account: string) => Promise<Member>
  also?: (account: string, filter: z.output<Schema>) => Queries
}

/** Returns the page of a list, whose filters are in the address. */
export function listPage<Schema extends z.ZodObject>(list: ListOptions<Schema>) {
  const { name, schema, header = null, Screen, find = accountPage, also = () => [] } = list
  return memberPage(reads[name].permission, async ({ account, search, t }) => {
    const filter = readFilter(schema, search)
    const queries = [read(account, name, filter as never), ...also(account, filter)]
    return withReads(
      await find(account),
      queries,
      <>
        {headerOf(header, t)}
        <Screen filter={filter} />
      </>,
    )
  })
}

export function readPage(name: Named<Record<never, never>>, header: Header, screen: ReactNode) {
  return memberPage(reads[name].permission, ({ member, account, t }) =>
    withReads(
      member,
      [read(account, name, {})],
      <>
        {headerOf(header, t)}
        {screen}
      </>,
    ),
  )
}

/**
 * Returns a screen with the data of its queries, read from the mirror. Throws not found if one names an unknown object. A
 * read that fails, or that the role may not make, is left to the browser, which shows the reason.
 */
export async function withReads(member: Member, queries: Queries, screen: ReactNode): Promise<ReactNode> {
  const client = new QueryClient()
  await Promise.all(queries.map(({ queryKey }) => prefetch(client, member, queryKey)))
  return <HydrationBoundary state={dehydrate(client)}>{screen}</HydrationBoundary>
}

/** Reads what the key of `read` names. Data that no host has confirmed yet are stale, so that the browser reads them again. */
async function prefetch(client: QueryClient, member: Member, queryKey: QueryKey): Promise<void> {
  const name = queryKey.slice(1, -1).join('/') as ReadName
  if (!mayRead(member, name)) return
  try {
    // The key was made by `read`, whose input has the type of this read.
    const data: unknown = await reads[name].run(member, queryKey.at(-1) as never, 'mirror')
    client.setQueryData(queryKey, data, { updatedAt: Date.now() - (isUnconfirmed(data) ? STALE_MS : 0) })
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'resource_not_found') notFound()
    if (!isHostError(error)) webDashboard().log.error({ err: error }, 'a page was not read')
  }
}

function mayRead({ role }: Member, name: ReadName): boolean {
  const { permission } = reads[name]
  return permission === null || can(role, permission)
}

function isUnconfirmed(data: unknown): boolean {
  return typeof data === 'object' && data !== null && 'confirmed' in data && data.confirmed === null
}
