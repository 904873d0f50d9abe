import { useEffect, useState } from 'react'

const TICK_MS = 250

/**
 * Returns the seconds until a time of the server's clock (milliseconds), counting down to 0. It is at most `most`, and it runs
 * even if the browser's clock is minutes off.
 */
export function useSecondsUntil(untilMs: number, most: number): number {
  const [left, setLeft] = useState(most)
  useEffect(() => {
    const end = endOf(untilMs, most, Date.now())
    const look = () => setLeft(secondsLeft(end, Date.now()))
    look()
    const timer = setInterval(look, TICK_MS)
    return () => clearInterval(timer)
  }, [untilMs, most])
  return left
}

/** Returns the end of a countdown that begins at `nowMs`; all in milliseconds of the browser's clock. */
export function endOf(untilMs: number, most: number, nowMs: number): number {
  return Math.min(untilMs, nowMs + most * 1000)
}

export function secondsLeft(endMs: number, nowMs: number): number {
  return Math.max(0, Math.ceil((endMs - nowMs) / 1000))
}
