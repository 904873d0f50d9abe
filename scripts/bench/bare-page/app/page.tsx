'use client'

/** The baseline of the first-load figure and of the largest paint: what Next and React need to say one word. */
export default function Empty() {
  return <h1>Empty</h1>
}
