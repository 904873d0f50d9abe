import type {
  PublicKeyCredentialCreationOptionsJSON,
  PublicKeyCredentialRequestOptionsJSON,
} from '@simplewebauthn/browser'
import { lazyModule } from '@/components/ui/lazy-module'

/** A lazy module, since most users type a password. */
const browserPart = lazyModule(() => import('@simplewebauthn/browser'))

/** Asks the browser for a passkey. @returns its response as JSON; null if there is none, or the user canceled */
export async function getPasskey(options: PublicKeyCredentialRequestOptionsJSON): Promise<string | null> {
  const browser = await browserPart.loadOrNull()
  return browser
    ? browser.startAuthentication({ optionsJSON: options }).then(JSON.stringify, () => null)
    : null
}

/** Makes a passkey. @returns its response as JSON; null if the user canceled, or the device has one already */
export async function makePasskey(options: PublicKeyCredentialCreationOptionsJSON): Promise<string | null> {
  const browser = await browserPart.loadOrNull()
  return browser ? browser.startRegistration({ optionsJSON: options }).then(JSON.stringify, () => null) : null
}
