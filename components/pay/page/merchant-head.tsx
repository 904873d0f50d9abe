/** Renders the merchant's mark and name at the top of the page. */
export function MerchantHead({ name }: { name: string }) {
  return (
    <p className="flex items-start gap-3.5">
      <span
        aria-hidden
        className="flex size-11 shrink-0 items-center justify-center rounded-lg bg-accent font-semibold text-on-accent text-xl lg:size-12"
      >
        {Array.from(name.trim())[0]?.toUpperCase()}
      </span>
      <span
        dir="auto"
        className="wrap-anywhere min-w-0 self-center text-left font-semibold text-xl tracking-tight lg:text-2xl"
      >
        {name}
      </span>
    </p>
  )
}
