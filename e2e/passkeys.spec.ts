import { expect, test } from '@playwright/test'
import { developers } from '@/lib/messages/developers'
import { security } from '@/lib/messages/security'
import { signIn } from '@/lib/messages/sign-in'
import { stepUp } from '@/lib/messages/step-up'
import { appCode } from '@/test/app-code'
import { english } from '@/test/english'
import { expectAccessibleState } from './axe'
import { accountPath, signInAs } from './demo'
import { openPage } from './open-page'
import { createOwnAccount } from './test-owner'

const { passkeys, twoStep } = security

test('a passkey signs its user in without a password, takes the place of a code, and is useless once removed', async ({
  page,
}) => {
  const login = await createOwnAccount('Passkeys')
  const client = await page.context().newCDPSession(page)
  await client.send('WebAuthn.enable')
  const { authenticatorId } = await client.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  })
  const dialog = page.getByRole('dialog')
  const openSecurity = () => openPage(page, accountPath('/settings/security', login.slug))
  const signOut = async () => {
    await page.getByRole('button', { name: english('shell.accountMenu') }).click()
    await page.getByRole('menuitem', { name: english('shell.signOut') }).click()
    await page.waitForURL(/sign-in/)
  }
  await signInAs(page, login)

  await test.step('add it', async () => {
    await openSecurity()
    await page.getByRole('button', { name: passkeys.add.open }).click()
    await dialog.getByLabel(passkeys.add.name.label).fill('Work laptop')
    await dialog.getByLabel(stepUp.password).fill(login.password)
    await dialog.getByRole('button', { name: passkeys.add.submit }).click()
    await expect(page.getByText(passkeys.add.done)).toBeVisible()
    await expect(page.getByRole('list', { name: passkeys.title })).toContainText('Work laptop')
  })

  await test.step('sign in by it', async () => {
    await signOut()
    await page.getByRole('button', { name: signIn.passkey.submit }).click()
    await page.waitForURL(({ pathname }) => pathname.startsWith(`/${login.slug}`))
  })

  await test.step('remove it by a step-up with it', async () => {
    await openSecurity()
    await page.getByRole('button', { name: twoStep.turnOn.open }).click()
    await dialog.getByLabel(stepUp.password).fill(login.password)
    await dialog.getByRole('button', { name: twoStep.turnOn.submit }).click()
    const secret = (await dialog.locator('code').innerText()).replaceAll(' ', '')
    await dialog.getByLabel(twoStep.setUp.code, { exact: true }).fill(appCode(secret))
    await dialog.getByRole('button', { name: twoStep.setUp.submit }).click()
    await dialog.getByRole('button', { name: developers.stored }).click()
    await openSecurity()
    // The device has a passkey already, and refuses another until it is reset. The code is used by then.
    await page.getByRole('button', { name: passkeys.add.open }).click()
    await dialog.getByLabel(passkeys.add.name.label).fill('Phone')
    await dialog.getByLabel(stepUp.password).fill(login.password)
    await dialog.getByLabel(stepUp.code, { exact: true }).fill(appCode(secret, 1))
    await dialog.getByRole('button', { name: passkeys.add.submit }).click()
    await expect(dialog.getByText(passkeys.failed)).toBeVisible()
    await client.send('WebAuthn.clearCredentials', { authenticatorId })
    await dialog.getByRole('button', { name: passkeys.add.submit }).click()
    await expect(page.getByText(passkeys.add.done)).toBeVisible()
    await page.getByRole('button', { name: passkeys.remove.of('Phone') }).click()
    await dialog.getByLabel(stepUp.password).fill(login.password)
    await dialog.getByRole('button', { name: stepUp.usePasskey }).click()
    await expect(dialog.getByText(stepUp.passkeyUsed)).toBeVisible()
    await expectAccessibleState(page, 'a step-up with a passkey')
    await dialog.getByRole('button', { name: passkeys.remove.submit }).click()
    await expect(page.getByText(passkeys.remove.done)).toBeVisible()
  })

  await test.step('its sign-in is refused', async () => {
    await signOut()
    await page.getByRole('button', { name: signIn.passkey.submit }).click()
    await expect(page.getByRole('alert').filter({ hasText: signIn.passkey.wrong })).toBeVisible()
  })
})
