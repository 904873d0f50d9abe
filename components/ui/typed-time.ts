const HOUR_MIN = 60
const DAY_MIN = 24 * HOUR_MIN

/** Returns the typed time as `18:30`, or null. The colon may be left out, since a phone's numeric keypad has none. */
export function readTime(text: string): string | null {
  const [whole, hour, minute] = /^(\d{1,2}):?(\d{2})$/.exec(text.normalize('NFKC').trim()) ?? []
  if (whole === undefined || Number(hour) > 23 || Number(minute) > 59) return null
  return write(Number(hour) * HOUR_MIN + Number(minute))
}

/** Returns the next full `step` minutes after a time, or before it if negative, across midnight. */
export function stepTime(time: string, step: number): string {
  const [hour = '0', minute = '0'] = time.split(':')
  const now = Number(hour) * HOUR_MIN + Number(minute)
  const width = Math.abs(step)
  const next = step > 0 ? Math.floor(now / width) * width + width : Math.ceil(now / width) * width - width
  return write((next + DAY_MIN) % DAY_MIN)
}

function write(minutes: number): string {
  const two = (value: number) => String(value).padStart(2, '0')
  return `${two(Math.floor(minutes / HOUR_MIN))}:${two(minutes % HOUR_MIN)}`
}
