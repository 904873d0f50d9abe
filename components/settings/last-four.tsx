/** Renders a label and the last characters of a key or secret, set apart by a monospaced font instead of their size. */
export function LastFour({ label, last4 }: { label: string; last4: string }) {
  return (
    <>
      {label} <span className="font-mono">{last4}</span>
    </>
  )
}
