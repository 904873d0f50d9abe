import { dehydrate, HydrationBoundary, QueryClient, type QueryKey } from '@tanstack/react-query'
import { notFound } from 'next/navigation'
import type { ComponentType, ReactNode } from 'react'
import type { z } from 'zod'
import { STALE_MS } from '@/components/data/query-defaults'
import { read } from '@/components/data/read'
import { Forbidden } from '@/components/page/forbidden'
import { isHostError } from '@/lib/dashboard/client/host-errors'
import { readFilter } from '@/lib/dashboard/schema/list'
import { can, type Permission } from '@/lib/dashboard/schema/role-permissions'
import type { Member } from '@/lib/dashboard/team/find-member'
import { webDashboard } from '@/lib/dashboard/web/web-dashboard'
import { type ReadInput, type ReadName, reads } from '@/lib/reads'
import { accountPage } from './account-page'

type Params = { params: Promise<Record<string, string>> }
type Search = { searchParams: Promise<Record<string, string | string[] | undefined>> }
type Queries = readonly { queryKey: QueryKey }[]

/** Names of the reads with this input. */
type Named<Input> = { [Name in ReadName]: Input extends ReadInput<Name> ? Name : never }[ReadName]

/** Returns a page for roles with a permission. Other roles see who can grant it. */
export function guardedPage<Props extends { params: Promise<{ account: string }> }>(
  permission: Permission,
  page: (props: Props) => ReactNode | Promise<ReactNode>,
) {
  return async function GuardedPage(props: Props) {
    const { role } = await accountPage((await props.params).account)
    return can(role, permission) ? page(props) : <Forbidden />
  }
}

interface ObjectOptions {
  /** Returns the member for the page; by default of an account's page. */
  find?: (account: string) => Promise<Member>
  /** Returns the other queries of the screen. */
  also?: (account: string, id: string) => Queries
}

/** Returns the page of one object, whose id is the segment `segment` of the address; `name` is its read. */
export function objectPage(
  segment: string,
  name: Named<{ id: string }>,
  Screen: ComponentType<{ id: string }>,
  { find = accountPage, also = () => [] }: ObjectOptions = {},
) {
  return async function ObjectPage({ params }: Params) {
    const { account = '', [segment]: id = '' } = await params
    const queries = [read(account, name, { id }), ...also(account, id)]
    if (!mayRead(await accountPage(account), name)) return <Forbidden />
    const member = await find(account)
    return withReads(member, queries, <Screen id={id} />)
  }
}

interface ListOptions<Schema extends z.ZodObject> {
  name: Named<z.output<Schema>>
  /** Filters in the address. */
  schema: Schema
  header: ReactNode
  Screen: ComponentType<{ filter: z.output<Schema> }>
  find?: (account: string) => Promise<Member>
  also?: (account: string, filter: z.output<Schema>) => Queries
}

/** Returns the page of a list, whose filters are in the address. */
export function listPage<Schema extends z.ZodObject>(list: ListOptions<Schema>) {
  const { name, schema, header, Screen, find = accountPage, also = () => [] } = list
  return async function ListPage({ params, searchParams }: Params & Search) {
    const { account = '' } = await params
    if (!mayRead(await accountPage(account), name)) return <Forbidden />
    const filter = readFilter(schema, await searchParams)
    const queries = [read(account, name, filter as never), ...also(account, filter)]
    const member = await find(account)
    return withReads(
      member,
      queries,
      <>
        {header}
        <Screen filter={filter} />
      </>,
    )
  }
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
