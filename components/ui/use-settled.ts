import { useEffect, useState } from 'react'

/** Returns a value that has not changed for `pauseMs` milliseconds. */
export function useSettled(value: string, pauseMs: number): string {
  const [settled, setSettled] = useState(value)
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), pauseMs)
    return () => clearTimeout(timer)
  }, [value, pauseMs])
  return settled
}
