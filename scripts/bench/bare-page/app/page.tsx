'use client'

/** The baseline of the first-load figure: what Next and React weigh before a page says anything. */
export default function Empty() {
  return null
}
