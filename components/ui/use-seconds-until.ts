import { useEffect, useState } from 'react'

const TICK_MS = 250

/**
 * The whole seconds left until a moment of the server's (milliseconds), counting down to 0. Never more than `most`, which
 * is what is ever promised, and never standing still: a clock here that is minutes off still counts.
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

/** The moment at which a countdown that is first seen at `nowMs` is over; milliseconds, as `untilMs`. */
export function endOf(untilMs: number, most: number, nowMs: number): number {
  return Math.min(untilMs, nowMs + most * 1000)
}

/** Begun seconds count: the last one is said until it has passed. */
export function secondsLeft(endMs: number, nowMs: number): number {
  return Math.max(0, Math.ceil((endMs - nowMs) / 1000))
}
