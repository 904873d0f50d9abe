/** The end of a key or secret: its characters stand apart from the sentence by their form, not by their size. */
export function LastFour({ words, last4 }: { words: string; last4: string }) {
  return (
    <>
      {words} <span className="font-mono">{last4}</span>
    </>
  )
}
