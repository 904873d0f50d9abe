// Fake of Stripe.js: the card's fields are a frame of another origin, as with the real one. Styles are set
// through the CSSOM alone and no text is evaluated, so that a page with a strict policy can load it.
{
  const IS_ENDIVE = document.currentScript.src.includes('/endive/')
  const ORIGIN = new URL(document.currentScript.src).origin
  const LOAD_TIMEOUT_MS = 15_000

  const required = (isGiven, message) => {
    if (isGiven) return
    const error = new Error(message)
    error.name = 'IntegrationError'
    throw error
  }

  function openFrame(path, query, title) {
    const frame = document.createElement('iframe')
    frame.src = `${ORIGIN}${path}?${new URLSearchParams(query)}`
    frame.title = title
    frame.style.border = '0'
    frame.style.width = '100%'
    return frame
  }

  // Element of the card's fields; its events and names are those of the Payment Element.
  class PaymentElement {
    #listeners = new Map()
    #calls = new Map()
    #isReady = false
    #timer = null
    #key
    #onMessage = (event) => this.#receive(event)
    frame = null

    constructor(key) {
      this.#key = key
    }

    mount(target) {
      const parent = typeof target === 'string' ? document.querySelector(target) : target
      required(parent, `The selector you specified (${target}) applies to no DOM elements.`)
      this.unmount()
      this.frame = openFrame('/elements/card', { key: this.#key }, 'Secure payment input frame')
      this.frame.allow = 'payment *'
      this.frame.style.minHeight = '180px'
      window.addEventListener('message', this.#onMessage)
      this.#timer = setTimeout(() => this.#fail('The frame did not load.'), LOAD_TIMEOUT_MS)
      parent.replaceChildren(this.frame)
    }

    unmount() {
      window.removeEventListener('message', this.#onMessage)
      clearTimeout(this.#timer)
      this.frame?.remove()
      this.frame = null
      this.#isReady = false
    }

    destroy() {
      this.unmount()
      this.#listeners.clear()
    }

    update() {}

    focus() {
      this.call('focus')
    }

    on(name, listener) {
      this.#listeners.set(name, [...(this.#listeners.get(name) ?? []), listener])
      if (name === 'ready' && this.#isReady) listener({ elementType: 'payment' })
      return this
    }

    off(name, listener) {
      const kept = (this.#listeners.get(name) ?? []).filter((other) => listener && other !== listener)
      this.#listeners.set(name, kept)
      return this
    }

    // Calls a function of the frame; the promise waits until the frame has answered.
    call(name, argument) {
      required(this.#isReady, `The payment Element is not mounted and ready, so ${name} cannot run.`)
      const id = crypto.randomUUID()
      this.frame.contentWindow.postMessage({ call: name, id, argument }, ORIGIN)
      return new Promise((resolve) => this.#calls.set(id, resolve))
    }

    #receive({ source, origin, data }) {
      if (origin !== ORIGIN || source !== this.frame?.contentWindow) return
      const { frame: kind, id, result, height, message, ...rest } = data
      if (kind === 'reply') {
        this.#calls.get(id)?.(result)
        this.#calls.delete(id)
      } else if (kind === 'height') this.frame.style.height = `${height}px`
      else if (kind === 'loaderror') this.#fail(message)
      else {
        if (kind === 'ready') {
          this.#isReady = true
          clearTimeout(this.#timer)
        }
        const value = kind === 'change' ? { collapsed: false, value: { type: 'card' } } : {}
        this.#emit(kind, { ...rest, ...value })
      }
    }

    #fail(message) {
      clearTimeout(this.#timer)
      this.#emit('loaderror', { error: { type: 'invalid_request_error', message } })
    }

    #emit(name, event) {
      for (const listener of this.#listeners.get(name) ?? []) listener({ elementType: 'payment', ...event })
    }
  }

  class Elements {
    #key
    #options
    #element = null
    isSubmitted = false

    constructor(key, options) {
      this.#key = key
      this.#options = options
      this.#validate()
    }

    get isManual() {
      return this.#options.paymentMethodCreation === 'manual'
    }

    create(type) {
      required(type === 'payment', `The double has no Element of the type ${type}.`)
      required(!this.#element, 'Can only create one Element of type payment.')
      this.#element = new PaymentElement(this.#key)
      this.#element.on('change', () => {
        this.isSubmitted = false
      })
      return this.#element
    }

    getElement(type) {
      return type === 'payment' ? this.#element : null
    }

    update(options) {
      this.#options = { ...this.#options, ...options }
      this.#validate()
    }

    async submit() {
      required(this.#element, 'elements.submit() needs a mounted payment Element.')
      const result = await this.#element.call('submit')
      this.isSubmitted = !result.error
      return result
    }

    #validate() {
      const { mode, amount, currency } = this.#options
      required(
        ['payment', 'setup', 'subscription'].includes(mode),
        `Invalid value for elements(): mode ${mode}`,
      )
      required(
        !(IS_ENDIVE && this.#options.paymentMethodTypes),
        'paymentMethodTypes is no longer supported: use allowedPaymentMethodTypes.',
      )
      required(
        IS_ENDIVE || !this.#options.allowedPaymentMethodTypes,
        'Unrecognized elements() parameter: allowedPaymentMethodTypes.',
      )
      if (mode === 'setup') return
      required(Number.isInteger(amount) && amount > 0, `Invalid value for elements(): amount ${amount}`)
      required(/^[a-z]{3}$/.test(currency), `Invalid value for elements(): currency ${currency}`)
    }
  }

  // Shows the bank's page over the whole window until the payer has decided.
  function handleNextAction(key, clientSecret) {
    const overlay = document.createElement('div')
    overlay.role = 'dialog'
    overlay.ariaModal = 'true'
    overlay.ariaLabel = '3D Secure'
    Object.assign(overlay.style, { position: 'fixed', inset: '0', zIndex: '2147483647', background: '#0008' })
    const frame = openFrame('/elements/action', { key, client_secret: clientSecret }, '3D Secure')
    Object.assign(frame.style, { height: '100%', background: '#fff' })
    return new Promise((resolve) => {
      const receive = ({ source, origin, data }) => {
        if (origin !== ORIGIN || source !== frame.contentWindow || data?.frame !== 'decided') return
        window.removeEventListener('message', receive)
        overlay.remove()
        resolve(data.result)
      }
      window.addEventListener('message', receive)
      overlay.append(frame)
      document.body.append(overlay)
    })
  }

  window.Stripe = (key) => {
    required(/^pk_/.test(key ?? ''), 'Please call Stripe() with your publishable key.')
    return {
      elements: (options = {}) => new Elements(key, options),
      async createPaymentMethod({ elements, params = {} }) {
        required(
          elements?.isManual,
          'createPaymentMethod needs elements with paymentMethodCreation: "manual".',
        )
        required(
          elements.isSubmitted,
          'elements.submit() must be called before stripe.createPaymentMethod().',
        )
        return elements.getElement('payment').call('createPaymentMethod', params.billing_details)
      },
      handleNextAction: ({ clientSecret }) => handleNextAction(key, clientSecret),
    }
  }
}
