/** Returns the address of a settlement's page. */
export function settlementHref({ id }: { id: string }): string {
  return `/balance/settlements/${encodeURIComponent(id)}`
}
