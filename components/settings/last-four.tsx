/** The end of a key or secret: its characters stand apart from the sentence by their form, not by their size. */
export function LastFour({ label, last4 }: { label: string; last4: string }) {
  return (
    <>
      {label} <span className="font-mono">{last4}</span>
    </>
  )
}
