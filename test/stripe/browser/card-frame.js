// Frame of the card's fields: the only page that sees the number, which goes to the double and nowhere else.
const key = new URLSearchParams(location.search).get('key')
const inputs = {
  number: document.querySelector('#number'),
  expiry: document.querySelector('#expiry'),
  cvc: document.querySelector('#cvc'),
}
const problem = document.querySelector('[role=alert]')

const tell = (message) => window.parent.postMessage(message, '*')
const digits = (input) => input.value.replace(/\D/g, '')

function readCard() {
  const expiry = digits(inputs.expiry)
  const year = expiry.slice(2)
  return {
    number: digits(inputs.number),
    exp_month: expiry.slice(0, 2),
    exp_year: year.length === 2 ? `20${year}` : year,
    cvc: digits(inputs.cvc),
  }
}

function passesLuhn(number) {
  const sum = [...number].reverse().reduce((total, digit, index) => {
    const doubled = index % 2 === 1 ? Number(digit) * 2 : Number(digit)
    return total + (doubled > 9 ? doubled - 9 : doubled)
  }, 0)
  return sum % 10 === 0
}

// Returns the first problem of the fields as Stripe words it, or null.
function validate() {
  const { number, exp_month: month, exp_year: year, cvc } = readCard()
  const isAmex = /^3[47]/.test(number)
  const error = (code, message) => ({ type: 'validation_error', code, message })
  if (number.length < (isAmex ? 15 : 16)) return error('incomplete_number', 'Your card number is incomplete.')
  if (!passesLuhn(number)) return error('invalid_number', 'Your card number is invalid.')
  if (year.length !== 4) return error('incomplete_expiry', "Your card's expiration date is incomplete.")
  const now = new Date()
  const isPast = Number(year) * 12 + Number(month) - 1 < now.getFullYear() * 12 + now.getMonth()
  if (Number(month) < 1 || Number(month) > 12) {
    return error('invalid_expiry_month', "Your card's expiration date is invalid.")
  }
  if (isPast) return error('invalid_expiry_year_past', "Your card's expiration year is in the past.")
  if (cvc.length < (isAmex ? 4 : 3))
    return error('incomplete_cvc', "Your card's security code is incomplete.")
  return null
}

function submit() {
  const error = validate()
  problem.textContent = error ? error.message : ''
  announceHeight()
  return error ? { error } : { selectedPaymentMethod: 'card' }
}

async function createPaymentMethod(billing = {}) {
  const form = new URLSearchParams({ type: 'card' })
  for (const [name, value] of Object.entries(readCard())) form.set(`card[${name}]`, value)
  addNested(form, 'billing_details', billing)
  try {
    const response = await fetch('/v1/payment_methods', {
      method: 'POST',
      body: form,
      headers: { authorization: `Bearer ${key}` },
    })
    const body = await response.json()
    return response.ok ? { paymentMethod: body } : { error: body.error }
  } catch {
    return { error: { type: 'api_connection_error', message: 'We are experiencing issues connecting.' } }
  }
}

function addNested(form, prefix, values) {
  for (const [name, value] of Object.entries(values)) {
    if (value !== null && typeof value === 'object') addNested(form, `${prefix}[${name}]`, value)
    else if (value !== null && value !== undefined && value !== '') form.set(`${prefix}[${name}]`, value)
  }
}

function announceHeight() {
  tell({ frame: 'height', height: document.documentElement.scrollHeight })
}

const calls = { submit, createPaymentMethod, focus: () => inputs.number.focus() }

window.addEventListener('message', async ({ data, source }) => {
  if (source !== window.parent || !Object.hasOwn(calls, data?.call)) return
  tell({ frame: 'reply', id: data.id, result: await calls[data.call](data.argument) })
})
for (const input of Object.values(inputs)) {
  input.addEventListener('input', () => {
    problem.textContent = ''
    const isEmpty = Object.values(inputs).every(({ value }) => value === '')
    tell({ frame: 'change', complete: validate() === null, empty: isEmpty })
  })
  input.addEventListener('focus', () => tell({ frame: 'focus' }))
  input.addEventListener('blur', () => tell({ frame: 'blur' }))
}
new ResizeObserver(announceHeight).observe(document.body)
tell({ frame: 'ready' })
