/** Renders the product's logo. The name is always beside it or in its context. */
export function Mark({ className }: { className?: string }) {
  return (
    <svg aria-hidden="true" viewBox="0 0 32 32" className={`text-accent ${className ?? ''}`}>
      <rect width="32" height="32" rx="8" fill="currentColor" />
      <path
        d="M9 16.5l4.6 4.6L23 11.5"
        fill="none"
        className="stroke-on-accent"
        strokeWidth="3.4"
        strokeLinecap="round"
        strokeLinejoin="round"
      />
    </svg>
  )
}
