'use client'

/** Renders the baseline of the first load: all that Next and React need for one word. */
export default function Empty() {
  return <h1>Empty</h1>
}
