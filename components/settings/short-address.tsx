/** Tells two addresses of one host apart. */
const TAIL = 8

/** An address on one line: whole where it has room, else without its middle, and whole at its title. */
export function ShortAddress({ address }: { address: string }) {
  return (
    <span title={address} className="flex min-w-0 font-mono text-xs">
      <span className="min-w-0 truncate">{address.slice(0, -TAIL)}</span>
      <span className="shrink-0">{address.slice(-TAIL)}</span>
    </span>
  )
}
