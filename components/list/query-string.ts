/** `?a=1&b=2` of the values that are set, in the order given; the empty string when none is. */
export function queryString(values: Readonly<Record<string, string | number | null | undefined>>): string {
  const search = new URLSearchParams()
  for (const [name, value] of Object.entries(values)) {
    if (value !== undefined && value !== null && value !== '') search.set(name, String(value))
  }
  const text = search.toString()
  return text ? `?${text}` : ''
}
