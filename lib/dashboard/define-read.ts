import type { z } from 'zod'
import type { ObjectSource } from '@/lib/dashboard/reads/read-object'
import type { Member } from '@/lib/dashboard/team/find-member'
import type { Permission } from './role-permissions'

/** Data of a page, under one name for the server, the data route and the browser's query key. */
export interface Read<Schema extends z.ZodType = z.ZodType, Data = unknown> {
  permission: Permission | null
  schema: Schema
  /** Returns the data for a member; `from` says whether a host is called for an object that the mirror has. */
  run(member: Member, input: z.output<Schema>, from: ObjectSource): Promise<Data>
}

/**
 * Returns a read of one account that members with `permission` may make; null means every role. `schema` parses its query
 * string.
 */
export function defineRead<Schema extends z.ZodType, Data>(
  permission: Permission | null,
  schema: Schema,
  run: Read<Schema, Data>['run'],
): Read<Schema, Data> {
  return { permission, schema, run }
}
