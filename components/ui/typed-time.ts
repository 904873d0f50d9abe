const HOUR_MIN = 60
const DAY_MIN = 24 * HOUR_MIN

/** The time (`18:30`) that was typed, or null: `18.30`, `1830`, `9` and `6:30 pm` are times too. */
export function readTime(text: string): string | null {
  const typed = text.normalize('NFKC').trim().toLowerCase().replaceAll('.m', 'm').replace(/m\.$/, 'm')
  const [whole, hours, minutes = '0', half] =
    /^(\d{1,2})(?:\s*[:.h ]?\s*(\d{2}))?\s*(am|pm|h)?$/.exec(typed) ?? []
  if (whole === undefined) return null
  const twelve = half === 'am' || half === 'pm'
  const hour = Number(hours)
  if (Number(minutes) > 59 || hour > 23 || (twelve && (hour < 1 || hour > 12))) return null
  return write((twelve ? (hour % 12) + (half === 'pm' ? 12 : 0) : hour) * HOUR_MIN + Number(minutes))
}

/** The next full `step` minutes after a time (before it, when negative), round the clock. */
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
